"""The stream: samples numbered and time-stamped, several per frame; slow channels in own frames."""

from devices.protocol_open.messages import Announcement, Channel, Reply, Samples, SlowSamples
from devices.virtual.firmware.channels import OPEN_RATE_HZ, Records, Row

MOST_SAMPLES_PER_FRAME = 100
"""Fits into the longest frame for seven joints with all channels."""
_COUNTER_MASK = 0xFFFF
_TIME_MASK = 0xFFFF_FFFF


class Sampler:
    """Collects rows into frames while the stream is on.

    Samples are numbered from power-on, whether or not a host receives them; ``counter`` is the number
    of samples taken before.
    """

    def __init__(self, announcement: Announcement, *, counter: int = 0) -> None:
        self._records = Records(announcement.fast_channels, capacity=MOST_SAMPLES_PER_FRAME)
        self._slow = _SlowSampler(announcement.slow_channels, sample_rate=announcement.sample_rate)
        self._every = OPEN_RATE_HZ // round(announcement.sample_rate)
        self._period = 0
        self._per_frame = 0
        self._times: list[int] = []
        self.counter = counter

    @property
    def is_on(self) -> bool:
        """True while samples are sent."""
        return self._per_frame > 0

    def begin(self, samples_per_frame: int) -> None:
        """Start to send with the next sample."""
        self._per_frame = samples_per_frame
        self._times.clear()
        self._slow.begin()

    def end(self) -> Samples | None:
        """Stop sending; return the samples collected so far."""
        rest = self._frame() if self._times else None
        self._per_frame = 0
        return rest

    def is_due(self) -> bool:
        """Count one control period; return True if a sample is taken at its end."""
        self._period = (self._period + 1) % self._every
        # counted even while the stream is off: numbers are those of the device, not of the stream
        if self._period == 0:
            self.counter += 1
            return self.is_on
        return False

    def take(self, row: Row, *, time_us: int) -> list[Reply]:
        """Add a sample of device time ``time_us``; return the frames to send now, the slow one first."""
        self._records.put(len(self._times), row)
        self._times.append(time_us & _TIME_MASK)
        frames: list[Reply] = self._slow.take(row, time_us=time_us & _TIME_MASK)
        if len(self._times) >= self._per_frame:
            frames.append(self._frame())
        return frames

    def _frame(self) -> Samples:
        count = len(self._times)
        first = (self.counter - count + 1) & _COUNTER_MASK
        frame = Samples(first, tuple(self._times), self._records.packed(count))
        self._times.clear()
        return frame


class _SlowSampler:
    """The slow channels in one row: sent with the first sample, then at their own rate."""

    def __init__(self, table: tuple[Channel, ...], *, sample_rate: float) -> None:
        self._records = Records(table, capacity=1) if table else None
        self._every = round(sample_rate / max((channel.rate for channel in table), default=sample_rate))
        self._until_next = 0

    def begin(self) -> None:
        """Send the slow row with the next sample."""
        self._until_next = 0

    def take(self, row: Row, *, time_us: int) -> list[Reply]:
        """Count one sample; return the slow frame if it is due."""
        if self._records is None:
            return []
        due = self._until_next == 0
        self._until_next = (self._every if due else self._until_next) - 1
        if not due:
            return []
        self._records.put(0, row)
        return [SlowSamples(time_us, self._records.packed(1))]
