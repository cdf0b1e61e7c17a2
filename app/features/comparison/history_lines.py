"""All quantities that were followed over the visits to one arm, as lines of a chart with a sentence each."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from app.features.comparison.numbers import quantity_unit, quantity_word
from app.presentation import value_text
from app.speech.language import tr
from app.speech.units import KILOGRAM, MILLIMETRE, DisplayUnit, Value, torque_unit
from app.speech.words import Glyph
from app.speech.words import quantity_word as payload_word
from core.comparison import ComparedVisits
from core.elasticity.result import Measured
from core.elasticity.trend import QuantityTrend
from core.signals.trend_line import ValueTrend

PAYLOAD = -1
"""Number of the payload, in place of that of a joint."""
_FIRST = ("stiffness", "backlash", "friction")
"""Quantities that are offered first of a joint."""


@dataclass(frozen=True, eq=False)
class HistoryLine:
    """One quantity of a joint (``number`` from 0) or of the payload; ``unit`` is the one to show it in."""

    key: str
    number: int
    name: str
    unit: DisplayUnit
    trend: QuantityTrend | ValueTrend
    """Values over the visits that measured the quantity, SI."""
    recorded_at: tuple[str, ...]
    """Time stamps of all visits with a date; ``trend.visit`` counts them."""

    @property
    def subject(self) -> str:
        """Owner of the quantity within a sentence: a joint or the payload."""
        if self.number == PAYLOAD:
            return tr("the payload")
        return tr("joint {number}").format(number=self.number + 1)

    @property
    def slope_per_year(self) -> Measured | None:
        """Slope in SI units per year; None with fewer than three values."""
        if isinstance(self.trend, QuantityTrend):
            return self.trend.slope_per_year
        return Measured(*self.trend.slope_per_year) if self.trend.has_slope else None

    @property
    def sign(self) -> Glyph:
        """Sign of the trend: a note for a change, a tick for none, empty where unknown."""
        if self.slope_per_year is None:
            return Glyph.EMPTY
        return Glyph.NOTE if self.trend.is_beyond_noise else Glyph.CHECK

    @property
    def sentence(self) -> str:
        """Trend of the quantity over the visits in words."""
        slope = self.slope_per_year
        facts = {"name": self.name, "subject": self.subject, "count": self.trend.value.size}
        if slope is None:
            return tr("{name} of {subject}: measured in {count} visits; a trend needs three.").format(**facts)
        facts["name"] = f"{self.name[:1].lower()}{self.name[1:]}"
        rises = tr(
            "The {name} of {subject} rises by {size} a year over {count} of {visits} visits: more than noise."
        )
        falls = tr(
            "The {name} of {subject} falls by {size} a year over {count} of {visits} visits: more than noise."
        )
        words = tr("The {name} of {subject} has no trend beyond noise ({size} a year).")
        if self.trend.is_beyond_noise:
            words, slope = (rises if slope.value > 0.0 else falls), Measured(abs(slope.value), slope.std)
        size = value_text(Value(slope.value, self.unit, slope.std, digits=2))
        return words.format(size=size, visits=len(self.recorded_at), **facts)


def history_lines(found: ComparedVisits) -> tuple[HistoryLine, ...]:
    """Lines joint by joint, the payload last; stiffness, backlash and friction before the rest."""
    lines = sorted(_lines(found), key=lambda one: _FIRST.index(one.key) if one.key in _FIRST else len(_FIRST))
    joints = sorted((one for one in lines if one.number != PAYLOAD), key=lambda one: one.number)
    return (*joints, *(one for one in lines if one.number == PAYLOAD))


def _lines(found: ComparedVisits) -> Iterator[HistoryLine]:
    if found.trend is not None:
        for one in found.trend.quantities:
            cycles = "" if one.cycles_per_motor_turn is None else f" {one.cycles_per_motor_turn:.4g}"
            name = quantity_word(one.quantity, one.cycles_per_motor_turn)
            unit = quantity_unit(one.quantity, float(np.abs(one.value).max()), slides=one.is_prismatic)
            key = f"{one.quantity.value}{cycles}"
            yield HistoryLine(key, one.number, name, unit, one, found.trend.recorded_at)
    if found.history is not None:
        recorded_at = found.history.recorded_at
        for joint in found.history.friction:
            name = tr("Friction, mean of {count} speeds").format(count=joint.speeds)
            unit = torque_unit(slides=joint.is_prismatic)
            yield HistoryLine("friction", joint.number, name, unit, joint.level, recorded_at)
        for quantity, level in found.history.payload.items():
            word, unit = payload_word(quantity), KILOGRAM if quantity == "mass" else MILLIMETRE
            name = f"{word[:1].upper()}{word[1:]}"
            yield HistoryLine(f"payload {quantity}", PAYLOAD, name, unit, level, recorded_at)


def trend_sentences(found: ComparedVisits) -> Iterator[str]:
    """A sentence for each quantity that rises or falls over the visits, or one that none does."""
    lines = [one.sentence for one in history_lines(found) if one.trend.is_beyond_noise]
    yield from lines
    if found.trend is not None and not lines:
        words = tr("Over {visits} visits nothing rises or falls by more than noise.")
        yield words.format(visits=len(found.trend.recorded_at))
