"""How a judgement about the stream reaches somebody: once, and again only when it persists."""

import time as clock
from collections.abc import Callable

from core.errors import Fact
from devices.errors import DataQualityError

OnFinding = Callable[[DataQualityError], None]

REPEAT_S = 5.0
"""The same finding is not reported again within this time on the device's clock and on this computer's,"""
MOST_REPEATS = 200
"""nor more often than this, whatever the clock of the device does."""


class Reporter:
    """Hands findings on, each of one code, joint and channel at most every ``REPEAT_S``."""

    def __init__(self, on_finding: OnFinding) -> None:
        self._on_finding = on_finding
        self._reported: dict[tuple[object, ...], tuple[float, float, int]] = {}
        """When each was reported last, by the device's clock and by this computer's, and how often."""

    def report(self, code: str, *, time: float, **facts: Fact) -> None:
        """Report a finding at ``time`` s on the device's clock."""
        key = (code, facts.get("joint"), facts.get("channel"))
        now = clock.monotonic()
        before, before_here, count = self._reported.get(key, (float("-inf"), float("-inf"), 0))
        # a device's clock that stands still must not silence what its samples say
        is_recent = 0.0 <= time - before < REPEAT_S and now - before_here < REPEAT_S
        if is_recent or count >= MOST_REPEATS:
            return
        self._reported[key] = (time, now, count + 1)
        self._on_finding(DataQualityError(code, time=time, **facts))
