"""A payload compared with the load that the arm may carry, with the certainty of that verdict."""

from dataclasses import dataclass

import numpy as np

from core.payload.result import PayloadEstimate
from core.robot.load_envelope import PayloadEnvelope

DOUBT_STD = 2.0
"""Standard deviations by which a load must stay on its side of the limit for a certain verdict."""


@dataclass(frozen=True)
class Carried:
    """A payload with its centre of mass at ``distance`` ± ``distance_std`` m from the flange.

    ``share`` of the largest mass permitted there, NaN if unknown; ``allowed`` is None
    if unknown. ``is_certain`` if every payload within the uncertainty has the same verdict.
    """

    distance: float
    distance_std: float
    share: float
    allowed: bool | None
    is_certain: bool


def compare_with_permitted_load(estimate: PayloadEstimate, envelope: PayloadEnvelope) -> Carried:
    """A payload compared with an envelope; unknown if the payload is not fully determined."""
    center = estimate.center_of_mass
    distance = float(np.linalg.norm(center))
    if not np.isfinite(distance + estimate.mass):
        return Carried(distance, float("nan"), float("nan"), None, is_certain=False)
    # uncertainty along the lever; at the flange itself any direction will do
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
