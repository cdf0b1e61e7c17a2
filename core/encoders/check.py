"""The encoder check: whether the encoders of every joint agree with each other and the description.

Works from small jogs, from a replay, or from an arm that was moved by hand: where no jogs
are given, it finds by itself when which joint moved alone.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.encoders.channels import Channel, channels
from core.encoders.commanded import commanded_reasons
from core.encoders.judgement import (
    OFFSET_TOLERANCE,
    coupling_reasons,
    motion_reasons,
    offset_reasons,
    slope_reasons,
    velocity_reasons,
)
from core.encoders.movements import Comparison, Movements
from core.encoders.offsets import offset_changes
from core.encoders.result import EncoderCheck, JogSpan, JointCheck
from core.encoders.wording_facts import finding
from core.errors import BadRequest
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel
from core.stamp import software_name, time_stamp


def check_encoders(
    recording: Recording,
    robot: RobotModel,
    *,
    known_offsets: FloatArray | None = None,
    known_power_on: str = "",
    jogs: Sequence[JogSpan] | None = None,
) -> EncoderCheck:
    """Compare the encoders of every joint with each other, with the jogs, and with earlier offsets.

    Parameters
    ----------
    recording : positions of the controller, the motors and the links, as far as it has them
    known_offsets : (n,) rad (m) of an earlier check (``EncoderCheck.offsets``), NaN where unknown
    known_power_on : the power-on that those are from (``EncoderCheck.power_on``); where it is not that
        of the recording, encoders may count from another zero, and a change is no slip
    jogs : what was commanded when; only these stretches are looked at. Where the recording is
        incomplete, the last of them is taken as cut short

    Raises
    ------
    BadRequest
        ``joint-count-differs``, ``no-position``, ``known-offsets-shape``, ``jog-joint``.
    """
    n = robot.joint_count
    known = np.full(n, np.nan) if known_offsets is None else np.asarray(known_offsets, dtype=np.float64)
    if known.shape != (n,):
        raise BadRequest("known-offsets-shape", found=known.shape, joints=n)
    for jog in jogs or ():
        if not 0 <= jog.joint < n:
            raise BadRequest("jog-joint", joint=jog.joint + 1, joints=n)
    moves = Movements(
        channels(recording, robot),
        robot,
        jogs=jogs,
        interrupted=bool(recording.incomplete),
    )
    power_ons = {known_power_on, recording.origin.power_on} - {""}
    found = [_Measured.of(moves, joint) for joint in range(n)]
    changes = offset_changes(
        np.array([np.nan if each.check.offset is None else each.check.offset for each in found]),
        known,
        robot,
        tolerance=OFFSET_TOLERANCE * moves.unit,
        same_power_on=len(power_ons) < 2,
    )
    coupling, spread = _coupling(moves, found)
    trusted = np.array([each.is_sound for each in found])
    joints = []
    for joint, each in enumerate(found):
        more = list(offset_reasons(moves, joint, changes, offset=each.check.offset))
        if np.isfinite(coupling[joint, joint]):
            column = {"measured": coupling[:, joint], "std": spread[:, joint], "trusted": trusted}
            more += coupling_reasons(moves, joint, **column)
        elif robot.is_coupled and each.is_sound:
            more.append(finding("coupling-not-checked", Verdict.USABLE, joint=robot.joint_names[joint]))
        change = float(changes.change[joint])
        joints.append(
            replace(
                each.check,
                offset_change=change if np.isfinite(change) else None,
                turned="joint"
                if changes.joint_turns[joint]
                else "motor"
                if changes.motor_turns[joint]
                else "",
                turns=int(changes.joint_turns[joint] or changes.motor_turns[joint]),
                judgement=Judgement.of((*each.check.judgement.reasons, *more)),
            )
        )
    return EncoderCheck(
        recording=recording.label,
        robot=robot.name,
        power_on=recording.origin.power_on,
        joints=tuple(joints),
        coupling=coupling,
        expected_coupling=robot.coupling_matrix,
        judgement=Judgement.of(reason for joint in joints for reason in joint.judgement.reasons),
        software=software_name(),
        checked_at=time_stamp(),
    )


class _Measured:
    """One joint by itself, before offsets and coupling are compared across joints."""

    def __init__(self, check: JointCheck, motors: Comparison, *, is_sound: bool) -> None:
        self.check, self.motors, self.is_sound = check, motors, is_sound

    @classmethod
    def of(cls, moves: Movements, joint: int) -> "_Measured":
        reference = moves.reference(joint)
        motors = moves.compare(Channel.MOTOR, on=reference, joint=joint)
        check = JointCheck(
            joint=moves.robot.joint_names[joint],
            moved=motors.moved,
            commanded_ratio=moves.commanded_ratio(joint),
        )
        reasons = [*commanded_reasons(moves, joint), *velocity_reasons(moves, joint)]
        if not _has_two(moves, joint):
            reasons += _one_encoder(moves, joint, check)
            return cls(replace(check, judgement=Judgement.of(reasons)), motors, is_sound=False)
        links = moves.compare(Channel.LINK, on=Channel.MOTOR, joint=joint)
        if reference is Channel.REPORTED:
            reasons += _one_encoder(moves, joint, check)
        motion = list(motion_reasons(moves, joint, motors=motors, links=links))
        measurable = not any(reason.verdict is not Verdict.USABLE for reason in motion)
        slope = list(slope_reasons(moves, joint, motors)) if measurable else []
        reasons += motion + slope
        check = replace(check, reference=reference.value, judgement=Judgement.of(reasons))
        if measurable:
            check = replace(
                check,
                sign=int(np.sign(motors.slope[joint])),
                slope=float(motors.slope[joint]),
                slope_std=float(motors.std[joint]),
            )
        is_comparable = not slope and not any(reason.code.startswith("encoder-") for reason in motion)
        if is_comparable:
            check = _with_offset(moves, joint, motors, check)
        return cls(check, motors, is_sound=measurable and not slope)


def _has_two(moves: Movements, joint: int) -> bool:
    """Whether there are two positions of the joint that do not come from one channel."""
    has_link = bool(moves.has[Channel.LINK][joint])
    has_reported = bool(moves.has[Channel.REPORTED][joint])
    motors = moves.channels.motors_recorded
    return bool(moves.has[Channel.MOTOR][joint]) and (has_link or (has_reported and motors))


def _one_encoder(moves: Movements, joint: int, check: JointCheck) -> list[Reason]:
    """One encoder: what was commanded could be checked, its gear cannot; without a jog nothing can."""
    verdict = Verdict.NOT_MEASURABLE if check.commanded_ratio is None else Verdict.USABLE
    return [finding("one-encoder", verdict, joint=moves.robot.joint_names[joint])]


def _with_offset(moves: Movements, joint: int, motors: Comparison, check: JointCheck) -> JointCheck:
    """Offset halfway between the directions, and what lies between them; at rest the bare difference."""
    position = moves.position
    difference = position[Channel.MOTOR][:, joint] - position[moves.reference(joint)][:, joint]
    strokes = motors.strokes
    if strokes.rows.size and strokes.has_reversal:
        ahead = float(difference[strokes.rows[strokes.direction > 0]].mean())
        back = float(difference[strokes.rows[strokes.direction < 0]].mean())
        return replace(check, offset=0.5 * (ahead + back), lost_motion=ahead - back)
    known = difference[np.isfinite(difference)]
    return replace(check, offset=float(known.mean()) if known.size else None)


def _coupling(moves: Movements, found: list[_Measured]) -> tuple[FloatArray, FloatArray]:
    """(n, n) shaft angles per joint angle with their standard deviations, from joints that moved alone."""
    n = len(found)
    measured, spread = np.full((n, n), np.nan), np.full((n, n), np.nan)
    described = moves.robot.coupling_matrix
    for joint, each in enumerate(found):
        if each.is_sound and each.motors.alone:
            measured[:, joint] = described @ each.motors.slope
            spread[:, joint] = np.sqrt(described**2 @ each.motors.std**2)
    return measured, spread
