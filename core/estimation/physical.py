"""The physically possible link parameters nearest an estimate, by a semidefinite programme.

The distance is ``|R (θ − θ̂)|``, R the information root of the fit, with the columns of friction and
coupled motors free to follow. Every link's pseudo-inertia must be positive definite (Wensing, Kim,
Slotine, "Linear Matrix Inequalities for Physically Consistent Inertial Parameter Identification", IEEE
RA-L 2018) and no rotor inertia negative. Directions that the data do not determine are pulled to
reference bodies, so that the solution is unique.

All is solved in coordinates in which the distance is Euclidean. If the nearest point is already a
possible body, no solver is called.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.linalg

from core.base_parameters import BaseParameters
from core.errors import BadRequest
from core.estimation.estimate import Estimate
from core.estimation.physical_bodies import smallest_eigenvalues, to_parameters
from core.estimation.physical_distance import ROUNDING, Distance
from core.estimation.physical_programme import Bodies, Whitened, project
from core.quality import Reason
from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK

KNOWN = 1.0
"""Standard deviation, in reference bodies, up to which the data determine a direction."""
PULL = 0.1
"""Weight of the pull towards the reference, in standard deviations per reference body.

It applies only to directions that the data do not determine.
"""
OPEN_SHARE = 0.1
"""Uncertainty relative to the reference size above which a parameter counts as undetermined."""


@dataclass(frozen=True)
class NearestPhysical:
    """The result; without ``reason`` a set of possible bodies.

    ``standard`` (n, 10), ``rotor_inertia`` (n,), ``estimate`` (p,) of all columns,
    ``min_eigenvalue`` (n,) of the pseudo-inertias, all NaN where there is a reason.
    ``added_squares`` is what the constraint adds to the weighted sum of squares.
    """

    standard: FloatArray
    rotor_inertia: FloatArray
    estimate: FloatArray
    min_eigenvalue: FloatArray
    added_squares: float
    undetermined: tuple[str, ...]
    reason: Reason | None = None


def nearest_physical(
    estimate: Estimate,
    base: BaseParameters,
    *,
    reference: FloatArray,
    rotor_reference: FloatArray | None,
    mass_bounds: FloatArray | None = None,
) -> NearestPhysical:
    """Full link parameters, and all columns of the regression, nearest an estimate.

    Parameters
    ----------
    estimate
        Of a regression whose first columns are the base parameters; the others are free.
    base
        The grouping of the standard parameters.
    reference
        (n, 10) bodies with positive definite pseudo-inertia.
    rotor_reference
        (n,) above zero, where rotor inertias are among the standard parameters, else None.
    mass_bounds
        (n, 2) kg, lowest and highest mass of each link; none where None.

    Raises
    ------
    BadRequest
        ``no-information`` when the estimate carries no information root, ``mass-bounds`` when
        the bounds are not (n, 2) with the lowest mass first.
    """
    _check_bounds(mass_bounds, links=reference.shape[0])
    sizes = np.empty(0) if rotor_reference is None else _rotor_sizes(estimate, base, rotor_reference)
    problem = _Problem(Distance.of(estimate, base), base, reference, sizes)
    bodies = Bodies(reference, sizes.size, mass_bounds)
    coordinates, reason = project(problem.whitened(estimate, bodies.middle), bodies)
    undetermined = problem.open_parameters(estimate)
    if coordinates is None:
        return _nothing(problem, undetermined=undetermined, reason=reason)
    return problem.answer(coordinates, undetermined=undetermined)


def _check_bounds(bounds: FloatArray | None, *, links: int) -> None:
    if bounds is None:
        return
    if bounds.shape != (links, 2) or not np.all(bounds[:, 0] <= bounds[:, 1]):
        raise BadRequest("mass-bounds", found=bounds.shape, links=links)


def _rotor_sizes(estimate: Estimate, base: BaseParameters, reference: FloatArray) -> FloatArray:
    """Rotor inertias used as units: the estimate's own where it is larger and an independent column.

    Behind a high gear ratio the rotor inertia of a wrist is much larger than the inertia of its load.
    """
    sizes = reference.copy()
    first = base.grouping.shape[1] - reference.size
    for place, column in enumerate(base.independent):
        if column >= first:
            sizes[column - first] = max(sizes[column - first], abs(estimate.estimate[place]))
    return sizes


@dataclass(frozen=True)
class _Problem:
    """The distance in coordinates x (ten per body, then rotors), in units of the reference."""

    distance: Distance
    base: BaseParameters
    reference: FloatArray
    rotors: FloatArray

    @cached_property
    def to_standard(self) -> FloatArray:
        """The matrix (s, x) from coordinates to standard parameters."""
        links = scipy.linalg.block_diag(*(to_parameters(link) for link in self.reference))
        return np.asarray(scipy.linalg.block_diag(links, np.diag(self.rotors)) if self.rotors.size else links)

    @cached_property
    def directions(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Directions (x, x) as rows, their weights in the distance (x,), and the fit's coordinates (x,)."""
        root = self.distance.root_of_base()
        left, singular, right = scipy.linalg.svd(root @ self.base.grouping @ self.to_standard)
        weight, place = np.zeros(right.shape[0]), np.zeros(right.shape[0])
        kept = int(np.count_nonzero(singular > ROUNDING * singular[0]))
        weight[:kept] = singular[:kept]
        target = root @ self.distance.found[: self.distance.count]
        place[:kept] = (left[:, :kept].T @ target) / singular[:kept]
        return right, weight, place

    def whitened(self, estimate: Estimate, middle: FloatArray) -> Whitened:
        """Coordinates with a Euclidean distance and its minimum at the origin.

        ``middle`` is the pull's target.
        """
        right, weight, place = self.directions
        center = right @ middle
        known = weight / self.distance.noise(estimate)
        pull = np.where(known >= KNOWN, 0.0, PULL)
        total = np.hypot(known, pull)
        best = (known**2 * place + pull**2 * center) / total**2
        return Whitened(origin=right.T @ best, axes=right.T / total)

    def open_parameters(self, estimate: Estimate) -> tuple[str, ...]:
        """Standard parameters whose uncertainty is large compared with their reference size."""
        right, weight, _ = self.directions
        known = weight / self.distance.noise(estimate)
        before = np.linalg.norm(self.to_standard, axis=1)
        after = np.linalg.norm(self.to_standard @ (right.T / np.hypot(known, 1.0)), axis=1)
        pairs = zip(self.base.standard_names, after / before, strict=True)
        return tuple(name for name, share in pairs if share > OPEN_SHARE)

    def answer(self, coordinates: FloatArray, *, undetermined: tuple[str, ...]) -> NearestPhysical:
        """Standard parameters and all columns at these coordinates."""
        standard = self.to_standard @ coordinates
        links = standard[: self.reference.size].reshape(self.reference.shape)
        columns = self.distance.columns(self.base.values(standard))
        rotors = standard[self.reference.size :]
        return NearestPhysical(
            standard=links,
            rotor_inertia=rotors if rotors.size else np.zeros(len(self.reference)),
            estimate=columns,
            min_eigenvalue=smallest_eigenvalues(links),
            added_squares=self.distance.squares(columns),
            undetermined=undetermined,
        )


def _nothing(problem: _Problem, *, undetermined: tuple[str, ...], reason: Reason | None) -> NearestPhysical:
    links = problem.reference.shape[0]
    return NearestPhysical(
        standard=np.full((links, PARAMETERS_PER_LINK), np.nan),
        rotor_inertia=np.full(links, np.nan),
        estimate=np.full(problem.distance.found.shape, np.nan),
        min_eigenvalue=np.full(links, np.nan),
        added_squares=float("nan"),
        undetermined=undetermined,
        reason=reason,
    )
