"""A payload as people read it: values, load diagram, steps, sweeps, basis, next steps.

Worded once for window, terminal and paper. The page itself shows what is no part of the result: work in
progress, results out of date, ticks of sweeps.
"""

from collections.abc import Iterator, Mapping
from math import isfinite, nan

import numpy as np

from app.errors.reason_rows import reason_rows
from app.errors.text import mark_text
from app.features.payload import basis, sentences, sweeps
from app.features.payload.around import ALONE, Around
from app.features.payload.sentences import tr
from app.presentation import (
    Column,
    Figure,
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
from app.speech.language import listed
from app.speech.units import KILOGRAM, MILLIMETRE
from app.speech.values import PURE, Value
from app.speech.words import origin_words, quantity_word, verdict_word
from core.payload.carried import carried
from core.payload.result import QUANTITIES, PayloadEstimate, PayloadResult, PayloadStage, PayloadStep
from core.quality import Judgement, Verdict, worst
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


def present(found: PayloadResult, around: Around = ALONE, *, robot: str = "") -> Presentation:
    """The payload in words; ``robot`` is the name that the people at the arm use."""
    sections: tuple[Section, ...] = (
        values(found, is_partial=around.is_partial),
        *basis.setting(around.change),
        *_diagram(found, around.envelope),
        *_steps(found),
        *sweeps.table(found),
        *basis.ten_parameters(found),
        *basis.predictions(found),
        basis.section(found),
        _reasons(found),
        _next(found, around.present),
    )
    operator = tr("by {operator}").format(operator=around.operator) if around.operator else ""
    return Presentation(
        title=tr("Payload of {robot}").format(robot=robot or found.robot),
        headline=sentences.headline(found, around.before, is_partial=around.is_partial),
        verdict=found.judgement.verdict,
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
    place, estimate = carried(found.estimate, envelope), found.estimate
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
    of_sweeps = ((sweeps.sweep_name(one.key), one.judgement) for one in found.sweeps)
    return reason_rows((*_judged(found), *of_sweeps, ("", found.judgement)), *sweeps.refused(found))


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
        Column("left", tr("left"), sweeps.residual_unit(found)),
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
            Value(step.rms, sweeps.residual_unit(found)),
            listed(str(number) for number in step.improved_by) or "–",
            worst(step.estimate.judgements[place].verdict for place in places),
        ),
    )


def _next(found: PayloadResult, now: PayloadSetting | None) -> Section:
    steps = enumerate(sentences.next_steps(found, now), start=1)
    rows = tuple(Row(f"next-{number}", "", sentence) for number, sentence in steps)
    return Rows(name="next", title=tr("What to do next"), rows=rows, is_detail=True)
