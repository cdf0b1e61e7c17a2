"""The largest permitted load over its distance from the flange, as a finished curve.

``core.robot.payload_envelope`` computes the curve; reading it needs no kinematics.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.recording import FloatArray


class EnvelopeSource(StrEnum):
    """Origin of the permitted load: where its numbers come from."""

    DIAGRAM = "diagram"
    """The load diagram given by the maker."""
    LIMIT = "limit"
    """The maker's largest mass, and its largest distance where one is given."""
    RATED_TORQUE = "rated-torque"
    """The maker's largest mass, and farther out the rated torques of the wrist."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, eq=False)
class PayloadEnvelope:
    """The largest ``mass`` (K,) kg at each ``distance`` (K,) m between flange and centre of mass.

    Between two points the reciprocal of the mass is linear in the distance for rated torques, and the
    mass itself for a diagram. One single point is a mass whose permitted distance is unknown. Empty
    where nothing is known.
    """

    distance: FloatArray
    mass: FloatArray
    source: EnvelopeSource

    def largest_mass(self, distance: float) -> float:
        """Largest mass with its centre at ``distance`` m, kg; 0 beyond the last point, NaN if unknown."""
        if not self.distance.size:
            return float("nan")
        if self.distance.size == 1:
            return float(self.mass[0])
        if distance > self.distance[-1]:
            return 0.0
        if self.source is EnvelopeSource.RATED_TORQUE:
            return float(1.0 / np.interp(distance, self.distance, 1.0 / self.mass))
        return float(np.interp(distance, self.distance, self.mass))

    def share(self, mass: float, center: FloatArray | tuple[float, float, float]) -> float:
        """``mass`` kg at ``center`` (3,) m as a share of the largest mass there; NaN if that is unknown."""
        largest = self.largest_mass(float(np.linalg.norm(center)))
        if largest > 0.0:
            return mass / largest
        return float("nan") if np.isnan(largest) else float("inf")

    def allows(self, mass: float, center: FloatArray | tuple[float, float, float]) -> bool | None:
        """True if the load is permitted at ``center`` (3,) m, False if not, None if that is unknown."""
        share = self.share(mass, center)
        if np.isnan(share):
            return None
        if share > 1.0:
            return False
        return None if self.distance.size == 1 else True
