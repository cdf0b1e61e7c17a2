"""Shift of the flange by the twist of the gears in the recordings of a visit. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.features.twist.tasks import newest_elasticity, tool_shifts
from core.monitor import Monitor

if TYPE_CHECKING:
    from core.elasticity.tool_shift import ToolShift


@dataclass(frozen=True)
class ToolTwist:
    """Shift of the flange over one recording in m: its maximum, and its root mean square."""

    recording: str
    largest: float
    rms: float


def tool_twist_of_visit(monitor: Monitor, *, path: Path) -> tuple[ToolTwist, ...]:
    """Shifts in every recording of the newest analysis of the twist that the visit still has."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        found, labels = newest_elasticity(visit), visit.labels
    if found is None:
        return ()
    named = (*found.recordings, *(one.recording for one in found.validation))
    shifts = tool_shifts(
        path=path, elasticity=found, labels=[label for label in named if label in labels], monitor=monitor
    )
    return tool_twists(shifts)


def tool_twists(shifts: "Mapping[str, ToolShift]") -> tuple[ToolTwist, ...]:
    """Sizes of the shifts, by the labels of the recordings."""
    return tuple(ToolTwist(label, shift.largest, shift.rms) for label, shift in shifts.items())
