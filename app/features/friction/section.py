"""The friction of every joint: the model's curve, its coefficients, and what the sweeps said."""

from collections.abc import Iterator, Sequence
from math import isfinite

from reportlab.platypus import Flowable, Spacer, TableStyle

from app.features.friction.report_figures import friction_figures
from app.paper.reason_lines import reason_lines
from app.paper.speech import tr
from app.paper.style import CELL, CONTENT_WIDTH, GRID, QUIET, number_text, paragraph, value_with_std
from app.paper.tables import GLYPH_SIZE, Cell, quiet_table
from app.paper.verdict_card import verdict_glyph
from app.speech.dates import stamp_text
from app.speech.model_words import friction_word
from app.speech.words import verdict_word
from core.friction.sweeps.result import FrictionSweeps, JointSweeps
from core.identification.result import JointFriction

_WIDTHS = (62.0, 0.0, 40.0, 64.0, 84.0, 78.0, 12.0, 66.0)


def friction_section(
    frictions: Sequence[JointFriction], sweeps: FrictionSweeps | None, *, slides: Sequence[bool]
) -> Iterator[Flowable]:
    """The pictures, and the sweeps where there were any."""
    yield from friction_figures(frictions, slides=slides)
    if sweeps is None:
        yield paragraph(tr("Nobody swept the joints: this friction comes from the excitation alone."), QUIET)
        return
    yield Spacer(1, GRID)
    yield _swept(sweeps)
    words = tr("Swept at steady speeds on {moment}, from {recordings}.")
    yield paragraph(
        words.format(moment=stamp_text(sweeps.measured_at), recordings=", ".join(sweeps.recordings)), QUIET
    )
    of_joints = (reason for joint in sweeps.joints for reason in joint.judgement.reasons)
    yield from reason_lines([*sweeps.judgement.reasons, *of_joints])


def _swept(sweeps: FrictionSweeps) -> Flowable:
    head: Sequence[Cell] = (
        tr("swept joint"), tr("friction model that fits"), tr("speeds"), tr("leaves, N·m"),
        tr("per N·m of load"), tr("drift, N·m"), "", tr("verdict"),
    )  # fmt: skip
    widths = [width or CONTENT_WIDTH - sum(_WIDTHS) for width in _WIDTHS]
    table = quiet_table(head, [_row(joint) for joint in sweeps.joints], widths=widths)
    table.setStyle(TableStyle([("ALIGN", (0, 0), (1, -1), "LEFT"), ("ALIGN", (-2, 0), (-1, -1), "LEFT")]))
    return table


def _row(joint: JointSweeps) -> Sequence[Cell]:
    fit, verdict = joint.fit, joint.judgement.verdict
    return (
        paragraph(joint.joint, CELL),
        paragraph("–" if fit is None else friction_word(fit.kind), CELL),
        str(joint.points.speed.size),
        "–" if fit is None else number_text(fit.error),
        _with_std(joint.load_coefficient, joint.load_coefficient_std),
        _with_std(joint.drift, joint.drift_std),
        verdict_glyph(verdict, size=GLYPH_SIZE),
        verdict_word(verdict).lower(),
    )


def _with_std(value: float | None, std: float | None) -> str:
    if value is None or not isfinite(value):
        return "–"
    shown, doubt = value_with_std(value, float("nan") if std is None else std)
    return shown if std is None or not isfinite(std) else f"{shown} ± {doubt}"
