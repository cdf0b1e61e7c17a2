"""Words for sweeps that measure friction: what is under way, and what they say joint by joint."""

from collections.abc import Sequence

import numpy as np

from app.errors.text import reason_text
from app.features.friction.sweeps_under_way import SWEEP, Moment, SweepRow
from app.guide.run_words import RunEnd, state_text
from app.speech.language import told_after, translate
from app.speech.parameter_words import parameter_word
from app.speech.units import (
    number,
    percent,
    seconds,
    speed_unit,
    torque_unit,
    with_std,
)
from app.widgets.glyphs import Glyph
from app.widgets.table import Cell, Column, Signed
from core.friction.forms import FORMS
from core.friction.kinds import FrictionKind
from core.friction.sweeps.result import FrictionFit, FrictionSweeps, JointSweeps
from core.quality import Verdict

_SHOWN_DRIFT = 2.0
"""Times its standard deviation; less is not told."""


def _tr(text: str) -> str:
    return translate("SweepWords", text)


def sweep_columns() -> tuple[Column, ...]:
    """The headings of the sweeps."""
    return (
        Column(_tr("Sweep"), stretches=True),
        Column(_tr("State")),
        Column(_tr("Speeds of the joint"), is_number=True),
        Column(_tr("Top speed"), is_number=True),
        Column(_tr("Takes"), is_number=True),
    )


def sweep_rows(
    rows: Sequence[SweepRow], *, names: Sequence[str], prismatic: Sequence[bool], now: int, end: RunEnd
) -> tuple[tuple[Cell, ...], ...]:
    """A row per joint and pose; ``now`` is the one under way or run last, -1 before the first."""
    return tuple(
        (
            sweep_word(row, names=names),
            state_text(place, now=now, end=end),
            _speeds(row, slides=prismatic[row.joint]),
            f"{number(1000.0 * row.top_speed, decimals=0)} mm/s",
            seconds(row.seconds),
        )
        for place, row in enumerate(rows)
    )


def sweep_word(row: SweepRow, *, names: Sequence[str]) -> str:
    """Which joint, and in which pose where it is not the first."""
    words = _tr("Joint {number}: {name}").format(number=row.joint + 1, name=names[row.joint])
    if not row.pose:
        return words
    return _tr("{joint}, with another load").format(joint=words)


def moment_words(moment: Moment, row: SweepRow, *, slides: bool) -> str:
    """What the arm does now."""
    joint = row.joint + 1
    if moment.code == SWEEP and moment.speed is not None:
        words = _tr("Joint {joint} slides at {speed}") if slides else _tr("Joint {joint} turns at {speed}")
        return words.format(joint=joint, speed=_speed(moment.speed, slides=slides))
    if moment.code == "approach":
        return _tr("To where joint {joint} is swept").format(joint=joint)
    return _tr("Joint {joint} warms up").format(joint=joint)


def joint_sentence(joint: JointSweeps) -> str:
    """What the friction of one joint is, in one plain sentence."""
    points = joint.points
    if points.speed.size == 0:
        return _tr("The friction of joint {joint} was not measured.").format(joint=joint.number + 1)
    slowest = int(np.argmin(points.speed))
    friction = with_std(float(points.torque[slowest]), float(points.std[slowest]))
    unit = torque_unit(slides=joint.is_prismatic).symbol
    words = (
        _tr("Joint {joint} needs {friction} {unit} to slide slowly")
        if joint.is_prismatic
        else _tr("Joint {joint} needs {friction} {unit} to turn slowly")
    )
    words = words.format(joint=joint.number + 1, friction=friction, unit=unit)
    if joint.chosen is None:
        return _tr("{sentence}.").format(sentence=words)
    return _tr("{joint}; {model} describes it best.").format(joint=words, model=_model_phrase(joint.chosen))


def load_sentence(joint: JointSweeps) -> str:
    """What the load on the gear adds, and how the friction changed meanwhile."""
    return told_after(_load(joint), _drift(joint))


def reasons_sentence(joint: JointSweeps) -> str:
    """What stands against a joint."""
    return told_after(*(reason_text(reason) for reason in joint.judgement.reasons))


def sweeps_sentence(found: FrictionSweeps) -> str:
    """What all of it is worth."""
    count = sum(joint.points.speed.size > 0 for joint in found.joints)
    if not count:
        return _tr("No joint's friction was measured.")
    return {
        Verdict.GOOD: _tr("The friction of all joints that were swept is known."),
        Verdict.USABLE: _tr("The friction can be used, with the remarks below."),
        Verdict.REPEAT: _tr("Sweep again: some joints' friction is not good enough."),
        Verdict.NOT_MEASURABLE: _tr("Not every joint's friction could be measured."),
    }[found.judgement.verdict]


def model_columns() -> tuple[Column, ...]:
    """The headings of the models of one joint."""
    return (
        Column(_tr("Model"), stretches=True),
        Column(_tr("Error on unseen strokes"), is_number=True),
        Column(_tr("Choice")),
    )


def model_rows(joint: JointSweeps) -> tuple[tuple[Cell, ...], ...]:
    """A row per model, simplest first."""
    unit = torque_unit(slides=joint.is_prismatic).symbol
    return tuple(
        (
            model_word(fit.kind),
            f"{with_std(fit.error, fit.error_std)} {unit}",
            Signed(Glyph.CHECK, _tr("chosen")) if fit.kind is joint.chosen else "",
        )
        for fit in joint.fits
    )


def model_word(kind: FrictionKind) -> str:
    """A friction model, as far as steady speeds tell it apart."""
    form = FORMS[kind]
    return _tr(form.steady_title or form.title)


def coefficients_text(fit: FrictionFit) -> str:
    """The coefficients that the sweeps could tell, with their ±; units of a joint that turns."""
    told = zip(fit.names, fit.coefficients.tolist(), fit.std.tolist(), fit.units, fit.determined, strict=True)
    words = (f"{parameter_word(name)} {with_std(value, std)} {unit.removeprefix('1')}".strip()
             for name, value, std, unit, is_told in told if is_told)  # fmt: skip
    return "     ".join(word.replace(" ", "\N{NO-BREAK SPACE}") for word in words)


def _load(joint: JointSweeps) -> str:
    unit = torque_unit(slides=joint.is_prismatic).symbol
    if joint.load_coefficient is None:
        return ""
    std = joint.load_coefficient_std or float("nan")
    return _tr("Of the load on the gear, {share} ± {std} come on top; it changed by {span} {unit}.").format(
        share=percent(joint.load_coefficient), std=percent(std), span=number(joint.load_span), unit=unit
    )


def _drift(joint: JointSweeps) -> str:
    drift, std = joint.drift, joint.drift_std
    if drift is None or std is None or abs(drift) < _SHOWN_DRIFT * std:
        return ""
    unit = torque_unit(slides=joint.is_prismatic).symbol
    words = (
        _tr("It rose by {drift} {unit} meanwhile.")
        if drift > 0.0
        else _tr("It fell by {drift} {unit} meanwhile.")
    )
    return words.format(drift=with_std(abs(drift), std), unit=unit)


def _model_phrase(kind: FrictionKind) -> str:
    return _tr(FORMS[kind].phrase)


def _speed(value: float, *, slides: bool) -> str:
    unit = speed_unit(slides=slides)
    return f"{number(value * unit.per_si, digits=2)} {unit.symbol}"


def _speeds(row: SweepRow, *, slides: bool) -> str:
    unit = speed_unit(slides=slides)
    low, high = (number(value * unit.per_si, digits=2) for value in (row.slowest, row.fastest))
    return _tr("{low} to {high} {unit}").format(low=low, high=high, unit=unit.symbol)
