"""The task that writes the report of changes as PDF. No Qt; runs in the worker or for the command line."""

from pathlib import Path
from typing import TYPE_CHECKING

from core.monitor import Monitor

if TYPE_CHECKING:
    from app.features.comparison.report import ComparisonPaper


def write_comparison_report(monitor: Monitor, *, paper: "ComparisonPaper", pdf: Path) -> Path:
    """Write the report; it appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    from app.paper.page import PageText, made_by
    from app.paper.presentation_pages import Subject, write_report
    from app.speech.language import tr
    from core.stamp import software_name, time_stamp, utc_now

    monitor.check()
    by = made_by(software_name(), time_stamp(utc_now))
    page = PageText(tr("What changed"), paper.robot, by, paper.shown.mark, paper.serial)
    subject = Subject(tr("What changed, in pictures and numbers"), paper.shown)
    write_report(paper.front, [subject], pdf, page)
    return pdf
