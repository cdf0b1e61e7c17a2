"""The encoder check: agreement of every joint's encoders with each other and with the description.

It works with small jogs, a replay, or an arm moved by hand. Without given jogs it detects when each
joint moved alone.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.encoders.channels import channels
from core.encoders.joint import MeasuredJoint, measure_joint
from core.encoders.judgement import (
    OFFSET_TOLERANCE,
    coupling_reasons,
    offset_reasons,
)
from core.encoders.movements import Movements
from core.encoders.offsets import OffsetChanges, offset_changes
from core.encoders.result import EncoderCheck, JogSpan, JointCheck
from core.encoders.wording_facts import finding
from core.errors import BadRequest
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Recording
from core.robot.locked_output import expect_free_output
from core.robot.model import RobotModel
from core.stamp import Clock, software_name, time_stamp, utc_now


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
            reasons.append(finding("coupling-not-checked", Verdict.USABLE, joint=each.check.joint))
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
