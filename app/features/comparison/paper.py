"""What the page about two visits says, in words already; no reportlab, so that the window can fill it in."""

from dataclasses import dataclass

from app.speech.signs import Signed
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
