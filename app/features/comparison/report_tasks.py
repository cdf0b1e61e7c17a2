"""What changed between two visits as one page of PDF. No Qt; runs in the worker or for the command line."""

from pathlib import Path

from app.features.comparison.paper import ComparisonPaper
from core.monitor import Monitor


def write_comparison_report(monitor: Monitor, *, paper: ComparisonPaper, pdf: Path) -> Path:
    """Write the page; it appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    from app.features.comparison.report import write_comparison_pdf

    monitor.check()
    write_comparison_pdf(paper, pdf)
    return pdf
