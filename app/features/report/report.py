"""The report of a commissioning: the first page for whoever decides, then chapter by chapter the evidence."""

from collections.abc import Iterator
from pathlib import Path

from reportlab.platypus import CondPageBreak, Flowable, PageBreak

from app.errors.text import mark_text
from app.features.friction.report import friction_chapters
from app.features.identification.parameters import parameters
from app.features.identification.presentation import all_runs, errors, fitted, settings, torque
from app.features.identification.sentences import judged_on
from app.features.report.commissioning import Commissioning
from app.features.report.cover import cover
from app.features.verification.presentation import present as verification_shown
from app.guide.feature import sections
from app.paper.page import PageText, made_by, write_pages
from app.paper.presentation_pages import chapter, section_flowables
from app.paper.speech import tr
from app.paper.style import CONTENT_WIDTH, HEADING, QUIET, paragraph, together
from app.paper.verdict_card import verdict_card
from app.presentation import Section
from core.identification.result import IdentificationResult

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
    yield from friction_chapters(done.result.friction, done.friction, slides=done.slides)
    yield from _parameter_chapter(done.result)
    for section in sections():
        if section.key in done.found:
            yield from chapter(section.present(done.found[section.key], done.result), section.title())
    yield together(tr("Where it comes from"), _origin(done))


def _model_chapter(done: Commissioning) -> Iterator[Flowable]:
    """Chapter of the model: verdict, verification, errors on other recordings, measured against model."""
    yield paragraph(tr("What the model is worth"), HEADING)
    yield verdict_card(done.result.judgement)
    yield paragraph(judged_on(done.result), QUIET)
    if done.verification is None:
        words = tr("There is no verification: the model was not tried on motion that it had not seen.")
        yield together(tr("Verified on motion it had not seen"), [paragraph(words)])
    else:
        shown = verification_shown(done.verification, slides=done.slides)
        yield from chapter(shown, tr("Verified on motion it had not seen"))
    yield from (_section(table) for table in errors(done.result.validation, done.joints))
    for prediction in done.predictions:
        yield _section(torque(prediction, done.joints, done.slides))


def _parameter_chapter(result: IdentificationResult) -> Iterator[Flowable]:
    for table in parameters(result):
        yield CondPageBreak(_ROOM_FOR_A_TABLE)
        yield paragraph(table.title, HEADING)
        yield from section_flowables(table, CONTENT_WIDTH, has_title=False)


def _origin(done: Commissioning) -> Iterator[Flowable]:
    yield from section_flowables(fitted(done.result), CONTENT_WIDTH, has_title=False)
    if done.facts.runs:
        yield from section_flowables(all_runs(done.facts.runs), CONTENT_WIDTH, has_title=False)
    yield from section_flowables(settings(done.result), CONTENT_WIDTH, has_title=False)


def _section(section: Section) -> Flowable:
    return together(section.title, section_flowables(section, CONTENT_WIDTH, has_title=False))
