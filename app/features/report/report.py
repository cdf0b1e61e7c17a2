"""The report of a commissioning: the first page for whoever decides, a page for each subject, an appendix."""

from collections.abc import Iterator
from pathlib import Path

from app.errors.text import mark_text
from app.features.friction.presentation import present as friction_shown
from app.features.report.commissioning import Commissioning
from app.features.report.front import front_page
from app.features.report.presentation import appendix, friction_page, model_page
from app.guide.feature import sections
from app.paper.page import PageText, made_by
from app.paper.presentation_pages import Subject, write_report
from app.paper.speech import tr


def write_pdf(done: Commissioning, path: Path) -> None:
    """Write the report to ``path``; the file appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    page = PageText(
        subject=tr("Commissioning report"),
        robot=done.name,
        made_by=made_by(done.facts.software, done.facts.written_at),
        mark=mark_text(done.result.provenance.shown_mark),
        serial=done.facts.serials[-1] if done.facts.serials else "",
    )
    write_report(front_page(done), list(_subjects(done)), path, page, appendix=appendix(done))


def _subjects(done: Commissioning) -> Iterator[Subject]:
    yield Subject(tr("What the model is worth"), model_page(done))
    if done.friction is not None:
        yield Subject(tr("Friction measured by sweeps"), friction_shown(done.friction))
    else:
        yield Subject(tr("Friction, joint by joint"), friction_page(done))
    for section in sections():
        if (found := done.found.get(section.key)) is not None:
            yield Subject(section.title(), section.present(found, done.result))
