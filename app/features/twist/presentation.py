"""Presentation of the twist of the gears: quantities, loops, ripple, checks, and their basis.

Window, terminal and paper render the same presentation.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from app.errors.text import mark_text, reason_rows, unseen_rows
from app.features.twist.quantities import RMS_UNIT, gear_columns, gears_table, measured_line
from app.features.twist.results import ToolTwist
from app.features.twist.sentences import arm_sentence, cause_word, joint_sentence
from app.presentation import (
    BASIS,
    Column,
    Figure,
    Figures,
    Presentation,
    Row,
    Rows,
    Section,
    Series,
    Table,
    unnamed_lines,
)
from app.speech.dates import stamp_text
from app.speech.language import listed, tr
from app.speech.units import CELSIUS, MILLIMETRE, PURE, Value, load_unit, share, twist_unit
from app.speech.words import origin_words
from core.elasticity.result import Elasticity, JointElasticity, Measured
from core.recording import FloatArray

LOOPS, RIPPLE = "loops", "ripple"


def present(found: Elasticity, tool: Sequence[ToolTwist] = (), *, model_made: str = "") -> Presentation:
    """Presentation of all gears.

    ``tool`` are the shifts of the flange by their twist; ``model_made`` is the time at which the model in the
    same report was made, empty without a model.
    """
    judged = (*(joint.judgement for joint in found.joints), found.judgement)
    reasons = reason_rows(("", one) for one in judged)
    return Presentation(
        title=tr("The gears of {robot}").format(robot=found.robot),
        headline=arm_sentence(found),
        verdict=found.judgement.verdict,
        sections=(
            gears_table(found.joints),
            _loops(found),
            *_ripple(found),
            *_checks(found),
            *_tool(tool),
            _basis(found, model_made),
            reasons,
            *unseen_rows(found.unseen),
        ),
        circumstances=origin_words(found.serial, found.recorded_at),
        mark=mark_text(found.mark),
    )


def _loops(found: Elasticity) -> Section:
    """Figures of deflection over load, one per joint; a joint without a loop has only its sentence."""
    figures = tuple(_loop(joint) for joint in found.joints)
    return Figures(name=LOOPS, title=tr("Joint by joint: twist over load"), figures=figures)


def _loop(joint: JointElasticity) -> Figure:
    loop, slides = joint.loop, joint.is_prismatic
    series: list[Series] = []
    if loop is not None:
        series.append(Series(tr("twist"), "measured", loop.load, loop.deflection))
        if np.isfinite(loop.line).any():
            # the loop runs to and fro: unsorted, its line would be drawn twice and its dashes would close
            order = np.argsort(loop.load, kind="stable")
            label = tr("of stiffness and play")
            series.append(Series(label, "model", loop.load[order], loop.line[order]))
    load = 0.0 if loop is None else _size(loop.load)
    twist = 0.0 if loop is None else _size(loop.deflection)
    return Figure(
        name=joint.joint,
        title=joint.joint,
        x=Column("load", tr("Force") if slides else tr("Load"), load_unit(load, slides=slides)),
        y=Column("deflection", tr("Twist"), twist_unit(twist, slides=slides)),
        series=tuple(series),
        summary=Row(joint.joint, "", joint_sentence(joint), joint.judgement.verdict),
    )


def _size(values: FloatArray) -> float:
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max()) if finite.size else 0.0


def _ripple(found: Elasticity) -> Iterator[Section]:
    """Table of the lines that exceed the spectrum of a joint, strongest first."""
    columns = (
        Column("joint", tr("joint")),
        Column("amplitude", tr("amplitude")),
        Column("cause", tr("likely cause")),
        Column("cycles", tr("cycles per motor turn"), PURE),
    )
    rows = (
        (
            joint.joint,
            Value(line.amplitude, twist_unit(line.amplitude, slides=joint.is_prismatic), line.amplitude_std),
            cause_word(line.cause),
            Value(line.cycles_per_motor_turn, std=line.cycles_std),
        )
        for joint in found.joints
        for line in joint.ripple
    )
    if lines := unnamed_lines(rows):
        yield Table(name=RIPPLE, title=tr("Ripple"), columns=columns, lines=lines, is_appendix=True)


def _checks(found: Elasticity) -> Iterator[Section]:
    """Table of the deflection in recordings that were not fitted, and of the part left unexplained."""
    if not found.validation:
        return
    labels = (tr("{recording}, twist, rms"), tr("{recording}, left unexplained, rms"))
    lines = tuple(
        measured_line("", label.format(recording=one.recording), _numbers(values), found.joints,
                      unit=RMS_UNIT)
        for one in found.validation
        for label, values in zip(labels, (one.rms_raw, one.rms_explained), strict=True)
    )  # fmt: skip
    columns = (Column("recording", tr("Recording")), *gear_columns(found.joints))
    title = tr("On recordings that were kept back")
    yield Table(name="checks", title=title, columns=columns, lines=lines, is_appendix=True)


def _numbers(values: FloatArray) -> list[Measured | None]:
    return [Measured(value, np.nan) if np.isfinite(value) else None for value in values.tolist()]


def _tool(tool: Sequence[ToolTwist]) -> Iterator[Section]:
    if tool:
        columns = (
            Column("recording", tr("Recording")),
            Column("largest", tr("at most"), MILLIMETRE),
            Column("rms", tr("rms"), MILLIMETRE),
        )
        lines = unnamed_lines(
            (one.recording, Value(one.largest, MILLIMETRE), Value(one.rms, MILLIMETRE)) for one in tool
        )
        title = tr("All twist at the tool")
        yield Table(name="tool", title=title, columns=columns, lines=lines, is_appendix=True)


def _basis(found: Elasticity, model_made: str) -> Section:
    """Rows of the recordings, the loads, the gains and the temperature."""
    rows = [
        Row("recordings", tr("Recordings"), listed(found.recordings)),
        Row("checked", tr("Checked on"), listed(one.recording for one in found.validation) or tr("none")),
    ]
    if found.model_created_at:
        rows.append(Row("loads", tr("Loads of the gears"), _model(found, model_made), remark=found.model))
    rows.append(
        Row("gains", tr("Drive gains known within"), share(found.gain_std),
            remark=tr("and every stiffness no better"))
    )  # fmt: skip
    if found.temperature is not None:
        rows.append(Row("temperature", tr("Temperature"), Value(found.temperature, CELSIUS, decimals=1)))
    if found.created_at:
        rows.append(Row("made", tr("Analysed"), stamp_text(found.created_at)))
    return Rows(name=BASIS, title=tr("What the numbers rest on"), rows=tuple(rows))


def _model(found: Elasticity, model_made: str) -> str:
    if not model_made:
        made = stamp_text(found.model_created_at)
        return tr("those of the model of {moment}").format(moment=made)
    is_same = found.model_created_at == model_made
    return tr("those of this model") if is_same else tr("those of another model of this visit")
