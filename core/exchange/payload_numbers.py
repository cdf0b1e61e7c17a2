"""A measured payload as the numbers that controllers take: mass, centre, and inertia where it is known."""

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from core.errors import BadRequest
from core.payload.result import PayloadResult
from core.recording import FloatArray
from core.robot.inertia import moved, tensor_of

_AS_LINKS = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]
"""Index order of a link's parameters (xx xy yy xz yz zz) in a result's (xx xy xz yy yz zz)."""
_ORDERS = tuple(permutations(range(3)))
_DIAGONAL = (4, 7, 9)
"""Places of xx, yy and zz in a result's parameters."""


@dataclass(frozen=True, eq=False)
class PayloadNumbers:
    """``mass`` kg, ``center`` (3,) m in the flange frame, along whose axes ``inertia`` is.

    ``inertia`` (3, 3) kg·m² is about the centre of mass; None where it was not measured.
    """

    mass: float
    center: FloatArray
    inertia: FloatArray | None = None

    @property
    def principal(self) -> tuple[FloatArray, FloatArray]:
        """Principal moments (3,) and their axes (3, 3) as columns, each near an axis of the flange.

        Zeros and the flange's own axes where the inertia is unknown.
        """
        if self.inertia is None:
            return np.zeros(3), np.eye(3)
        moments, axes = np.linalg.eigh(self.inertia)
        # the order in which the principal axes are nearest to x, y, z
        nearness = [sum(abs(axes[row, column]) for row, column in enumerate(order)) for order in _ORDERS]
        order = list(_ORDERS[int(np.argmax(nearness))])
        axes, moments = axes[:, order], moments[order]
        axes = axes * np.where(np.diag(axes) < 0.0, -1.0, 1.0)
        if np.linalg.det(axes) < 0.0:
            axes[:, int(np.argmin(np.abs(np.diag(axes))))] *= -1.0
        return moments, axes


def payload_numbers(found: PayloadResult) -> PayloadNumbers:
    """The numbers of a result.

    Raises
    ------
    BadRequest
        ``payload-incomplete`` with the quantities that were not measured: no controller takes a payload
        without mass and centre.
    """
    estimate = found.estimate
    values = {"mass": estimate.mass, **dict(zip("xyz", estimate.center_of_mass.tolist(), strict=True))}
    missing = tuple(name for name, value in values.items() if not np.isfinite(value))
    if missing:
        raise BadRequest("payload-incomplete", missing=missing)
    return PayloadNumbers(estimate.mass, np.array(estimate.center_of_mass), _inertia(found))


def _inertia(found: PayloadResult) -> FloatArray | None:
    """Inertia (3, 3) about the centre of mass; None where a part of it is not determined or impossible."""
    if found.inertia is None or found.inertia_std is None or not np.isfinite(found.inertia_std).all():
        return None
    body = found.inertia[_AS_LINKS]
    if body[0] <= 0.0:
        return None
    place = np.eye(4)
    place[:3, 3] = -body[1:4] / body[0]
    tensor = tensor_of(moved(body, placement=place)[4:])
    moments = np.linalg.eigvalsh(tensor)
    is_possible = moments[0] > 0.0 and moments[2] <= moments[0] + moments[1]
    is_known = np.all(np.diag(tensor) > found.inertia_std[list(_DIAGONAL)])
    return tensor if is_possible and is_known else None
