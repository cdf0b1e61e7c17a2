"""Presentation of friction measured by sweeps: joints, curves, models, coefficients and points.

Window, terminal and paper render the same presentation.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from math import nan

import numpy as np

from app.errors.text import reason_rows
from app.guide.friction_figure import friction_figure, model_line
from app.presentation import (
    BASIS,
    Cell,
    Column,
    Figure,
    Figures,
    FrontLines,
    Presentation,
    Row,
    Rows,
    Section,
    Series,
    Table,
    common_unit,
    unnamed_lines,
    value_text,
)
from app.speech.language import joined_sentences, listed, tr
from app.speech.model_words import friction_word, parameter_word
from app.speech.units import (
    CELSIUS,
    PER_CENT,
    PURE,
    DisplayUnit,
    Value,
    parameter_value,
    speed_unit,
    torque_unit,
)
from app.speech.words import Glyph, Signed, origin_words
from core.friction.models import FrictionKind
from core.friction.sweeps.choice import best_for_all
from core.friction.sweeps.result import FrictionFit, FrictionSweeps, JointSweeps
from core.quality import Verdict

JOINTS, CURVES, MODELS, COEFFICIENTS = "joints", "curves", "models", "coefficients"
_KELVIN = DisplayUnit("K", 1.0)

FRICTION = "friction"


_SHOWN_DRIFT = 2.0
"""Smallest drift that is reported, in its standard deviations."""


def present(found: FrictionSweeps) -> Presentation:
    """Presentation of the sweeps of all joints."""
    judged = (*(joint.judgement for joint in found.joints), found.judgement)
    sections: tuple[Section, ...] = (
        _joints(found.joints),
        Figures(name=CURVES, title=tr("Joint by joint: friction over speed"),
                figures=tuple(_curves(joint) for joint in found.joints)),
        _models(found.joints),
        _coefficients(found.joints),
        _points(found.joints),
        _basis(found),
        reason_rows(("", one) for one in judged),
    )  # fmt: skip
    return Presentation(
        title=tr("Friction of {robot}").format(robot=found.robot),
        headline=sweeps_sentence(found),
        verdict=found.judgement.verdict,
        sections=tuple(one for one in sections if not isinstance(one, Table) or one.lines),
        circumstances=origin_words(found.serial, found.measured_at),
    )


def alone(found: FrictionSweeps, joint: JointSweeps) -> FrictionSweeps:
    """Sweeps with this joint alone, and its judgement as that of the whole."""
    return replace(found, joints=(joint,), judgement=joint.judgement)


def _joints(joints: Sequence[JointSweeps]) -> Section:
    """Table of the joints: chosen model, its error, and the effect of load and time."""
    torque = _torque_unit(joints)
    columns = (
        Column("joint", tr("joint")),
        Column("model", tr("friction model that fits")),
        Column("speeds", tr("speeds"), PURE),
        Column("error", tr("held-out error"), torque),
        Column("per-load", tr("friction per load"), PER_CENT),
        Column("span", tr("load changed by"), torque),
        Column("drift", tr("drift"), torque),
        Column("warming", tr("warming"), _KELVIN),
        Column("verdict", tr("verdict")),
    )
    return Table(
        name=JOINTS,
        title=tr("Results of the sweeps"),
        columns=columns,
        lines=unnamed_lines(map(_joint, joints)),
        note=tr("Held-out error: on strokes that were left out of the fit."),
    )


def _torque_unit(joints: Sequence[JointSweeps]) -> DisplayUnit | None:
    return common_unit(torque_unit(slides=joint.is_prismatic) for joint in joints)


def _joint(joint: JointSweeps) -> tuple[Cell, ...]:
    fit, torque = joint.fit, torque_unit(slides=joint.is_prismatic)
    return (
        joint.joint,
        "–" if fit is None else friction_word(fit.kind),
        Value(joint.points.speed.size, decimals=0),
        Value(nan, torque) if fit is None else Value(fit.error, torque, fit.error_std),
        parameter_value(_value(joint.load_coefficient, PER_CENT, joint.load_coefficient_std)),
        Value(joint.load_span, torque),
        _value(joint.drift, torque, joint.drift_std),
        _value(joint.warming, _KELVIN),
        joint.judgement.verdict,
    )


def _value(number: float | None, unit: DisplayUnit, std: float | None = None) -> Value:
    return Value(nan if number is None else number, unit, nan if std is None else std)


def _models(joints: Sequence[JointSweeps]) -> Section:
    """Table of all fitted models, simplest first."""
    columns = (
        Column("joint", tr("joint")),
        Column("model", tr("model")),
        Column("error", tr("held-out error"), _torque_unit(joints)),
        Column("choice", tr("choice")),
    )
    rows = (
        (
            joint.joint,
            friction_word(fit.kind),
            Value(fit.error, torque_unit(slides=joint.is_prismatic), fit.error_std),
            Signed(Glyph.CHECK, tr("chosen")) if fit.kind is joint.chosen else "",
        )
        for joint in joints
        for fit in joint.fits
    )
    lines = unnamed_lines(rows)
    return Table(name=MODELS, title=tr("Models"), columns=columns, lines=lines, is_detail=True)


def _coefficients(joints: Sequence[JointSweeps]) -> Section:
    """Table of the chosen models' coefficients and shape constants."""
    columns = (
        Column("joint", tr("joint")),
        Column("coefficient", tr("coefficient")),
        Column("value", tr("value")),
        Column("remark", ""),
    )
    rows = (
        (joint.joint, label, value, remark)
        for joint in joints
        if joint.fit is not None
        for label, value, remark in (
            *((label, value, "") for label, value in coefficients(joint.fit)),
            *((parameter_word(name), Value(one), tr("shape")) for name, one in joint.fit.shape.items()),
        )
    )
    title, lines = tr("Coefficients of the chosen models"), unnamed_lines(rows)
    return Table(name=COEFFICIENTS, title=title, columns=columns, lines=lines, is_detail=True)


def coefficients(fit: FrictionFit) -> Iterator[tuple[str, Value | str]]:
    """Coefficients that the sweeps determine, in the units of a joint that turns."""
    rows = zip(fit.names, fit.coefficients.tolist(), fit.std.tolist(), fit.units, fit.determined, strict=True)
    for name, value, std, unit, is_determined in rows:
        if is_determined:
            found = Value(value, DisplayUnit(unit.removeprefix("1"), 1.0), std)
            yield parameter_word(name), parameter_value(found)


def _points(joints: Sequence[JointSweeps]) -> Section:
    """Table of the measured points of all joints, slowest first."""
    torque = _torque_unit(joints)
    columns = (
        Column("joint", tr("joint")),
        Column("speed", tr("speed"), common_unit(speed_unit(slides=joint.is_prismatic) for joint in joints)),
        Column("friction", tr("friction"), torque),
        Column("even", tr("even part"), torque),
        Column("load", tr("load"), torque),
        Column("pose", tr("pose"), PURE),
        Column("temperature", tr("temperature"), CELSIUS),
    )
    title, lines = tr("Friction at steady speeds"), unnamed_lines(row for one in joints for row in _rows(one))
    table = Table(name="points", title=title, columns=columns, lines=lines, is_detail=True)
    is_known = any(np.isfinite(joint.points.temperature).any() for joint in joints)
    return table if is_known else table.only(*(column.name for column in columns[:-1]))


def _rows(joint: JointSweeps) -> Iterator[tuple[Cell, ...]]:
    points, torque = joint.points, torque_unit(slides=joint.is_prismatic)
    speeds = [Value(one, speed_unit(slides=joint.is_prismatic)) for one in points.speed.tolist()]
    friction = [Value(*pair) for pair in zip(points.torque.tolist(), repeat(torque), points.std.tolist())]
    even, load = ([Value(one, torque) for one in part.tolist()] for part in (points.even, points.load))
    poses = [Value(one + 1, decimals=0) for one in points.pose.tolist()]
    unknown = (nan,) * points.speed.size
    warmth = points.temperature.tolist() if points.temperature.size else unknown
    temperatures = (Value(one, CELSIUS, decimals=1) for one in warmth)
    yield from zip(repeat(joint.joint), speeds, friction, even, load, poses, temperatures)


def _basis(found: FrictionSweeps) -> Section:
    rows = [Row("recordings", tr("Recordings"), listed(found.recordings))]
    best = best_for_all(found.joints)
    if best is not None:
        label = tr("One model for all joints")
        rows.append(Row("best", label, friction_word(best), remark=f"--friction {best.value}"))
    return Rows(name=BASIS, title=tr("What the numbers rest on"), rows=tuple(rows))


def _curves(joint: JointSweeps) -> Figure:
    """Figure of one joint on paper: measured points and the chosen model, in both directions."""
    series = [] if joint.fit is None else [model_line(tr("chosen model"), joint.curve_speed, joint.fit.curve)]
    return _of_sweeps(joint, series, joint_sentence(joint))


def curves_of(joint: JointSweeps, *, front: FrictionKind | None) -> Figure:
    """Figure of one joint on the screen: all of its models, and the model ``front`` before the others."""
    series = [
        model_line(
            friction_word(fit.kind),
            joint.curve_speed,
            fit.curve,
            role="model" if fit.kind is front else "other",
        )
        for fit in sorted(joint.fits, key=lambda fit: fit.kind is front)
    ]
    words = tr("Friction of {joint}: {count} measured speeds and the curves of {models} models.")
    count = joint.points.speed.size
    return _of_sweeps(joint, series, words.format(joint=joint.joint, count=count, models=len(series)))


def _of_sweeps(joint: JointSweeps, models: Sequence[Series], words: str) -> Figure:
    points, measured = joint.points, []
    if points.speed.size:
        x = np.concatenate([-points.speed[::-1], points.speed])
        y = np.concatenate([(points.even - points.torque)[::-1], points.even + points.torque])
        std = np.concatenate([points.std[::-1], points.std])
        measured = [Series(tr("measured ±"), "measured", x, y, y_std=std)]
    summary = Row(joint.joint, "", words, joint.judgement.verdict)
    return friction_figure(joint.joint, [*measured, *models], summary, slides=joint.is_prismatic)


def front_lines(found: FrictionSweeps | None) -> FrontLines:
    """The verdict in a sentence; the joints that were not swept are missing."""
    if found is None:
        return FrontLines(missing=(tr("Friction at steady speeds: the joints were not swept."),))
    row = Row(FRICTION, tr("Friction"), sweeps_sentence(found), found.judgement.verdict)
    lost = [joint.joint for joint in found.joints if not joint.points.speed.size]
    missing = (tr("Friction of {joints}.").format(joints=listed(lost)),) if lost else ()
    return FrontLines((row,), missing)


def sweeps_sentence(found: FrictionSweeps) -> str:
    """Verdict on the sweeps of all joints in a sentence."""
    if not any(joint.points.speed.size for joint in found.joints):
        return tr("No joint's friction was measured.")
    return {
        Verdict.GOOD: tr("The friction of all joints that were swept is known."),
        Verdict.USABLE: tr("The friction can be used, with the remarks below."),
        Verdict.REPEAT: tr("Sweep again: some joints' friction is not good enough."),
        Verdict.NOT_MEASURABLE: tr("Not every joint's friction could be measured."),
    }[found.judgement.verdict]


def joint_sentence(joint: JointSweeps) -> str:
    """Friction of one joint: at low speed, its best model, the share of the load, and the drift."""
    points = joint.points
    if points.speed.size == 0:
        return tr("{joint}: the friction was not measured.").format(joint=joint.joint)
    slowest = int(np.argmin(points.speed))
    unit = torque_unit(slides=joint.is_prismatic)
    friction = value_text(Value(float(points.torque[slowest]), unit, float(points.std[slowest])))
    turns, slides = (
        tr("{joint} needs {friction} to turn slowly."),
        tr("{joint} needs {friction} to slide slowly."),
    )
    words = slides if joint.is_prismatic else turns
    return joined_sentences(
        words.format(joint=joint.joint, friction=friction),
        "" if joint.chosen is None else tr("Best model: {model}.").format(model=friction_word(joint.chosen)),
        _load(joint),
        _drift(joint),
        _again(joint),
    )


def _again(joint: JointSweeps) -> str:
    """Which run counts where it is not simply the last one."""
    if joint.earlier:
        words = tr("Measured before, in {recordings}; the last run left it as it was.")
        return words.format(recordings=listed(joint.earlier))
    if joint.replaced:
        words = tr(
            "It was measured again: this is the latest, and the one from {recordings} no longer counts."
        )
        return words.format(recordings=listed(joint.replaced))
    return ""


def _load(joint: JointSweeps) -> str:
    if joint.load_coefficient is None:
        return ""
    share = Value(joint.load_coefficient, PER_CENT, joint.load_coefficient_std or nan)
    span = Value(joint.load_span, torque_unit(slides=joint.is_prismatic))
    words = tr("Of the load on the gear, {share} come on top; it changed by {span}.")
    return words.format(share=value_text(parameter_value(share)), span=value_text(span))


def _drift(joint: JointSweeps) -> str:
    drift, std = joint.drift, joint.drift_std
    if drift is None or std is None or abs(drift) < _SHOWN_DRIFT * std:
        return ""
    words = tr("It rose by {drift} meanwhile.") if drift > 0.0 else tr("It fell by {drift} meanwhile.")
    return words.format(drift=value_text(Value(abs(drift), torque_unit(slides=joint.is_prismatic), std)))
