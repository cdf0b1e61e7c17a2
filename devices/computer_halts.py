"""Time in which a thread that watches for silence did not run, because the computer was busy.

On a busy computer a whole program is sometimes not scheduled for a good part of a second. Its
watchdogs then measure a silence although nothing listened: the bytes are still waiting on the
line, and an arm that is simulated beside the program was halted with it. Such a halt is no
silence of the arm and must not be reported as one.
"""

import math
import time
from collections.abc import Callable

FORGIVEN_S = 1.0
"""Upper limit of the halts that are subtracted from one silence, however long or frequent they are."""


class OwnHalts:
    """The scheduling halts of one thread that looks every ``interval`` s; use it in that thread only.

    Between two looks the thread counts as listening for at most ``interval`` s. The excess is
    subtracted from the silence, up to ``FORGIVEN_S`` per silence. A silent device is therefore found
    at most ``FORGIVEN_S`` after the watchdog's limit, and this delay occurs only if the thread did not
    run. An arm in motion does not depend on this: a halted program sends no heartbeat, and the
    arm's own watchdog stops it.

    Parameters
    ----------
    interval
        Time from one look to the next, s.
    now
        Clock in s; tests pass their own.

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
        """Seconds since ``heard_at`` (on the clock) in which this thread listened and nothing arrived."""
        now = self._now()
        # something arrived since the last call: a new silence begins with no halts
        if heard_at > self._heard_at:
            self._heard_at, self._missed = heard_at, 0.0
        halted = now - max(self._looked_at, heard_at) - self._interval
        self._looked_at = now
        self._missed = min(self._missed + max(halted, 0.0), FORGIVEN_S)
        return now - heard_at - self._missed
