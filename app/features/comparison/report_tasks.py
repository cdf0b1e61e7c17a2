"""The task that writes the page of changes as PDF. No Qt; runs in the worker or for the command line."""

from pathlib import Path

from app.presentation import Presentation
from app.speech.language import translate
from core.comparison import ComparedVisits
from core.monitor import Monitor


def arm_text(found: ComparedVisits) -> str:
    """Name and serial number of the arm, for the head of the page."""
    robot, serial = found.latest.robot, found.latest.serial
    words = translate("Comparison", "{robot} · serial {serial}")
    return words.format(robot=robot, serial=serial) if serial else robot


def write_comparison_report(monitor: Monitor, *, shown: Presentation, arm: str, pdf: Path) -> Path:
    """Write the page; it appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    from app.features.comparison.report import write_page
    from app.paper.page import PageText, made_by
    from core.stamp import software_name, time_stamp, utc_now

    monitor.check()
    by = made_by(software_name(), time_stamp(utc_now))
    subject = translate("Comparison", "What changed")
    write_page(shown, pdf, PageText(subject=subject, robot=arm, made_by=by, mark=shown.mark))
    return pdf
