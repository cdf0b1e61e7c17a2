"""The physically possible body nearest to a payload's fitted parameters."""

from dataclasses import dataclass

import numpy as np

from core.base_parameters import LINK_PARAMETERS, LINK_UNITS, BaseParameters
from core.estimation.estimate import Estimate
from core.estimation.physical import nearest_physical
from core.estimation.physical_bodies import to_parameters
from core.quality import Reason
from core.recording import FloatArray
from core.robot.inertia import about_origin
from core.robot.model import PARAMETERS_PER_LINK

GYRATION_RADIUS_M = 0.1
"""Radius of gyration of the reference body about its centre, m."""
_LIGHTEST_KG = 0.05
"""Smallest mass of a reference body, kg."""
_FARTHEST_M = 0.5
"""Largest distance of its centre from the flange, m."""


@dataclass(frozen=True, eq=False)
class PossibleBody:
    """``parameters`` (10,) of a possible body, ``estimate`` (p,) all columns with it.

    ``reference`` (10,) is the reference body. With a ``reason`` none was found, and both are the fit's
    own.
    """

    parameters: FloatArray
    estimate: FloatArray
    reference: FloatArray
    reason: Reason | None

    @property
    def sizes(self) -> FloatArray:
        """Scale (10,) of each parameter."""
        return np.asarray(np.linalg.norm(to_parameters(self.reference), axis=1))


def possible_body(estimate: Estimate) -> PossibleBody:
    """The body nearest to an estimate whose first ten columns are a payload's; the others follow freely.

    Directions that the data do not determine are pulled to a ball of the fitted mass at the fitted
    centre.
    """
    found = estimate.estimate[:PARAMETERS_PER_LINK]
    reference = _reference(found)
    nearest = nearest_physical(estimate, _TEN, reference=reference[np.newaxis], rotor_reference=None)
    if nearest.reason is not None:
        return PossibleBody(found, estimate.estimate, reference, nearest.reason)
    return PossibleBody(nearest.standard[0], nearest.estimate, reference, None)


def _reference(found: FloatArray) -> FloatArray:
    mass = max(float(found[0]), _LIGHTEST_KG)
    center = found[1:4] / mass
    center = center * min(1.0, _FARTHEST_M / max(float(np.linalg.norm(center)), _FARTHEST_M))
    return about_origin(mass, center=center, inertia=np.eye(3) * mass * GYRATION_RADIUS_M**2)


_TEN = BaseParameters(
    independent=np.arange(PARAMETERS_PER_LINK),
    grouping=np.eye(PARAMETERS_PER_LINK),
    expressions=LINK_PARAMETERS,
    units=LINK_UNITS,
    standard_names=LINK_PARAMETERS,
    unobservable=(),
)
"""The grouping of a payload's parameters: each is independent."""
