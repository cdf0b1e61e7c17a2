"""Check of one joint: its encoders against each other and against its jogs."""

from dataclasses import dataclass, replace

import numpy as np

from core.encoders.channels import Channel
from core.encoders.commanded import commanded_reasons
from core.encoders.judgement import motion_reasons, slope_reasons, velocity_reasons
from core.encoders.movements import Comparison, Movements
from core.encoders.result import JointCheck
from core.encoders.wording_facts import finding
from core.quality import Judgement, Reason, Verdict


@dataclass(frozen=True, eq=False)
class MeasuredJoint:
    """The result for one joint before offsets and coupling are compared across joints.

    ``motors`` compares all motors with this joint's reference; ``is_sound`` is True if its own encoders
    agree.
    """

    check: JointCheck
    motors: Comparison
    is_sound: bool


def measure_joint(moves: Movements, joint: int) -> MeasuredJoint:
    """Compare the encoders of one joint."""
    reference = moves.reference(joint)
    motors = moves.compare(Channel.MOTOR, on=reference, joint=joint)
    check = JointCheck(
        joint=moves.robot.joint_names[joint],
        moved=motors.moved,
        commanded_ratio=moves.commanded_ratio(joint),
    )
    reasons = [*commanded_reasons(moves, joint), *velocity_reasons(moves, joint)]
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
            reasons.append(finding("one-direction-only", Verdict.USABLE, joint=check.joint))
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
    return finding("one-encoder", verdict, joint=check.joint)


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
