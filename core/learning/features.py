"""The inputs of the learners in one order, and which of them each choice looks at."""

import numpy as np

from core.errors import BadRequest
from core.learning.kinds import FeatureKind
from core.learning.samples import ResidualInputs
from core.recording import FloatArray

INPUT_COUNT = 4
"""Deflection, its rate, position, velocity: the last axis of what the compiled loops read."""
COLUMNS = {
    FeatureKind.DEFLECTION: (0, 1),
    FeatureKind.STATE: (2, 3),
    FeatureKind.BOTH: (0, 1, 2, 3),
}
"""Which of them each choice looks at; always whole pairs of a quantity and its rate."""


def stacked_inputs(inputs: ResidualInputs, features: FeatureKind) -> FloatArray:
    """All inputs side by side for the compiled loops.

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
