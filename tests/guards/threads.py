"""A test fails when a thread or a child process it started outlives it."""

import multiprocessing
import threading
import time

import pytest

END_TIMEOUT_S = 1.0
"""Time for threads that are about to end, s."""


def _alive() -> dict[int, str]:
    found = {
        id(thread): f"thread {thread.name!r}"
        for thread in threading.enumerate()
        # a dummy represents a thread of Qt or C++ that once ran Python code; it never ends by itself
        if not isinstance(thread, threading._DummyThread)
    }
    for process in multiprocessing.active_children():
        found[id(process)] = f"process {process.name!r} ({process.pid})"
    return found


@pytest.fixture(autouse=True)
def guard_against_leaked_threads():
    before = _alive()
    yield
    deadline = time.monotonic() + END_TIMEOUT_S
    while (leaked := _alive().keys() - before.keys()) and time.monotonic() < deadline:
        time.sleep(0.01)
    if leaked:
        now = _alive()
        names = ", ".join(sorted(now[key] for key in leaked & now.keys()))
        pytest.fail(f"still running after the test: {names}", pytrace=False)
