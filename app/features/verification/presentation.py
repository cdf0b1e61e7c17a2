"""A verification as people read it: verdict against the limits, and every joint on every motion.

Worded once for window, terminal and paper.
"""

from collections.abc import Iterator, Sequence
from math import isfinite, isnan

from app.errors.text import mark_text, reason_rows, unseen_rows
from app.presentation import Cell, Column, Line, Presentation, Table, joint_columns
from app.speech.language import joined_sentences, listed, tr
from app.speech.units import MILLIMETRE_PER_SECOND, DisplayUnit, Value, percent, share, torque_unit
from core.identification.verification_result import (
    JointVerification,
    RecordingVerification,
    Verification,
    VerifiedMotion,
)
from core.quality import Verdict

JOINTS, MOTIONS = "joints", "motions"


def present(found: Verification, *, slides: Sequence[bool] = ()) -> Presentation:
    """The verification in words; ``slides`` (joints,) is True for sliding joints."""
    units = [torque_unit(slides=slide) for slide in slides or [False] * len(found.joints)]
    return Presentation(
        title=tr("Verification of the model"),
        headline=joined_sentences(passed_sentence(found), model_sentence(found)),
        verdict=found.judgement.verdict,
        sections=(
            _joints(found, units),
            _motions(found, units),
            reason_rows([("", found.judgement)]),
            *unseen_rows(found.unseen),
        ),
        mark=mark_text(found.mark),
    )


def motion_word(motion: VerifiedMotion) -> str:
    """Name of a kind of motion."""
    return {
        VerifiedMotion.EXCITATION: tr("Second excitation"),
        VerifiedMotion.POINTS: tr("Moves between poses"),
        VerifiedMotion.CIRCLE: tr("Circle of 100 mm"),
        VerifiedMotion.OTHER: tr("Recording"),
    }[motion]


def passed_sentence(found: Verification) -> str:
    """Sentence about the joints that keep or fail their limits."""
    if found.passed:
        return tr("Every joint keeps its limit.")
    failed = [
        joint for joint, passed in zip(found.joints, found.joint_passed, strict=True) if passed is False
    ]
    if not failed:
        return tr("Not every joint moved enough to be judged.")
    return tr("Beyond the limit: {joints}.").format(joints=listed(failed))


def model_sentence(found: Verification) -> str:
    """Sentence about the largest error of the model."""
    joint = found.worst_joint
    if joint is None:
        return tr("No joint moved enough to say what the model is worth.")
    words = tr("The model predicts every joint within {error} on these recordings; {joint} is the worst.")
    if not any(one.validation.used_in_fit for one in found.recordings):
        words = tr(
            "The model predicts every joint within {error} on motion it has not seen; {joint} is the worst."
        )
    return words.format(error=percent(float(found.relative_error[joint])), joint=found.joints[joint])


def verified_verdict(passed: bool | None) -> Verdict:  # noqa: FBT001  # three states of one thing
    """Verdict on a joint that keeps its limits or not; None where it was not judged."""
    if passed is None:
        return Verdict.NOT_MEASURABLE
    return Verdict.GOOD if passed else Verdict.REPEAT


def _joints(found: Verification, units: Sequence[DisplayUnit]) -> Table:
    """Table with a line for each joint: its error on every motion, the limits, a verdict."""
    columns = (
        Column("joint", tr("joint")),
        *(Column(f"error-{one.recording}", _head(one), has_units=True) for one in found.recordings),
        Column("limit", tr("limit"), has_units=True),
        Column("rms", tr("RMS error"), has_units=True),
        Column("rms-limit", tr("limit of the RMS error"), has_units=True),
        Column("result", tr("verdict")),
    )
    per_joint = zip(*(one.joints for one in found.recordings), strict=True)
    lines = []
    for joints, unit, passed in zip(per_joint, units, found.joint_passed, strict=True):
        first = joints[0]
        cells: tuple[Cell, ...] = (
            first.joint,
            *(_error(joint) for joint in joints),
            share(first.relative_limit),
            Value(max(joint.rms_torque for joint in joints), unit),
            Value(first.rms_limit, unit),
            verified_verdict(passed),
        )
        lines.append(Line(first.joint, cells))
    table = Table(name=JOINTS, title=tr("Joint by joint"), columns=columns, lines=tuple(lines))
    return table.only(*_used(found, table))


def _used(found: Verification, table: Table) -> Iterator[str]:
    """Names of the columns without those of a limit that no joint has."""
    has = {
        "limit": any(isfinite(limit) for limit in found.limits.relative_error),
        "rms-limit": any(isfinite(limit) for limit in found.limits.rms_torque),
    }
    yield from (column.name for column in table.columns if has.get(column.name, True))


def _head(one: RecordingVerification) -> str:
    return one.recording if one.motion is VerifiedMotion.OTHER else motion_word(one.motion)


def _error(joint: JointVerification) -> Cell:
    if isnan(joint.relative_error):
        return tr("hardly moves")
    return share(joint.relative_error)


def _motions(found: Verification, units: Sequence[DisplayUnit]) -> Table:
    """Table with a line for each recording: top speed, and rms error of the model in each joint's torque."""
    columns = (
        Column("recording", tr("recording")),
        Column("motion", tr("motion")),
        Column("speed", tr("flange up to"), MILLIMETRE_PER_SECOND),
        *joint_columns(found.joints, units),
    )
    lines = []
    for one in found.recordings:
        words = tr("{recording} (used in the fit)") if one.validation.used_in_fit else "{recording}"
        errors = (Value(joint.rms_torque, unit) for joint, unit in zip(one.joints, units, strict=True))
        speed = Value(one.top_speed, MILLIMETRE_PER_SECOND, decimals=0)
        label = words.format(recording=one.recording)
        lines.append(Line(one.recording, (label, motion_word(one.motion), speed, *errors)))
    title = tr("RMS error of each joint on each motion")
    return Table(name=MOTIONS, title=title, columns=columns, lines=tuple(lines), is_appendix=True)
