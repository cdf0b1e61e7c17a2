"""Processes of this computer that compute beside this one."""

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from functools import partial
from typing import TypeVar

from core.monitor import Monitor

Found = TypeVar("Found")
_LOOK_S = 0.1
_ENDS_S = 10.0
"""Time for a process to end after a request, s."""


class Beside:
    """One process that computes meanwhile, until ``close``."""

    def __init__(self) -> None:
        self._pool = process_pool(1)

    def begin(self, work: Callable[[], Found]) -> Callable[[Monitor], Found]:
        """Begin ``work``, which can be pickled; return what waits for its result, or raises its error.

        Where the process died, the work is done by the one who waits.
        """
        try:
            return partial(_found, work, self._pool.submit(work))
        except BrokenExecutor:
            return lambda _monitor: work()

    def close(self) -> None:
        """End the process; what it is at is given up."""
        end_pool(self._pool)


def _found(work: Callable[[], Found], beside: Future[Found], monitor: Monitor) -> Found:
    while not wait([beside], timeout=_LOOK_S).done:
        monitor.check()
    try:
        return beside.result()
    except BrokenExecutor:
        return work()


def process_pool(count: int) -> ProcessPoolExecutor:
    """A pool of ``count`` processes, which start with the first work; end it with ``end_pool``."""
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
    return ProcessPoolExecutor(count, mp_context=context, initializer=_leave_interrupts)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End the pool without waiting for work under way, of which nothing would be kept.

    A pool that notices the death of a process ends the others itself, but for one that it starts meanwhile.
    """
    processes = list((pool._processes or {}).values())  # noqa: SLF001  3.14 alone has kill_workers
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(_ENDS_S)
        if process.is_alive():  # it ignores the signal, or the computer is very busy
            process.kill()
            process.join()


def _leave_interrupts() -> None:
    """Ctrl-C in the terminal is the business of the process that started these."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
