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
from core.quality import Reason, Verdict
from core.recording import FloatArray
from core.robot.inertia import pseudo_inertia
from core.robot.model import PARAMETERS_PER_LINK

KNOWN = 1.0
"""Standard deviation, in reference bodies, up to which the data determine a direction."""
PULL = 0.1
"""Weight of the pull towards the reference, in standard deviations per reference body.

It applies only to directions that the data do not determine.
"""
OPEN_SHARE = 0.1
"""Uncertainty relative to the reference size above which a parameter counts as undetermined."""
_SMALLEST_NOISE = 1e-6
"""Smallest residual relative to the torque; exact synthetic rows have none."""
_ROUNDING = 1e-10
"""Smallest singular value relative to the largest; smaller ones count as zero."""
_MARGIN = 1e-3
"""Smallest eigenvalue allowed for a link's pseudo-inertia, relative to its reference body's."""
_SLACK = 0.1
"""Share of the margin by which the solver may miss it."""
_TOLERANCE = 1e-9
_ITERATIONS = 200
_ROUNDS = 5
_SIMILAR = 0.1
_ENDINGS = frozenset({"Solved", "AlmostSolved"})
_ENTRIES = 10
"""Number of independent entries of a symmetric (4, 4)."""
_PLACES = tuple((row, column) for column in range(4) for row in range(column + 1))
_TENSOR = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
_SQRT2 = float(np.sqrt(2.0))


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


@dataclass(frozen=True)
class Distance:
    """The distance ``|root (θ − found)|``; the first ``count`` columns are base parameters."""

    root: FloatArray
    found: FloatArray
    count: int

    @classmethod
    def of(cls, estimate: Estimate, base: BaseParameters) -> "Distance":
        """The distance from the estimate of a fit.

        Raises
        ------
        BadRequest
            ``no-information`` when the estimate carries no information root.
        """
        if estimate.information_root is None:
            raise BadRequest("no-information")
        return cls(estimate.information_root, estimate.estimate, base.count)

    def squares(self, columns: FloatArray) -> float:
        """Increase of the weighted sum of squares at the columns (p,)."""
        return float(np.sum((self.root @ (columns - self.found)) ** 2))

    def root_of_base(self) -> FloatArray:
        """The root (k, b) for the base parameters alone, minimised over the other columns."""
        free, _ = _scaled(self.root[:, self.count :])
        basis = scipy.linalg.orth(free, rcond=_ROUNDING) if free.size else free
        rest = self.root[:, : self.count]
        for _ in range(2):  # twice, because one projection leaves rounding errors
            rest = rest - basis @ (basis.T @ rest)
        return np.asarray(scipy.linalg.qr(rest, mode="r")[0][: self.count])

    def columns(self, values: FloatArray) -> FloatArray:
        """All columns (p,) for base parameters (b,); the others minimise the distance."""
        free, scale = _scaled(self.root[:, self.count :])
        change = self.root[:, : self.count] @ (values - self.found[: self.count])
        followed = np.empty(0)
        if free.size:
            followed = scale * scipy.linalg.lstsq(free, -change, cond=_ROUNDING)[0]
        return np.concatenate([values, self.found[self.count :] + followed])

    def noise(self, estimate: Estimate) -> float:
        """Standard deviation of a weighted row, enlarged for the correlation between successive residuals."""
        spare = max(estimate.row_count - estimate.rank, 1)
        white = np.sqrt(estimate.weighted_squares / spare)
        known = np.isfinite(estimate.std) & (estimate.white_noise_std > 0.0)
        ratio = estimate.std[known] / estimate.white_noise_std[known]
        usual = max(float(np.median(ratio)), 1.0) if ratio.size else 1.0
        size = np.linalg.norm(self.root @ self.found) / np.sqrt(max(estimate.row_count, 1))
        return float(max(white * usual, _SMALLEST_NOISE * size, np.finfo(np.float64).tiny))


def _scaled(columns: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Columns scaled to length one (or zero), and the scale factors."""
    lengths = np.linalg.norm(columns, axis=0)
    scale = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
    return columns * scale, scale


@dataclass(frozen=True)
class Whitened:
    """Coordinates ``x = origin + axes @ z`` in which the cost is ``|z|²``."""

    origin: FloatArray
    axes: FloatArray


# Coordinates in units of a reference body, whose pseudo-inertia becomes the unit matrix.
#
# A link's pseudo-inertia P (4, 4) is written as ``P = L X Lᵀ`` with ``L Lᵀ`` that of the
# reference. P is positive definite exactly when X is, and distances between two X depend on no
# frame and no unit (Lee, Wensing, Park, "Geometric Robot Dynamic Identification: A Convex
# Programming Approach", IEEE T-RO 2020). X is held as its upper triangle, column after column,
# with the entries off the diagonal times √2, as the solver requires.


def triangle_of(matrix: FloatArray) -> FloatArray:
    """The ten coordinates of a symmetric (4, 4)."""
    return np.array([matrix[place] * (1.0 if place[0] == place[1] else _SQRT2) for place in _PLACES])


def _matrix_of(triangle: FloatArray) -> FloatArray:
    """The symmetric (4, 4) with these ten coordinates."""
    matrix = np.empty((4, 4))
    for value, (row, column) in zip(triangle, _PLACES, strict=True):
        matrix[row, column] = matrix[column, row] = value if row == column else value / _SQRT2
    return matrix


def parameters_of(pseudo: FloatArray) -> FloatArray:
    """The ten standard parameters of a pseudo-inertia (4, 4)."""
    second = pseudo[:3, :3]
    tensor = np.trace(second) * np.eye(3) - second
    return np.array([pseudo[3, 3], *pseudo[:3, 3], *(tensor[place] for place in _TENSOR)])


def to_parameters(reference: FloatArray) -> FloatArray:
    """The matrix (10, 10) from coordinates to standard parameters, for a reference body (10,)."""
    root = np.linalg.cholesky(pseudo_inertia(reference))
    columns = [parameters_of(root @ _matrix_of(unit) @ root.T) for unit in np.eye(_ENTRIES)]
    return np.stack(columns, axis=1)


def smallest_eigenvalues(links: FloatArray) -> FloatArray:
    """Smallest eigenvalue (n,) of each link's pseudo-inertia, from standard parameters (n, 10)."""
    return np.array([float(np.linalg.eigvalsh(pseudo_inertia(link))[0]) for link in links])


@dataclass(frozen=True)
class Bodies:
    """Constraints on x: links with positive definite pseudo-inertia, rotors not negative.

    ``reference`` (n, 10) bodies are the units of the links, ``rotors`` the number of rotors after
    them, ``mass_bounds`` (n, 2) kg or None.
    """

    reference: FloatArray
    rotors: int
    mass_bounds: FloatArray | None

    @property
    def links(self) -> int:
        """Number of links of the arm."""
        return int(self.reference.shape[0])

    @property
    def middle(self) -> FloatArray:
        """The coordinates x of the reference bodies and rotors themselves."""
        return np.concatenate([np.tile(triangle_of(np.eye(4)), self.links), np.ones(self.rotors)])

    def contain(self, x: FloatArray) -> bool:
        """True if x satisfies all constraints."""
        margin = self.smallest(x) >= _MARGIN
        rows, bounds = self.linear()
        return bool(margin and np.all(rows @ x >= bounds))

    def smallest(self, x: FloatArray) -> float:
        """The smallest eigenvalue of all links' pseudo-inertias in coordinates x."""
        links = x[: _ENTRIES * self.links].reshape(self.links, _ENTRIES)
        return min(float(np.linalg.eigvalsh(_matrix_of(link))[0]) for link in links)

    def linear(self) -> tuple[FloatArray, FloatArray]:
        """Rows and bounds with ``rows @ x >= bounds``: rotors, then lowest and highest masses."""
        size = _ENTRIES * self.links + self.rotors
        rotors = np.eye(size)[_ENTRIES * self.links :]
        if self.mass_bounds is None:
            return rotors, np.zeros(self.rotors)
        masses = np.zeros((self.links, size))
        for link, body in enumerate(self.reference):
            masses[link, _ENTRIES * link : _ENTRIES * (link + 1)] = to_parameters(body)[0]
        low, high = self.mass_bounds.T
        rows = np.concatenate([rotors, masses / self.reference[:, :1], -masses / self.reference[:, :1]])
        scaled = np.concatenate([low, -high]) / np.tile(self.reference[:, 0], 2)
        return rows, np.concatenate([np.zeros(self.rotors), scaled])


def _project(whitened: Whitened, bodies: Bodies) -> tuple[FloatArray | None, Reason | None]:
    """The bodies x nearest ``origin``; None with a reason where there are none."""
    if bodies.contain(whitened.origin):
        return whitened.origin, None
    z, status = _nearest(whitened, bodies)
    if z is None:
        bounded = bodies.mass_bounds is not None and "Infeasible" in status
        code = "physical-impossible" if bounded else "physical-not-solved"
        return None, Reason(code, {"status": status}, Verdict.NOT_MEASURABLE)
    x = whitened.origin + whitened.axes @ z
    first_rotor = _ENTRIES * bodies.links
    x[first_rotor:] = np.maximum(x[first_rotor:], 0.0)
    if bodies.smallest(x) < (1.0 - _SLACK) * _MARGIN:
        return None, Reason("physical-not-solved", {"status": status}, Verdict.NOT_MEASURABLE)
    return x, None


def _nearest(whitened: Whitened, bodies: Bodies) -> tuple[FloatArray | None, str]:
    """The smallest feasible z, in units of the reference bodies first, then in units of its own size.

    The solver's tolerance is absolute, so the solution must have a size near one.
    """
    away = np.linalg.solve(whitened.axes, bodies.middle - whitened.origin)
    scale, found, ending = max(float(np.linalg.norm(away)), 1.0), None, ""
    for _ in range(_ROUNDS):
        z, status = _solve(whitened, bodies, scale=scale)
        if z is None:
            return found, ending or status
        found, ending = z, status
        size = max(float(np.linalg.norm(z)), 1.0)
        if size > _SIMILAR * scale:
            break
        scale = size
    return found, ending


def _solve(whitened: Whitened, bodies: Bodies, *, scale: float) -> tuple[FloatArray | None, str]:
    # imported late: slow to load, and needed here only
    import clarabel
    import scipy.sparse  # slow to import, and most fits need none

    rows, bounds = bodies.linear()
    inside = _ENTRIES * bodies.links
    margin = np.tile(_MARGIN * triangle_of(np.eye(4)), bodies.links)
    matrix = -scale * np.concatenate([rows @ whitened.axes, whitened.axes[:inside]])
    right = np.concatenate([rows @ whitened.origin - bounds, whitened.origin[:inside] - margin])
    cones = [clarabel.NonnegativeConeT(rows.shape[0])] if rows.size else []
    cones += [clarabel.PSDTriangleConeT(4)] * bodies.links
    size = whitened.axes.shape[1]
    solver = clarabel.DefaultSolver(
        scipy.sparse.identity(size, format="csc"),
        np.zeros(size),
        scipy.sparse.csc_matrix(matrix),
        right,
        cones,
        _settings(),
    )
    solution = solver.solve()
    status = str(solution.status)
    return (scale * np.array(solution.x), status) if status in _ENDINGS else (None, status)


def _settings() -> object:
    import clarabel

    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_iter = _ITERATIONS
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = _TOLERANCE
    return settings


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
    coordinates, reason = _project(problem.whitened(estimate, bodies.middle), bodies)
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
        kept = int(np.count_nonzero(singular > _ROUNDING * singular[0]))
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
