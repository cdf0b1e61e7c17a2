"""Detects a device that sends far more samples than it announced."""

from devices.errors import ProtocolError

FLOOD_RATIO = 2.0
"""Limit of the received over the announced sample rate: no clock is that much too fast."""
FLOOD_SLACK_S = 5.0
"""Samples of this many seconds may arrive at once after a halt of this computer or the line."""


class Flood:
    """Counts samples against the announced rate; too many would fill memory and disk."""

    def __init__(self, sample_rate: float) -> None:
        self._rate = sample_rate
        self._began_at: float | None = None
        self._taken = 0

    def expect_bearable(self, count: int, *, host_time: float) -> None:
        """Count samples; raise ``ProtocolError`` ``stream-too-fast`` beyond the limit."""
        if self._began_at is None:
            self._began_at = host_time
        self._taken += count
        seconds = host_time - self._began_at
        if self._taken > self._rate * (FLOOD_RATIO * seconds + FLOOD_SLACK_S):
            found = self._taken / max(seconds, 1.0)
            raise ProtocolError("stream-too-fast", rate=found, announced=self._rate)
