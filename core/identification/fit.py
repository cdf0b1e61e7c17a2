"""One finished pass of an identification, before it becomes a result."""

from dataclasses import dataclass

from core.estimation import Estimate
from core.identification.chunks import Conditioning
from core.identification.model import FittedModel
from core.identification.regression_rows import RegressionRows
from core.identification.result import LoopRecord
from core.learning.residual_model import ResidualModel
from core.robot.model import RobotModel


@dataclass(frozen=True)
class Fit:
    """The estimate, the rows (with the column plan) it was made from, and their conditioning."""

    estimate: Estimate
    rows: RegressionRows
    conditioning: Conditioning
    loops: tuple[LoopRecord, ...] = ()
    residual_model: ResidualModel | None = None

    @property
    def robot(self) -> RobotModel:
        """The robot that was fitted."""
        return self.rows.plan.robot

    @property
    def model(self) -> FittedModel:
        """The fitted model, ready to be compared with a recording."""
        return FittedModel(self.rows.plan, self.estimate.estimate, self.conditioning, self.residual_model)
