"""Reports findings about the stream once, and again only if they persist."""

import time as clock
from collections.abc import Callable

from core.errors import Fact
from devices.errors import DataQualityError

OnFinding = Callable[[DataQualityError], None]

REPEAT_S = 5.0
"""s; a finding is repeated only after this time on the device's clock and on this computer's."""
MOST_REPEATS = 200
"""Upper limit of repeats of one finding, whatever the device's clock does."""


class Reporter:
    """Passes findings on; one code, joint and channel at most every ``REPEAT_S``."""

    def __init__(self, on_finding: OnFinding) -> None:
        self._on_finding = on_finding
        self._reported: dict[tuple[object, ...], tuple[float, float, int]] = {}
        """Last report by the device's clock and by this computer's, s, and the number of reports."""

    def report(self, code: str, *, time: float, **facts: Fact) -> None:
        """Report a finding at ``time`` s on the device's clock."""
        key = (code, facts.get("joint"), facts.get("channel"))
        now = clock.monotonic()
        before, before_here, count = self._reported.get(key, (float("-inf"), float("-inf"), 0))
        # with a frozen device clock alone a persisting finding would never be repeated
        is_recent = 0.0 <= time - before < REPEAT_S and now - before_here < REPEAT_S
        if is_recent or count >= MOST_REPEATS:
            return
        self._reported[key] = (time, now, count + 1)
        self._on_finding(DataQualityError(code, time=time, **facts))
