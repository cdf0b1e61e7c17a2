"""The sweeps of a payload in words: residual and noise of each, and the values without it."""

from collections.abc import Iterator, Mapping
from math import isfinite

from app.presentation import Bar, Column, Line, Row, Section, Table
from app.speech.language import joined_sentences, tr
from app.speech.units import (
    DEGREE,
    DEGREE_PER_SECOND,
    KILOGRAM,
    MILLIMETRE,
    NEWTON_METRE,
    DisplayUnit,
    number,
)
from app.speech.values import MILLIRADIAN, PURE, Value
from core.exchange.export_payload import sweep_id
from core.payload.result import PayloadResult, RefusedSweep, SweepResidual
from core.payload.settings import PayloadMethod, SweepKey
from core.quality import Verdict

SWEEPS = "sweeps"
_REFUSED: Mapping[str, str] = {
    "payload-too-few-samples": "too few samples at a steady speed; sweep slower or wider",
    "payload-not-steady": "no part of it at a steady speed",
    "payload-without-return": "no way back at that speed",
    "one-way-only": "measured in one direction only; both are needed",
    "no-unloaded-sweep": "no unloaded sweep at the same place",
    "unloaded-at-another-speed": "no unloaded sweep at the same speed",
    "payload-others-moved": "another joint moved meanwhile",
    "payload-move": "a move to another place, faster than the sweeps",
    "left-out": "left out on request",
}
"""Reasons why a sweep could not be used, by their codes."""


def sweep_name(key: SweepKey) -> str:
    """Name of a sweep, such as ``J3, wrist position 4``; with its round from the second on."""
    words = tr("J{joint}, wrist position {orientation}")
    if key.round > 1:
        words = tr("J{joint}, wrist position {orientation}, round {round}")
    return words.format(joint=key.joint + 1, orientation=key.orientation, round=key.round)


def measured_again(found: PayloadResult) -> Mapping[SweepKey, SweepKey]:
    """The sweeps that a later recording measured again, each with the last sweep of its place."""
    later: dict[tuple[int, int], SweepKey] = {}
    order = {label: place for place, label in enumerate(found.recordings)}
    for sweep in found.sweeps:
        key = sweep.key
        last = later.setdefault((key.joint, key.orientation), key)
        if order.get(key.recording, 0) > order.get(last.recording, 0):
            later[key.joint, key.orientation] = key
    keys = (sweep.key for sweep in found.sweeps)
    last_of = {key: later[key.joint, key.orientation] for key in keys}
    return {key: last for key, last in last_of.items() if last.recording != key.recording}


def again_sentence(found: PayloadResult) -> str:
    """Sentence on sweeps that were measured again: which of them count; empty where none were."""
    again, used = measured_again(found), {one.key: one.is_used for one in found.sweeps}
    if not again:
        return ""
    both = sum(used[key] and used[last] for key, last in again.items())
    if both:
        words = tr("1 sweep was measured again, and both times count.")
        if both > 1:
            words = tr("{count} sweeps were measured again, and both times count.")
        return words.format(count=both)
    earlier = sum(used[key] for key in again)
    if earlier:
        words = tr("1 sweep was measured again, and the earlier time counts.")
        if earlier > 1:
            words = tr("{count} sweeps were measured again, and the earlier times count.")
        return words.format(count=earlier)
    words = tr("1 sweep was measured again: the latest counts, the earlier one is left out.")
    if len(again) > 1:
        words = tr("{count} sweeps were measured again: the latest count, the earlier ones are left out.")
    return words.format(count=len(again))


def residual_unit(found: PayloadResult) -> DisplayUnit:
    """Unit of the residuals of a payload's sweeps: mrad for the method of deflections, else N·m."""
    return MILLIRADIAN if found.method is PayloadMethod.DEFLECTION else NEWTON_METRE


def table(found: PayloadResult) -> Iterator[Section]:
    """Table with a line per sweep, named as ``--leave-out`` takes it; none without sweeps."""
    if not found.sweeps:
        return
    unit = residual_unit(found)
    columns = (
        Column("sweep", tr("sweep")),
        Column("range", tr("range, °")),
        Column("speed", tr("speed"), DEGREE_PER_SECOND),
        Column("samples", tr("samples"), PURE),
        Column("left", tr("left"), unit),
        Column("noise", tr("noise"), unit),
        Column("mean", tr("mean"), unit),
        Column("mass", tr("mass without"), KILOGRAM),
        Column("center", tr("centre without"), MILLIMETRE),
    )
    yield Table(
        name=SWEEPS,
        title=tr("The sweeps"),
        is_appendix=True,
        columns=columns,
        lines=tuple(_line(one, unit) for one in found.sweeps),
        note=joined_sentences(
            tr(
                "Left: rms of what the payload leaves. Noise: what noise alone would leave, a stroke on the "
                "bar. Without: the values when this sweep is left out."
            ),
            again_sentence(found),
        ),
    )


def _line(sweep: SweepResidual, unit: DisplayUnit) -> Line:
    name = sweep_name(sweep.key)
    return Line(
        sweep_id(sweep.key),
        (
            name if sweep.is_used else tr("{sweep} (left out)").format(sweep=name),
            _range(sweep),
            Value(sweep.speed, DEGREE_PER_SECOND),
            Value(sweep.samples, decimals=0),
            Bar(Value(sweep.rms, unit), sweep.expected, sweep.judgement.verdict),
            Value(sweep.expected, unit),
            Value(sweep.mean, unit),
            Value(sweep.mass_without, KILOGRAM, decimals=3),
            _place(sweep),
        ),
        is_left_out=not sweep.is_used,
    )


def _range(sweep: SweepResidual) -> str:
    low, high = (number(DEGREE.shown(edge), decimals=0) for edge in (sweep.low, sweep.high))
    return tr("{first} to {last}").format(first=low, last=high)


def _place(sweep: SweepResidual) -> str:
    """x, y and z in one cell, with semicolons, as a decimal sign may be a comma."""
    places = [MILLIMETRE.shown(float(one)) for one in sweep.center_without]
    return "; ".join(number(one, decimals=1) for one in places) if any(map(isfinite, places)) else "–"


def refused(found: PayloadResult) -> Iterator[Row]:
    """Reasons for the sweeps that could not be used."""
    for one in found.refused:
        yield Row(one.code, "", _refused(one), Verdict.USABLE)


def _refused(one: RefusedSweep) -> str:
    why = tr(_REFUSED.get(one.code, one.code.replace("-", " ")))
    count = tr("1 sweep") if one.count == 1 else tr("{count} sweeps").format(count=one.count)
    words = tr("{recording}, J{joint}, {count}: {why}")
    return words.format(recording=one.recording, joint=one.joint + 1, count=count, why=why)


def worst_sweep(found: PayloadResult) -> SweepKey | None:
    """Key of the counted sweep with the largest residual relative to its noise."""
    counted = [one for one in found.sweeps if one.is_used and one.expected > 0.0 and isfinite(one.rms)]
    return max(counted, key=lambda one: one.rms / one.expected).key if counted else None
