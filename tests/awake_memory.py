"""Keeps the memory of a process from resting while its time is measured.

The host of a virtual machine may take the translation of a page away that was not used for a while. The next
touch then costs the reader some 20 µs, and no count shows it: to the machine it is time that the thread
computed. A window that rested for two seconds touches thousands of pages in its next turn, and so a turn
of 30 ms takes 100. On a computer without such a host there is nothing to gain, and this costs next to
nothing there.

Memory of the process's own goes to pages of 2 MB, each translated once where 512 small ones would be. Those
of programs and libraries can't, so they are read now and then.
"""

import ctypes
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

PAGE, LARGE_PAGE = 4096, 2 << 20
"""Bytes."""
_COLLAPSE = 25
"""``MADV_COLLAPSE`` of Linux 6.1 and newer; an older one refuses it, and nothing changes."""
_IS_PRESENT = np.uint64(1 << 63)
_EVERY_S, _ANEW_EVERY = 0.1, 4
"""Libraries are read so often, and what is new is looked for every fourth time."""
_OWN = ("", "[heap]")
_LIBRARY = ".so"
"""In the name of a library."""

Pages = tuple[npt.NDArray[np.uint8], npt.NDArray[np.intp]]


@dataclass(frozen=True)
class Span:
    """Neighbouring pages of one kind, from a line of ``/proc/self/maps``."""

    low: int
    high: int
    rights: str
    name: str


class AwakeMemory:
    """Until ``close``, what this process has in memory rests for a fifth of a second at most."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._libraries: set[Span] = set()
        self._thread = threading.Thread(target=self._go_on, name="awake-memory", daemon=True)
        if sys.platform == "linux":
            move_to_large_pages()
            self._libraries = set(of_libraries())
            _read(used_pages(self._libraries))
            self._thread.start()

    def close(self) -> None:
        """Let it rest again."""
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _go_on(self) -> None:
        pages, times = used_pages(self._libraries), 0
        while not self._ended.wait(_EVERY_S):
            _read(pages)
            times += 1
            if times % _ANEW_EVERY == 0:
                move_to_large_pages()
                now = set(of_libraries())
                # Qt also maps a library for a moment, to see what it is: such a one must not be read
                pages = used_pages(now & self._libraries)
                self._libraries = now


def move_to_large_pages() -> None:
    """Ask the system to put what this process has in memory of its own into large pages, and wait for it."""
    advise = ctypes.CDLL(None).madvise
    for span in spans():
        first, last = -(-span.low // LARGE_PAGE) * LARGE_PAGE, span.high // LARGE_PAGE * LARGE_PAGE
        if span.name in _OWN and span.rights == "rw-p" and first < last:
            advise(ctypes.c_void_p(first), ctypes.c_size_t(last - first), _COLLAPSE)


def of_libraries() -> Iterator[Span]:
    """Memory of the loaded libraries."""
    return (span for span in spans() if _LIBRARY in span.name and span.rights.startswith("r"))


def spans() -> Iterator[Span]:
    """All that this process has in memory, in the order of the addresses."""
    for line in Path("/proc/self/maps").read_text("utf-8", errors="replace").splitlines():
        ends, rights, _offset, _device, _inode, *name = line.split(maxsplit=5)
        low, high = (int(end, 16) for end in ends.split("-"))
        yield Span(low, high, rights, "".join(name))


def used_pages(chosen: Iterable[Span]) -> list[Pages]:
    """The memory of each, as bytes, and where the pages of it begin that this process has used."""
    found = []
    with Path("/proc/self/pagemap").open("rb") as pagemap:
        for span in chosen:
            pagemap.seek(8 * (span.low // PAGE))
            entries = np.frombuffer(pagemap.read(8 * ((span.high - span.low) // PAGE)), dtype=np.uint64)
            memory = np.ctypeslib.as_array((ctypes.c_uint8 * (span.high - span.low)).from_address(span.low))
            found.append((memory, PAGE * np.flatnonzero(entries & _IS_PRESENT)))
    return found


def _read(pages: list[Pages]) -> None:
    for memory, places in pages:
        memory.take(places)
