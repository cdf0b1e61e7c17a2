"""Inputs and training data of residual learners, their columns, and where a learner is valid.

A learner is not valid for unseen inputs. Its own density of the training inputs measures the distance.
Above the density that all but a few of the training rows exceed, the output has full weight; at a tenth
of that and below, the weight is exactly zero.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.learning.kinds import FeatureKind
from core.recording import FloatArray

COLUMNS = {
    FeatureKind.DEFLECTION: (0, 1),
    FeatureKind.STATE: (2, 3),
    FeatureKind.BOTH: (0, 1, 2, 3),
}
"""Columns of each choice of features, always pairs of a quantity and its rate."""
BoolArray = npt.NDArray[np.bool_]

CLEAR_QUANTILE = 0.05
"""Share of the training rows whose density is below the one with full weight."""
FADE_FACTOR = 10.0
"""Ratio between the densities of full weight and of zero weight."""


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


def stacked_inputs(inputs: ResidualInputs, features: FeatureKind) -> FloatArray:
    """All inputs as one array for the compiled loops.

    Returns
    -------
    (N, joints, 4) deflection, deflection rate, position, velocity; NaN where not known.

    Raises
    ------
    BadRequest
        ``no-deflection`` where ``features`` asks for the deflection and there is none.
    """
    deflection, rate = inputs.deflection, inputs.deflection_rate
    if deflection is None or rate is None:
        if features is not FeatureKind.STATE:
            raise BadRequest("no-deflection", features=features.value)
        deflection = rate = np.full_like(inputs.position, np.nan)
    return np.stack((deflection, rate, inputs.position, inputs.velocity), axis=2)


def fading_densities(training: FloatArray) -> tuple[float, float]:
    """Densities below which the weight is zero and above which it is full.

    Parameters
    ----------
    training
        (N,) density at the training rows.
    """
    clear = float(np.quantile(training, CLEAR_QUANTILE))
    return clear / FADE_FACTOR, clear


def faded(density: FloatArray, silent: float, clear: float) -> FloatArray:
    """Weight (N,) in [0, 1]: smooth in the density's logarithm, 0 below ``silent``, 1 above ``clear``."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.log(density / silent) / np.log(clear / silent)
    share = np.clip(np.nan_to_num(share, nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0)
    return np.asarray(share * share * (3.0 - 2.0 * share))
