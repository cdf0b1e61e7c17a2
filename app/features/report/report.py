"""The report of a commissioning: the first page for whoever decides, then chapter by chapter the evidence."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, PageBreak

from app.errors.text import mark_text
from app.features.friction.section import friction_section
from app.features.identification.parameters import parameters
from app.features.identification.presentation import all_runs, errors, fitted, settings, torque
from app.features.identification.sentences import judged_on
from app.features.payload.presentation import present
from app.features.report.commissioning import Commissioning
from app.features.report.cover import cover
from app.features.stiffness.report import stiffness_chapter
from app.features.twist.section import twist_section
from app.features.verification.presentation import present as verification_shown
from app.paper.page import PageText, made_by, write_pages
from app.paper.presentation_pages import chapter, section_flowables
from app.paper.speech import tr
from app.paper.style import CONTENT_WIDTH, HEADING, QUIET, paragraph
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
        yield from stiffness_chapter(done.stiffness)
    yield _together(tr("Where it comes from"), _origin(done))


def _model_chapter(done: Commissioning) -> Iterator[Flowable]:
    """What the model is worth: the reasons, the verification, other recordings, measured against model."""
    yield paragraph(tr("What the model is worth"), HEADING)
    yield verdict_card(done.result.judgement)
    yield paragraph(judged_on(done.result), QUIET)
    if done.verification is None:
        words = tr("There is no verification: nobody tried the model on motion that it had not seen.")
        yield _together(tr("Verified on motion it had not seen"), [paragraph(words)])
    else:
        shown = verification_shown(done.verification, slides=done.slides)
        yield KeepTogether(list(chapter(shown, tr("Verified on motion it had not seen"))))
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


def _section(section: Section) -> KeepTogether:
    return _together(section.title, section_flowables(section, CONTENT_WIDTH, has_title=False))


def _together(title: str, content: Sequence[Flowable] | Iterator[Flowable]) -> KeepTogether:
    return KeepTogether([paragraph(title, HEADING), *content])
