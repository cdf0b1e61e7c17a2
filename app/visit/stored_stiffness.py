"""The stiffness of the whole arm that is stored in a visit. No Qt."""

from typing import TYPE_CHECKING

from app.visit.newest import newest
from core.stiffness.result import STIFFNESS, ReducedStiffness

if TYPE_CHECKING:
    from core.storage.visit import Visit


def stored_stiffness(visit: "Visit") -> ReducedStiffness | None:
    """The newest stiffness of the whole arm in a visit; None without one."""
    return newest(visit, STIFFNESS, ReducedStiffness)
