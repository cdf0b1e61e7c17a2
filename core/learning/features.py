"""Order of the learners' inputs, and the columns of each choice of features."""

import numpy as np

from core.errors import BadRequest
from core.learning.kinds import FeatureKind
from core.learning.samples import ResidualInputs
from core.recording import FloatArray

INPUT_COUNT = 4
"""Number of inputs: deflection, its rate, position, velocity, the last axis in the compiled loops."""
COLUMNS = {
    FeatureKind.DEFLECTION: (0, 1),
    FeatureKind.STATE: (2, 3),
    FeatureKind.BOTH: (0, 1, 2, 3),
}
"""Columns of each choice of features, always pairs of a quantity and its rate."""


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
