"""Where a learner is to be believed: fading to nothing as the training density runs out.

A learner knows nothing about inputs it has not seen. Its own density of the training
inputs says how near they are: at the density that all but a few of the training rows exceed
it counts in full; at a tenth of that and below it is silent, exactly.
"""

import numpy as np

from core.recording import FloatArray

CLEAR_QUANTILE = 0.05
"""The density that this share of the training rows falls short of still counts in full."""
FADE_FACTOR = 10.0
"""From there to this many times less the answer fades to nothing."""


def fading_densities(training: FloatArray) -> tuple[float, float]:
    """Densities at which a learner falls silent and from which it counts in full.

    Parameters
    ----------
    training
        (N,) density at the training rows.
    """
    clear = float(np.quantile(training, CLEAR_QUANTILE))
    return clear / FADE_FACTOR, clear


def faded(density: FloatArray, silent: float, clear: float) -> FloatArray:
    """(N,) in [0, 1]: smooth in the logarithm of the density, 0 below ``silent``, 1 above ``clear``."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.log(density / silent) / np.log(clear / silent)
    share = np.clip(np.nan_to_num(share, nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0)
    return np.asarray(share * share * (3.0 - 2.0 * share))
