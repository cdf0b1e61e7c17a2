"""Converts the PDOs of one SYNC to one sample of all joints, and aligns the joints in time.

Each drive takes its sample at its own last control period before the SYNC, and stamps it with its own
clock, which began at another moment and runs a little fast or slow. Over a window of samples each clock
is a straight line of the first one; what is left over says how far apart the joints were sampled.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from devices.cia402.drive_map import DriveMap, EncoderMap, Side
from devices.cia402.pdo import Field
from devices.cia402.states import DriveState, state_of
from devices.protocol_open.unwrap import TimeUnwrapper
from devices.samples import SampleBlock

Values = Mapping[Field, int]
PER_MILLE, MILLI = 1e-3, 1e-3
WINDOW = 500
"""Samples over which the clocks are compared."""
FEWEST = 20


class DriveClocks:
    """Unwraps the clocks (µs, 32 bit) of n drives and compares them."""

    def __init__(self, joints: int) -> None:
        self._unwrap = [TimeUnwrapper() for _ in range(joints)]
        self._rows: deque[FloatArray] = deque(maxlen=WINDOW)

    def take(self, ticks: tuple[int, ...]) -> FloatArray:
        """Take in the clocks of one sample; return them unwrapped, s, shape (n,)."""
        pairs = zip(self._unwrap, ticks, strict=True)
        row = np.array([1e-6 * clock.unwrap([tick])[0] for clock, tick in pairs])
        self._rows.append(row)
        return row

    @property
    def alignment(self) -> float:
        """Half the largest distance in time between two joints of one sample, s; NaN while unknown.

        Only what varies is seen: a drive that is always late by the same time looks aligned.
        """
        if len(self._rows) < FEWEST:
            return float("nan")
        rows = np.array(self._rows)
        first = rows[:, 0] - rows[0, 0]
        line = np.stack([first, np.ones_like(first)], axis=1)
        lateness = rows - line @ np.linalg.lstsq(line, rows, rcond=None)[0]
        return float(0.5 * np.ptp(lateness, axis=1).max())


@dataclass(frozen=True, eq=False)
class Cycle:
    """Values of all drives at one SYNC: status words and counts of the commanded encoders."""

    words: tuple[int, ...]
    counts: tuple[int, ...]
    position: FloatArray
    """In the reported convention, rad, (n,)."""
    velocity: FloatArray
    """Since the cycle before, rad/s, (n,)."""
    slot: int
    """Number of the period."""

    @property
    def states(self) -> tuple[DriveState, ...]:
        """The states of the drives."""
        return tuple(map(state_of, self.words))


class Intake:
    """Converts cycles; ``rated`` (n,) are the rated torques of the drives at their motors, N·m."""

    def __init__(self, drives: Sequence[DriveMap], robot: RobotModel, *, rated: FloatArray) -> None:
        self.drives = tuple(drives)
        self._at_shaft = robot.motor_position_at_shaft
        self._rated = rated
        self._has_clocks = all(drive.clock is not None for drive in drives)
        self._clocks = DriveClocks(len(self.drives))
        self._last: tuple[float, FloatArray] | None = None
        self.quantities = quantities_of(drives)
        self.cycle: Cycle | None = None
        """The newest cycle; None before the first."""
        self.samples = 0

    @property
    def alignment(self) -> float:
        """Half the largest distance in time between two joints of a sample, s; NaN where it is unknown."""
        return self._clocks.alignment if self._has_clocks else float("nan")

    def block(
        self, rows: Sequence[Values], *, sequence: int, sent_at: float, host_time: float
    ) -> SampleBlock:
        """Convert what each drive has sent; ``sent_at`` is the time of the SYNC on this computer's clock."""
        clock = sent_at
        if self._has_clocks:
            clock = float(self._clocks.take(tuple(row[Field.CLOCK] for row in rows))[0])
        columns = {quantity: self._column(quantity, rows)[np.newaxis] for quantity in self.quantities}
        self._remember(rows, clock, columns[Quantity.POSITION][0], slot=sequence)
        self.samples += 1
        return SampleBlock(
            sequence=np.array([sequence], dtype=np.int64),
            device_time=np.array([clock]),
            host_time=np.array([host_time]),
            columns=columns,
        )

    def _remember(self, rows: Sequence[Values], clock: float, position: FloatArray, *, slot: int) -> None:
        velocity = np.zeros_like(position)
        if self._last is not None and clock > self._last[0]:
            velocity = (position - self._last[1]) / (clock - self._last[0])
        self._last = clock, position
        self.cycle = Cycle(
            tuple(row[Field.STATUS] for row in rows),
            tuple(row[Field.POSITION] for row in rows),
            position,
            velocity,
            slot,
        )

    def _column(self, quantity: Quantity, rows: Sequence[Values]) -> FloatArray:
        pairs = zip(self.drives, rows, strict=True)
        if quantity is Quantity.POSITION:
            return np.array([_angle(drive.position, row[Field.POSITION]) for drive, row in pairs])
        if quantity is Quantity.TORQUE:
            return np.array(
                [
                    self._torque(drive, row, rated)
                    for (drive, row), rated in zip(pairs, self._rated, strict=True)
                ]
            )
        side = Side.MOTOR if quantity is Quantity.MOTOR_POSITION else Side.LINK
        return np.array([self._on_side(side, drive, row) for drive, row in pairs])

    def _on_side(self, side: Side, drive: DriveMap, row: Values) -> float:
        encoder = drive.encoder(side)
        if encoder is None:
            return float("nan")
        field = Field.POSITION if encoder is drive.position else Field.LINK
        angle = _angle(encoder, row[field])
        return angle * encoder.sign * encoder.gear_ratio if self._at_shaft and side is Side.MOTOR else angle

    def _torque(self, drive: DriveMap, row: Values, rated: float) -> float:
        torque = drive.torque
        if torque is None:
            return float("nan")
        return PER_MILLE * row[Field.TORQUE] * rated * torque.gear_ratio * torque.sign


def quantities_of(drives: Sequence[DriveMap]) -> tuple[Quantity, ...]:
    """The columns that a table of drives gives."""
    found = [Quantity.POSITION]
    if any(drive.encoder(Side.MOTOR) is not None for drive in drives):
        found.append(Quantity.MOTOR_POSITION)
    if any(drive.encoder(Side.LINK) is not None for drive in drives):
        found.append(Quantity.LINK_POSITION)
    if any(drive.torque is not None for drive in drives):
        found.append(Quantity.TORQUE)
    return tuple(found)


def _angle(encoder: EncoderMap, counts: int) -> float:
    return counts * encoder.scale + encoder.zero
