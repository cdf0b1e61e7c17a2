"""Everything that was followed over the visits to one arm, as lines of a chart with their sentence."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from app.features.comparison.arm_change_words import Told
from app.features.comparison.compared_visits import ComparedVisits
from app.features.comparison.rows import quantity_unit, quantity_word, shown
from app.speech.language import translate
from app.speech.signs import Glyph
from app.speech.units import KILOGRAM, MILLIMETRE, NEWTON, NEWTON_METRE, DisplayUnit
from app.speech.words import quantity_word as payload_word
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
    return translate("HistoryLines", text)


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

    @property
    def told(self) -> Told:
        """Where it is going, in a sentence."""
        return _payload_told(self) if self.number == PAYLOAD else _joint_told(self)


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
    )


def _joint_told(one: HistoryLine) -> Told:
    facts = {"name": one.name, "joint": one.number + 1}
    slope = one.slope_per_year
    if slope is None:
        words = _tr("{name} of joint {joint}: measured in {count} visits; a trend needs three.")
        return Told(Glyph.EMPTY, words.format(count=one.value.size, **facts))
    if not one.is_beyond_noise:
        words = _tr("{name} of joint {joint}: no trend beyond noise ({size} a year).")
        return Told(Glyph.CHECK, words.format(size=shown(slope, one.unit), **facts))
    rises = _tr("{name} of joint {joint} rises by {size} a year: more than noise.")
    falls = _tr("{name} of joint {joint} falls by {size} a year: more than noise.")
    return Told(Glyph.NOTE, (rises if slope.value > 0.0 else falls).format(size=_size(one, slope), **facts))


def _payload_told(one: HistoryLine) -> Told:
    slope = one.slope_per_year
    if slope is None:
        words = _tr("{name} of the payload: measured in {count} visits; a trend needs three.")
        return Told(Glyph.EMPTY, words.format(count=one.value.size, name=one.name))
    if not one.is_beyond_noise:
        words = _tr("{name} of the payload: no trend beyond noise ({size} a year).")
        return Told(Glyph.CHECK, words.format(size=shown(slope, one.unit), name=one.name))
    rises = _tr("{name} of the payload rises by {size} a year: more than noise.")
    falls = _tr("{name} of the payload falls by {size} a year: more than noise.")
    words = rises if slope.value > 0.0 else falls
    return Told(Glyph.NOTE, words.format(size=_size(one, slope), name=one.name))


def _size(one: HistoryLine, slope: Measured) -> str:
    return shown(Measured(abs(slope.value), slope.std), one.unit)
