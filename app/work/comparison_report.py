"""What changed between two visits as one page of PDF. No Qt; runs in the worker or for the command line."""

from dataclasses import dataclass
from pathlib import Path

from app.signs import Signed
from core.monitor import Monitor
from core.quality import Verdict


@dataclass(frozen=True)
class PaperRow:
    """One quantity, before and now; ``subject`` is the joint or the payload."""

    subject: str
    quantity: str
    before: str
    now: str
    change: str
    result: Signed


@dataclass(frozen=True)
class VisitOnPaper:
    """One of the two visits: its day, its file, how warm the arm was (empty where nobody knows)."""

    day: str
    file: str
    warmth: str


@dataclass(frozen=True)
class ComparisonPaper:
    """What stands on the page, worded already; ``mark`` where no real arm stands behind it."""

    robot: str
    serial: str
    before: VisitOnPaper
    now: VisitOnPaper
    headline: Signed
    verdict: Verdict
    sentences: tuple[Signed, ...]
    doubts: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    """What changed first, then the rest."""
    software: str
    created_at: str
    mark: str = ""


def write_comparison_report(monitor: Monitor, *, paper: ComparisonPaper, pdf: Path) -> Path:
    """Write the page; it appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    from app.reports.comparison_report import write_comparison_pdf

    monitor.check()
    write_comparison_pdf(paper, pdf)
    return pdf
