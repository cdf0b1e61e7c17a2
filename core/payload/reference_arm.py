"""The unloaded arm by its identified model, if it was not swept without the payload."""

import numpy as np

from core.identification.model import FittedModel
from core.identification.result import IdentificationResult
from core.payload.rows import ReferenceModel
from core.recording import FloatArray
from core.robot.dynamics import regressor
from core.robot.model import RobotModel

_KEPT = 1e-12
"""Smallest eigenvalue of the parameters' covariance kept, relative to the largest."""


def reference_of(result: IdentificationResult, robot: RobotModel) -> tuple[ReferenceModel, int]:
    """Torque at rest from a model, with columns of its uncertainty, and the number of these columns."""
    fitted = FittedModel.of(result, robot)
    base = fitted.plan.base_count
    parameters = fitted.parameters[:base]
    covariance = result.covariance[:base, :base]
    if result.systematic is not None and result.systematic.gains is not None:
        covariance = covariance - result.systematic.gains[:base, :base]  # the payload's scales have them
    places = fitted.plan.base.independent
    spread, vectors = np.linalg.eigh(0.5 * (covariance + covariance.T))
    kept = spread > _KEPT * max(float(spread.max(initial=0.0)), 1e-30)
    doubts = vectors[:, kept] * np.sqrt(spread[kept])

    def torque(q: FloatArray, joint: int) -> tuple[FloatArray, FloatArray]:
        rest = np.zeros_like(q)
        columns = regressor(robot, q, rest, rest)[:, joint]
        padded = np.zeros((q.shape[0], max(int(places.max()) + 1, columns.shape[1])))
        padded[:, : columns.shape[1]] = columns
        own = padded[:, places]
        return own @ parameters, own @ doubts

    return torque, int(np.count_nonzero(kept))
