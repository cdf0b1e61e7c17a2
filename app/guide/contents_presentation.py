"""Contents of a recording and the results that it can serve, in words for command and window. No Qt."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.errors.text import dropped_text
from app.presentation import Column, Line, Presentation, Row, Rows, Section, Table, common_unit
from app.speech.language import listed, tr
from app.speech.units import (
    AMPERE,
    DEGREE,
    MILLIMETRE,
    MILLISECOND,
    NEWTON_METRE,
    PER_CENT,
    SECOND,
    DisplayUnit,
    Value,
    number,
    seconds,
    speed_unit,
    whole,
)
from app.speech.words import Glyph, Signed
from app.visit.contents import SeenRecording
from core.quality import Verdict
from core.recognition.contents import Contents, Saturation
from core.recording import Quantity

if TYPE_CHECKING:
    from core.encoders.result import LinkPositionFinding

CLOCK, MOTION, SERVES, LINK, NOTES = "clock", "motion", "serves", "link-position", "notes"
"""Names of the sections."""
_SHOWN_RESTS = 8


_USES: Mapping[str, str] = {
    "identification": "Friction and dynamics of the whole arm",
    "friction": "Friction from strokes",
    "payload": "Payload, with a recording without it",
    "drive-gains": "Drive gains, with a second run that carries a weighed mass",
    "deflection": "Twist of the gears",
    "static-torque": "Torque at standstill",
}
_MISSING: Mapping[str, str] = {
    "no-torque": "no current and no torque",
    "no-current": "no current",
    "joints-hardly-move": "not every joint moves by 30° or more",
    "no-both-directions": "no joint moves in both directions",
    "no-second-encoder": "no second encoder",
    "nothing-stationary": "the arm never stands still for half a second",
}


_LINK_REASONS: Mapping[str, str] = {
    "own-structure": "measured: it sees errors of the gear that motor and torque do not tell",
    "own-steps": "measured: it sees errors of the gear, in the steps of an encoder of its own",
    "follows-torque": "computed by the controller: motor and torque tell all of it",
    "like-others": "computed, as on the other joints of this arm",
    "partly": "computed in part: it repeats the noise of the motor's encoder",
    "same": "none: it is the position of the motor",
    "no-link-position": "none",
    "too-short": "unknown: the joint moves for less than six seconds",
    "no-torque": "unknown: neither torque nor current was recorded",
    "not-moved": "unknown: the joint does not move",
    "before-gear": "unknown: the motor counts before a gear; name the arm",
    "too-coarse": "unknown: its numbers are too coarse",
    "too-slow": "unknown: its samples come too slowly; 250 a second and more can tell",
    "not-told-apart": "unknown: nothing stands out; slow strokes to and fro for half a minute can tell",
}


def use_words(use: str) -> str:
    """One use of a recording in words."""
    return tr(_USES[use])


def present(shown: SeenRecording) -> Presentation:
    """Presentation of a recording: its clock, motion, rests, saturation and the results that it can serve."""
    serves = [use_words(one.use) for one in shown.contents.services if not one.missing]
    words = tr("{label} can serve: {uses}.") if serves else tr("{label} can serve nothing as it is.")
    return Presentation(
        tr("What is in a recording"),
        words.format(label=shown.label, uses="; ".join(serves)),
        Verdict.GOOD if serves else Verdict.REPEAT,
        tuple(_sections(shown)),
    )


def _sections(shown: SeenRecording) -> Iterator[Section]:
    yield _serves(shown.contents)
    yield _clock(shown)
    if shown.contents.joints:
        yield _motion(shown)
    if shown.link is not None:
        yield _link(shown.link)
    notes = tuple(_notes(shown))
    if notes:
        yield Rows(name=NOTES, title=tr("To know about it"), rows=notes)


def _serves(contents: Contents) -> Table:
    yes, no = tr("yes"), tr("no: {missing}")
    lines = tuple(
        Line(
            one.use,
            (
                use_words(one.use),
                Signed(Glyph.CROSS, no.format(missing=listed(tr(_MISSING[code]) for code in one.missing)))
                if one.missing
                else Signed(Glyph.CHECK, yes),
            ),
        )
        for one in contents.services
    )
    columns = (Column("use", tr("use")), Column("answer", tr("can it serve?")))
    return Table(name=SERVES, title=tr("What it can serve"), columns=columns, lines=lines)


def _link(found: "LinkPositionFinding") -> Rows:
    rows = tuple(Row(one.joint, one.joint, tr(_LINK_REASONS[one.reason])) for one in found.joints)
    return Rows(name=LINK, title=tr("Is the link position measured?"), rows=rows)


def _clock(shown: SeenRecording) -> Rows:
    contents = shown.contents
    gaps = tr("none")
    if contents.gaps:
        gaps = tr("{gaps}, with {missing} samples missing").format(
            gaps=whole(contents.gaps), missing=whole(contents.missing_samples)
        )
    rows = (
        Row("samples", tr("Samples"), whole(shown.sample_count)),
        Row("duration", tr("Duration"), seconds(shown.duration)),
        Row("rate", tr("Rate"), Value(contents.rate_hz, DisplayUnit("Hz", 1.0))),
        Row("jitter", tr("Jitter"), Value(contents.jitter_s, MILLISECOND)),
        Row("gaps", tr("Gaps"), gaps),
    )
    return Rows(name=CLOCK, title=shown.label, rows=rows)


def _motion(shown: SeenRecording) -> Table:
    slides = shown.slides or (False,) * len(shown.contents.joints)
    places = [MILLIMETRE if one else DEGREE for one in slides]
    speeds = [speed_unit(slides=one) for one in slides]
    place, speed = common_unit(places), common_unit(speeds)
    columns = (
        Column("joint", tr("joint")),
        Column("from", tr("from"), place, has_units=True),
        Column("to", tr("to"), place, has_units=True),
        Column("top", tr("top speed"), speed, has_units=True),
        Column("moves", tr("moves"), PER_CENT),
    )
    names = shown.joints or tuple(f"J{number}" for number in range(1, len(places) + 1))
    lines = tuple(
        Line(
            f"J{number}",
            (
                names[number - 1],
                Value(joint.lowest, places[number - 1], decimals=1),
                Value(joint.highest, places[number - 1], decimals=1),
                Value(joint.top_speed, speeds[number - 1], decimals=1),
                Value(joint.moving_share, PER_CENT, decimals=0),
            ),
        )
        for number, joint in enumerate(shown.contents.joints, start=1)
    )
    return Table(name=MOTION, title=tr("Motion"), columns=columns, lines=lines)


def _notes(shown: SeenRecording) -> Iterator[Row]:
    rests = shown.contents.stationary
    if rests:
        parts = listed(
            f"{number(first, digits=4)}–{number(last, digits=4)} {SECOND.symbol}"
            for first, last in rests[:_SHOWN_RESTS]
        )
        words = tr("The arm stands still: {parts}.")
        if len(rests) > _SHOWN_RESTS:
            words = tr("The arm stands still: {parts}, and {count} times more.")
        yield Row("rests", "", words.format(parts=parts, count=len(rests) - _SHOWN_RESTS))
    for one in shown.contents.saturations:
        yield Row("saturated", "", _saturated(one), sign=Glyph.WARNING)
    for dropped in shown.dropped:
        yield Row("dropped", "", dropped_text(dropped), sign=Glyph.WARNING)


def _saturated(found: Saturation) -> str:
    unit = AMPERE if found.quantity == Quantity.CURRENT else NEWTON_METRE
    words = tr("The current of J{joint} stays at ±{value} in {share} % of the samples: it is saturated.")
    if unit is NEWTON_METRE:
        words = tr("The torque of J{joint} stays at ±{value} in {share} % of the samples: it is saturated.")
    value = f"{number(found.value, digits=3)} {unit.symbol}"
    return words.format(joint=found.joint, value=value, share=number(100.0 * found.share, digits=2))
