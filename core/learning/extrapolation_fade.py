"""Validity range of a learner: its output fades to zero where the training density is low.

A learner is not valid for unseen inputs. Its own density of the training inputs measures the distance.
Above the density that all but a few of the training rows exceed, the output has full weight; at a tenth
of that and below, the weight is exactly zero.
"""

import numpy as np

from core.recording import FloatArray

CLEAR_QUANTILE = 0.05
"""Share of the training rows whose density is below the one with full weight."""
FADE_FACTOR = 10.0
"""Ratio between the densities of full weight and of zero weight."""


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
