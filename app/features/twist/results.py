"""Results of the procedures load steps and torque ramps."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.quality import Judgement, worst

if TYPE_CHECKING:
    from core.elasticity.load_steps_plan import LoadStepPlan
    from core.elasticity.result import Elasticity


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
