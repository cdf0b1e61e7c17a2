"""A payload against what the arm may carry: where it is in the load diagram, and how surely."""

from dataclasses import dataclass

import numpy as np

from core.payload.result import PayloadEstimate
from core.robot.load_envelope import PayloadEnvelope

DOUBT_STD = 2.0
"""Standard deviations within which a load has to stay on its side of the limit to be there for certain."""


@dataclass(frozen=True)
class Carried:
    """The centre of mass is ``distance`` ± ``distance_std`` m from the flange.

    ``share`` of the largest mass that may hang there, NaN where nobody knows; ``allowed`` None
    where nobody can tell. ``is_certain`` when a payload within its doubt would be judged the same.
    """

    distance: float
    distance_std: float
    share: float
    allowed: bool | None
    is_certain: bool


def carried(estimate: PayloadEstimate, envelope: PayloadEnvelope) -> Carried:
    """Where a payload is in an envelope; of a payload that is not known in full nobody can tell."""
    center = estimate.center_of_mass
    distance = float(np.linalg.norm(center))
    if not np.isfinite(distance + estimate.mass):
        return Carried(distance, float("nan"), float("nan"), None, is_certain=False)
    # along the lever; at the flange itself any way is as good as another
    along = center / distance if distance > 0.0 else np.full(3, 1.0 / np.sqrt(3.0))
    std = float(np.sqrt(along @ estimate.covariance[1:, 1:] @ along))
    allowed = envelope.allows(estimate.mass, center)
    edges = {
        envelope.allows(max(estimate.mass + side * estimate.mass_std, 0.0), center + side * std * along)
        for side in (-DOUBT_STD, DOUBT_STD)
    }
    return Carried(
        distance, std, envelope.share(estimate.mass, center), allowed, is_certain=edges == {allowed}
    )
