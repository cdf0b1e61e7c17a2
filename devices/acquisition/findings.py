"""How a judgement about the stream reaches somebody: once, and again only when it persists."""

from collections.abc import Callable

from core.errors import Fact
from devices.errors import DataQualityError

OnFinding = Callable[[DataQualityError], None]

REPEAT_S = 5.0
"""The same finding is not reported again within this time on the device's clock."""


class Reporter:
    """Hands findings on, each of one code, joint and channel at most every ``REPEAT_S``."""

    def __init__(self, on_finding: OnFinding) -> None:
        self._on_finding = on_finding
        self._reported_at: dict[tuple[object, ...], float] = {}

    def report(self, code: str, *, time: float, **facts: Fact) -> None:
        """Report a finding at ``time`` s on the device's clock."""
        key = (code, facts.get("joint"), facts.get("channel"))
        before = self._reported_at.get(key)
        if before is not None and 0.0 <= time - before < REPEAT_S:
            return
        self._reported_at[key] = time
        self._on_finding(DataQualityError(code, time=time, **facts))
