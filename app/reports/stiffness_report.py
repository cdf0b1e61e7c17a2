"""The report of an arm's stiffness, alone or as a chapter of a model's report."""

from collections.abc import Iterator
from pathlib import Path

from reportlab.platypus import Flowable

from app.error_text import mark_text
from app.reports.page import PageText, write_pages
from app.reports.stiffness_section import StiffnessPaper, stiffness_section
from app.reports.style import BODY, BOLD, HEADING, MUTED, TITLE_SIZE, paragraph
from app.reports.verdict_card import verdict_card
from app.stiffness_words import headline

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
        subject="Stiffness report",
        robot=robot_name or found.robot,
        made_by=f"{found.software}, {found.created_at}",
        mark=mark_text(found.mark),
    )
    write_pages(path, text, _story(paper, text.robot))


def stiffness_chapter(paper: StiffnessPaper) -> Iterator[Flowable]:
    """The same within the report of a model."""
    yield paragraph("How the whole arm gives", HEADING)
    yield paragraph(headline(paper.found))
    yield verdict_card(paper.found.judgement)
    yield from stiffness_section(paper)


def _story(paper: StiffnessPaper, robot: str) -> Iterator[Flowable]:
    yield paragraph(f"Stiffness of {robot}", _TITLE)
    yield paragraph(headline(paper.found), _SUBTITLE)
    yield verdict_card(paper.found.judgement)
    yield paragraph("Joints that stand for the links", HEADING)
    yield from stiffness_section(paper)
