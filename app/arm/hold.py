"""Decides whether a button has been held long enough to start something dangerous. No Qt.

A hold counts only while it is unbroken: it is checked at least every ``LONGEST_GAP_S``, and each check
finds everything in order. Anything else ends the hold, and nothing of it counts for the next.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

HOLD_TIME_S = 1.0
LONGEST_GAP_S = 0.15
"""Longest gap between two checks, s; in a longer one the release of the button may wait in the queue."""


@dataclass(frozen=True)
class Moment:
    """A moment on the steady clock and on the wall clock."""

    steady_s: float
    """Never set back or forward; on some systems it does not advance while the computer sleeps."""
    wall_s: float
    """The time of day, which goes on while the computer sleeps."""


def moment_now() -> Moment:
    """Return the present moment on the clocks of the computer."""
    return Moment(time.monotonic(), time.time())


class HoldState(StrEnum):
    """Result of a check of a hold."""

    NONE = "none"
    """No hold is under way, or this check ended it."""
    COUNTING = "counting"
    DUE = "due"
    """Held long enough; ``finish`` decides once no event is waiting."""


class Hold:
    """Counts one hold at a time.

    Parameters
    ----------
    clock
        Gives the moment; another clock makes a hold repeatable in tests.
    """

    def __init__(self, *, clock: Callable[[], Moment] = moment_now) -> None:
        self._clock = clock
        self._began: Moment | None = None
        self._looked = Moment(0.0, 0.0)

    @property
    def is_under_way(self) -> bool:
        """True while a hold is counted."""
        return self._began is not None

    @property
    def held_s(self) -> float:
        """Duration of the present hold at the last check, s; 0 without one."""
        return 0.0 if self._began is None else self._looked.steady_s - self._began.steady_s

    @property
    def fraction(self) -> float:
        """Part of the required time that is over, 0 to 1."""
        return min(self.held_s / HOLD_TIME_S, 1.0)

    def begin(self) -> None:
        """Start a new hold at 0 s."""
        self._began = self._looked = self._clock()

    def release(self) -> bool:
        """End the hold and forget its count; return True if there was one."""
        was_under_way, self._began = self.is_under_way, None
        return was_under_way

    def look(self, *, in_order: bool) -> HoldState:
        """Count the time since the last check, if everything is in order and the check is not late."""
        if self._began is None:
            return HoldState.NONE
        before, now = self._looked, self._clock()
        if not in_order or not _is_unbroken(before, now):
            self.release()
            return HoldState.NONE
        self._looked = now
        return HoldState.DUE if self.held_s >= HOLD_TIME_S else HoldState.COUNTING

    def finish(self, *, in_order: bool) -> bool:
        """Check for the last time and end the hold; return True if it was long enough."""
        was_enough = self.look(in_order=in_order) is HoldState.DUE
        self.release()
        return was_enough


def _is_unbroken(before: Moment, now: Moment) -> bool:
    """True if both clocks advanced alike and not too far; a sleeping computer advances only one of them."""
    steady_s, wall_s = now.steady_s - before.steady_s, now.wall_s - before.wall_s
    return 0.0 <= steady_s < LONGEST_GAP_S and abs(wall_s - steady_s) < LONGEST_GAP_S
