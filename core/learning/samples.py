"""Inputs and training data of residual learners."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ResidualInputs:
    """Inputs of a learner, (N, joints) each, SI, low-passed, on the uniform clock.

    ``deflection`` is the motor angle minus the link angle at the joint, offset removed,
    ``deflection_rate`` its derivative; None on an arm without link encoders. ``load`` is the
    rigid-body torque in N·m.
    """

    position: FloatArray
    velocity: FloatArray
    deflection: FloatArray | None
    deflection_rate: FloatArray | None
    load: FloatArray


@dataclass(frozen=True)
class ResidualSamples:
    """Residuals of a fit along one recording, at the rate of the regression's rows.

    ``residual`` (N, joints) in N·m is measured minus modelled torque, both low-passed; ``keep`` (N,
    joints) marks the rows for learning.
    """

    inputs: ResidualInputs
    residual: FloatArray
    keep: BoolArray

    def every(self, step: int) -> "ResidualSamples":
        """The samples reduced to every ``step``-th row."""
        rows = slice(None, None, step)
        inputs = self.inputs
        return ResidualSamples(
            ResidualInputs(
                position=inputs.position[rows],
                velocity=inputs.velocity[rows],
                deflection=None if inputs.deflection is None else inputs.deflection[rows],
                deflection_rate=None if inputs.deflection_rate is None else inputs.deflection_rate[rows],
                load=inputs.load[rows],
            ),
            self.residual[rows],
            self.keep[rows],
        )
