"""What the machine kept from this thread, and how fast it is just now.

There are two ways of being ready to run and not running: the machine runs another thread, or the
machine is a virtual one and its host runs another machine. Linux counts both; elsewhere nothing is
known of them, so nothing is said. And a thread that does run may run slowly, because of the machine
or of what shares its memory and its cores.
"""

import os
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

COUNTED_WITHIN_S = 0.03
"""What was stolen is counted at the kernel's ticks."""
USUAL_S = 0.21e-3
"""What ``some_python`` takes on the machine that limits in milliseconds are meant for: an EPYC at 2.6 GHz."""
_STEAL = 8
"""Column of a processor's line in ``/proc/stat``."""
_COUNTED_IN_S = 0.01
_LINE = 120


class MachineTime:
    """What the kernel counts of the thread that enters it, while it is entered.

    Sleeping, and waiting for a lock or for Python's own, is not ready to run: it is not counted.
    """

    def __init__(self) -> None:
        self._queue: int | None = None
        self._processors: int | None = None

    def __enter__(self) -> Self:
        self._queue = _opened(Path(f"/proc/self/task/{threading.get_native_id()}/schedstat"))
        self._processors = _opened(Path("/proc/stat"))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for descriptor in (self._queue, self._processors):
            if descriptor is not None:
                os.close(descriptor)
        self._queue = self._processors = None

    def queued_s(self) -> float:
        """Ready to run while the machine ran another thread, since this one began."""
        if self._queue is None:
            return 0.0
        _ran_ns, waited_ns, *_ = os.pread(self._queue, 100, 0).split()
        return int(waited_ns) / 1e9

    def stolen_s(self) -> tuple[float, ...]:
        """What the host took of each processor, since the machine began."""
        if self._processors is None:
            return ()
        lines = os.pread(self._processors, _LINE * (1 + (os.cpu_count() or 1)), 0).splitlines()[1:]
        counts = (line.split() for line in lines if line.startswith(b"cpu"))
        return tuple(int(count[_STEAL]) * _COUNTED_IN_S for count in counts if len(count) > _STEAL)


def some_python() -> int:
    """A fixed piece of what programs in Python do."""
    rows = [{"name": f"joint {place % 6}", "value": place * 7919 % 1009 / 7.0} for place in range(300)]
    rows.sort(key=lambda row: (row["name"], row["value"]))
    return sum(len(f"{row['name']}: {row['value']:.3f}") for row in rows)


def slowness() -> float:
    """How many times as long as usual Python takes on this thread just now; never below 1."""
    took_s = []
    for _ in range(5):
        began_s = time.thread_time()
        some_python()
        took_s.append(time.thread_time() - began_s)
    return max(min(took_s) / USUAL_S, 1.0)


def certainly_stolen_s(before: tuple[float, ...], after: tuple[float, ...]) -> float:
    """At most so much was taken of one processor, less what may have been taken before."""
    most = max((late - early for early, late in zip(before, after, strict=True)), default=0.0)
    return max(most - _COUNTED_IN_S, 0.0)


def _opened(path: Path) -> int | None:
    return os.open(path, os.O_RDONLY) if path.exists() else None
