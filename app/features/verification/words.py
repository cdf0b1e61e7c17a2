"""Words for the verification of a model, and what people type about its limits."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.guide.run_words import stage_word
from app.speech.language import listed, translate
from app.speech.quantities import SHARE, TORQUE, NotUnderstood, Quantity, read_all
from app.speech.units import NEWTON, NEWTON_METRE, number, percent
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.table import Cell, Column, Signed
from core.identification.verification_result import JointVerification, Verification, VerifiedMotion

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from app.features.verification.procedure import PreparedPart

_MM_PER_M = 1000.0


def _tr(text: str) -> str:
    return translate("VerifyWords", text)


def motion_word(motion: VerifiedMotion) -> str:
    """What the arm does."""
    return {
        VerifiedMotion.EXCITATION: _tr("Second excitation"),
        VerifiedMotion.POINTS: _tr("Moves between poses"),
        VerifiedMotion.CIRCLE: _tr("Circle of 100 mm"),
        VerifiedMotion.OTHER: _tr("Recording"),
    }[motion]


def part_word(part: "PreparedPart") -> str:
    """A motion with what was found out about it."""
    speed = part.facts.get("speed")
    if not isinstance(speed, float):
        return motion_word(part.motion)
    shown = number(_MM_PER_M * speed, decimals=0)
    return _tr("{motion} at {speed} mm/s").format(motion=motion_word(part.motion), speed=shown)


def stage_of_part(motion: "PlannedMotion", part: "PreparedPart") -> str:
    """A stage of one of the motions."""
    moves = motion.facts.get("move") if part.inertial is None and part.shown is None else None
    if moves is not None:
        return _tr("{motion}: move {number}").format(motion=part_word(part), number=moves)
    if motion.facts.get("fraction") == 1.0:
        return _tr("{motion}: full speed").format(motion=part_word(part))
    words = stage_word(motion)
    return _tr("{motion}: {stage}").format(
        motion=motion_word(part.motion), stage=words[:1].lower() + words[1:]
    )


def verification_sentence(found: Verification) -> str:
    """What the model is worth, in one plain sentence."""
    joint = found.worst_joint
    if joint is None:
        return _tr("No joint moved enough to say what the model is worth.")
    error = percent(float(found.relative_error[joint]))
    if len(found.joints) == 1:
        return _tr("The model predicts joint 1 within {error} on motion it has not seen.").format(error=error)
    return _tr(
        "The model predicts every joint within {error} on motion it has not seen; joint {joint} is the worst."
    ).format(error=error, joint=joint + 1)


def passed_sentence(found: Verification) -> str:
    """Whether the limits are kept."""
    if found.passed:
        return _tr("Passed: every joint keeps its limit.")
    failed = [number for number, passed in enumerate(found.joint_passed, 1) if passed is False]
    if not failed:
        return _tr("Not every joint moved enough to be judged.")
    joints = listed(str(joint) for joint in failed)
    return _tr("Failed: joint {joints} is beyond its limit.").format(joints=joints)


def passed_glyph(found: Verification) -> Glyph:
    """The shape beside it."""
    return Glyph.CHECK if found.passed else VERDICT_GLYPHS[found.judgement.verdict]


def passed_cell(passed: bool | None) -> Signed:  # noqa: FBT001  # three states of one thing
    """Pass or fail with its shape."""
    if passed is None:
        return Signed(Glyph.EMPTY, _tr("not judged"))
    return Signed(Glyph.CHECK, _tr("pass")) if passed else Signed(Glyph.CROSS, _tr("fail"))


def verified_columns(found: Verification | None) -> tuple[Column, ...]:
    """The headings of the joints: an error for every recording, and the verdict."""
    motions = [] if found is None else [one.motion for one in found.recordings]
    return (
        Column(_tr("Joint"), stretches=True),
        *(Column(motion_word(motion), is_number=True) for motion in motions),
        Column(_tr("Limit"), is_number=True),
        Column(_tr("RMS error"), is_number=True),
        Column(_tr("Result")),
    )


def verified_rows(found: Verification, *, prismatic: Sequence[bool]) -> tuple[tuple[Cell, ...], ...]:
    """A row per joint."""
    per_joint = zip(*(one.joints for one in found.recordings), strict=True)
    return tuple(
        (
            name,
            *(_error(joint) for joint in joints),
            _limit(joints[0], slides=slides),
            f"{number(max(joint.rms_torque for joint in joints))} {_unit(slides=slides)}",
            passed_cell(passed),
        )
        for name, joints, slides, passed in zip(
            found.joints, per_joint, prismatic, found.joint_passed, strict=True
        )
    )


def _error(joint: JointVerification) -> str:
    return _tr("hardly moves") if math.isnan(joint.relative_error) else percent(joint.relative_error)


def _limit(joint: JointVerification, *, slides: bool) -> str:
    parts = []
    if math.isfinite(joint.relative_limit):
        parts.append(percent(joint.relative_limit))
    if math.isfinite(joint.rms_limit):
        parts.append(f"{number(joint.rms_limit)} {_unit(slides=slides)}")
    return listed(parts)


def _unit(*, slides: bool) -> str:
    return (NEWTON if slides else NEWTON_METRE).symbol


def parse_shares(text: str) -> tuple[float, ...] | None:
    """Shares from ``30 %`` or ``20 20 30 %``, one or one for each joint; None for an empty field."""
    return _positive(text, SHARE)


def parse_torques(text: str) -> tuple[float, ...] | None:
    """N·m (N) from ``1.5`` or ``2 2 1 N·m``, one or one for each joint; None for an empty field."""
    return _positive(text, TORQUE)


def _positive(text: str, quantity: Quantity) -> tuple[float, ...] | None:
    values = read_all(text, quantity)
    if not all(value > 0.0 for value in values):
        raise NotUnderstood(text)
    return values or None
