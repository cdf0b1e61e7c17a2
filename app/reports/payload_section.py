"""A payload in a report: what hangs there, how it became known, every sweep, and what to do next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import degrees, isfinite

import numpy as np
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from app.payload_advice import advice
from app.payload_words import (
    center_texts,
    compliance_sentence,
    envelope_sentence,
    gains_sentences,
    mass_text,
    quantity_word,
    reference_sentence,
    refused_text,
    setting_texts,
    stage_word,
    step_value,
    step_verdict,
    sweep_name,
    with_std,
    write_sentence,
)
from app.reports.fonts import BOLD
from app.reports.payload_charts import envelope_legend, envelope_plot, residual_bar
from app.reports.speech import tr
from app.reports.style import (
    BODY,
    CELL,
    CONTENT_WIDTH,
    GRID,
    MUTED,
    NUMBER_CELL,
    QUIET,
    number_text,
    paragraph,
    value_with_std,
)
from app.reports.tables import GLYPH_SIZE, Cell, quiet_table, verdict_word
from app.reports.verdict_card import verdict_glyph
from app.work.payload_setting import PayloadWrite
from core.payload.result import QUANTITIES, PayloadResult, SweepResidual
from core.payload.settings import PayloadMethod
from core.robot.load_envelope import PayloadEnvelope

_MM = 1e3
_NORMAL_95 = 1.96
_CHART_WIDTH, _CHART_HEIGHT = 190.0, 92.0
_VALUE_WIDTHS = (58.0, 84.0, 92.0, 12.0, 62.0)
_SETTING_WIDTHS = (58.0, 84.0, 84.0, 82.0)
_STEP_WIDTHS = (76.0, 0.0, 40.0, 50.0, 76.0, 12.0, 56.0)
_SWEEP_WIDTHS = (106.0, 54.0, 28.0, 38.0, 0.0, 36.0, 36.0, 58.0, 88.0)
_INERTIA = ("m, kg", "m·x, kg·m", "m·y", "m·z", "xx, kg·m²", "xy", "xz", "yy", "yz", "zz")
_BAR_WIDTH_SHARE = 0.9
_BIG = BODY.clone("payload", fontName=BOLD)
_HEAD, _LEFT_HEAD = (
    NUMBER_CELL.clone("payload heads", textColor=MUTED),
    CELL.clone("payload head", textColor=MUTED),
)


@dataclass(frozen=True, eq=False)
class PayloadPaper:
    """What a report tells of a payload beside the result: what may hang there, and the newest ``write``."""

    found: PayloadResult
    envelope: PayloadEnvelope
    write: PayloadWrite | None = None
    operator: str = ""
    """Who made the visit; empty where nobody said."""


def payload_section(paper: PayloadPaper) -> Iterator[Flowable]:
    """Values and load diagram, steps, sweeps, setting, what it rests on, what to do next."""
    found = paper.found
    yield _values_and_diagram(paper)
    yield from _titled(tr("Step by step"), [_steps(found)])
    if found.sweeps:
        yield from _titled(_sweep_title(found), [_sweeps(found)])
    for line in found.refused:
        yield paragraph(refused_text(line, tr=tr), QUIET)
    if found.inertia is not None:
        yield from _titled(tr("All ten parameters at the flange"), [_ten_parameters(found)])
    if found.predictions:
        yield from _titled(tr("How well the loaded run is predicted"), [_predictions(found)])
    yield from _titled(tr("What it rests on"), list(_basis(found)))
    present = None if paper.write is None else paper.write.present
    steps = [paragraph(f"· {sentence}") for sentence in advice(found, present=present, tr=tr)]
    yield from _titled(tr("What to do next"), steps)


def _titled(title: str, content: Sequence[Flowable]) -> Iterator[Flowable]:
    yield Spacer(1, GRID)
    yield paragraph(title, _BIG)
    yield from content


def _values_and_diagram(paper: PayloadPaper) -> Flowable:
    """The answer and the controller's setting at the left, its place in the load diagram at the right."""
    values: list[Flowable] = [_values(paper.found)]
    if paper.write is not None:
        values += _titled(tr("Set in the controller"), _setting(paper.write))
    words = paragraph(envelope_sentence(paper.found.estimate, paper.envelope, tr=tr), QUIET)
    chart = envelope_plot(paper.found.estimate, paper.envelope, width=_CHART_WIDTH, height=_CHART_HEIGHT)
    right = [words] if chart is None else [envelope_legend(width=_CHART_WIDTH), chart, words]
    left = CONTENT_WIDTH - _CHART_WIDTH
    table = Table([[values, right]], colWidths=[left, _CHART_WIDTH], hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
            ]
        )
    )
    return table


def _values(found: PayloadResult) -> Table:
    told = found.estimate
    texts = (mass_text(told), *center_texts(told))
    values = (told.mass, *(_MM * value for value in told.center_of_mass.tolist()))
    stds = (told.mass_std, *(_MM * value for value in told.center_of_mass_std.tolist()))
    rows: list[Sequence[Cell]] = []
    for quantity, text, value, std, judged in zip(
        QUANTITIES, texts, values, stds, told.judgements, strict=True
    ):
        rows.append(
            (
                quantity_word(quantity, tr=tr),
                paragraph(text, NUMBER_CELL.clone("bold number", fontName=BOLD)),
                _interval(value, std),
                verdict_glyph(judged.verdict, size=GLYPH_SIZE),
                verdict_word(judged.verdict),
            )
        )
    table = quiet_table(("", tr("value"), tr("95 % within"), "", tr("verdict")), rows, widths=_VALUE_WIDTHS)
    table.setStyle(TableStyle([("ALIGN", (-2, 0), (-1, -1), "LEFT")]))
    return table


def _interval(value: float, std: float) -> str:
    if not (isfinite(value) and isfinite(std)):
        return "–"
    decimals = with_std(value, std).split(" ")[0]
    places = len(decimals.partition(".")[2])
    low, high = value - _NORMAL_95 * std, value + _NORMAL_95 * std
    return tr("{first} to {last}").format(first=f"{low:.{places}f}", last=f"{high:.{places}f}")


def _steps(found: PayloadResult) -> Table:
    """A row per step; ``left`` is what it leaves of what it used."""
    head = (
        paragraph(tr("step"), _LEFT_HEAD), paragraph(tr("found"), _LEFT_HEAD), paragraph(tr("sweeps"), _HEAD),
        paragraph(tr("left, {unit}").format(unit=_unit(found)), _HEAD),
        paragraph(tr("better with orientation"), _HEAD), "", paragraph(tr("verdict"), _LEFT_HEAD),
    )  # fmt: skip
    rows = [
        (
            stage_word(step.stage, tr=tr),
            paragraph(step_value(step, tr=tr), CELL),
            str(len(step.sweeps)) if step.sweeps else "–",
            number_text(_scale(found) * step.rms),
            ", ".join(str(number) for number in step.improved_by) or "–",
            verdict_glyph(step_verdict(step), size=GLYPH_SIZE),
            verdict_word(step_verdict(step)),
        )
        for step in found.steps
    ]
    table = quiet_table(head, rows, widths=_filled(_STEP_WIDTHS))
    table.setStyle(TableStyle([("ALIGN", (-2, 0), (-1, -1), "LEFT")]))
    return table


def _sweep_title(found: PayloadResult) -> str:
    words = tr("The sweeps: what the payload leaves, {unit}; the stroke is what noise alone would leave")
    return words.format(unit=_unit(found))


def _sweeps(found: PayloadResult) -> Table:
    head = (
        paragraph(tr("sweep"), _LEFT_HEAD), paragraph(tr("range, °"), _HEAD), paragraph("°/s", _HEAD),
        paragraph(tr("samples"), _HEAD), "", paragraph(tr("left"), _HEAD), paragraph(tr("noise"), _HEAD),
        paragraph(tr("mass without, kg"), _HEAD), paragraph(tr("centre without, mm"), _HEAD),
    )  # fmt: skip
    widths = _filled(_SWEEP_WIDTHS)
    largest = max((max(one.rms, one.expected) for one in found.sweeps if isfinite(one.rms)), default=0.0)
    bar = _BAR_WIDTH_SHARE * widths[4]
    rows = [_sweep(one, found, largest=largest, bar=bar) for one in found.sweeps]
    return quiet_table(head, rows, widths=widths)


def _sweep(sweep: SweepResidual, found: PayloadResult, *, largest: float, bar: float) -> Sequence[Cell]:
    scale = _scale(found)
    name = sweep_name(sweep.key, sweep.joint_name, tr=tr)
    return (
        paragraph(name if sweep.is_used else tr("{sweep} (left out)").format(sweep=name), CELL),
        tr("{first} to {last}").format(first=f"{degrees(sweep.low):.0f}", last=f"{degrees(sweep.high):.0f}"),
        number_text(degrees(sweep.speed)),
        str(sweep.samples),
        residual_bar(sweep, largest=largest, width=bar),
        number_text(scale * sweep.rms),
        number_text(scale * sweep.expected),
        number_text(sweep.mass_without, digits=4),
        _places(sweep.center_without.tolist()),
    )


def _places(center: Sequence[float]) -> str:
    return ", ".join("–" if not isfinite(value) else f"{_MM * value:.1f}" for value in center)


def _ten_parameters(found: PayloadResult) -> Table:
    """Mass, first moments and inertia about the flange's origin, beside each other."""
    assert found.inertia is not None
    stds = np.full(len(_INERTIA), np.nan) if found.inertia_std is None else found.inertia_std
    pairs = [value_with_std(value, std) for value, std in zip(found.inertia, stds, strict=True)]
    head = ("", *(paragraph(name, _HEAD) for name in _INERTIA))
    rows = [(tr("value"), *(value for value, _ in pairs)), ("±", *(std for _, std in pairs))]
    first = 34.0
    return quiet_table(head, rows, widths=[first, *[(CONTENT_WIDTH - first) / len(_INERTIA)] * len(_INERTIA)])


def _predictions(found: PayloadResult) -> Table:
    head = ("", *(paragraph(name, _HEAD) for name in found.joint_names), tr("all joints"))
    rows: list[Sequence[Cell]] = []
    for one in found.predictions:
        for name, rms, total in (
            (tr("with the payload, {unit}"), one.rms, one.total),
            (tr("without, {unit}"), one.rms_without, one.total_without),
        ):
            rows.append(
                (
                    name.format(unit=one.unit),
                    *(number_text(value) for value in rms.tolist()),
                    number_text(total),
                )
            )
    first = 90.0
    rest = (CONTENT_WIDTH - first) / (len(found.joint_names) + 1)
    return quiet_table(head, rows, widths=[first, *[rest] * (len(found.joint_names) + 1)])


def _setting(write: PayloadWrite) -> list[Flowable]:
    """What the controller had, what was asked, and what it told afterwards."""
    columns = (setting_texts(write.old), setting_texts(write.asked), setting_texts(write.present))
    names = (tr("before"), tr("asked"), tr("now"))
    rows: list[Sequence[Cell]] = [
        (quantity_word(quantity, tr=tr), *(column[place] for column in columns))
        for place, quantity in enumerate(QUANTITIES)
    ]
    table = quiet_table(("", *names), rows, widths=_SETTING_WIDTHS)
    return [table, paragraph(write_sentence(write, tr=tr), QUIET)]


def _basis(found: PayloadResult) -> Iterator[Flowable]:
    """Reference, gains and stiffness, each with its doubt."""
    sentences = [reference_sentence(found.reference, tr=tr), *gains_sentences(found.gains, tr=tr)]
    if told := compliance_sentence(found.compliance_source, tr=tr):
        sentences.append(told)
    labels = ", ".join(found.recordings)
    words = tr("Recordings with the load: {labels}.")
    if found.known_recordings:
        words = tr("Recordings with the load: {labels}; known load: {known}.")
    sentences.append(words.format(labels=labels, known=", ".join(found.known_recordings)))
    yield paragraph(" ".join(sentences))


def _filled(widths: Sequence[float]) -> list[float]:
    """The column without a width takes what is left."""
    return [width or CONTENT_WIDTH - sum(widths) for width in widths]


def _unit(found: PayloadResult) -> str:
    return "mrad" if found.method is PayloadMethod.DEFLECTION else "N·m"


def _scale(found: PayloadResult) -> float:
    return _MM if found.method is PayloadMethod.DEFLECTION else 1.0
