"""The newest result of a kind in a visit. No Qt."""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from core.storage.visit import Visit

R = TypeVar("R")


def newest(visit: "Visit", kind: str, of: type[R]) -> R | None:
    """The newest result of this kind, of the class ``of``; None if there is none."""
    stored = visit.results(kind)
    return visit.result(stored[-1].key, of) if stored else None
