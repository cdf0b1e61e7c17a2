"""The report of a payload on one page, for whoever asks what hangs on the arm."""

from collections.abc import Iterator
from pathlib import Path

from reportlab.platypus import Flowable

from app.error_text import mark_text
from app.payload_words import headline, method_text
from app.reports.page import PageText, write_pages
from app.reports.payload_section import PayloadPaper, payload_section
from app.reports.style import BODY, BOLD, HEADING, MUTED, paragraph
from app.reports.verdict_card import verdict_card
from core.payload.result import PayloadResult

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
        subject="Payload report",
        robot=robot_name or found.robot,
        made_by=f"{found.software}, {found.created_at}",
        mark=mark_text(found.mark),
    )
    write_pages(path, text, _story(paper, text.robot))


def payload_chapter(paper: PayloadPaper) -> Iterator[Flowable]:
    """The same within the report of a model."""
    yield paragraph("What hangs on the flange", HEADING)
    yield paragraph(f"{_headline(paper)} {_circumstances(paper.found)}")
    yield verdict_card(paper.found.judgement)
    yield from payload_section(paper)


def _story(paper: PayloadPaper, robot: str) -> Iterator[Flowable]:
    yield paragraph(f"Payload of {robot}", _TITLE)
    yield paragraph(_circumstances(paper.found), _SUBTITLE)
    yield paragraph(_headline(paper), HEADING)
    yield verdict_card(paper.found.judgement)
    yield from payload_section(paper)


def _headline(paper: PayloadPaper) -> str:
    """Against what the controller had before anybody changed it."""
    return headline(paper.found, None if paper.write is None else paper.write.old)


def _circumstances(found: PayloadResult) -> str:
    """Which arm, when, how, and how long it took."""
    parts = [
        f"Serial number {found.serial}" if found.serial else "Serial number not known",
        f"recorded {_moment(found.recorded_at)}" if found.recorded_at else "nobody says when it was recorded",
        method_text(found),
    ]
    if found.robot_seconds > 0.0:
        parts.append(f"{found.robot_seconds / _MINUTE_S:.1f} min of robot time")
    return f"{', '.join(parts)}."


def _moment(stamp: str) -> str:
    """A stamp to the minute, as far as it goes."""
    return stamp[:16].replace("T", " ") + (" UTC" if stamp.endswith(("+00:00", "Z")) else "")
