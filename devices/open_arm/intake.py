"""Converts sample frames to blocks: scaled to SI units by the channel table, unwrapped, gaps counted.

``value = sign · scale · (counts − offset) / ratio``, for all rows of a frame at once.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from devices.driving.sample_queue import Flood
from devices.errors import ProtocolError
from devices.protocol_open.messages import Announcement, Channel, Samples, SlowSamples
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


_WORD_BYTES = 4
_UNITS: dict[Quantity, tuple[str, ...]] = {
    Quantity.POSITION: ("rad", "m"),
    Quantity.VELOCITY: ("rad/s", "m/s"),
    Quantity.MOTOR_POSITION: ("rad", "m"),
    Quantity.MOTOR_VELOCITY: ("rad/s", "m/s"),
    Quantity.LINK_POSITION: ("rad", "m"),
    Quantity.CURRENT: ("A",),
    Quantity.MOTOR_TORQUE: ("N·m", "Nm"),
    Quantity.TORQUE: ("N·m", "Nm", "N"),
    Quantity.CURRENT_REFERENCE: ("A",),
    Quantity.TORQUE_REFERENCE: ("N·m", "Nm", "N"),
    Quantity.TEMPERATURE: ("K",),
}


class Scaling:
    """Converts rows of one device to columns (N, n); NaN where a joint has no such channel.

    Channels of unknown quantities are left out. Channels slower than ``sample_rate`` Hz arrive in
    rows of their own.

    Raises
    ------
    ProtocolError
        ``protocol-field`` if a channel's unit is not the SI unit of its quantity.
    """

    def __init__(self, channels: Sequence[Channel], *, joint_count: int, sample_rate: float) -> None:
        fast = [at for at, channel in enumerate(channels) if channel.rate >= sample_rate]
        slow = [at for at, channel in enumerate(channels) if channel.rate < sample_rate]
        self._fast = _Words([channels[at] for at in fast])
        self._slow = _Words([channels[at] for at in slow])
        self._fast_count, self._width = len(fast), len(channels) + 1
        # a row of values: fast channels, slow ones, NaN for every joint without a channel
        row = np.argsort([*fast, *slow, len(channels)])
        places = _places(channels, joint_count=joint_count)
        self._order = row[np.concatenate([*places.values(), np.zeros(0, dtype=np.intp)])]
        self._columns = {
            quantity: slice(number * joint_count, (number + 1) * joint_count)
            for number, quantity in enumerate(places)
        }

    @property
    def row_bytes(self) -> int:
        """Length of one row of the fast channels, bytes."""
        return self._fast.row_bytes

    @property
    def slow_row_bytes(self) -> int:
        """Length of the row of the slow channels, bytes; 0 without slow channels."""
        return self._slow.row_bytes

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities of the columns, in table order."""
        return tuple(self._columns)

    @property
    def nothing_slow(self) -> FloatArray:
        """Values of the slow channels before the first of their rows: NaN."""
        return np.full(self._width - 1 - self._fast_count, np.nan)

    def slow_values(self, row: bytes) -> FloatArray:
        """Convert a row of the slow channels to values for ``columns``.

        Raises
        ------
        ProtocolError
            ``protocol-field`` if the row does not have the length of this table's row.
        """
        if not self.slow_row_bytes or len(row) != self.slow_row_bytes:
            raise _wrong_length(
                "SlowSamples", "row", f"{len(row)} bytes, where {self.slow_row_bytes} are due"
            )
        return self._slow.values(row, into=np.empty((1, self._width - 1 - self._fast_count))).ravel()

    def columns(self, rows: bytes, *, slow: FloatArray) -> dict[Quantity, FloatArray]:
        """Convert N rows to columns (N, n); ``slow`` are the newest values of the slow channels.

        Raises
        ------
        ProtocolError
            ``protocol-field`` if the bytes are not whole rows of this table.
        """
        if not rows or len(rows) % self.row_bytes:
            reason = f"{len(rows)} bytes are no whole rows of {self.row_bytes}"
            raise _wrong_length("Samples", "rows", reason)
        values = np.empty((len(rows) // self.row_bytes, self._width))
        self._fast.values(rows, into=values[:, : self._fast_count])
        values[:, self._fast_count : -1] = slow
        values[:, -1] = np.nan
        ordered = values.take(self._order, axis=1)
        return {quantity: ordered[:, place] for quantity, place in self._columns.items()}


class _Words:
    """Rows of some channels: one word of four bytes per channel, with its scaling."""

    def __init__(self, channels: Sequence[Channel]) -> None:
        self._count = len(channels)
        self._floats = np.flatnonzero([channel.kind == "f4" for channel in channels])
        self._offset = np.array([channel.offset for channel in channels])
        self._factor = np.array([channel.sign * channel.scale / channel.ratio for channel in channels])

    @property
    def row_bytes(self) -> int:
        return self._count * _WORD_BYTES

    def values(self, rows: bytes, *, into: FloatArray) -> FloatArray:
        """Convert rows to SI values ``into`` (N, channels)."""
        words = np.frombuffer(rows, dtype="<i4").reshape(-1, self._count)
        if not self._floats.size:
            np.subtract(words, self._offset, out=into)
        else:
            into[:] = words
            # the words were read as integers; those of f4 channels are reinterpreted, not converted
            into[:, self._floats] = words.view("<f4")[:, self._floats]
            into -= self._offset
        into *= self._factor
        return into


def _wrong_length(message: str, field: str, reason: str) -> ProtocolError:
    return ProtocolError("protocol-field", message=message, field=field, reason=reason)


def _places(channels: Sequence[Channel], *, joint_count: int) -> dict[Quantity, npt.NDArray[np.intp]]:
    """Column index of each joint's value per quantity; the column past the last is the NaN column."""
    known = {quantity.value: quantity for quantity in Quantity}
    places: dict[Quantity, npt.NDArray[np.intp]] = {}
    for index, channel in enumerate(channels):
        quantity = known.get(channel.quantity)
        if quantity is None:
            continue
        _check_unit(channel, quantity, index)
        nowhere = np.full(joint_count, len(channels), dtype=np.intp)
        places.setdefault(quantity, nowhere)[channel.joint] = index
    return places


def _check_unit(channel: Channel, quantity: Quantity, index: int) -> None:
    units = _UNITS.get(quantity, ())
    if units and channel.unit not in units:
        raise ProtocolError(
            "protocol-field",
            message="Announcement",
            field=f"channels[{index}].unit",
            reason=f"{channel.unit}, where {quantity.value} comes in {units[0]}",
        )
