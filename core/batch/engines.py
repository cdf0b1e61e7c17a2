"""Engines that do the work on many visits: processes of this computer, or a Dask cluster."""

import asyncio
import multiprocessing
import signal
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, Protocol

from core.batch.work import Attempt, VisitWork, attempt
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor

_LOOK_S = 0.1
_ENDS_S = 10.0
"""Time for a process to end after a request, s."""
_TRIES = 2
"""Number of times that a visit may end its worker before it counts as failed."""
_AHEAD = 4
"""Visits that a cluster is given per thread of its workers: their results wait in memory."""
_CLUSTER_ANSWERS_S = 10.0


class Engine(Protocol):
    """Does the work on all visits, in any order."""

    def attempts(self, work: VisitWork, paths: Sequence[Path], monitor: Monitor) -> Iterator[Attempt]:
        """The end of the work on each visit, as it comes.

        Raises
        ------
        Cancelled
            After a request to stop; work under way is given up.
        """


class Processes:
    """A pool of processes of this computer.

    A process that dies, killed by the system or by a fault of a library, takes the pool with it. The visits
    that were under way are then tried again one by one, so that only the one to blame fails.
    """

    def __init__(self, count: int) -> None:
        self._count = count

    def attempts(self, work: VisitWork, paths: Sequence[Path], monitor: Monitor) -> Iterator[Attempt]:
        """As ``Engine.attempts``."""
        waiting, suspects = deque(paths), deque[Path]()
        deaths: Counter[Path] = Counter()
        running: dict[Future[Attempt], Path] = {}
        pool = self._pool()
        try:
            while waiting or suspects or running:
                monitor.check()
                for path in self._next(waiting, suspects, len(running)):
                    running[_submitted(pool, work, path)] = path
                ended, _ = wait(running, timeout=_LOOK_S, return_when=FIRST_COMPLETED)
                were_alone = len(running) == 1
                died = []
                for future in ended:
                    path = running.pop(future)
                    if isinstance(future.exception(), BrokenExecutor):
                        died.append(path)
                    else:
                        yield future.result()
                if not died:
                    continue
                died += running.values()
                running.clear()
                _ended(pool)
                pool = self._pool()
                for path in died:
                    deaths[path] += were_alone
                    if deaths[path] < _TRIES:
                        suspects.append(path)
                    else:
                        yield Attempt(path, 0.0, error=_died(path))
        finally:
            _ended(pool)

    def _next(self, waiting: deque[Path], suspects: deque[Path], running: int) -> Iterator[Path]:
        """Visits to begin now: as many as there are processes, but a suspect alone."""
        if suspects:
            if not running:
                yield suspects.popleft()
            return
        while waiting and running < self._count:
            running += 1
            yield waiting.popleft()

    def _pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
        return ProcessPoolExecutor(self._count, mp_context=context, initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Ctrl-C in the terminal is the business of the process that stores."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _submitted(pool: ProcessPoolExecutor, work: VisitWork, path: Path) -> Future[Attempt]:
    """The future of the work; one that is broken at once where the pool died meanwhile."""
    try:
        return pool.submit(attempt, work, path)
    except BrokenExecutor as broken:
        future: Future[Attempt] = Future()
        future.set_exception(broken)
        return future


def _ended(pool: ProcessPoolExecutor) -> None:
    """End the pool without waiting for work under way, of which nothing would be stored.

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


def _died(path: Path) -> TorsionError:
    return TorsionError("batch-worker-died", file=str(path))


class Cluster:
    """A Dask cluster whose workers have this program and see the visits under the same paths."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at ``tcp://HOST:PORT``.

        Raises
        ------
        BadRequest
            ``cluster-not-installed`` without the package, ``cluster-not-reached`` without an answer.
        """
        try:
            from distributed import Client
        except ImportError:
            raise BadRequest("cluster-not-installed") from None
        connect: Any = Client
        try:
            # a client that waits for its answer here would leave a thread behind where none comes
            asyncio.run(_asked(connect, address))
            self._client = connect(address, timeout=_CLUSTER_ANSWERS_S)
        except (OSError, ValueError) as error:
            raise BadRequest("cluster-not-reached", address=address, reason=str(error)) from error

    def attempts(self, work: VisitWork, paths: Sequence[Path], monitor: Monitor) -> Iterator[Attempt]:
        """As ``Engine.attempts``; a visit whose worker dies is given to others, as the cluster is set."""
        waiting, running = deque(paths), dict[Any, Path]()
        try:
            while waiting or running:
                monitor.check()
                threads = max(1, sum(self._client.nthreads().values()))
                while waiting and len(running) < _AHEAD * threads:
                    path = waiting.popleft()
                    running[self._client.submit(attempt, work, path, pure=False)] = path
                ended = [future for future in running if future.done()]
                for future in ended:
                    yield _gathered(future, running.pop(future))
                if not ended:
                    time.sleep(_LOOK_S)
        finally:
            self._client.cancel(list(running))
            self._client.close()


async def _asked(connect: Any, address: str) -> None:
    """Connect once and leave.

    Raises
    ------
    OSError
        When no scheduler answers.
    """
    async with connect(address, asynchronous=True, timeout=_CLUSTER_ANSWERS_S):
        pass


def _gathered(future: Any, path: Path) -> Attempt:
    from distributed import KilledWorker

    error = future.exception()
    if error is None:
        found: Attempt = future.result()
        return found
    if isinstance(error, KilledWorker):
        return Attempt(path, 0.0, error=_died(path))
    unexpected = TorsionError("unexpected", kind=type(error).__name__, text=str(error))
    return Attempt(path, 0.0, error=unexpected)
