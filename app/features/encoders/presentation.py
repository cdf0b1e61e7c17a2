"""An encoder check as people read it: joint by joint, with the reasons against it."""

from collections.abc import Sequence
from math import nan

from app.errors.text import reason_rows, reason_text
from app.presentation import Column, Line, Presentation, Table, common_unit
from app.speech.language import joined_sentences, tr
from app.speech.units import DEGREE, MILLIMETRE, PURE, DisplayUnit, Value, two_digits
from core.encoders.result import EncoderCheck, JointCheck
from core.quality import Verdict


def present(check: EncoderCheck, *, slides: Sequence[bool]) -> Presentation:
    """The check in words; ``slides`` (joints,) is True for sliding joints."""
    verdict = check.judgement.verdict
    judged = [(joint.joint, joint.judgement) for joint in check.joints]
    return Presentation(
        title=tr("Encoder check of {robot}").format(robot=check.robot),
        headline=headline(verdict),
        verdict=verdict,
        sections=(table(check, slides=slides), reason_rows([*judged, ("", check.judgement)])),
    )


def headline(verdict: Verdict) -> str:
    """Sentence about the verdict of the whole check."""
    return {
        Verdict.GOOD: tr("All encoders count as they should."),
        Verdict.USABLE: tr("The encoders can be used, with the remarks below."),
        Verdict.REPEAT: tr("Some encoders do not count as they should."),
        Verdict.NOT_MEASURABLE: tr("Not every joint could be checked."),
    }[verdict]


def columns(slides: Sequence[bool] = (False,)) -> tuple[Column, ...]:
    """Columns of the table; units are in the cells where some joints slide and others turn."""
    unit = common_unit(_unit(slides=slide) for slide in slides)
    return (
        Column("joint", tr("Joint")),
        Column("against", tr("Compared with")),
        Column("direction", tr("Direction")),
        Column("ratio", tr("Ratio"), PURE),
        Column("offset", tr("Offset"), unit),
        Column("moved", tr("Moved"), unit),
        Column("verdict", tr("Verdict")),
    )


def table(check: EncoderCheck, *, slides: Sequence[bool]) -> Table:
    """Table with a line for each joint."""
    pairs = zip(check.joints, slides, strict=True)
    lines = tuple(_line(joint, _unit(slides=slide)) for joint, slide in pairs)
    return Table(name="joints", title=tr("Motor against link encoder"), columns=columns(slides), lines=lines)


def _unit(*, slides: bool) -> DisplayUnit:
    return MILLIMETRE if slides else DEGREE


def _line(joint: JointCheck, unit: DisplayUnit) -> Line:
    directions = {0: "–", 1: tr("same"), -1: tr("opposite")}
    references = {"": "–", "link": tr("link encoder"), "reported": tr("reported position")}
    return Line(
        joint.joint,
        (
            joint.joint,
            references.get(joint.reference, joint.reference),
            directions[joint.sign],
            two_digits(nan if joint.slope is None else joint.slope, PURE, joint.slope_std or nan),
            Value(nan if joint.offset is None else joint.offset, unit, decimals=3),
            Value(joint.moved, unit, decimals=3),
            joint.judgement.verdict,
        ),
    )


def remarks(joint: JointCheck) -> str:
    """Reasons against a joint's encoders, or a sentence that there are none."""
    said = joined_sentences(*(reason_text(reason) for reason in joint.judgement.reasons))
    words = said or tr("Both encoders agree in direction, ratio and offset.")
    return f"{joint.joint}: {words}"
