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
STANDING_HASTE = 4.0
"""Times real time at which the fast pace streams from an arm that stands: while somebody plans or
looks, nothing is gained by more, and the computer has other things to do."""


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


class FastPace:
    """Always more while the arm moves, in haste while it stands and streams, at real pace otherwise."""

    def __init__(
        self,
        *,
        is_moving: Callable[[], bool],
        is_streaming: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._is_moving, self._is_streaming, self._clock = is_moving, is_streaming, clock
        self._haste = 1.0
        self._measured = RealPace(clock=clock)

    def due(self) -> int:
        """How many control periods to let pass now."""
        if self._is_moving():
            self._haste = 0.0
            return MOST_PERIODS
        haste = STANDING_HASTE if self._is_streaming() else 1.0
        if haste != self._haste:  # time is measured anew
            self._haste, self._measured = haste, RealPace(haste=haste, clock=self._clock)
        return self._measured.due()

    def rest(self) -> None:
        """Sleep until there is more to do; not at all while the arm moves."""
        if not self._is_moving():
            self._measured.rest()
