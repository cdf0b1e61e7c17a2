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

    Deadlines count from the beginning, so nothing adds up. ``haste`` is device time over the
    computer's.
    """

    def __init__(
        self,
        *,
        haste: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._period_s = PERIOD_S / haste
        self._anchor = clock()
        self._done = 0

    def due(self) -> int:
        """How many control periods to let pass now."""
        behind = self._clock() - self._anchor - self._done * self._period_s
        if behind > FORGOTTEN_S:
            self._anchor += behind
            behind = 0.0
        periods = min(int(behind / self._period_s), MOST_PERIODS)
        self._done += periods
        return periods

    def rest(self) -> None:
        """Sleep until some more have passed; not at all while there is something to catch up."""
        left = self._anchor + self._done * self._period_s + PASS_S - self._clock()
        if left > 0.0:
            self._sleep(left)
