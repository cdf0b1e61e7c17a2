"""Deflection predicted by stiffness and backlash with its uncertainty, for a plot."""

from dataclasses import dataclass

import numpy as np

from core.elasticity.result import JointElasticity, Measured
from core.recording import FloatArray

_POINTS = 81


@dataclass(frozen=True, eq=False)
class StiffnessBand:
    """``low`` and ``high`` (P,) rad (m), one standard deviation either way, over ``load`` (P,) N·m (N).

    A gap is a step at zero load, with two points there. The band is narrowest at the mean load,
    where the offset compensates another stiffness.
    """

    load: FloatArray
    low: FloatArray
    high: FloatArray

    @property
    def middle(self) -> FloatArray:
        """Predicted deflection (P,), rad (m), the centre of the band."""
        return np.asarray((self.low + self.high) / 2.0)


def stiffness_band(joint: JointElasticity) -> StiffnessBand | None:
    """The band over the loads that a gear carried; None if its stiffness or load is unknown."""
    stiffness = joint.stiffness
    if stiffness is None or not np.isfinite([joint.load_low, joint.load_high, stiffness.std]).all():
        return None
    load = np.linspace(joint.load_low, joint.load_high, _POINTS)
    if joint.load_low < 0.0 < joint.load_high:
        load = np.concatenate([load[load < 0.0], [-0.0, 0.0], load[load > 0.0]])
    side = np.where(np.signbit(load), -1.0, 1.0)
    gap = joint.backlash or Measured(0.0, 0.0)
    middle = load / stiffness.value + side * max(gap.value, 0.0) / 2.0
    gap_std = gap.std if np.isfinite(gap.std) and gap.value > 0.0 else 0.0
    loads = load if joint.loop is None else joint.loop.load
    beyond = load - float(np.nanmean(loads))
    spread = np.hypot(beyond * stiffness.std / stiffness.value**2, gap_std / 2.0)
    return StiffnessBand(load, middle - spread, middle + spread)
