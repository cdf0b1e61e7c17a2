"""Processes that a controller starts for itself: how long they may take to start, and how they end."""

import contextlib
import os
from multiprocessing.context import SpawnProcess

START_TIMEOUT_S = 180.0
"""Time to start Python with the physics on a busy computer, and to compile kernels the first time, s.

A process that ends during the start is noticed at once.
"""
END_TIMEOUT_S = 3.0
"""Longer than any arm needs to come to rest, s."""
KILL_TIMEOUT_S = 1.0
_PRIORITY = 80


def end_process(process: SpawnProcess) -> None:
    """Wait for a process that should end; terminate it, then kill it, if it does not."""
    process.join(END_TIMEOUT_S)
    if process.is_alive():
        process.terminate()
        process.join(KILL_TIMEOUT_S)
    if process.is_alive():
        process.kill()
        process.join(KILL_TIMEOUT_S)


def ask_for_priority() -> None:
    """Let the calling thread, and those that it starts, run before others, where the system allows it."""
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_PRIORITY))
