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
    """Lag of a torque; friction of a model that does not reach the motion is bent to one of some ms."""
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

    at_rest: float = 0.08
    """Error over the torque up to which nothing is left of a joint that another reading could explain."""
    agreed_error: float = 0.06
    agreed_times: float = 2.0
    """Error over the torque, and times that of the fit, up to which stated masses agree with the fit."""
    stated_log_error: float = -1.0
    """As ``log_error``, where the stated masses are asked too: they are some per cent off themselves."""
    lost: float = 0.05
    """Share of what the stated masses gain that the fit with free masses may lose; 0.03 was seen."""
    zero: float = float(np.deg2rad(3.0))
    """Error of a joint's zero in rad; it is searched in steps of a degree."""
    weight: float = 0.25
    """Share of the stated weight below which torques are without gravity."""
    unit: float = 3.0
    """Factor to the stated torques from which they are in another unit; a tool makes up less."""
    light: float = 0.75
    """Factor to the stated torques below which they are too small; a tool makes no arm lighter."""
    apart: float = 1.2
    apart_from_model: float = 1.1
    """Factor to the stated torques, and to those of a model of this arm, from which they are all too large or
    too small whatever hangs on the flange. Stated masses are up to a tenth off."""
    same_unit: float = 2.2
    """Factor that is left in the right unit."""


LIMITS = SetupLimits()
