"""Converts sample frames to blocks: scaled, unwrapped, with gaps counted and both clocks."""

import numpy as np

from devices.driving.flood import Flood
from devices.errors import ProtocolError
from devices.open_arm.scaling import Scaling
from devices.protocol_open.messages import Announcement, Samples, SlowSamples
from devices.protocol_open.unwrap import SEQUENCE_BITS, SequenceUnwrapper, TimeUnwrapper
from devices.samples import SampleBlock

LOW_16 = 2**SEQUENCE_BITS - 1
_US = 1e-6


class Intake:
    """Turns the stream of one device into blocks; ``samples`` and ``missed`` count from its beginning.

    A slow channel repeats its last value in every row; it is NaN before the first one.
    """

    def __init__(self, announcement: Announcement, *, keeps_time: bool = True) -> None:
        self._flood = Flood(announcement.sample_rate) if keeps_time else None
        self._scaling = Scaling(
            announcement.channels,
            joint_count=len(announcement.joint_names),
            sample_rate=announcement.sample_rate,
        )
        self._slow = self._scaling.nothing_slow
        self._sequence = SequenceUnwrapper()
        self._time = TimeUnwrapper()
        self._expected: int | None = None
        self.samples = 0
        self.missed = 0

    def take_slow(self, frame: SlowSamples) -> None:
        """Keep the values of the slow channels; the following blocks contain them.

        Raises
        ------
        ProtocolError
            ``protocol-field`` if the row does not fit the announced channel table.
        """
        self._slow = self._scaling.slow_values(frame.row)

    def block(self, frame: Samples, *, host_time: float) -> SampleBlock:
        """Convert one frame to a block.

        Raises
        ------
        ProtocolError
            ``protocol-field`` if the rows do not fit the announced channel table, ``stream-too-fast``.
        """
        count = len(frame.time_us)
        columns = self._scaling.columns(frame.rows, slow=self._slow)
        if len(frame.rows) != count * self._scaling.row_bytes:
            raise ProtocolError(
                "protocol-field", message="Samples", field="time_us", reason="not one for each row"
            )
        if self._flood is not None:
            self._flood.expect_bearable(count, host_time=host_time)
        first = self._sequence.unwrap(frame.first)
        self._sequence.unwrap((first + count - 1) & LOW_16)  # a repeated frame must not lower ``missed``
        self.missed += 0 if self._expected is None else first - self._expected
        self._expected = first + count
        self.samples += count
        return SampleBlock(
            sequence=np.arange(first, first + count, dtype=np.int64),
            device_time=np.asarray(self._time.unwrap(frame.time_us) * _US, dtype=np.float64),
            host_time=np.full(count, host_time),
            columns=columns,
        )
