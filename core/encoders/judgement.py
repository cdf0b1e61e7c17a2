"""Faults of one joint's encoders as reasons with stable codes and facts, offsets of before included."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from core.encoders.channels import Channel
from core.encoders.movements import MOVING_SPEED, SEEN_RANGE, WANTED_RANGE, Comparison, Movements
from core.quality import Reason, Verdict
from core.recording import FloatArray
from core.robot.model import RobotModel

SLOPE_TOLERANCE = 0.02
SLOPE_STD = 0.01
"""Largest standard deviation of a slope that is compared with a tolerance of 2 %."""
OFFSET_TOLERANCE = float(np.radians(0.5))
"""Tolerance of the offset, rad; gravity deflects a gear by some tenths of a degree between poses."""
COUPLING_TOLERANCE = 0.02
"""Tolerance of a coupling relative to the motor's own ratio."""
VELOCITY_TOLERANCE = 0.1
_FROZEN_SHARE = 0.005
"""Motion relative to the other encoder's below which an encoder is stuck."""
_SAME = 0.2
"""Difference from a slope of one up to which two channels belong to one joint."""
_SURE = 0.05
_PLAIN = 0.5
"""Difference from a slope of one that no gear elasticity explains."""
_SIGMAS = 3.0
_DEGREES = float(np.degrees(1.0))
_UNITS_TOLERANCE = 0.1
_TURN = 2.0 * np.pi
_TURN_TOLERANCE = 0.1
"""Tolerance for a whole number of motor turns, in turns, for gravity and lost motion."""
_OTHER_ZERO = np.deg2rad(10.0)
"""Largest change of the zero after another power-on."""


class Amount(TypedDict):
    """A travel in a unit for people."""

    moved: float
    unit: str


def reason_from(code: str, verdict: Verdict = Verdict.REPEAT, **facts: str | float) -> Reason:
    """A reason with its facts and verdict."""
    return Reason(code, dict(facts), verdict)


def is_degrees(ratio: float) -> bool:
    """True if a ratio is that of degrees to radians, in either direction of motion."""
    return abs(abs(ratio) / _DEGREES - 1.0) < _UNITS_TOLERANCE


def amount(moves: Movements, joint: int, angle: float) -> Amount:
    """``moved`` and its ``unit`` for ``angle`` rad of a joint, or the corresponding length of a slide."""
    if moves.robot.is_prismatic[joint]:
        return {"moved": round(1e3 * angle * float(moves.unit[joint]), 3), "unit": "mm"}
    return {"moved": round(float(np.degrees(angle)), 3), "unit": "°"}


def motion_reasons(
    moves: Movements, joint: int, *, motors: Comparison, links: Comparison
) -> Iterator[Reason]:
    """Reasons about motion: both encoders move, with each other, and far enough to be compared.

    ``motors`` compares all motors with this joint's reference, ``links`` all link encoders with this
    joint's motor.
    """
    name = moves.robot.joint_names[joint]
    unit = float(moves.unit[joint])
    frozen = _frozen_channel(moves, joint, motors=motors, links=links)
    if frozen is not None:
        other = _same_motion(motors if frozen is Channel.MOTOR else links, joint)
        if other is None:
            yield reason_from("encoder-stuck", joint=name, channel=frozen.value)
            return
        other_name = moves.robot.joint_names[other]
        motor, link = (other_name, name) if frozen is Channel.MOTOR else (name, other_name)
        yield reason_from("encoder-of-other-joint", joint=name, motor=motor, link=link)
    elif motors.moved < SEEN_RANGE * unit and moves.jogs and not moves.jogs_of(joint):
        yield reason_from("joint-not-jogged", Verdict.NOT_MEASURABLE, joint=name)
    elif motors.moved < WANTED_RANGE * unit and not _is_plainly_wrong(motors, joint, least=SEEN_RANGE * unit):
        wanted = amount(moves, joint, WANTED_RANGE)["moved"]
        facts = amount(moves, joint, motors.moved / unit)
        yield reason_from("moved-too-little", Verdict.NOT_MEASURABLE, joint=name, wanted=wanted, **facts)


def _frozen_channel(moves: Movements, joint: int, *, motors: Comparison, links: Comparison) -> Channel | None:
    """The encoder that is at rest while the other one moves.

    A motor alone may also turn because another joint moves and the described coupling is wrong.
    Therefore either no other joint moves, or this one was commanded, or reported, to move.
    """
    wanted = SEEN_RANGE * float(moves.unit[joint])
    if motors.moved >= wanted and abs(motors.slope[joint]) < _FROZEN_SHARE:
        return Channel.MOTOR
    meant = links.alone or moves.jogs_of(joint) or moves.covered(joint, Channel.REPORTED) >= wanted
    if meant and links.moved >= wanted and abs(links.slope[joint]) < _FROZEN_SHARE:
        return Channel.LINK
    return None


def _is_plainly_wrong(motors: Comparison, joint: int, *, least: float) -> bool:
    """True if even a short, interrupted motion shows a wrong sign or ratio."""
    off = abs(float(motors.slope[joint]) - 1.0)
    return motors.moved >= least and off > _PLAIN and float(motors.std[joint]) < _SURE * max(off, 1.0)


def _same_motion(found: Comparison, joint: int) -> int | None:
    """Another joint whose channel moves as this joint's own should."""
    alike = (np.abs(np.abs(found.slope) - 1.0) < _SAME) & (found.std < _SURE)
    alike[joint] = False
    return int(np.argmax(alike)) if alike.any() else None


def slope_reasons(moves: Movements, joint: int, motors: Comparison) -> Iterator[Reason]:
    """Reasons about the slope: motor over ratio and reference have the same direction and size."""
    name = moves.robot.joint_names[joint]
    slope, std = float(motors.slope[joint]), float(motors.std[joint])
    off = abs(abs(slope) - 1.0)
    if is_degrees(slope):
        yield reason_from("units-degrees", joint=name, channel=Channel.MOTOR.value)
    elif slope and is_degrees(1.0 / slope):
        yield reason_from("units-degrees", joint=name, channel=moves.reference(joint).value)
    elif off > max(SLOPE_TOLERANCE, _SIGMAS * std):
        yield reason_from(
            "encoder-ratio-wrong", joint=name, slope=round(abs(slope), 4), slope_std=round(std, 4)
        )
    elif slope > 0.0 and (off > SLOPE_TOLERANCE or not std < SLOPE_STD):
        yield reason_from("slope-uncertain", joint=name, slope=round(abs(slope), 4), slope_std=round(std, 4))
    if slope < 0.0:
        yield reason_from("encoder-sign-swapped", joint=name, channel=_swapped(moves, joint))


def _swapped(moves: Movements, joint: int) -> str:
    """The encoder with the wrong sign: the one against the jogs, else the one against the report."""
    pair = (Channel.MOTOR, moves.reference(joint))
    against = [moves.commanded_ratio(joint, of=channel, cut_short=True) for channel in pair]
    if None in against:
        against = [moves.speeds_agree(joint, channel, Channel.REPORTED) for channel in pair]
    wrong = [channel for channel, sense in zip(pair, against, strict=True) if sense is not None and sense < 0]
    return wrong[0].value if len(wrong) == 1 else "either"


@dataclass(frozen=True, eq=False)
class OffsetChanges:
    """All arrays (n,): the change in rad (m), NaN where unknown, and the whole turns that explain it.

    ``joint_turns`` and ``motor_turns`` are zero if they explain nothing; ``explained`` is True if the
    rest is within tolerance (or nothing changed).
    """

    change: FloatArray
    joint_turns: npt.NDArray[np.intp]
    motor_turns: npt.NDArray[np.intp]
    explained: npt.NDArray[np.bool_]


def offset_changes(
    offsets: FloatArray, known: FloatArray, robot: RobotModel, *, tolerance: FloatArray, same_power_on: bool
) -> OffsetChanges:
    """Changes of ``known`` offsets (n,); up to ``tolerance`` (n,) rad (m) counts as unchanged.

    Turns of motors are counted at the shafts, so that one turn of a motor that moves two
    joints is found as one. After another power-on encoders may count from another zero: then
    turns of the joint are found beside it, turns of motors only where most other joints show
    that zeros have stayed, and any other change is taken as explained.
    """
    change = offsets - known
    rest = np.nan_to_num(change)
    joint_turns = np.where(robot.is_prismatic, 0, np.round(rest / _TURN)).astype(np.intp)
    beside = tolerance if same_power_on else np.maximum(tolerance, _OTHER_ZERO)
    joint_turns[np.abs(rest - joint_turns * _TURN) > beside] = 0
    rest = rest - joint_turns * _TURN
    coupling = robot.coupling_matrix
    shaft = coupling @ rest / _TURN
    whole = np.round(shaft)
    whole[np.abs(shaft - whole) > _TURN_TOLERANCE] = 0.0
    left = rest - np.linalg.solve(coupling, whole * _TURN)
    changed = np.abs(rest) > tolerance
    turn = _TURN / np.abs(np.diag(coupling))
    explained = ~changed | (np.abs(left) <= np.minimum(tolerance, 1.5 * _TURN_TOLERANCE * turn))
    motor_turns = np.where(changed & explained, whole, 0.0).astype(np.intp)
    if not same_power_on:
        explained = np.ones_like(explained)
        if 2 * np.count_nonzero(changed) > changed.size:
            motor_turns[:] = 0
    return OffsetChanges(change, joint_turns, motor_turns, explained)


def offset_reasons(
    moves: Movements, joint: int, changes: OffsetChanges, *, offset: float | None
) -> Iterator[Reason]:
    """Reasons about the offset: unchanged, off by whole turns, or slipped."""
    name = moves.robot.joint_names[joint]
    turns = 0 if offset is None or moves.robot.is_prismatic[joint] else round(offset / (2.0 * np.pi))
    if turns and not np.isfinite(changes.change[joint]):
        yield reason_from("offset-beyond-a-turn", Verdict.USABLE, joint=name, turns=turns)
    if changes.joint_turns[joint]:
        yield reason_from("encoder-turned", joint=name, turns=int(changes.joint_turns[joint]), of="joint")
    if changes.motor_turns[joint]:
        yield reason_from("encoder-turned", joint=name, turns=int(changes.motor_turns[joint]), of="motor")
    if not changes.explained[joint]:
        change = float(changes.change[joint]) / float(moves.unit[joint])
        yield reason_from("encoder-offset-changed", joint=name, **amount(moves, joint, change))


def velocity_reasons(moves: Movements, joint: int) -> Iterator[Reason]:
    """Reasons if the reported velocity is not the derivative of the reported position."""
    name = moves.robot.joint_names[joint]
    unit = float(moves.unit[joint])
    slope = moves.speed[Channel.REPORTED][:, joint]
    reported = moves.channels.over_the_same_steps(moves.channels.velocity[:, joint])
    rows = (np.abs(slope) > MOVING_SPEED * unit) & np.isfinite(reported)
    if not rows.any() or moves.covered(joint, Channel.REPORTED) < WANTED_RANGE * unit:
        return
    ratio = float(reported[rows] @ slope[rows] / (slope[rows] @ slope[rows]))
    if is_degrees(ratio):
        yield reason_from("units-degrees", joint=name, channel="velocity")
    elif ratio and is_degrees(1.0 / ratio):
        yield reason_from("units-degrees", joint=name, channel=Channel.REPORTED.value)
    elif abs(ratio - 1.0) > VELOCITY_TOLERANCE:
        yield reason_from("velocity-differs", Verdict.USABLE, joint=name, ratio=round(ratio, 3))


def coupling_reasons(
    moves: Movements, joint: int, *, measured: FloatArray, std: FloatArray, trusted: FloatArray
) -> Iterator[Reason]:
    """Reasons if other motors did not turn with this joint as the description states.

    ``measured`` (n,) shaft angles per joint angle with their ``std``; only motors whose own encoders
    are ``trusted`` (n,) are checked.
    """
    names = moves.robot.joint_names
    expected = moves.robot.coupling_matrix
    for motor in range(len(names)):
        own = abs(float(expected[motor, motor])) or 1.0
        off = abs(float(measured[motor] - expected[motor, joint]))
        sure = off > max(COUPLING_TOLERANCE * own, _SIGMAS * float(std[motor]))
        if motor != joint and trusted[motor] and sure:
            yield reason_from(
                "coupling-differs",
                joint=names[joint],
                motor=names[motor],
                measured=round(float(measured[motor]), 4),
                expected=round(float(expected[motor, joint]), 4),
            )
