"""The nearest link parameters that a real body can have: a semidefinite programme.

Nearest in what the data feel: ``|R (θ − θ̂)|``, R the information root of the fit, with the
columns of friction and coupled motors free to follow. Every link's pseudo-inertia is to be
positive definite (Wensing, Kim, Slotine, "Linear Matrix Inequalities for Physically Consistent
Inertial Parameter Identification", IEEE RA-L 2018) and no rotor inertia negative. Directions
that the data leave open are drawn to reference bodies, so that there is one answer.

All is solved in coordinates in which the distance is the plain one; where the nearest point
already is a body, no solver is asked.
"""

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from core.base_parameters import BaseParameters
from core.errors import BadRequest
from core.estimation.estimate import Estimate
from core.estimation.physical_bodies import ENTRIES, smallest_eigenvalues, to_parameters, triangle_of
from core.estimation.physical_programme import Bodies, Whitened, project
from core.quality import Reason
from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK

KNOWN = 1.0
"""A direction is known when the data hold it within one reference body (one standard deviation)."""
PULL = 0.1
"""Weight towards the reference, in standard deviations for each reference body, of directions
that are not known. What is known is not drawn at all."""
OPEN_SHARE = 0.1
"""The data leave a parameter open when they say less than this share of its reference size about it."""
SMALLEST_NOISE = 1e-6
"""Of the size of the torque: no residual is taken for less (exact, made-up rows have none)."""
_ROUNDING = 1e-10


@dataclass(frozen=True)
class NearestPhysical:
    """What came out; without ``reason`` a set of possible bodies.

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
        ``no-information`` when the estimate carries no information root.
    """
    if estimate.information_root is None:
        raise BadRequest("no-information")
    problem = _Problem.of(estimate, base, reference=reference, rotor_reference=rotor_reference)
    whitened = problem.whitened()
    bodies = Bodies(reference, problem.rotors, mass_bounds)
    coordinates, reason = project(whitened, bodies)
    undetermined = problem.open_parameters(base.standard_names)
    return problem.answer(coordinates, undetermined=undetermined, reason=reason)


@dataclass(frozen=True)
class _Problem:
    """The distance ``|data (x − x̂)|`` in coordinates x of bodies and rotors, in standard deviations.

    ``to_standard`` (s, x) gives standard parameters, ``free`` (p,) says which columns follow.
    """

    estimate: Estimate
    base: BaseParameters
    links: int
    rotors: int
    to_standard: FloatArray
    data: FloatArray
    target: FloatArray
    center: FloatArray

    @classmethod
    def of(
        cls,
        estimate: Estimate,
        base: BaseParameters,
        *,
        reference: FloatArray,
        rotor_reference: FloatArray | None,
    ) -> "_Problem":
        rotors = np.empty(0) if rotor_reference is None else rotor_reference
        blocks = [to_parameters(link) for link in reference]
        to_standard = (
            scipy.linalg.block_diag(*blocks, np.diag(rotors))
            if rotors.size
            else (scipy.linalg.block_diag(*blocks))
        )
        root = _root_of_base(estimate, base.count) / _noise(estimate)
        body = triangle_of(np.eye(4))
        return cls(
            estimate=estimate,
            base=base,
            links=reference.shape[0],
            rotors=rotors.size,
            to_standard=to_standard,
            data=root @ base.grouping @ to_standard,
            target=root @ estimate.estimate[: base.count],
            center=np.concatenate([np.tile(body, reference.shape[0]), np.ones(rotors.size)]),
        )

    def whitened(self) -> Whitened:
        """Coordinates in which the distance is the plain one and its minimum the origin."""
        left, singular, right = scipy.linalg.svd(self.data, full_matrices=True)
        known = np.zeros(right.shape[0])
        known[: singular.size] = np.where(singular > _ROUNDING * singular[0], singular, 0.0)
        seen = np.zeros(right.shape[0])
        seen[: singular.size] = left[:, : singular.size].T @ self.target
        pull = np.where(known >= KNOWN, 0.0, PULL)
        weight = np.hypot(known, pull)
        middle = (known * seen + pull**2 * (right @ self.center)) / weight**2
        return Whitened(origin=right.T @ middle, axes=right.T / weight)

    def open_parameters(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Standard parameters about which the data say little, next to their reference size."""
        _, singular, right = scipy.linalg.svd(self.data, full_matrices=True)
        known = np.zeros(right.shape[0])
        known[: singular.size] = singular
        before = np.linalg.norm(self.to_standard, axis=1)
        after = np.linalg.norm(self.to_standard @ (right.T / np.hypot(known, 1.0)), axis=1)
        return tuple(name for name, share in zip(names, after / before, strict=True) if share > OPEN_SHARE)

    def answer(
        self, coordinates: FloatArray | None, *, undetermined: tuple[str, ...], reason: Reason | None
    ) -> NearestPhysical:
        """Standard parameters and all columns at these coordinates; NaN where there are none."""
        n, count = self.links, self.estimate.estimate.size
        if coordinates is None:
            links = np.full((n, PARAMETERS_PER_LINK), np.nan)
            empty = np.full(n, np.nan)
            return NearestPhysical(links, empty, np.full(count, np.nan), empty, np.nan, undetermined, reason)
        standard = self.to_standard @ coordinates
        links = standard[: n * PARAMETERS_PER_LINK].reshape(n, PARAMETERS_PER_LINK)
        columns = self._columns(self.base.values(standard))
        root = self.estimate.information_root
        return NearestPhysical(
            standard=links,
            rotor_inertia=standard[n * PARAMETERS_PER_LINK :] if self.rotors else np.zeros(n),
            estimate=columns,
            min_eigenvalue=smallest_eigenvalues(links),
            added_squares=float(np.sum((root @ (columns - self.estimate.estimate)) ** 2)),
            undetermined=undetermined,
        )

    def _columns(self, values: FloatArray) -> FloatArray:
        """All columns (p,) with these base parameters (b,), the others as near the data as they can be."""
        found, count, root = self.estimate.estimate, self.base.count, self.estimate.information_root
        free, scale = _scaled(root[:, count:])
        change = root[:, :count] @ (values - found[:count])
        followed = scale * scipy.linalg.lstsq(free, -change, cond=_ROUNDING)[0] if free.size else np.empty(0)
        return np.concatenate([values, found[count:] + followed])


def _root_of_base(estimate: Estimate, count: int) -> FloatArray:
    """What the data say about the first columns when the others follow freely, (k, count)."""
    root = estimate.information_root
    free, _ = _scaled(root[:, count:])
    basis = scipy.linalg.orth(free, rcond=_ROUNDING) if free.size else free
    rest = root[:, :count]
    for _ in range(2):  # once more for orthogonality
        rest = rest - basis @ (basis.T @ rest)
    return np.asarray(scipy.linalg.qr(rest, mode="r")[0][:count])


def _scaled(columns: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Columns of length one (or zero), and what each was multiplied by."""
    lengths = np.linalg.norm(columns, axis=0)
    scale = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
    return columns * scale, scale


def _noise(estimate: Estimate) -> float:
    """Standard deviation of a weighted row, with what residuals that follow one another add to it."""
    spare = max(estimate.row_count - estimate.rank, 1)
    white = np.sqrt(estimate.weighted_squares / spare)
    ratio = estimate.std / np.where(estimate.white_noise_std > 0.0, estimate.white_noise_std, np.inf)
    usual = float(np.median(ratio[np.isfinite(ratio)])) if np.isfinite(ratio).any() else 1.0
    size = np.linalg.norm(estimate.information_root @ estimate.estimate) / np.sqrt(estimate.row_count)
    return float(max(white * max(usual, 1.0), SMALLEST_NOISE * size, np.finfo(np.float64).tiny))
