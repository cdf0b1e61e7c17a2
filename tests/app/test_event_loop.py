"""The watch of the event loop counts what the program did, and not what the machine did meanwhile."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.event_loop import EventLoopWatch
from tests.app.machine_time import USUAL_S, certainly_stolen_s, some_python

BLOCK_S = 0.08
LEAST_OF_IT = 0.5
"""A machine faster than usual takes less, and its speed may change between the work and the question."""
CROWDED = 1.5
"""The clock's time over the thread's own, from which on others were in the way."""
_BUSY = "while True: pass"


def _compute(seconds: float) -> tuple[float, float]:
    """Compute what usually takes so long; how long it took by the clock, and of the thread's own time."""
    began, own_began = time.perf_counter(), time.thread_time()
    for _ in range(round(seconds / USUAL_S)):
        some_python()
    return time.perf_counter() - began, time.thread_time() - own_began


def test_the_watch_notices_a_sleep(qtbot: QtBot) -> None:
    with EventLoopWatch() as watch:
        qtbot.wait(20)
        time.sleep(BLOCK_S)
        qtbot.wait(20)
    assert 0.07 < watch.longest_gap_s < 1.0
    assert "test_the_watch_notices_a_sleep" in watch.longest.where.splitlines()[0]


def test_the_watch_notices_a_computation(qtbot: QtBot) -> None:
    with EventLoopWatch() as watch:
        qtbot.wait(20)
        _, own = _compute(BLOCK_S)
        qtbot.wait(20)
    assert LEAST_OF_IT * min(own, BLOCK_S) < watch.longest_gap_s < 1.0


def test_what_a_slow_machine_computes_is_told_at_the_usual_speed(qtbot: QtBot, monkeypatch) -> None:
    monkeypatch.setattr("tests.app.event_loop.slowness", lambda: 2.0)
    with EventLoopWatch() as watch:
        qtbot.wait(20)
        took, _ = _compute(BLOCK_S)
        qtbot.wait(20)
        time.sleep(0.9 * took)
        qtbot.wait(20)
    assert watch.longest.slowness == 2.0
    assert watch.longest.own_s == pytest.approx(0.9 * took, rel=0.2), "a sleep stays what it is"


def test_only_what_was_stolen_for_certain_is_left_out() -> None:
    assert certainly_stolen_s((1.0, 5.0), (1.0, 5.0)) == 0.0
    assert certainly_stolen_s((1.0, 5.0), (1.01, 5.0)) == pytest.approx(0.0), "it may be of before"
    assert certainly_stolen_s((1.0, 5.0), (1.02, 5.08)) == pytest.approx(0.07), "of one processor"
    assert certainly_stolen_s((), ()) == 0.0


def test_the_watch_notices_a_lock_that_another_thread_holds(qtbot: QtBot) -> None:
    lock = threading.Lock()
    lock.acquire()
    releasing = threading.Timer(BLOCK_S, lock.release)
    with EventLoopWatch() as watch:
        qtbot.wait(20)
        releasing.start()
        with lock:
            pass
        qtbot.wait(20)
    releasing.join()
    assert 0.06 < watch.longest_gap_s < 1.0


@pytest.mark.alone
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="nobody counts the run queue here")
def test_the_watch_leaves_out_what_the_machine_did(qtbot: QtBot) -> None:
    crowd = 4 * (os.cpu_count() or 1)
    others = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(crowd)]
    try:
        time.sleep(0.3)
        for _ in range(10):
            with EventLoopWatch() as watch:
                qtbot.wait(20)
                took, own = _compute(BLOCK_S)
                qtbot.wait(20)
            if took > CROWDED * own:  # the system may give one thread its turn for all of it
                break
    finally:
        for other in others:
            other.kill()
        for other in others:
            other.wait()
    assert took > CROWDED * own, "the crowd did not crowd"
    assert LEAST_OF_IT * min(own, BLOCK_S) < watch.longest_gap_s < (took + own) / 2.0
