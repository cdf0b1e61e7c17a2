"""A test fails when a thread or a child process it started outlives it."""

import multiprocessing
import threading

import pytest

END_LIMIT_S = 60.0
"""How long each thread or process that is about to end is waited for, s; no busy computer needs that."""


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
    for one in (*threading.enumerate(), *multiprocessing.active_children()):
        if id(one) in _alive().keys() - before.keys():
            one.join(END_LIMIT_S)
    now = _alive()
    if leaked := now.keys() - before.keys():
        names = ", ".join(sorted(now[key] for key in leaked & now.keys()))
        pytest.fail(f"still running after the test: {names}", pytrace=False)
