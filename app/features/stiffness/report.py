"""The report of an arm's stiffness, alone or as a chapter of a model's report."""

from collections.abc import Iterator
from pathlib import Path

from reportlab.platypus import Flowable

from app.errors.text import mark_text
from app.features.stiffness.section import StiffnessPaper, stiffness_section
from app.features.stiffness.words import headline
from app.paper.fonts import BOLD
from app.paper.page import PageText, made_by, write_pages
from app.paper.speech import tr
from app.paper.style import BODY, HEADING, MUTED, TITLE_SIZE, paragraph
from app.paper.verdict_card import verdict_card

_TITLE = BODY.clone("stiffness report", fontName=BOLD, fontSize=TITLE_SIZE, leading=24)
_SUBTITLE = BODY.clone("stiffness subtitle", textColor=MUTED, spaceAfter=8)


def write_stiffness_pdf(paper: StiffnessPaper, path: Path, *, robot_name: str = "") -> None:
    """Write the report to ``path``; the file appears whole or not at all.

    Parameters
    ----------
    robot_name
        What the people at the robot call it; the robot description's name without it.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    found = paper.found
    text = PageText(
        subject=tr("Stiffness report"),
        robot=robot_name or found.robot,
        made_by=made_by(found.software, found.created_at),
        mark=mark_text(found.mark),
    )
    write_pages(path, text, _story(paper, text.robot))


def stiffness_chapter(paper: StiffnessPaper) -> Iterator[Flowable]:
    """The same within the report of a model."""
    yield paragraph(tr("How the whole arm gives"), HEADING)
    yield paragraph(headline(paper.found, tr=tr))
    yield verdict_card(paper.found.judgement)
    yield from stiffness_section(paper)


def _story(paper: StiffnessPaper, robot: str) -> Iterator[Flowable]:
    yield paragraph(tr("Stiffness of {robot}").format(robot=robot), _TITLE)
    yield paragraph(headline(paper.found, tr=tr), _SUBTITLE)
    yield verdict_card(paper.found.judgement)
    yield paragraph(tr("Joints that stand for the links"), HEADING)
    yield from stiffness_section(paper)
