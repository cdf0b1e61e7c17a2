"""Results of load steps and torque ramps, and the shift of the flange by the twist of the gears. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.features.twist.tasks import newest_elasticity, tool_shifts
from core.monitor import Monitor
from core.quality import Judgement, worst

if TYPE_CHECKING:
    from core.elasticity.load_steps_plan import LoadStepPlan
    from core.elasticity.result import Elasticity
    from core.elasticity.tool_shift import ToolShift


@dataclass(frozen=True, eq=False)
class LoadStepsFound:
    """Planned strokes, and the analysis of the twist; None without a model and after an incomplete run."""

    plan: "LoadStepPlan"
    elasticity: "Elasticity | None" = None

    @property
    def judgement(self) -> Judgement | None:
        """Worst verdict of the joints that were loaded; None without an analysis."""
        if self.elasticity is None:
            return None
        loaded = {block.joint for block in self.plan.blocks}
        joints = (joint for joint in self.elasticity.joints if joint.number in loaded)
        return Judgement(worst(joint.judgement.verdict for joint in joints))


@dataclass(frozen=True, eq=False)
class TorqueRampsFound:
    """Analysis of the loops that the torque ramps recorded."""

    elasticity: "Elasticity"

    @property
    def judgement(self) -> Judgement | None:
        """None, because a run is judged by its recording and each gear by its loop."""
        return None


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
