"""The report of a commissioning: the first page for whoever decides, then chapter by chapter the evidence."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, PageBreak, Spacer

from app.errors.text import mark_text
from app.features.friction.section import friction_section
from app.features.identification.origin_section import origin_section
from app.features.identification.report_figures import torque_figures
from app.features.identification.report_tables import (
    parameter_table,
    validation_table,
    verification_line,
    verification_table,
)
from app.features.payload.presentation import present
from app.features.report.commissioning import Commissioning
from app.features.report.cover import cover
from app.features.twist.section import twist_section
from app.paper.page import PageText, made_by, write_pages
from app.paper.presentation_pages import chapter
from app.paper.speech import tr
from app.paper.style import GRID, HEADING, QUIET, paragraph
from app.paper.verdict_card import verdict_card
from app.speech.model_words import friction_word
from core.identification.result import IdentificationResult, Parameter
from core.identification.verification_result import Verification

_ROOM_FOR_A_TABLE = 80.0


def write_pdf(done: Commissioning, path: Path) -> None:
    """Write the report to ``path``; the file appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    origin = done.result.provenance
    text = PageText(
        subject=tr("Commissioning report"),
        robot=done.name,
        made_by=made_by(done.facts.software, done.facts.written_at),
        mark=mark_text(origin.shown_mark),
    )
    write_pages(path, text, _story(done))


def _story(done: Commissioning) -> Iterator[Flowable]:
    yield from cover(done)
    yield PageBreak()
    yield from _model_chapter(done)
    yield _together(
        tr("Friction, joint by joint"),
        friction_section(done.result.friction, done.friction, slides=done.slides),
    )
    yield from _parameter_chapter(done.result)
    if done.elasticity is not None:
        is_of_this = done.elasticity.model_created_at == done.result.provenance.created_at
        yield _together(
            tr("How stiff, loose and worn each gear is"),
            twist_section(done.elasticity, is_of_this_model=is_of_this),
        )
    if done.payload is not None:
        shown = present(done.payload.found, done.payload.around)
        yield KeepTogether(list(chapter(shown, tr("What hangs on the flange"))))
    if done.stiffness is not None:
        yield from chapter(done.stiffness.shown(), tr("How the whole arm gives"))
    yield _together(tr("Where it comes from"), origin_section(done.result, done.facts.runs))


def _model_chapter(done: Commissioning) -> Iterator[Flowable]:
    """What the model is worth: the reasons, the verification, other recordings, measured against model."""
    yield paragraph(tr("What the model is worth"), HEADING)
    yield verdict_card(done.result.judgement)
    yield paragraph(_summary(done.result), QUIET)
    if done.verification is None:
        words = tr("There is no verification: nobody tried the model on motion that it had not seen.")
        yield _together(tr("Verified on motion it had not seen"), [paragraph(words)])
    else:
        yield _together(tr("Verified on motion it had not seen"), _verified(done.verification))
    if done.result.validation:
        yield _together(
            tr("How well the model predicts"), [validation_table(done.result.validation, joints=done.joints)]
        )
    for prediction in done.predictions:
        title = tr("Measured against model: {recording}").format(recording=prediction.recording)
        yield _together(title, torque_figures(prediction, joints=done.joints, slides=done.slides))


def _verified(verification: Verification) -> Iterator[Flowable]:
    yield verification_table(verification)
    yield Spacer(1, GRID)
    yield paragraph(verification_line(verification), QUIET)
    yield verdict_card(verification.judgement)


def _summary(result: IdentificationResult) -> str:
    kept = sum(not judged.used_in_fit for judged in result.validation)
    words = tr("Recordings the model was fitted to: {fitted}; others it was judged on: {kept}.")
    return words.format(fitted=len(result.provenance.recordings), kept=kept)


def _parameter_chapter(result: IdentificationResult) -> Iterator[Flowable]:
    for title, parameters in _parameters(result):
        if parameters:
            yield CondPageBreak(_ROOM_FOR_A_TABLE)
            yield paragraph(title, HEADING)
            yield parameter_table(parameters)


def _parameters(result: IdentificationResult) -> Iterator[tuple[str, list[tuple[str, Parameter]]]]:
    coefficients = [(joint.joint, found) for joint in result.friction for found in joint.coefficients]
    title = tr("Friction parameters: {model}").format(model=friction_word(result.settings.friction))
    yield title, coefficients
    yield tr("Base parameters"), [("", found) for found in result.base_parameters]
    yield tr("Offsets and coupling"), [("", found) for found in (*result.offsets, *result.coupling)]


def _together(title: str, content: Sequence[Flowable] | Iterator[Flowable]) -> KeepTogether:
    return KeepTogether([paragraph(title, HEADING), *content])
