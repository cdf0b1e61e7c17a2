"""What a thread that watches for silence missed because the computer did not let it run.

On a busy computer a whole program stands still for a good part of a second now and then.
Its watches then find that nothing was heard for so long, though nobody listened: what came
meanwhile still waits on the line, and an arm whose samples are computed beside the program
stood still with it. Such a halt is no silence of the arm.
"""

import math
import time
from collections.abc import Callable

FORGIVEN_S = 1.0
"""The most that is left out of one silence, however long and often the computer halted the watch."""


class OwnHalts:
    """The halts of one thread that means to look every ``interval`` s; for that thread alone.

    Between two looks the thread counts as listening for ``interval`` s at most. What lies
    beyond is left out of the silence it judges, up to ``FORGIVEN_S`` in one silence: a silent
    device is found after the limit of its watch plus at most that, and only where this thread
    did not run. An arm in motion does not wait for it: it hears no heartbeat of a program that
    stands still, and its own watchdog stops it.

    Parameters
    ----------
    interval
        In s, how long the thread waits from one look to the next.
    now
        The clock in s, for tests.

    Examples
    --------
    >>> clock = iter([0.0, 0.1, 0.9, 1.0])
    >>> halts = OwnHalts(interval=0.1, now=lambda: next(clock))
    >>> [round(halts.listened_since(0.0), 3) for _ in range(3)]
    [0.1, 0.2, 0.3]
    """

    def __init__(self, *, interval: float, now: Callable[[], float] = time.monotonic) -> None:
        self._interval, self._now = interval, now
        self._looked_at = now()
        self._heard_at = -math.inf
        self._missed = 0.0

    def listened_since(self, heard_at: float) -> float:
        """How long in s nothing was heard since ``heard_at`` on the clock while this thread listened."""
        now = self._now()
        if heard_at > self._heard_at:
            self._heard_at, self._missed = heard_at, 0.0
        halted = now - max(self._looked_at, heard_at) - self._interval
        self._looked_at = now
        self._missed = min(self._missed + max(halted, 0.0), FORGIVEN_S)
        return now - heard_at - self._missed
