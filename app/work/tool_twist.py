"""How far the twist of the gears moved the flange in the recordings of a visit. No Qt."""

from dataclasses import dataclass
from pathlib import Path

from app.work.elasticity import newest_elasticity
from core.monitor import Monitor, PartOfMonitor


@dataclass(frozen=True)
class ToolTwist:
    """Over one recording, m: the farthest, and the root of the mean square."""

    recording: str
    largest: float
    rms: float


def tool_twist_of_visit(*, path: Path, monitor: Monitor) -> tuple[ToolTwist, ...]:
    """Of every recording that the newest analysis of the twist is about and that is still there."""
    from app.work.recordings import robot_of
    from core.elasticity.tool_shift import tool_shift
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        found = newest_elasticity(visit)
        if found is None:
            return ()
        named = (*found.recordings, *(one.recording for one in found.validation))
        labels = [label for label in named if label in visit.labels]
        robot = robot_of(visit)
        shifts = []
        for place, label in enumerate(labels):
            part = PartOfMonitor(monitor, first=place / len(labels), last=(place + 1) / len(labels))
            shift = tool_shift(visit.recording(label), robot, found, monitor=part)
            shifts.append(ToolTwist(label, shift.largest, shift.rms))
        return tuple(shifts)
