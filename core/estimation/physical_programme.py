"""The semidefinite programme: the point of a set of possible bodies nearest the origin."""

from dataclasses import dataclass

import numpy as np

from core.estimation.physical_bodies import ENTRIES, matrix_of, to_parameters, triangle_of
from core.quality import Reason, Verdict
from core.recording import FloatArray

MARGIN = 1e-3
"""Smallest eigenvalue allowed for a link's pseudo-inertia, relative to its reference body's."""
_SLACK = 0.1
"""Share of the margin by which the solver may miss it."""
_TOLERANCE = 1e-9
_ITERATIONS = 200
_ROUNDS = 5
_SIMILAR = 0.1
_ENDINGS = frozenset({"Solved", "AlmostSolved"})


@dataclass(frozen=True)
class Whitened:
    """Coordinates ``x = origin + axes @ z`` in which the cost is ``|z|²``."""

    origin: FloatArray
    axes: FloatArray


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
        margin = self.smallest(x) >= MARGIN
        rows, bounds = self.linear()
        return bool(margin and np.all(rows @ x >= bounds))

    def smallest(self, x: FloatArray) -> float:
        """The smallest eigenvalue of all links' pseudo-inertias in coordinates x."""
        links = x[: ENTRIES * self.links].reshape(self.links, ENTRIES)
        return min(float(np.linalg.eigvalsh(matrix_of(link))[0]) for link in links)

    def linear(self) -> tuple[FloatArray, FloatArray]:
        """Rows and bounds with ``rows @ x >= bounds``: rotors, then lowest and highest masses."""
        size = ENTRIES * self.links + self.rotors
        rotors = np.eye(size)[ENTRIES * self.links :]
        if self.mass_bounds is None:
            return rotors, np.zeros(self.rotors)
        masses = np.zeros((self.links, size))
        for link, body in enumerate(self.reference):
            masses[link, ENTRIES * link : ENTRIES * (link + 1)] = to_parameters(body)[0]
        low, high = self.mass_bounds.T
        rows = np.concatenate([rotors, masses / self.reference[:, :1], -masses / self.reference[:, :1]])
        scaled = np.concatenate([low, -high]) / np.tile(self.reference[:, 0], 2)
        return rows, np.concatenate([np.zeros(self.rotors), scaled])


def project(whitened: Whitened, bodies: Bodies) -> tuple[FloatArray | None, Reason | None]:
    """The bodies x nearest ``origin``; None with a reason where there are none."""
    if bodies.contain(whitened.origin):
        return whitened.origin, None
    z, status = _nearest(whitened, bodies)
    if z is None:
        bounded = bodies.mass_bounds is not None and "Infeasible" in status
        code = "physical-impossible" if bounded else "physical-not-solved"
        return None, Reason(code, {"status": status}, Verdict.NOT_MEASURABLE)
    x = whitened.origin + whitened.axes @ z
    first_rotor = ENTRIES * bodies.links
    x[first_rotor:] = np.maximum(x[first_rotor:], 0.0)
    if bodies.smallest(x) < (1.0 - _SLACK) * MARGIN:
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
    inside = ENTRIES * bodies.links
    margin = np.tile(MARGIN * triangle_of(np.eye(4)), bodies.links)
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
