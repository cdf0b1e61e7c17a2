"""Engines that do the work on many visits: processes of this computer, or a Dask cluster."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, Protocol

from core.batch.work import Attempt, VisitWork, attempt
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor
from core.processes import end_pool, process_pool

_LOOK_S = 0.1
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
        pool = process_pool(self._count)
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
                end_pool(pool)
                pool = process_pool(self._count)
                for path in died:
                    deaths[path] += were_alone
                    if deaths[path] < _TRIES:
                        suspects.append(path)
                    else:
                        yield Attempt(path, 0.0, error=_died(path))
        finally:
            end_pool(pool)

    def _next(self, waiting: deque[Path], suspects: deque[Path], running: int) -> Iterator[Path]:
        """Visits to begin now: as many as there are processes, but a suspect alone."""
        if suspects:
            if not running:
                yield suspects.popleft()
            return
        while waiting and running < self._count:
            running += 1
            yield waiting.popleft()


def _submitted(pool: ProcessPoolExecutor, work: VisitWork, path: Path) -> Future[Attempt]:
    """The future of the work; one that is broken at once where the pool died meanwhile."""
    try:
        return pool.submit(attempt, work, path)
    except BrokenExecutor as broken:
        future: Future[Attempt] = Future()
        future.set_exception(broken)
        return future


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
