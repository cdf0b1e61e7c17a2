"""The summary of a visit file: plain objects that open no file."""

from dataclasses import dataclass, field

from core.recording import Mark
from core.storage.tag import VisitTag


@dataclass(frozen=True)
class OutlinedResult:
    """The newest result of a kind: its verdict, empty where it has none."""

    kind: str
    created_at: str
    verdict: str = ""


@dataclass(frozen=True)
class VisitOutline:
    """Summary of one visit in a list; empty texts for missing values."""

    robot: str
    serial: str
    """Serial number in the recordings, else the one that a person entered."""
    recorded_at: str
    """Time of the first recording, else of the file's creation."""
    operator: str
    marks: tuple[Mark, ...]
    recordings: int
    results: tuple[OutlinedResult, ...]
    """The newest result of each kind."""
    products: tuple[str, ...]
    """Products made from the visit, by the names of ``core.workflow``."""
    tag: VisitTag = field(default_factory=VisitTag)
