"""The stream: samples numbered and time-stamped, several per frame; slow channels in own frames."""

from collections.abc import Sequence

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
        """Number of the last sample."""

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
        rest = self._frame(last=self.counter) if self._times else None
        self._per_frame = 0
        return rest

    def due(self, periods: int) -> range:
        """Count control periods; return the indices of those at whose end a sample is taken."""
        due = range(self._every - 1 - self._period, periods, self._every)
        self._period = (self._period + periods) % self._every
        # counted even while the stream is off: numbers are those of the device, not of the stream
        self.counter += len(due)
        return due if self.is_on else range(0)

    def take(self, rows: Row, *, time_us: Sequence[int]) -> list[tuple[int, Reply]]:
        """Add the samples that are due, of device times ``time_us``.

        Returns
        -------
        The frames to send, each with the index of its last sample; of the same sample the slow one first.
        """
        frames: list[tuple[int, Reply]] = []
        begin, count = 0, len(time_us)
        while begin < count:
            # a piece ends where a frame is full, and begins where a slow row is due
            room = min(self._per_frame - len(self._times), self._slow.samples_left)
            piece = slice(begin, min(begin + room, count))
            times = [time & _TIME_MASK for time in time_us[piece]]
            frames += [(begin, frame) for frame in self._slow.take(rows, piece, time_us=times[0])]
            self._records.put(len(self._times), rows, piece)
            self._times += times
            begin = piece.stop
            if len(self._times) >= self._per_frame:
                frames.append((begin - 1, self._frame(last=self.counter - count + begin)))
        return frames

    def _frame(self, *, last: int) -> Samples:
        """Frame of the collected samples, of which ``last`` is the number of the last one."""
        count = len(self._times)
        first = (last - count + 1) & _COUNTER_MASK
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

    @property
    def samples_left(self) -> int:
        """Number of samples that may be taken at once: up to the next slow row."""
        return self._until_next or self._every

    def take(self, rows: Row, piece: slice, *, time_us: int) -> list[Reply]:
        """Count the samples ``piece`` of the rows; return the slow frame if the first one is due."""
        if self._records is None:
            return []
        due = self._until_next == 0
        self._until_next = self.samples_left - (piece.stop - piece.start)
        if not due:
            return []
        self._records.put(0, rows, slice(piece.start, piece.start + 1))
        return [SlowSamples(time_us, self._records.packed(1))]
