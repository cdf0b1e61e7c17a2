"""Turns of the slower views: one of them a frame, so that no frame takes long."""

import math
import time as clock
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class _Turn:
    interval_s: float
    show: Callable[[], None]
    is_wanted: Callable[[], bool]
    last_s: float = -math.inf


class Turns:
    """Calls that are each due once in an interval, and come one at a time."""

    def __init__(self, *, now: Callable[[], float] = clock.monotonic) -> None:
        self._now = now
        self._turns: list[_Turn] = []

    def add(
        self,
        show: Callable[[], None],
        *,
        interval_s: float,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Call ``show`` at most once every ``interval_s`` while it ``is_wanted``."""
        self._turns.append(_Turn(interval_s, show, is_wanted))

    def take_one(self) -> None:
        """Call the one that has waited longest, as a share of its interval; none if that is not due."""
        now_s = self._now()
        waiting = [turn for turn in self._turns if turn.is_wanted()]
        if not waiting:
            return
        # waiting is a share of the interval, so that no slow view starves a fast one, nor the other way round
        turn = max(waiting, key=lambda each: (now_s - each.last_s) / each.interval_s)
        if now_s - turn.last_s >= turn.interval_s:
            turn.last_s = now_s
            turn.show()

    def hurry(self) -> None:
        """Forget when each was shown last: the picture is another one now."""
        for turn in self._turns:
            turn.last_s = -math.inf
