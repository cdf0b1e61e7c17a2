"""How far the twist of the gears moved the flange in the recordings of a visit. No Qt."""

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
    """Over one recording, m: the farthest, and the root of the mean square."""

    recording: str
    largest: float
    rms: float


def tool_twist_of_visit(monitor: Monitor, *, path: Path) -> tuple[ToolTwist, ...]:
    """Of every recording that the newest analysis of the twist is about and that is still there."""
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
    """The sizes of shifts by the recordings' labels."""
    return tuple(ToolTwist(label, shift.largest, shift.rms) for label, shift in shifts.items())
