"""The stages of the story in words and pictures, worded once for terminal, window and files. No Qt."""

from collections.abc import Iterator

import numpy as np

from app.errors.text import mark_text
from app.presentation import Column, Figure, Presentation, Role, Row, Rows, Series, Tile
from app.rehearsal.story import WORN_JOINT, Checked, Gears, Reported, Stage, Weighed
from app.speech.language import joined_sentences, tr
from app.speech.units import (
    ARCMINUTE,
    DEGREE,
    KILOGRAM,
    NEWTON_METRE,
    PURE,
    SECOND,
    Value,
    expanded,
    stiffness_unit,
    write,
)
from app.speech.words import WORD_GLYPHS, Glyph, Signed, verdict_word
from core.elasticity.result import JointElasticity, Measured
from core.payload.result import payload_word
from core.quality import Verdict, Word, word_of
from core.recording import Mark

PICTURE, VALUES = "picture", "values"


def titles() -> tuple[str, str, str, str]:
    """Names of the stages, in their order."""
    return tr("Encoders"), tr("Payload"), tr("Gears"), tr("Report")


def intentions() -> tuple[str, str, str, str]:
    """Sentences on what happens in each stage, for the time before it has a result."""
    return (
        tr("Every joint moves a little out and back, while both of its encoders are compared."),
        tr("Slow sweeps with an empty flange, then with a tool of unknown mass."),
        tr("Slow strokes under gravity's load show how far each gear gives, and its play."),
        tr("The report of this visit is written, with what has changed since commissioning."),
    )


def tile(stage: Stage) -> Tile:
    """What a stage found, for the page at the end of the story."""
    pictures = (one for one in present(stage).sections if isinstance(one, Figure))
    figure = next((one for one in pictures if any(line.x.size for line in one.series)), None)
    match stage:
        case Checked():
            return _checked_tile(stage, figure)
        case Weighed():
            return _weighed_tile(stage, figure)
        case Gears():
            return _gears_tile(stage, figure)
    words = tr("{count} files").format(count=len(stage.files))
    meaning = tr("What was found, what to do, what was not measured.")
    saved = Signed(Glyph.CHECK, tr("Saved"))
    return Tile(titles()[3], saved, words, tr("PDF and JSON"), meaning, found=stage.lines)


def _checked_tile(stage: Checked, figure: Figure | None) -> Tile:
    joints = stage.check.joints
    right = sum(not joint.faults for joint in joints)
    number = tr("{right} of {count}").format(right=right, count=len(joints))
    meaning = tr("Each joint moved a little; motor and link encoder were compared.")
    word = _signed(word_of(stage.check.judgement.verdict))
    return Tile(titles()[0], word, number, tr("joints agree"), meaning, figure)


def _weighed_tile(stage: Weighed, figure: Figure | None) -> Tile:
    if not stage.steps or stage.true_mass is None:
        meaning = tr("The mass could not be measured.")
        return Tile(titles()[1], _signed(Word.NOT_MEASURED), "–", "", meaning, figure)
    last = stage.steps[-1]
    mass = write(Value(last.mass, KILOGRAM, last.std))
    is_inside = abs(last.mass - stage.true_mass) <= expanded(last.std)
    words = tr("The true mass, {true}, lies inside.") if is_inside else tr("The true mass is {true}.")
    meaning = words.format(true=write(Value(stage.true_mass, KILOGRAM, decimals=2)).text)
    word = Word.NOT_MEASURED if stage.result is None else payload_word(stage.result)
    return Tile(titles()[1], _signed(word), mass.value, f"{mass.spread} {mass.unit}", meaning, figure)


def _gears_tile(stage: Gears, figure: Figure | None) -> Tile:
    before, now = stage.joint
    if before.backlash is None or now.backlash is None:
        meaning = next(_play_words(stage, before, now))
        return Tile(titles()[2], _signed(Word.NOT_MEASURED), "–", "", meaning, figure)
    play = write(_play(now.backlash))
    words = tr("Joint {number}; dashed: at commissioning, {before}.").format(
        number=WORN_JOINT + 1, before=write(_play(before.backlash)).text
    )
    if stage.care:
        words = joined_sentences(words, tr("Have the gear looked at."))
    line = tr("{spread} {unit} play").format(spread=play.spread, unit=play.unit)
    word = word_of(now.judgement.verdict, needs_care=bool(stage.care))
    return Tile(titles()[2], _signed(word), play.value, line, words, figure)


def _signed(word: Word) -> Signed:
    return Signed(WORD_GLYPHS[word], verdict_word(word))


def present(stage: Stage) -> Presentation:
    """A stage: one sentence, its values, and one picture."""
    match stage:
        case Checked():
            return _checked(stage)
        case Weighed():
            return _weighed(stage)
        case Gears():
            return _gears(stage)
    return _reported(stage)


def _checked(stage: Checked) -> Presentation:
    joints = stage.check.joints
    right = sum(not joint.faults for joint in joints)
    words = tr("Both encoders of {right} of {count} joints agree.").format(right=right, count=len(joints))
    rows = (
        Row("serial", tr("Serial number"), stage.serial),
        Row("joints", tr("Joints checked"), str(len(joints))),
    )
    moved = stage.position - stage.position[:1]
    series = tuple(
        Series(f"J{number + 1}", "measured", stage.time, moved[:, number]) for number in range(len(joints))
    )
    picture = Figure(
        name=PICTURE,
        title=tr("The joints while their encoders were compared"),
        x=Column("time", tr("time"), SECOND),
        y=Column("moved", tr("moved"), DEGREE),
        series=series,
        summary=Row("", "", words),
    )
    return _presentation(words, stage, titles()[0], rows, picture)


def _weighed(stage: Weighed) -> Presentation:
    words = tr("The mass is not measured yet.")
    if stage.true_mass is not None:
        words = tr("The mass could not be measured, not by repeated sweeps either.")
    rows: list[Row] = []
    if stage.steps:
        last = stage.steps[-1]
        mass = Value(last.mass, KILOGRAM, last.std)
        rows.append(Row("mass", tr("Measured"), mass))
        words = tr("Load measured: {mass}.").format(mass=write(mass).text)
    if stage.true_mass is not None:
        true = Value(stage.true_mass, KILOGRAM, decimals=2)
        rows.append(Row("true", tr("On the flange"), true))
        words = tr("{measured} The tool's true mass is {true}.").format(measured=words, true=write(true).text)
    rows.append(Row("sweeps", tr("Sweeps with the tool"), str(_swept(stage))))
    sweeps = np.array([float(step.sweeps) for step in stage.steps])
    measured = np.array([step.mass for step in stage.steps])
    std = np.array([step.std for step in stage.steps])
    series = [Series(tr("measured"), "measured", sweeps, measured, np.zeros(sweeps.size), std)]
    if stage.true_mass is not None:
        ends = np.array([0.0, max(_swept(stage), 1) + 1.0])
        series.append(Series(tr("true mass"), "model", ends, np.full(2, stage.true_mass)))
    picture = Figure(
        name=PICTURE,
        title=tr("Mass of the tool, with its ±"),
        x=Column("sweeps", tr("sweeps with the tool"), PURE),
        y=Column("mass", tr("mass"), KILOGRAM),
        series=tuple(series),
        summary=Row("", "", words),
    )
    return _presentation(words, stage, titles()[1], tuple(rows), picture)


def _swept(stage: Weighed) -> int:
    return stage.steps[-1].sweeps if stage.steps else 0


def _gears(stage: Gears) -> Presentation:
    before, now = stage.joint
    true = Value(stage.true_play, ARCMINUTE, decimals=2)
    put_in = tr("The gap that was put into this gear is {true}.").format(true=write(true).text)
    words = joined_sentences(*_play_words(stage, before, now), put_in)
    rows = tuple(_gear_rows(before, now, true))
    shown: tuple[tuple[str, Role, JointElasticity], ...] = (
        (tr("now"), "measured", now),
        (tr("at commissioning"), "model", before),
    )
    series = tuple(
        Series(label, role, joint.loop.load, joint.loop.deflection)
        for label, role, joint in shown
        if joint.loop is not None
    )
    picture = Figure(
        name=PICTURE,
        title=tr("Twist of the gear of joint {number} over its load").format(number=WORN_JOINT + 1),
        x=Column("load", tr("load"), NEWTON_METRE),
        y=Column("twist", tr("twist"), ARCMINUTE),
        series=series,
        summary=Row("", "", words),
    )
    return _presentation(words, stage, titles()[2], rows, picture)


def _play_words(stage: Gears, before: JointElasticity, now: JointElasticity) -> Iterator[str]:
    number = WORN_JOINT + 1
    if before.backlash is None or now.backlash is None:
        yield tr("The play of joint {number} could not be measured in both visits.").format(number=number)
        yield tr("Longer strokes did not help: nothing can be said of its wear.")
        return
    words = tr("Joint {number} has {now} of play; it had {before} at commissioning.")
    shown = [write(_play(one)).text for one in (now.backlash, before.backlash)]
    yield words.format(number=number, now=shown[0], before=shown[1])
    change = stage.change
    if not stage.is_shown and change is not None and change.is_compared:
        least = write(Value(change.least_seen, ARCMINUTE, digits=2)).text
        yield tr("That is no change beyond the uncertainty: only {least} more would be one.").format(
            least=least
        )


def _play(measured: Measured) -> Value:
    return Value(measured.value, ARCMINUTE, measured.std)


def _gear_rows(before: JointElasticity, now: JointElasticity, true: Value) -> Iterator[Row]:
    if now.backlash is not None:
        yield Row("now", tr("Play now"), _play(now.backlash))
    yield Row("true", tr("Put into the gear"), true)
    if before.backlash is not None:
        yield Row("before", tr("Play at commissioning"), _play(before.backlash))
    if now.stiffness is not None:
        unit = stiffness_unit(now.stiffness.value, slides=now.is_prismatic)
        yield Row("stiffness", tr("Stiffness now"), Value(now.stiffness.value, unit, now.stiffness.std))


def _reported(stage: Reported) -> Presentation:
    words = tr("The report is written. It says:")
    return _presentation(words, stage, titles()[3], (), None, lines=stage.lines)


def _presentation(
    words: str,
    stage: Stage,
    title: str,
    rows: tuple[Row, ...],
    picture: Figure | None,
    *,
    lines: tuple[str, ...] = (),
) -> Presentation:
    remarks = tuple(Row("", "", line) for line in lines)
    sections = (
        Rows(name=VALUES, title=title, rows=rows),
        *((Rows(name="remarks", title="", rows=remarks),) if remarks else ()),
        *((picture,) if picture is not None else ()),
    )
    is_under_way = isinstance(stage, Weighed) and stage.true_mass is None
    # finding the worn gear is what that stage is for, and still no reason for a check mark
    is_good = stage.is_well and stage.is_shown
    sign = Glyph.CHECK if is_good and not isinstance(stage, Gears) else Glyph.WARNING
    return Presentation(
        title=title,
        headline=words,
        verdict=_verdict(stage),
        sections=sections,
        mark=mark_text(Mark.VIRTUAL),
        sign=Glyph.CURRENT if is_under_way else sign,
    )


def _verdict(stage: Stage) -> Verdict:
    if not stage.is_well:
        return Verdict.REPEAT
    return Verdict.GOOD if stage.is_shown else Verdict.NOT_MEASURABLE
