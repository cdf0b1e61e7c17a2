"""What a visit knows of the arm's stiffness. No Qt."""

from typing import TYPE_CHECKING

from core.stiffness.result import STIFFNESS, ReducedStiffness

if TYPE_CHECKING:
    from core.storage.visit import Visit


def stored_stiffness(visit: "Visit") -> ReducedStiffness | None:
    """What a visit knows of the arm's stiffness, the newest of it."""
    stored = visit.results(STIFFNESS)
    return visit.result(stored[-1].key, ReducedStiffness) if stored else None
