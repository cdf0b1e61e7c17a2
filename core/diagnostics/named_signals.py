"""Every signal of a stream or a recording by its name, such as ``torque_2`` or ``twist_3``.

A name is a quantity with the number of its joint, from 1; signals of the tool have no number. Values are
SI, in the directions that the controller reports.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, cast

import numpy as np

from core.encoders.twist import twist
from core.monitor import Monitor, NullMonitor
from core.recording import BOTH_ENCODERS, FloatArray, Quantity, Recording
from core.robot.model import RobotModel
from core.robot.single_pose import link_frames_along
from core.signals.expression import (
    AMPERE,
    KELVIN,
    METRE,
    NEWTON,
    NEWTON_METRE,
    RADIAN,
    SECOND,
    Expression,
    Unit,
)

if TYPE_CHECKING:
    from core.identification.model import Comparison
    from core.identification.result import IdentificationResult

TWIST_ZERO_S = 1.0
"""Twists count from their mean over this time at the beginning, s."""
ROWS_AT_ONCE = 1 << 16
Columns = Mapping[Quantity, FloatArray]
_ANGLES = {Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION}
_SPEEDS = {Quantity.VELOCITY, Quantity.MOTOR_VELOCITY}
_TORQUES = {Quantity.TORQUE, Quantity.TORQUE_REFERENCE}


class WorkedOut(StrEnum):
    """Signals of each joint that are worked out from what was recorded."""

    TWIST = "twist"
    """Motor position behind gear and coupling, minus the link encoder."""
    MODEL = "model"
    """Torque of the identified model, low-passed at its cut-off."""
    RESIDUAL = "residual"
    """Torque, low-passed alike, minus that of the model."""
    FRICTION = "friction"
    """Part of the model's torque that is friction."""


class OfTool(StrEnum):
    """Signals of the flange, in the base frame."""

    X = "tool_x"
    Y = "tool_y"
    Z = "tool_z"
    SPEED = "tool_speed"
    TWIST = "tool_twist"
    """Length of its displacement by the twist of all joints."""


OF_MODEL = (WorkedOut.MODEL, WorkedOut.RESIDUAL, WorkedOut.FRICTION)
MODEL_COLUMNS = tuple(cast("Quantity", one) for one in OF_MODEL)
"""Keys of the model's torques among columns, where they are worked out beside a recording."""
OF_TOOL = frozenset(OfTool)


def kind_and_joint(name: str) -> tuple[str, int | None]:
    """What a signal is of, and its joint, from 0; None for a signal of the tool."""
    if name in OF_TOOL:
        return name, None
    kind, _, number = name.rpartition("_")
    return kind, int(number) - 1


def named_signals(
    robot: RobotModel, quantities: Collection[Quantity], *, has_model: bool = False
) -> dict[str, Unit]:
    """Names and units of all signals: those of each joint one after another, then those of the tool.

    ``has_model``: an identified model gives torques of its own; so it does if they are among the quantities.
    """
    found: dict[str, Unit] = {}
    kinds = [quantity.value for quantity in Quantity if _is_there(quantity, quantities, robot)]
    if set(BOTH_ENCODERS) <= set(quantities):
        kinds.insert(0, WorkedOut.TWIST)
    kinds += OF_MODEL if has_model or set(MODEL_COLUMNS) <= set(quantities) else ()
    for joint, slides in enumerate(robot.is_prismatic.tolist()):
        found |= {f"{kind}_{joint + 1}": _unit_of(kind, slides=slides) for kind in kinds}
    if _ANGLES & set(quantities):
        found |= dict.fromkeys((OfTool.X, OfTool.Y, OfTool.Z), METRE)
        if _SPEEDS & set(quantities):
            found[OfTool.SPEED] = METRE / SECOND
        if WorkedOut.TWIST in kinds:
            found[OfTool.TWIST] = METRE
    return {str(name): unit for name, unit in found.items()}


def _is_there(quantity: Quantity, quantities: Collection[Quantity], robot: RobotModel) -> bool:
    if quantity is Quantity.TORQUE and quantity not in quantities:
        return Quantity.CURRENT in quantities and robot.drive_gain is not None
    return quantity in quantities


def _unit_of(kind: str, *, slides: bool) -> Unit:
    of_joint = METRE if slides else RADIAN
    if kind in _ANGLES or kind == WorkedOut.TWIST:
        return of_joint
    if kind in _SPEEDS:
        return of_joint / SECOND
    if kind == Quantity.ACCELERATION:
        return of_joint / SECOND / SECOND
    if kind in _TORQUES or kind in OF_MODEL:
        return NEWTON if slides else NEWTON_METRE
    if kind == Quantity.MOTOR_TORQUE:
        return NEWTON_METRE
    return KELVIN if kind == Quantity.TEMPERATURE else AMPERE


class SignalValues:
    """Works out named signals of one arm, block by block; ``zero`` (n,) is the twist taken as zero.

    Until a zero is set, twists are unknown.
    """

    def __init__(self, robot: RobotModel) -> None:
        self._robot = robot
        self.zero: FloatArray | None = None

    def raw_twist(self, columns: Columns) -> FloatArray | None:
        """Twist (N, n) without a zero; None where an encoder is missing."""
        motor, link = (columns.get(quantity) for quantity in BOTH_ENCODERS)
        return None if motor is None or link is None else twist(motor, link, self._robot)

    def of(self, names: Iterable[str], columns: Columns, count: int) -> dict[str, FloatArray]:
        """The values (N,) of these signals in a block of N samples; NaN where one is missing."""
        missing = np.full(count, np.nan)
        groups: dict[str, FloatArray | None] = {}
        tool: dict[str, FloatArray] = {}
        found = {}
        for name in names:
            kind, joint = kind_and_joint(name)
            if joint is None:
                tool = tool or self._tool(columns, count)
                found[name] = tool.get(name, missing)
                continue
            if kind not in groups:
                groups[kind] = self._group(kind, columns)
            group = groups[kind]
            found[name] = missing if group is None else group[:, joint]
        return found

    def _group(self, kind: str, columns: Columns) -> FloatArray | None:
        """A signal of all joints (N, n)."""
        if kind == WorkedOut.TWIST:
            raw, zero = self.raw_twist(columns), self.zero
            return None if raw is None or zero is None else raw - zero
        if kind in OF_MODEL:
            return columns.get(cast("Quantity", kind))
        quantity = Quantity(kind)
        if quantity is Quantity.TORQUE and quantity not in columns:
            current, gain = columns.get(Quantity.CURRENT), self._robot.drive_gain
            if current is None or gain is None:
                return None
            return self._robot.torque_from_current(current, drive_gain=gain)
        return columns.get(quantity)

    def _angle(self, columns: Columns) -> FloatArray | None:
        for quantity in (Quantity.POSITION, Quantity.LINK_POSITION):
            if quantity in columns:
                return columns[quantity]
        motor = columns.get(Quantity.MOTOR_POSITION)
        return None if motor is None else self._robot.reported_from_motor(motor)

    def _tool(self, columns: Columns, count: int) -> dict[str, FloatArray]:
        """Everything that is known of the flange, (N,) each."""
        robot, angle = self._robot, self._angle(columns)
        if angle is None or not count:
            return {}
        frames = link_frames_along(robot, robot.position_from_reported(angle))
        flange = (frames[:, -1] @ robot.flange)[:, :3, 3]
        found: dict[str, FloatArray] = dict(
            zip((OfTool.X, OfTool.Y, OfTool.Z), np.ascontiguousarray(flange.T), strict=True)
        )
        axes, origins = frames[:, :, :3, 2], frames[:, :, :3, 3]
        turning = np.cross(axes, flange[:, np.newaxis] - origins)
        lever = np.where(robot.is_prismatic[:, np.newaxis], axes, turning)  # (N, n, 3)
        speed = columns.get(Quantity.VELOCITY)
        if speed is None and Quantity.MOTOR_VELOCITY in columns:
            speed = robot.reported_from_motor(columns[Quantity.MOTOR_VELOCITY])
        twisted = self._group(WorkedOut.TWIST, columns)
        for name, of_joints in ((OfTool.SPEED, speed), (OfTool.TWIST, twisted)):
            if of_joints is not None:
                known = np.where(np.isnan(of_joints), 0.0, of_joints) * robot.reported_sign
                moved = np.linalg.norm(np.einsum("knd,kn->kd", lever, known), axis=1)
                moved[np.isnan(of_joints).all(axis=1)] = np.nan
                found[name] = moved
        return found


@dataclass(frozen=True, eq=False)
class SignalBlock:
    """Consecutive samples: times (N,) s of the device's clock, and values (N,) by the asked names."""

    time: FloatArray
    values: Mapping[str, FloatArray]


@dataclass(frozen=True, eq=False)
class RecordedSignals:
    """The signals of one recording; its columns stay in the file.

    With ``model`` the torques of an identified model are among them.
    """

    recording: Recording
    robot: RobotModel
    model: "IdentificationResult | None" = None
    _values: SignalValues = field(init=False, repr=False)

    def __post_init__(self) -> None:
        values = SignalValues(self.robot)
        time = self.recording.time
        last = int(np.searchsorted(time, time[0] + TWIST_ZERO_S, side="right")) if time.size else 0
        both = {one: self.recording.columns[one] for one in BOTH_ENCODERS if one in self.recording.columns}
        first = values.raw_twist({one: _rows(column, 0, last) for one, column in both.items()})
        if first is not None:
            known = np.isfinite(first)
            counts = np.maximum(known.sum(axis=0), 1)
            values.zero = np.where(known, first, 0.0).sum(axis=0) / counts
        object.__setattr__(self, "_values", values)

    @property
    def units(self) -> dict[str, Unit]:
        """Names and units of all signals."""
        return named_signals(self.robot, tuple(self.recording.columns), has_model=self.model is not None)

    def blocks(
        self, asked: Mapping[str, Expression], monitor: Monitor | None = None
    ) -> Iterator[SignalBlock]:
        """Values of lines that were read with ``units``, by their names, from the first sample to the last.

        No more than two blocks are in memory at once. Torques of the model are between its own samples
        by straight lines, and unknown outside them and across gaps.

        Raises
        ------
        BadRequest, NotEnoughData
            As ``core.identification.model.predict``, where a torque of the model is asked for.
        """
        monitor = monitor or NullMonitor()
        names = frozenset(name for one in asked.values() for name in one.names)
        of_model = {name for name in names if kind_and_joint(name)[0] in OF_MODEL}
        torques = TorquesAlong(self.model, self.robot, self.recording) if self.model and of_model else None
        recording, count = self.recording, self.recording.sample_count
        for first in range(0, count, ROWS_AT_ONCE):
            monitor.check()
            monitor.report(first / count)
            block = recording.block(first, min(first + ROWS_AT_ONCE, count))
            columns = {one: np.asarray(column[:]) for one, column in block.columns.items()}
            found = self._values.of(names - of_model, columns, block.sample_count)
            if torques is not None:
                found |= torques.at(block.time, of_model)
            values = {name: line.values(found, block.time) for name, line in asked.items()}
            yield SignalBlock(block.time, values)


def _rows(column: object, first: int, last: int) -> FloatArray:
    return np.asarray(column[first:last], dtype=np.float64)  # type: ignore[index]


class TorquesAlong:
    """Torques of a model along a recording, worked out as far as they are asked for.

    Raises
    ------
    BadRequest, NotEnoughData
        As ``core.identification.model.predict``; by ``at`` too.
    """

    def __init__(self, result: "IdentificationResult", robot: RobotModel, recording: Recording) -> None:
        from core.identification.joint_side import check_fits_robot
        from core.identification.model import FittedModel

        check_fits_robot(recording, robot)
        self._joints = robot.joint_count
        self._parts = FittedModel.of(result, robot).compare(recording, monitor=NullMonitor())
        self._kept: list[Comparison] = []
        self._is_over = False

    def columns_at(self, time: FloatArray) -> dict[Quantity, FloatArray]:
        """All torques (N, n) at times that only grow from call to call, by ``MODEL_COLUMNS``."""
        found = self.at(time, [f"{kind}_{joint + 1}" for kind in OF_MODEL for joint in range(self._joints)])
        groups = np.split(np.stack(list(found.values()), axis=1), len(OF_MODEL), axis=1)
        return dict(zip(MODEL_COLUMNS, groups, strict=True))

    def at(self, time: FloatArray, names: Iterable[str]) -> dict[str, FloatArray]:
        """Signals of the model (N,) at times that only grow from call to call."""
        while not self._is_over and not (self._kept and self._kept[-1].time[-1] >= time[-1]):
            part = next(self._parts, None)
            self._is_over = part is None
            if part is not None and part.time.size:
                self._kept.append(part)
        # the last part before the block stays: a straight line may begin in it
        while len(self._kept) > 1 and self._kept[1].time[0] < time[0]:
            del self._kept[0]
        if not self._kept:
            return {name: np.full(time.shape, np.nan) for name in names}
        known = np.concatenate([part.time for part in self._kept])
        step = 1.5 * float(np.median(np.diff(known))) if known.size > 1 else 0.0
        after = np.clip(np.searchsorted(known, time), 1, max(known.size - 1, 1))
        apart = known[after] - known[after - 1] if known.size > 1 else np.full(time.shape, np.inf)
        is_unknown = (time < known[0]) | (time > known[-1]) | (apart > step)
        found = {}
        for name in names:
            kind, joint = kind_and_joint(name)
            values = np.concatenate([_part_of(kind, part)[:, joint] for part in self._kept])
            found[name] = np.where(is_unknown, np.nan, np.interp(time, known, values))
        return found


def _part_of(kind: str, part: "Comparison") -> FloatArray:
    if kind == WorkedOut.MODEL:
        return part.modelled
    if kind == WorkedOut.RESIDUAL:
        return part.measured - part.modelled
    return part.modelled - part.rigid - part.learned
