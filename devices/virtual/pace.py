"""How device time follows the time of this computer."""

import time
from collections.abc import Callable

from devices.virtual.firmware.plant import PERIOD_S

PASS_S = 0.002
"""Between two looks at the clock."""
MOST_PERIODS = 20
"""Control periods in one go: requests are looked at in between."""
FORGOTTEN_S = 10.0
"""A computer that was away for longer (asleep, halted) does not catch up."""


class RealPace:
    """As many control periods as have passed; after a hiccup it catches up and loses none.

    Deadlines count from the beginning, so nothing adds up.
    """

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._anchor = clock()
        self._done = 0

    def due(self) -> int:
        """How many control periods to let pass now."""
        behind = self._clock() - self._anchor - self._done * PERIOD_S
        if behind > FORGOTTEN_S:
            self._anchor += behind
            behind = 0.0
        periods = min(int(behind / PERIOD_S), MOST_PERIODS)
        self._done += periods
        return periods

    def rest(self) -> None:
        """Sleep until some more have passed; not at all while there is something to catch up."""
        left = self._anchor + self._done * PERIOD_S + PASS_S - self._clock()
        if left > 0.0:
            self._sleep(left)


class FastPace:
    """Always more, while there is something to do; at real pace otherwise."""

    def __init__(self, *, is_busy: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._is_busy = is_busy
        self._clock = clock
        self._real = RealPace(clock=clock)

    def due(self) -> int:
        """How many control periods to let pass now."""
        if self._is_busy():
            self._real = RealPace(clock=self._clock)
            return MOST_PERIODS
        return self._real.due()

    def rest(self) -> None:
        """Sleep only when there is nothing to do."""
        if not self._is_busy():
            self._real.rest()
