"""What a visit knows of the arm's stiffness without reading all of it: keys for its summary. No Qt."""

from typing import TYPE_CHECKING

from core.stiffness.result import STIFFNESS, ReducedStiffness, Route, SpringSource

if TYPE_CHECKING:
    from core.storage.visit import Visit


def stiffness_keys(visit: "Visit") -> dict[str, str]:
    """Key of the newest reduced stiffness, and of the twist that gave the springs of its joints."""
    stored = visit.results(STIFFNESS)
    if not stored:
        return {}
    key = stored[-1].key
    found = visit.result(key, ReducedStiffness)
    of_twist = found.route is Route.ALGEBRA and found.spring_source is SpringSource.TWIST
    return {"stiffness_key": key, "stiffness_twist": found.source if of_twist else ""}


def stored_stiffness(visit: "Visit") -> ReducedStiffness | None:
    """What a visit knows of the arm's stiffness, the newest of it."""
    stored = visit.results(STIFFNESS)
    return visit.result(stored[-1].key, ReducedStiffness) if stored else None
