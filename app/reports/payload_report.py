"""The report of a payload on one page, for whoever asks what hangs on the arm."""

from collections.abc import Iterator
from pathlib import Path

from reportlab.platypus import Flowable

from app.error_text import mark_text
from app.payload_words import headline, method_text
from app.reports.fonts import BOLD
from app.reports.page import PageText, made_by, moment, write_pages
from app.reports.payload_section import PayloadPaper, payload_section
from app.reports.speech import tr
from app.reports.style import BODY, HEADING, MUTED, paragraph
from app.reports.verdict_card import verdict_card

_TITLE_SIZE, _LEADING = 15.0, 19.0
_TITLE = BODY.clone("payload title", fontName=BOLD, fontSize=_TITLE_SIZE, leading=_LEADING)
_SUBTITLE = BODY.clone("payload subtitle", textColor=MUTED, spaceAfter=5)
_MINUTE_S = 60.0


def write_payload_pdf(paper: PayloadPaper, path: Path, *, robot_name: str = "") -> None:
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
        subject=tr("Payload report"),
        robot=robot_name or found.robot,
        made_by=made_by(found.software, found.created_at),
        mark=mark_text(found.mark),
    )
    write_pages(path, text, _story(paper, text.robot))


def payload_chapter(paper: PayloadPaper) -> Iterator[Flowable]:
    """The same within the report of a model."""
    yield paragraph(tr("What hangs on the flange"), HEADING)
    yield paragraph(f"{_headline(paper)} {_circumstances(paper)}")
    yield verdict_card(paper.found.judgement)
    yield from payload_section(paper)


def _story(paper: PayloadPaper, robot: str) -> Iterator[Flowable]:
    yield paragraph(tr("Payload of {robot}").format(robot=robot), _TITLE)
    yield paragraph(_circumstances(paper), _SUBTITLE)
    yield paragraph(_headline(paper), HEADING)
    yield verdict_card(paper.found.judgement)
    yield from payload_section(paper)


def _headline(paper: PayloadPaper) -> str:
    """Against what the controller had before anybody changed it."""
    return headline(paper.found, None if paper.write is None else paper.write.old, tr=tr)


def _circumstances(paper: PayloadPaper) -> str:
    """Which arm, when, how, and how long it took."""
    found = paper.found
    parts = [
        tr("Serial number {serial}").format(serial=found.serial)
        if found.serial
        else tr("Serial number not known"),
        tr("recorded {moment}").format(moment=moment(found.recorded_at))
        if found.recorded_at
        else tr("nobody says when it was recorded"),
        method_text(found, tr=tr),
    ]
    if found.robot_seconds > 0.0:
        minutes = f"{found.robot_seconds / _MINUTE_S:.1f}"
        parts.append(tr("{minutes} min of robot time").format(minutes=minutes))
    if paper.operator:
        parts.append(tr("by {operator}").format(operator=paper.operator))
    return tr("{facts}.").format(facts=", ".join(parts))
