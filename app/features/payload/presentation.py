"""A payload as people read it: values, load diagram, steps, sweeps, basis, next steps.

Worded once for window, terminal and paper. The page itself shows what is no part of the result: work in
progress, results out of date, ticks of sweeps.
"""

from collections.abc import Iterator, Mapping
from math import isfinite, nan

import numpy as np

from app.errors.text import error_text, mark_text, reason_rows, unseen_rows
from app.features.payload import basis, sentences
from app.features.payload.sentences import method_word
from app.features.payload.tasks import ALONE, Around
from app.presentation import (
    Bar,
    Column,
    Figure,
    Figures,
    Line,
    Presentation,
    Row,
    Rows,
    Section,
    Series,
    Table,
    reason_line,
    value_text,
)
from app.speech.language import joined_sentences, listed, tr
from app.speech.units import (
    DEGREE,
    DEGREE_PER_SECOND,
    KILOGRAM,
    MILLIMETRE,
    MILLIRADIAN,
    NEWTON_METRE,
    PURE,
    DisplayUnit,
    Value,
    number,
    write,
)
from app.speech.words import Glyph, origin_words, quantity_word, verdict_word
from core.exchange.export_payload import sweep_id
from core.payload.methods import MethodDifference, MethodsCompared
from core.payload.result import (
    QUANTITIES,
    PayloadEstimate,
    PayloadResult,
    PayloadStage,
    PayloadStep,
    RefusedSweep,
    SweepResidual,
    compare_with_permitted_load,
)
from core.payload.settings import PayloadMethod, SweepKey
from core.quality import Judgement, Verdict, worst
from core.recording import Mark
from core.robot.load_envelope import PayloadEnvelope
from devices.controller import PayloadSetting

VALUES, DIAGRAM, STEPS = "values", "load-diagram", "steps"
DETAIL_SECTIONS = ("next", "steps", "basis", "inertia", "predictions")
"""Sections that a page shows in a view of details, in its order."""
STAGES: Mapping[PayloadStage, tuple[int, ...]] = {
    PayloadStage.MASS: (0,),
    PayloadStage.CENTER_XY: (1, 2),
    PayloadStage.CENTER_Z: (3,),
    PayloadStage.TOGETHER: (0, 1, 2, 3),
}
"""Which of ``QUANTITIES`` each step finds."""
_FIRST_STAGES = (PayloadStage.MASS, PayloadStage.CENTER_XY, PayloadStage.CENTER_Z)
_LIMIT_POINTS = 80
_LEAST_REACH_M = 0.2


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


def present(found: PayloadResult, around: Around = ALONE, *, robot: str = "") -> Presentation:
    """The payload in words; ``robot`` is the name that the people at the arm use."""
    sections: tuple[Section, ...] = (
        values(found, is_partial=around.is_partial),
        *basis.setting(around.change),
        *_diagram(found, around.envelope),
        *_steps(found),
        *table(found),
        *basis.ten_parameters(found),
        *basis.predictions(found),
        basis.section(found),
        _reasons(found),
        *unseen_rows(found.unseen),
        _next(found, around.present),
    )
    operator = tr("by {operator}").format(operator=around.operator) if around.operator else ""
    return Presentation(
        title=tr("Payload of {robot}").format(robot=robot or found.robot),
        headline=sentences.headline(found, around.before, is_partial=around.is_partial),
        verdict=found.overall.verdict,
        needs_care=around.is_set_wrong(found),
        sections=sections,
        circumstances=origin_words(found.serial, found.recorded_at, sentences.method(found), operator),
        mark=mark_text(found.mark),
    )


def quantity(estimate: PayloadEstimate, place: int) -> Value:
    """Value of a payload by its index in ``QUANTITIES``: mass, x, y or z."""
    if place == 0:
        return Value(estimate.mass, KILOGRAM, estimate.mass_std)
    center, std = estimate.center_of_mass[place - 1], estimate.center_of_mass_std[place - 1]
    return Value(float(center), MILLIMETRE, float(std))


def values(found: PayloadResult | None, *, is_partial: bool = False) -> Rows:
    """Mass, x, y and z; without verdict where not measured yet, without number where not measurable."""
    labels = (tr("Mass"), tr("Centre, x"), tr("Centre, y"), tr("Centre, z"))
    rows = tuple(_value_row(found, place, label, is_partial=is_partial) for place, label in enumerate(labels))
    return Rows(name=VALUES, title=tr("The load; its centre as seen from the flange"), rows=rows)


def _value_row(found: PayloadResult | None, place: int, label: str, *, is_partial: bool) -> Row:
    name, unit = QUANTITIES[place], MILLIMETRE if place else KILOGRAM
    if found is None:
        return Row(name, label, Value(nan, unit))
    value, verdict = quantity(found.estimate, place), found.estimate.judgements[place].verdict
    if is_partial and not isfinite(value.si):
        return Row(name, label, value)
    if not isfinite(value.si) or verdict is Verdict.NOT_MEASURABLE:
        return Row(name, label, Value(nan, unit), Verdict.NOT_MEASURABLE)
    return Row(name, label, value, verdict, sentences.better_with(improving(found, place)))


def improving(found: PayloadResult, place: int) -> tuple[int, ...]:
    """Numbers of the orientations that would improve one of ``QUANTITIES``; none where it is good."""
    stage = next(stage for stage in _FIRST_STAGES if place in STAGES[stage])
    verdicts = {found.estimate.judgements[other].verdict for other in STAGES[stage]}
    if verdicts == {Verdict.GOOD}:
        return ()
    return next((step.improved_by for step in found.steps if step.stage is stage), ())


def _diagram(found: PayloadResult, envelope: PayloadEnvelope | None) -> Iterator[Section]:
    """Largest mass over the distance of its centre of mass, and the payload in it."""
    if envelope is None:
        return
    sentence, verdict = sentences.envelope(found, envelope)
    place, estimate = compare_with_permitted_load(found.estimate, envelope), found.estimate
    known = isfinite(place.distance + estimate.mass)
    series: list[Series] = []
    if envelope.distance.size:
        series.append(_limit(envelope, place.distance if known else 0.0))
    if known:
        at, mass = np.array([place.distance]), np.array([estimate.mass])
        stds = np.array([place.distance_std]), np.array([estimate.mass_std])
        series.append(Series(tr("this payload, 95 %"), "measured", at, mass, *stds))
    yield Figure(
        name=DIAGRAM,
        title=tr("Load diagram"),
        x=Column("distance", tr("Centre of mass from the flange"), MILLIMETRE),
        y=Column("mass", tr("Mass"), KILOGRAM),
        series=tuple(series),
        summary=Row("carried", "", sentence, verdict),
    )


def _limit(envelope: PayloadEnvelope, distance: float) -> Series:
    """Curve of the largest mass; it falls to zero at the largest distance, else it ends beyond the load."""
    is_bounded = envelope.distance.size > 1
    far = float(envelope.distance[-1]) if is_bounded else max(_LEAST_REACH_M, 2.0 * distance)
    reach = np.linspace(0.0, far, _LIMIT_POINTS)
    mass = np.array([envelope.largest_mass(float(one)) for one in reach])
    if is_bounded:  # beyond the largest distance nothing is allowed: the curve ends in a vertical line
        reach, mass = np.append(reach, far), np.append(mass, 0.0)
    return Series(tr("largest mass"), "limit", reach, mass)


def own_reasons(found: PayloadResult) -> Rows:
    """Reasons against mass, centre of mass and the whole: what is read before a usable payload is written."""
    return reason_rows((*_judged(found), ("", found.judgement)))


def _reasons(found: PayloadResult) -> Section:
    """Reasons why the verdict is not better; sweeps that could not be used are reasons too."""
    of_sweeps = ((sweep_name(one.key), one.judgement) for one in found.sweeps)
    return reason_rows((*_judged(found), *of_sweeps, ("", found.judgement)), *refused(found))


def _judged(found: PayloadResult) -> Iterator[tuple[str, Judgement]]:
    names = (quantity_word(name) for name in QUANTITIES)
    return zip(names, found.estimate.judgements, strict=True)


def copied(found: PayloadResult) -> str:
    """Mass, centre of mass, their ± and verdicts as lines of text, to be pasted elsewhere."""
    shown = present(found)
    rows = values(found).rows
    lines = [
        f"{row.label}\t{value_text(row.value)}\t{verdict_word(row.verdict) if row.verdict else ''}"
        for row in rows
    ]
    return "\n".join((shown.title, *lines, *map(reason_line, own_reasons(found).rows)))


def _steps(found: PayloadResult) -> Iterator[Section]:
    if not found.steps:
        return
    columns = (
        Column("step", tr("step")),
        Column("found", tr("found")),
        Column("sweeps", tr("sweeps"), PURE),
        Column("left", tr("left"), residual_unit(found)),
        Column("better", tr("better with orientation")),
        Column("verdict", tr("verdict")),
    )
    lines = tuple(_step(step, found) for step in found.steps)
    yield Table(name=STEPS, title=tr("Step by step"), columns=columns, lines=lines, is_appendix=True)


def _step(step: PayloadStep, found: PayloadResult) -> Line:
    places = STAGES[step.stage]
    texts = [
        f"{QUANTITIES[place] if place else ''} {value_text(quantity(step.estimate, place))}".strip()
        for place in places
    ]
    return Line(
        step.stage,
        (
            sentences.stage_word(step.stage),
            listed(texts),
            Value(len(step.sweeps), decimals=0) if step.sweeps else "–",
            Value(step.rms, residual_unit(found)),
            listed(str(number) for number in step.improved_by) or "–",
            worst(step.estimate.judgements[place].verdict for place in places),
        ),
    )


def _next(found: PayloadResult, now: PayloadSetting | None) -> Section:
    steps = enumerate(sentences.next_steps(found, now), start=1)
    rows = tuple(Row(f"next-{number}", "", sentence) for number, sentence in steps)
    return Rows(name="next", title=tr("What to do next"), rows=rows, is_detail=True)


METHODS, PICTURE, REFUSED = "methods", "picture", "refused"


def present_methods(found: MethodsCompared, *, robot: str) -> Presentation:
    """Presentation of payloads by several methods; ``robot`` is the name of the arm."""
    return Presentation(
        title=tr("Payload of {robot} by several methods").format(robot=robot),
        headline=agreement(found),
        verdict=_verdict(found),
        sections=(_picture(found), _table(found), *_refused(found)),
        circumstances=listed(dict.fromkeys(one for each in found.results for one in each.recordings)),
        sign=None if found.is_compared else Glyph.NOTE,
        mark=mark_text(next((one.mark for one in found.results if one.mark is not Mark.NONE), Mark.NONE)),
    )


def agreement(found: MethodsCompared) -> str:
    """Sentence on whether the methods agree; the largest difference where they do not."""
    if not found.is_compared:
        return tr("Fewer than two methods gave a result here, so there is nothing to compare.")
    if not found.beyond:
        words = tr("The methods agree within their ± ({methods}).")
        return words.format(methods=listed(method_word(one.method) for one in found.results))
    first = _difference(found.beyond[0])
    rest = len(found.beyond) - 1
    more = tr("Other differences that their ± do not explain: {count}.").format(count=rest) if rest else ""
    advice = tr("Trust none of them before the cause is known: drive gains, warmth, or a load that slipped.")
    return joined_sentences(first, *filter(None, (more,)), advice)


def _difference(one: MethodDifference) -> str:
    change = one.change
    unit = KILOGRAM if one.quantity == QUANTITIES[0] else MILLIMETRE
    size = write(Value(abs(change.difference), unit, change.difference_std)).text
    words = tr("The methods do not agree: {quantity} by {first} and by {second} differs by {size}.")
    return words.format(
        quantity=quantity_word(one.quantity),
        first=method_word(one.first),
        second=method_word(one.second),
        size=size,
    )


def _verdict(found: MethodsCompared) -> Verdict:
    if not found.is_compared:
        return Verdict.NOT_MEASURABLE
    return Verdict.REPEAT if found.beyond else worst(one.overall.verdict for one in found.results)


def _table(found: MethodsCompared) -> Table:
    columns = (
        Column("method", tr("Method")),
        Column("mass", tr("Mass"), KILOGRAM),
        *(Column(name, name, MILLIMETRE, is_name=True) for name in QUANTITIES[1:]),
        Column("verdict", tr("Verdict")),
    )
    return Table(
        name=METHODS,
        title=tr("Method by method; x, y and z are the centre of mass from the flange"),
        columns=columns,
        lines=tuple(_line(one) for one in found.results),
    )


def _line(found: PayloadResult) -> Line:
    values = (quantity(found.estimate, place) for place in range(len(QUANTITIES)))
    verdict = found.overall.verdict
    return Line(found.method, (method_word(found.method), *values, verdict_word(verdict)))


def _picture(found: MethodsCompared) -> Figures:
    """A figure for each quantity; a method is a point, its y the place of the method from 0."""
    captions = (tr("Mass"), *QUANTITIES[1:])
    figures = tuple(_figure(found, place, caption) for place, caption in enumerate(captions))
    return Figures(name=PICTURE, title=tr("Side by side"), figures=figures)


def _figure(found: MethodsCompared, place: int, caption: str) -> Figure:
    values = [quantity(one.estimate, place) for one in found.results]
    series = tuple(
        Series(
            method_word(one.method),
            "measured",
            np.array([value.si]),
            np.array([float(row)]),
            np.array([value.std]),
            np.zeros(1),
        )
        for row, (one, value) in enumerate(zip(found.results, values, strict=True))
    )
    said = listed(f"{one.label}: {write(value).text}" for one, value in zip(series, values, strict=True))
    return Figure(
        name=QUANTITIES[place],
        title=caption,
        x=Column(QUANTITIES[place], caption, MILLIMETRE if place else KILOGRAM),
        y=Column("method", tr("Method")),
        series=series,
        summary=Row(QUANTITIES[place], caption, said),
    )


def _refused(found: MethodsCompared) -> Iterator[Section]:
    """Sentences on the methods without a result, one reason each."""
    if not found.refused:
        return
    rows = tuple(
        Row(method, method_word(method), error_text(error).title) for method, error in found.refused.items()
    )
    yield Rows(name=REFUSED, title=tr("Methods without a result"), rows=rows)


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
        lines=tuple(_sweep_line(one, unit) for one in found.sweeps),
        note=joined_sentences(
            tr(
                "Left: rms of what the payload leaves. Noise: what noise alone would leave, a stroke on the "
                "bar. Without: the values when this sweep is left out."
            ),
            again_sentence(found),
        ),
    )


def _sweep_line(sweep: SweepResidual, unit: DisplayUnit) -> Line:
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
        yield Row(one.code, "", _refused_words(one), Verdict.USABLE)


def _refused_words(one: RefusedSweep) -> str:
    why = tr(_REFUSED.get(one.code, one.code.replace("-", " ")))
    count = tr("1 sweep") if one.count == 1 else tr("{count} sweeps").format(count=one.count)
    words = tr("{recording}, J{joint}, {count}: {why}")
    return words.format(recording=one.recording, joint=one.joint + 1, count=count, why=why)


def worst_sweep(found: PayloadResult) -> SweepKey | None:
    """Key of the counted sweep with the largest residual relative to its noise."""
    counted = [one for one in found.sweeps if one.is_used and one.expected > 0.0 and isfinite(one.rms)]
    return max(counted, key=lambda one: one.rms / one.expected).key if counted else None
