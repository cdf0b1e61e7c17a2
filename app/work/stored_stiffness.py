"""What a visit knows of the arm's stiffness without reading all of it: keys for its summary. No Qt."""

from typing import TYPE_CHECKING

from core.stiffness.compensated import COMPENSATION, CompensationResult
from core.stiffness.result import STIFFNESS, ReducedStiffness, Route, SpringSource

if TYPE_CHECKING:
    from core.storage.visit import Visit


def stiffness_keys(visit: "Visit") -> dict[str, str]:
    """Keys of the newest reduced stiffness, of the twist that gave its springs, and of a compensation."""
    stored = visit.results(STIFFNESS)
    if not stored:
        return _compensation(visit, key="", created_at="")
    key = stored[-1].key
    found = visit.result(key, ReducedStiffness)
    of_twist = found.route is Route.ALGEBRA and found.spring_source is SpringSource.TWIST
    keys = {"stiffness_key": key, "stiffness_twist": found.source if of_twist else ""}
    return {**keys, **_compensation(visit, key=key, created_at=found.created_at)}


def stored_stiffness(visit: "Visit") -> ReducedStiffness | None:
    """What a visit knows of the arm's stiffness, the newest of it."""
    stored = visit.results(STIFFNESS)
    return visit.result(stored[-1].key, ReducedStiffness) if stored else None


def _compensation(visit: "Visit", *, key: str, created_at: str) -> dict[str, str]:
    """The newest compensation, and whether it went by the stiffness of that key or by an older one."""
    stored = visit.results(COMPENSATION)
    if not stored:
        return {}
    by = visit.result(stored[-1].key, CompensationResult).stiffness_created_at
    return {"compensation_key": stored[-1].key, "compensation_stiffness": key if by == created_at else by}
