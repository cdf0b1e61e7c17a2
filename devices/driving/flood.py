"""A device that sends far more samples than it said it would."""

from devices.errors import ProtocolError

FLOOD_RATIO = 2.0
"""Samples in a second over those announced: more is no clock that runs fast."""
FLOOD_SLACK_S = 5.0
"""What may come at once after this computer, or the line, held it up."""


class Flood:
    """Notices a device that sends far more samples than it announced: it would fill memory and disk."""

    def __init__(self, sample_rate: float) -> None:
        self._rate = sample_rate
        self._began_at: float | None = None
        self._taken = 0

    def expect_bearable(self, count: int, *, host_time: float) -> None:
        """Count some samples; ``ProtocolError`` ``stream-too-fast`` where they are too many by now."""
        if self._began_at is None:
            self._began_at = host_time
        self._taken += count
        seconds = host_time - self._began_at
        if self._taken > self._rate * (FLOOD_RATIO * seconds + FLOOD_SLACK_S):
            found = self._taken / max(seconds, 1.0)
            raise ProtocolError("stream-too-fast", rate=found, announced=self._rate)
