"""The model of the learned residual torque: its content and its prediction."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.learning.gmm import GaussianMixture
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.packed_learner import PackedResidual, pack
from core.learning.rbf import RadialBasis
from core.learning.samples import ResidualInputs, stacked_inputs
from core.quality import Judgement
from core.recording import FloatArray

__all__ = ["JointResidualModel", "ResidualInputs", "ResidualModel"]


@dataclass(frozen=True)
class JointResidualModel:
    """The learned function of one joint.

    ``error_without`` and ``error_with`` are RMS in N·m on motions left out, one after the
    other; ``active`` says that the learner is used because that proved it. ``size`` is the
    number of mixture components, or of centres along each input. ``radial`` or ``mixture`` is
    what was learned; None where the learner is off.
    """

    joint: str
    active: bool
    size: int
    error_without: float
    error_with: float
    judgement: Judgement
    radial: RadialBasis | None = None
    mixture: GaussianMixture | None = None


@dataclass(frozen=True)
class ResidualModel:
    """The residual learner of an arm."""

    kind: ResidualKind
    features: FeatureKind
    joints: tuple[JointResidualModel, ...]

    @cached_property
    def packed(self) -> PackedResidual:
        """All parameters for compiled loops that call the kernels directly."""
        learned = [(part.radial or part.mixture) if part.active else None for part in self.joints]
        return pack(learned, self.features)

    def torque(self, inputs: ResidualInputs) -> FloatArray:
        """Predicted residual (N, joints) in N·m; zero for joints without an active learner.

        Zero as well where the inputs are far from what was learned from, or not known (NaN).

        Raises
        ------
        BadRequest
            ``no-deflection`` where the model was learned from the twist and there is none.
        """
        found = np.zeros(inputs.position.shape)
        if any(part.active for part in self.joints):
            self._fill(stacked_inputs(inputs, self.features), found)
        return found

    def _fill(self, stacked: FloatArray, found: FloatArray) -> None:
        from core.learning import _kernels  # the window shows such models and never runs one

        _kernels.residual_rows(*self.packed, stacked, np.empty(_kernels.WORK_SIZE), found)
