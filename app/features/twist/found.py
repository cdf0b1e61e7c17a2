"""What load steps and torque ramps find."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.quality import Judgement, worst

if TYPE_CHECKING:
    from core.elasticity.load_steps_plan import LoadStepPlan
    from core.elasticity.result import Elasticity


@dataclass(frozen=True, eq=False)
class LoadStepsFound:
    """The strokes that were planned, and what the twist says; None without a model, or of half a run."""

    plan: "LoadStepPlan"
    elasticity: "Elasticity | None" = None

    @property
    def judgement(self) -> Judgement | None:
        """The worst of the joints that were loaded."""
        if self.elasticity is None:
            return None
        loaded = {block.joint for block in self.plan.blocks}
        joints = (joint for joint in self.elasticity.joints if joint.number in loaded)
        return Judgement(worst(joint.judgement.verdict for joint in joints))


@dataclass(frozen=True, eq=False)
class TorqueRampsFound:
    """What the loops of the gears say."""

    elasticity: "Elasticity"

    @property
    def judgement(self) -> Judgement | None:
        """None: a run is judged by its recording, and each gear by its loop."""
        return None
