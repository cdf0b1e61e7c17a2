"""The body that can exist nearest to the parameters that a fit found for a payload."""

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
"""Of the body that a payload is measured by: its mass is about this far from its own centre."""
_LIGHTEST_KG = 0.05
"""A reference body is no lighter, however little was found."""
_FARTHEST_M = 0.5
"""Nor is its centre farther from the flange."""


@dataclass(frozen=True, eq=False)
class PossibleBody:
    """``parameters`` (10,) of a body that can exist, ``estimate`` (p,) all columns with it.

    ``reference`` (10,) is what it was measured by. With a ``reason`` there was none to be found, and
    both are the fit's own.
    """

    parameters: FloatArray
    estimate: FloatArray
    reference: FloatArray
    reason: Reason | None

    @property
    def sizes(self) -> FloatArray:
        """(10,) by which each parameter is measured."""
        return np.asarray(np.linalg.norm(to_parameters(self.reference), axis=1))


def possible_body(estimate: Estimate) -> PossibleBody:
    """The nearest one to an estimate whose first ten columns are a payload's, the others following freely.

    Directions that the data leave open are drawn to a ball of the mass found at the centre found.
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
"""A payload's parameters stand each for itself."""
