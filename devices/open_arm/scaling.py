"""Raw rows of the stream to columns in SI units, by the device's channel table.

``value = sign · scale · (counts − offset) / ratio``; all rows of a frame at once.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from devices.errors import ProtocolError
from devices.protocol_open.messages import Channel

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
    """How the rows of one device become columns (N, n); NaN where a joint has no such channel.

    Channels of quantities that this program does not know are left out.

    Raises
    ------
    ProtocolError
        ``protocol-field`` where a channel's unit is not the SI unit of its quantity.
    """

    def __init__(self, channels: Sequence[Channel], *, joint_count: int) -> None:
        self._count = len(channels)
        self._floats = np.flatnonzero([channel.kind == "f4" for channel in channels])
        self._offset = np.array([channel.offset for channel in channels])
        self._factor = np.array([channel.sign * channel.scale / channel.ratio for channel in channels])
        self._places = _places(channels, joint_count=joint_count)

    @property
    def row_bytes(self) -> int:
        """Length of one row on the wire."""
        return self._count * _WORD_BYTES

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """What the columns will be."""
        return tuple(self._places)

    def columns(self, rows: bytes) -> dict[Quantity, FloatArray]:
        """The columns (N, n) of N rows.

        Raises
        ------
        ProtocolError
            ``protocol-field`` where the bytes are not whole rows of this table.
        """
        if not rows or len(rows) % self.row_bytes:
            raise ProtocolError(
                "protocol-field",
                message="Samples",
                field="rows",
                reason=f"{len(rows)} bytes are no whole rows of {self.row_bytes}",
            )
        words = np.frombuffer(rows, dtype="<i4").reshape(-1, self._count)
        scaled = np.empty((len(words), self._count + 1))
        scaled[:, :-1] = words
        scaled[:, self._floats] = words.view("<f4")[:, self._floats]
        scaled[:, :-1] -= self._offset
        scaled[:, :-1] *= self._factor
        scaled[:, -1] = np.nan  # what a joint without a channel gets
        return {quantity: scaled[:, place] for quantity, place in self._places.items()}


def _places(channels: Sequence[Channel], *, joint_count: int) -> dict[Quantity, npt.NDArray[np.intp]]:
    """Which column of the table each joint's value stands in; the one past the last for none."""
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
