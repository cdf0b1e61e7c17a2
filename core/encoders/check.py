"""The encoder check: agreement of every joint's encoders with each other and with the description.

It works with small jogs, a replay, or an arm moved by hand. Without given jogs it detects when each
joint moved alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.encoders.channels import Channel, channels
from core.encoders.judgement import (
    OFFSET_TOLERANCE,
    OffsetChanges,
    amount,
    coupling_reasons,
    is_degrees,
    motion_reasons,
    offset_changes,
    offset_reasons,
    reason_from,
    slope_reasons,
    velocity_reasons,
)
from core.encoders.movements import DEGREE, Comparison, Movements
from core.encoders.result import EncoderCheck, JogSpan, JointCheck
from core.errors import BadRequest
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel, expect_free_output
from core.stamp import Clock, software_name, time_stamp, utc_now

_COMMANDED_TOLERANCE = 0.05
_OTHER_JOINT = 0.2 * DEGREE
"""Largest motion of another joint during a jog."""
_STILL_SHARE = 0.2
"""Share of the commanded angle below which a joint did not follow."""
_STARTED_SHARE = 0.05
"""Share of the commanded angle that shows a direction."""


@dataclass(frozen=True, eq=False)
class MeasuredJoint:
    """The result for one joint before offsets and coupling are compared across joints.

    ``motors`` compares all motors with this joint's reference; ``is_sound`` is True if its own encoders
    agree.
    """

    check: JointCheck
    motors: Comparison
    is_sound: bool


def _commanded_reasons(moves: Movements, joint: int) -> Iterator[Reason]:
    """Reasons for differences between the jogs of a joint and its motion; none without jogs."""
    if not moves.jogs_of(joint):
        return
    name = moves.robot.joint_names[joint]
    other, moved = _other_mover(moves, joint)
    if not moves.finished_jogs_of(joint):
        yield from _cut_short(moves, joint)
        return
    ratio = moves.commanded_ratio(joint)
    if ratio is None:
        yield reason_from("jog-not-recorded", Verdict.NOT_MEASURABLE, joint=name)
        return
    if abs(ratio) < _STILL_SHARE:
        if moved > _OTHER_JOINT:
            yield reason_from("joint-moved-other", joint=name, other=moves.robot.joint_names[other])
        else:
            yield reason_from("joint-did-not-move", joint=name)
        return
    in_degrees = is_degrees(ratio)
    if in_degrees:
        yield reason_from("units-degrees", joint=name, channel=moves.said_by(joint).value)
    elif abs(abs(ratio) - 1.0) > _COMMANDED_TOLERANCE:
        yield reason_from("jog-size-wrong", joint=name, ratio=round(abs(ratio), 4))
    if ratio < 0.0:
        yield reason_from("jog-direction-reversed", joint=name)
    if moved > _OTHER_JOINT and not in_degrees:
        other_name = moves.robot.joint_names[other]
        yield reason_from("other-joint-moved", joint=name, other=other_name, **amount(moves, other, moved))


def _cut_short(moves: Movements, joint: int) -> Iterator[Reason]:
    """Reasons for an interrupted jog, of which only the direction can be checked."""
    ratio = moves.commanded_ratio(joint, cut_short=True)
    if ratio is not None and ratio < -_STARTED_SHARE:
        yield reason_from("jog-direction-reversed", joint=moves.robot.joint_names[joint])


def _other_mover(moves: Movements, joint: int) -> tuple[int, float]:
    """The other joint that moved most during this one's jogs, and its travel in rad."""
    furthest = np.zeros(moves.robot.joint_count)
    for jog in moves.jogs_of(joint):
        ways = {channel: moves.travels(jog, channel) for channel in Channel}
        way = [ways[moves.said_by(other)][other] for other in range(furthest.size)]
        furthest = np.maximum(furthest, np.nan_to_num(np.abs(way)) / moves.unit)
    furthest[joint] = 0.0
    return int(np.argmax(furthest)), float(furthest.max())


def measure_joint(moves: Movements, joint: int) -> MeasuredJoint:
    """Compare the encoders of one joint."""
    reference = moves.reference(joint)
    motors = moves.compare(Channel.MOTOR, on=reference, joint=joint)
    check = JointCheck(
        joint=moves.robot.joint_names[joint],
        moved=motors.moved,
        commanded_ratio=moves.commanded_ratio(joint),
    )
    reasons = [*_commanded_reasons(moves, joint), *velocity_reasons(moves, joint)]
    if not moves.has[Channel.LINK][joint]:
        reasons.append(_one_encoder(check))
    if not _has_two(moves, joint):
        return MeasuredJoint(replace(check, judgement=Judgement.of(reasons)), motors, is_sound=False)
    links = moves.compare(Channel.LINK, on=Channel.MOTOR, joint=joint)
    motion = list(motion_reasons(moves, joint, motors=motors, links=links))
    check = replace(check, reference=reference.value)
    slope: list[Reason] = []
    if not motion:
        slope = list(slope_reasons(moves, joint, motors))
        check = replace(
            check,
            sign=int(np.sign(motors.slope[joint])),
            slope=float(motors.slope[joint]),
            slope_std=float(motors.std[joint]),
        )
        if not slope and not motors.strokes.has_reversal:
            reasons.append(reason_from("one-direction-only", Verdict.USABLE, joint=check.joint))
    if not slope and not any(reason.code.startswith("encoder-") for reason in motion):
        check = _with_offset(moves, joint, motors, check)
    judgement = Judgement.of([*reasons, *motion, *slope])
    return MeasuredJoint(replace(check, judgement=judgement), motors, is_sound=not motion and not slope)


def _has_two(moves: Movements, joint: int) -> bool:
    """True if two positions of the joint come from different channels."""
    has_link = bool(moves.has[Channel.LINK][joint])
    has_reported = bool(moves.has[Channel.REPORTED][joint])
    motors = moves.channels.motors_recorded
    return bool(moves.has[Channel.MOTOR][joint]) and (has_link or (has_reported and motors))


def _one_encoder(check: JointCheck) -> Reason:
    """Reason for a joint with one encoder: a jog can be checked, its gear cannot."""
    verdict = Verdict.NOT_MEASURABLE if check.commanded_ratio is None else Verdict.USABLE
    return reason_from("one-encoder", verdict, joint=check.joint)


def _with_offset(moves: Movements, joint: int, motors: Comparison, check: JointCheck) -> JointCheck:
    """The check with the offset halfway between both directions, and their gap.

    At rest the plain difference.
    """
    position = moves.position
    difference = position[Channel.MOTOR][:, joint] - position[moves.reference(joint)][:, joint]
    strokes = motors.strokes
    if strokes.rows.size and strokes.has_reversal:
        ahead = float(difference[strokes.rows[strokes.direction > 0]].mean())
        back = float(difference[strokes.rows[strokes.direction < 0]].mean())
        return replace(check, offset=0.5 * (ahead + back), direction_gap=ahead - back)
    known = difference[np.isfinite(difference)]
    return replace(check, offset=float(known.mean()) if known.size else None)


def check_encoders(
    recording: Recording,
    robot: RobotModel,
    *,
    known_offsets: FloatArray | None = None,
    known_power_on: str = "",
    jogs: Sequence[JogSpan] | None = None,
    now: Clock = utc_now,
) -> EncoderCheck:
    """Compare the encoders of every joint with each other, with the jogs, and with earlier offsets.

    Parameters
    ----------
    recording : positions of the controller, the motors and the links, as far as it has them
    known_offsets : (n,) rad (m) of an earlier check (``EncoderCheck.offsets``), NaN where unknown
    known_power_on : the power-on that those are from (``EncoderCheck.power_on``); where it is not that
        of the recording, encoders may count from another zero, and a change is no slip
    jogs : the commanded jogs with their times; only these stretches are used. In an
        incomplete recording the last one counts as interrupted

    Raises
    ------
    BadRequest
        ``output-locked``, ``joint-count-differs``, ``no-position``, ``known-offsets-shape``, ``jog-joint``.
    """
    expect_free_output(robot)
    known = _known(known_offsets, robot)
    for jog in jogs or ():
        if not 0 <= jog.joint < robot.joint_count:
            raise BadRequest("jog-joint", joint=jog.joint + 1, joints=robot.joint_count)
    moves = Movements(channels(recording, robot), robot, jogs=jogs, interrupted=bool(recording.incomplete))
    found = [measure_joint(moves, joint) for joint in range(robot.joint_count)]
    changes = offset_changes(
        np.array([np.nan if each.check.offset is None else each.check.offset for each in found]),
        known,
        robot,
        tolerance=OFFSET_TOLERANCE * moves.unit,
        same_power_on=len({known_power_on, recording.origin.power_on} - {""}) < 2,
    )
    coupling, spread = _coupling(moves, found)
    trusted = np.array([each.is_sound for each in found])
    joints = []
    for joint, each in enumerate(found):
        reasons = list(offset_reasons(moves, joint, changes, offset=each.check.offset))
        if np.isfinite(coupling[joint, joint]):
            column = {"measured": coupling[:, joint], "std": spread[:, joint], "trusted": trusted}
            reasons += coupling_reasons(moves, joint, **column)
        elif robot.is_coupled and each.is_sound:
            reasons.append(reason_from("coupling-not-checked", Verdict.USABLE, joint=each.check.joint))
        joints.append(_with_changes(each.check, changes, joint=joint, reasons=reasons))
    return EncoderCheck(
        recording=recording.label,
        robot=robot.name,
        power_on=recording.origin.power_on,
        joints=tuple(joints),
        coupling=coupling,
        expected_coupling=robot.coupling_matrix,
        judgement=Judgement.of(reason for joint in joints for reason in joint.judgement.reasons),
        software=software_name(),
        checked_at=time_stamp(now),
    )


def _known(offsets: FloatArray | None, robot: RobotModel) -> FloatArray:
    n = robot.joint_count
    known = np.full(n, np.nan) if offsets is None else np.asarray(offsets, dtype=np.float64)
    if known.shape != (n,):
        raise BadRequest("known-offsets-shape", found=known.shape, joints=n)
    return known


def _with_changes(
    check: JointCheck, changes: OffsetChanges, *, joint: int, reasons: list[Reason]
) -> JointCheck:
    """The joint's check with the change of its offset, and with the reasons found across joints."""
    change = float(changes.change[joint])
    of_joint, of_motor = int(changes.joint_turns[joint]), int(changes.motor_turns[joint])
    return replace(
        check,
        offset_change=change if np.isfinite(change) else None,
        turned="joint" if of_joint else "motor" if of_motor else "",
        turns=of_joint or of_motor,
        judgement=Judgement.of((*check.judgement.reasons, *reasons)),
    )


def _coupling(moves: Movements, found: list[MeasuredJoint]) -> tuple[FloatArray, FloatArray]:
    """Shaft angles per joint angle (n, n) with their standard deviations, from joints that moved alone."""
    n = len(found)
    measured, spread = np.full((n, n), np.nan), np.full((n, n), np.nan)
    described = moves.robot.coupling_matrix
    for joint, each in enumerate(found):
        if each.is_sound and each.motors.alone:
            measured[:, joint] = described @ each.motors.slope
            spread[:, joint] = np.sqrt(described**2 @ each.motors.std**2)
    return measured, spread
