"""The stream: every sample counted and stamped, some to a frame."""

from devices.protocol_open.messages import Channel, Samples
from devices.virtual.firmware.channels import OPEN_RATE_HZ, Records, Row

MOST_SAMPLES_PER_FRAME = 100
"""Of seven joints with all channels, this still fits into the longest frame."""
_COUNTER_MASK = 0xFFFF
_TIME_MASK = 0xFFFF_FFFF


class Sampler:
    """Collects rows into frames while the stream is on.

    Samples are counted from power-on, whether anybody listens or not.
    """

    def __init__(self, table: tuple[Channel, ...], *, rate: int) -> None:
        self._records = Records(table, capacity=MOST_SAMPLES_PER_FRAME)
        self._every = OPEN_RATE_HZ // rate
        self._period = 0
        self._per_frame = 0
        self._times: list[int] = []
        self.counter = 0

    @property
    def is_on(self) -> bool:
        """Whether samples are sent."""
        return self._per_frame > 0

    def begin(self, samples_per_frame: int) -> None:
        """Send from the next sample on."""
        self._per_frame = samples_per_frame
        self._times.clear()

    def end(self) -> Samples | None:
        """Send no more; what was collected."""
        rest = self._frame() if self._times else None
        self._per_frame = 0
        return rest

    def is_due(self) -> bool:
        """One control period passes; whether a sample is taken at its end."""
        self._period = (self._period + 1) % self._every
        if self._period == 0:
            self.counter += 1
            return self.is_on
        return False

    def take(self, row: Row, *, time_us: int) -> Samples | None:
        """Add a sample of device time ``time_us``; a frame when it is full."""
        self._records.put(len(self._times), row)
        self._times.append(time_us & _TIME_MASK)
        return self._frame() if len(self._times) >= self._per_frame else None

    def _frame(self) -> Samples:
        count = len(self._times)
        first = (self.counter - count + 1) & _COUNTER_MASK
        frame = Samples(first, tuple(self._times), self._records.packed(count))
        self._times.clear()
        return frame
