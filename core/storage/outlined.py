"""What is known of a visit file from the outside: plain objects that open no file."""

from dataclasses import dataclass

from core.recording import Mark


@dataclass(frozen=True)
class OutlinedResult:
    """The newest result of a kind: its verdict, empty where it has none."""

    kind: str
    created_at: str
    verdict: str = ""


@dataclass(frozen=True)
class VisitOutline:
    """What a list of visits says of one; empty texts where nothing in it says."""

    robot: str
    serial: str
    recorded_at: str
    """When it was first recorded, else when the file was made."""
    operator: str
    marks: tuple[Mark, ...]
    recordings: int
    results: tuple[OutlinedResult, ...]
    """One for each kind."""
    products: tuple[str, ...]
    """What was made in it as far as it was remembered, by the names of ``core.workflow``."""
