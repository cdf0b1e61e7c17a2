"""Runs device time in step with the time of this computer."""

import time
from collections.abc import Callable

from devices.virtual.firmware.plant import PERIOD_S

PASS_S = 0.002
"""Interval of looking at the clock, s."""
MOST_PERIODS = 20
"""Most control periods in one go; requests are processed in between."""
FORGOTTEN_S = 10.0
"""A longer halt of the computer (asleep, halted) is not made up for, s."""


class RealPace:
    """Counts the control periods that are due; after a halt it catches up and loses none.

    Due times count from the beginning, so errors do not add up.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._anchor = clock()
        self._done = 0

    def due(self) -> int:
        """Number of control periods to run now."""
        behind = self._clock() - self._anchor - self._done * PERIOD_S
        if behind > FORGOTTEN_S:
            self._anchor += behind
            behind = 0.0
        periods = min(int(behind / PERIOD_S), MOST_PERIODS)
        self._done += periods
        return periods

    def rest(self) -> None:
        """Sleep until more periods are due; returns at once while there is something to catch up."""
        left = self._anchor + self._done * PERIOD_S + PASS_S - self._clock()
        if left > 0.0:
            self._sleep(left)
