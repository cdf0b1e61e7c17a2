"""The limits of the checks: how large a fault must be, and how much larger than its uncertainty.

Set on recordings without a fault, of four real arms (UR10e, TX40, KR300, LWR4+) and of virtual ones. A
fault must exceed both its limit and its multiple of the standard deviation, because an arm that is better
known than its limit is still not wrong.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class SetupLimits:
    """Limits of all checks."""

    mounting: float = float(np.deg2rad(1.5))
    """Angle in rad between the gravity described and found."""
    lag_s: float = 0.012
    scale: float = 0.05
    """Relative error of a drive gain."""
    sure: float = 4.0
    """Standard deviations by which anything must differ from what is described."""
    known_scale: float = 0.2
    """Uncertainty of a drive gain, in ``sure`` standard deviations, above which nothing is said of it."""
    log_error: float = -0.5
    """Change of the summed logarithms of the joints' errors below which another assignment is better."""
    explained: float = 0.2
    """Error over the torque's standard deviation up to which a joint counts as explained.

    Of a joint that no set-up explains, no fault is reported; a model with a joint that is not explained
    is never *good*.
    """
    alike: float = 0.1
    """Difference of the summed logarithms up to which two explanations are equally good."""


LIMITS = SetupLimits()
