"""Memory that is kept awake: in large pages, or read again and again."""

import sys
import threading
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from tests.awake_memory import LARGE_PAGE, AwakeMemory, of_libraries, used_pages

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is in memory")
IN_LARGE_PAGES = "AnonHugePages:"


def in_large_pages(address):
    """Bytes in large pages around this address; None where the system has none."""
    inside = False
    for line in Path("/proc/self/smaps").read_text("utf-8", errors="replace").splitlines():
        first = line.split()[0]
        if not first.endswith(":"):
            low, high = (int(end, 16) for end in first.split("-"))
            inside = low <= address < high
        elif inside and first == IN_LARGE_PAGES:
            return 1024 * int(line.split()[1])
    return None


def release():
    return tuple(int(part) for part in Path("/proc/sys/kernel/osrelease").read_text().split(".")[:2])


@pytest.mark.skipif(release() < (6, 1), reason="this Linux makes no large pages when it is asked to")
@pytest.mark.skipif(
    not Path("/sys/kernel/mm/transparent_hugepage").is_dir(), reason="this Linux has no large pages"
)
def test_memory_of_the_process_is_put_into_large_pages():
    memory = np.ones(16 * LARGE_PAGE, dtype=np.uint8)
    address = memory.ctypes.data + len(memory) // 2
    with closing(AwakeMemory()):
        assert in_large_pages(address) >= 14 * LARGE_PAGE
    assert memory.all()


def test_pages_of_libraries_are_found_that_were_used_and_no_others():
    pages = used_pages(of_libraries())
    used = sum(len(places) for _, places in pages)
    there = sum(len(memory) for memory, _ in pages) // 4096
    assert 500 < used < there


def test_its_thread_ends_with_it():
    with closing(AwakeMemory()):
        assert "awake-memory" in {thread.name for thread in threading.enumerate()}
    assert "awake-memory" not in {thread.name for thread in threading.enumerate()}
