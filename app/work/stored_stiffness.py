"""What a visit knows of the arm's stiffness without reading all of it: keys for its summary. No Qt."""

from typing import TYPE_CHECKING

from core.stiffness.result import STIFFNESS, ReducedStiffness

if TYPE_CHECKING:
    from core.storage.visit import Visit


def stiffness_keys(visit: "Visit") -> dict[str, str]:
    """Key of the newest reduced stiffness, and of what gave it its springs or measured shifts."""
    stored = visit.results(STIFFNESS)
    if not stored:
        return {}
    key = stored[-1].key
    return {"stiffness_key": key, "stiffness_source": visit.result(key, ReducedStiffness).source}


def newest_stiffness(visit: "Visit") -> ReducedStiffness | None:
    """What a visit knows of the arm's stiffness, the newest of it."""
    stored = visit.results(STIFFNESS)
    return visit.result(stored[-1].key, ReducedStiffness) if stored else None
