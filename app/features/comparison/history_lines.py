"""Everything that was followed over the visits to one arm, as lines of a chart with their sentence."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from app.features.comparison.quantities import quantity_unit, quantity_word
from app.presentation import value_text
from app.speech.language import translate
from app.speech.signs import Glyph
from app.speech.units import KILOGRAM, MILLIMETRE, NEWTON, NEWTON_METRE, DisplayUnit
from app.speech.values import Value
from app.speech.words import quantity_word as payload_word
from core.comparison import ComparedVisits
from core.elasticity.result import Measured
from core.elasticity.trend import QuantityTrend
from core.friction.sweeps.history import JointFrictionHistory
from core.recording import FloatArray
from core.signals.trend_line import ValueTrend

PAYLOAD = -1
"""In place of a joint."""
_FIRST = ("stiffness", "backlash", "friction")
"""What is offered first of a joint."""


def _tr(text: str) -> str:
    return translate("Comparison", text)


@dataclass(frozen=True, eq=False)
class HistoryLine:
    """One quantity of a joint (from 0) or of the payload over V visits, in SI; ``unit`` to show it in."""

    key: str
    number: int
    name: str
    unit: DisplayUnit
    stamps: tuple[str, ...]
    """(V,) when the visits were."""
    time: FloatArray
    value: FloatArray
    std: FloatArray
    line: FloatArray
    slope_per_year: Measured | None
    is_beyond_noise: bool

    visits: int
    """How many have a date."""

    @property
    def subject(self) -> str:
        """Whose quantity it is, within a sentence."""
        if self.number == PAYLOAD:
            return _tr("the payload")
        return _tr("joint {number}").format(number=self.number + 1)

    @property
    def sign(self) -> Glyph:
        """Whether it moves, does not, or is not known to."""
        if self.slope_per_year is None:
            return Glyph.EMPTY
        return Glyph.NOTE if self.is_beyond_noise else Glyph.CHECK

    @property
    def sentence(self) -> str:
        """How it goes over the visits."""
        return _sentence(self)


def history_lines(found: ComparedVisits) -> tuple[HistoryLine, ...]:
    """Joint by joint, the payload last; stiffness, backlash and friction before the rest."""
    lines = sorted(_lines(found), key=lambda one: _FIRST.index(one.key) if one.key in _FIRST else len(_FIRST))
    joints = sorted((one for one in lines if one.number != PAYLOAD), key=lambda one: one.number)
    return (*joints, *(one for one in lines if one.number == PAYLOAD))


def _lines(found: ComparedVisits) -> Iterator[HistoryLine]:
    if found.trend is not None:
        yield from (_of_twist(one, found.trend.recorded_at) for one in found.trend.quantities)
    if found.history is not None:
        stamps = found.history.recorded_at
        yield from (_of_friction(one, stamps) for one in found.history.friction)
        for name, trend in found.history.payload.items():
            word = payload_word(name)
            unit = KILOGRAM if name == "mass" else MILLIMETRE
            yield _of_values(
                f"payload {name}", PAYLOAD, f"{word[:1].upper()}{word[1:]}", unit, trend=trend, stamps=stamps
            )


def _of_twist(one: QuantityTrend, stamps: tuple[str, ...]) -> HistoryLine:
    cycles = "" if one.cycles_per_motor_turn is None else f" {one.cycles_per_motor_turn:.4g}"
    return HistoryLine(
        key=f"{one.quantity.value}{cycles}",
        number=one.number,
        name=quantity_word(one.quantity, one.cycles_per_motor_turn),
        unit=quantity_unit(one.quantity, float(np.abs(one.value).max()), slides=one.is_prismatic),
        stamps=tuple(stamps[visit] for visit in one.visit),
        time=one.time,
        value=one.value,
        std=one.std,
        line=one.line,
        slope_per_year=one.slope_per_year,
        is_beyond_noise=one.is_beyond_noise,
        visits=len(stamps),
    )


def _of_friction(one: JointFrictionHistory, stamps: tuple[str, ...]) -> HistoryLine:
    name = _tr("Friction, mean of {count} speeds").format(count=one.speeds)
    unit = NEWTON if one.is_prismatic else NEWTON_METRE
    return _of_values("friction", one.number, name, unit, trend=one.level, stamps=stamps)


def _of_values(
    key: str, number: int, name: str, unit: DisplayUnit, *, trend: ValueTrend, stamps: tuple[str, ...]
) -> HistoryLine:
    return HistoryLine(
        key=key,
        number=number,
        name=name,
        unit=unit,
        stamps=tuple(stamps[visit] for visit in trend.visit),
        time=trend.time,
        value=trend.value,
        std=trend.std,
        line=trend.line,
        slope_per_year=Measured(*trend.slope_per_year) if trend.has_slope else None,
        is_beyond_noise=trend.is_beyond_noise,
        visits=len(stamps),
    )


def moving(found: ComparedVisits) -> Iterator[str]:
    """A sentence for everything that rises or falls over the visits, or that nothing does."""
    lines = [one.sentence for one in history_lines(found) if one.is_beyond_noise]
    yield from lines
    if found.trend is not None and not lines:
        words = _tr("Over {visits} visits nothing rises or falls by more than noise.")
        yield words.format(visits=len(found.trend.recorded_at))


def _sentence(one: HistoryLine) -> str:
    slope, facts = one.slope_per_year, {"name": one.name, "subject": one.subject, "count": one.value.size}
    if slope is None:
        return _tr("{name} of {subject}: measured in {count} visits; a trend needs three.").format(**facts)
    facts["name"] = f"{one.name[:1].lower()}{one.name[1:]}"
    rises = _tr(
        "The {name} of {subject} rises by {size} a year over {count} of {visits} visits: more than noise."
    )
    falls = _tr(
        "The {name} of {subject} falls by {size} a year over {count} of {visits} visits: more than noise."
    )
    level = _tr("The {name} of {subject} has no trend beyond noise ({size} a year).")
    words, shown = level, slope
    if one.is_beyond_noise:
        words, shown = (rises if slope.value > 0.0 else falls), Measured(abs(slope.value), slope.std)
    return words.format(
        size=value_text(Value(shown.value, one.unit, shown.std, digits=2)), visits=one.visits, **facts
    )
