"""The stream of this controller: its channel table, and one record from each reading."""

import math
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from devices.capabilities import ControllerKind
from devices.protocol_open.messages import Channel
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.plant import CountArray, NominalDrives, Readings

OPEN_RATE_HZ, CLOSED_RATE_HZ, SLOW_RATE_HZ = 1000, 125, 10
Row = dict[Quantity, CountArray | FloatArray]
"""Samples of each quantity: counts or SI units, (k, channels)."""


class Stream(StrEnum):
    """The amount of channels of an arm with all encoders."""

    USUAL = "usual"
    """Positions of controller, motor and link, currents; temperatures at 10 Hz."""
    FULL = "full"
    """In addition measured velocities and reference currents: six fast channels per joint."""


def stream_rate(kind: ControllerKind) -> int:
    """Sample rate of a kind of controller, Hz."""
    return CLOSED_RATE_HZ if kind is ControllerKind.CLOSED else OPEN_RATE_HZ


def channel_table(
    robot: RobotModel, drives: NominalDrives, *, kind: ControllerKind, stream: Stream = Stream.USUAL
) -> tuple[Channel, ...]:
    """Build the channel table, quantity by quantity: encoders as raw counts, the rest in SI units.

    A closed controller streams positions and currents only, whatever ``stream`` is.
    """
    rate = float(stream_rate(kind))
    units = ["m" if sliding else "rad" for sliding in robot.is_prismatic]
    joints = range(robot.joint_count)

    def plain(quantity: Quantity, unit: str, joint: int, *, at: float = rate) -> Channel:
        name = f"{quantity}.{robot.joint_names[joint]}"
        return Channel(name, quantity, joint, unit, "f4", 1.0, rate=at)

    def encoder(quantity: Quantity, joint: int, counts: float, *, ratio: float = 1.0) -> Channel:
        return Channel(
            f"{quantity}.{robot.joint_names[joint]}", quantity, joint, units[joint], "i4",
            scale=2.0 * math.pi / counts, ratio=ratio, counts_per_turn=round(counts), rate=rate,
        )  # fmt: skip

    positions = [plain(Quantity.POSITION, units[joint], joint) for joint in joints]
    currents = [plain(Quantity.CURRENT, "A", joint) for joint in joints]
    if kind is ControllerKind.CLOSED:
        return (*positions, *currents)
    speeds = [plain(Quantity.VELOCITY, f"{units[joint]}/s", joint) for joint in joints]
    references = [plain(Quantity.CURRENT_REFERENCE, "A", joint) for joint in joints]
    is_full = stream is Stream.FULL
    ratios = np.ones(robot.joint_count) if robot.motor_position_at_shaft else drives.gear_ratio
    return (
        *positions,
        *(
            encoder(Quantity.MOTOR_POSITION, joint, drives.motor_counts_per_turn[joint], ratio=ratios[joint])
            for joint in joints
        ),
        *(
            encoder(Quantity.LINK_POSITION, joint, drives.link_counts_per_turn[joint])
            for joint in joints
            if drives.has_link_encoder[joint]
        ),
        *(speeds if is_full else ()),
        *currents,
        *(references if is_full else ()),
        *(plain(Quantity.TEMPERATURE, "K", joint, at=float(SLOW_RATE_HZ)) for joint in joints),
    )


class Records:
    """Packs rows to the records of the channel table, several per frame."""

    def __init__(self, table: tuple[Channel, ...], *, capacity: int) -> None:
        self._words = np.zeros((capacity, len(table)), "<u4")
        kinds = {"i4": self._words.view("<i4"), "f4": self._words.view("<f4")}
        self._columns: list[tuple[Quantity, npt.NDArray[np.generic]]] = []
        for name in dict.fromkeys(channel.quantity for channel in table):
            places = [index for index, channel in enumerate(table) if channel.quantity == name]
            # one view per quantity: its channels are contiguous columns of one type
            view = kinds[table[places[0]].kind][:, places[0] : places[-1] + 1]
            self._columns.append((Quantity(name), view))

    def put(self, index: int, rows: Row, piece: slice) -> None:
        """Write the samples ``piece`` of the rows as the records from ``index`` on."""
        places = slice(index, index + piece.stop - piece.start)
        for quantity, column in self._columns:
            column[places] = rows[quantity][piece]

    def packed(self, count: int) -> bytes:
        """Return the first ``count`` records as bytes for the wire."""
        return self._words[:count].tobytes()


class RowSource:
    """Converts readings (k, n) of the plant to rows."""

    def __init__(self, joints: Joints, drives: NominalDrives) -> None:
        self._joints = joints
        self._has_link = np.array(drives.has_link_encoder)
        self._every_link = bool(self._has_link.all())

    def rows(self, readings: Readings, *, position: FloatArray) -> Row:
        """Make rows; ``position`` (k, n) in the reported convention."""
        link = readings.link_counts
        return {
            Quantity.POSITION: position,
            Quantity.MOTOR_POSITION: readings.motor_counts,
            Quantity.LINK_POSITION: link if self._every_link else link[:, self._has_link],
            Quantity.VELOCITY: self._joints.reported_velocity(readings.velocity),
            Quantity.CURRENT: readings.current,
            Quantity.CURRENT_REFERENCE: readings.current_reference,
            Quantity.TEMPERATURE: readings.temperature,
        }
