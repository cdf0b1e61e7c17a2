"""A hypothesis about the set-up as a linear map of the checked columns, its fit, and its uncertainty.

Residuals are not white: a model error repeats, within a block, within a run, and in the torque of one
joint whose sensor or friction the model does not describe. Leaving out each part in turn (the jackknife)
counts all of it. Leaving out joints is what tells a fault of the set-up from an error of the model: a
tilted base shows in every joint alike.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.estimation.rows import IntArray
from core.identification.setup_checks.sums import CheckedSums
from core.recording import FloatArray

ROUNDS = 3
"""Rounds of weighting each joint by its own residual."""
_NEGLIGIBLE = 1e-9
"""Length of a column, relative to the longest, below which it is not fitted."""
_RANK = 1e-11
"""Relative eigenvalue of the scaled normal equations below which a direction is not determined."""
_WELL_CONDITIONED = 1e-8
"""Reciprocal condition number of the scaled normal equations above which every direction is determined."""
_FLOOR = 1e-14
"""Sum of squared residuals, relative to that of the torque, that counts as round-off."""
FEWEST_PARTS = 3
"""Smallest number of parts whose scatter tells anything."""
Statistic = Callable[[FloatArray], FloatArray]
"""Makes what is asked for (k,) of a solution (d,)."""


@dataclass(frozen=True)
class Hypothesis:
    """Hypothesis on the meaning of the recordings.

    ``gravity`` (3,) m/s² in the base frame, ``torque`` (n, n) the matrix that turns measured joint
    torques (rows) into true ones, ``extra`` for each joint (P, e) more columns, as combinations of the
    checked ones.
    """

    gravity: FloatArray
    torque: FloatArray
    with_load: bool = True
    """True if friction may depend on the load, which is that of the set-up as given."""
    extra: tuple[FloatArray, ...] = field(default=(), repr=False)

    @classmethod
    def as_given(cls, sums: CheckedSums, *, with_load: bool = True) -> "Hypothesis":
        """The set-up is as described."""
        return cls(np.asarray(sums.plan.robot.gravity), np.eye(sums.joint_count), with_load)


@dataclass(frozen=True)
class Explained:
    """A weighted fit under a hypothesis.

    ``parameters`` (p,) of base, coupling and friction, ``extra`` (e,), ``joint_std`` (n,) the RMS
    residual in N·m, NaN for a joint without rows, ``weights`` (n,) what each joint's rows counted.
    """

    parameters: FloatArray
    extra: FloatArray
    joint_std: FloatArray
    weights: FloatArray = field(repr=False)

    @property
    def log_error(self) -> float:
        """Sum of the logarithms of the joints' errors, which no unit of a torque changes."""
        return float(np.nansum(np.log(self.joint_std)))


def explain(sums: CheckedSums, hypothesis: Hypothesis, *, rounds: int = ROUNDS) -> Explained:
    """Weighted least squares under a hypothesis."""
    extra = hypothesis.extra[0].shape[1] if hypothesis.extra else 0
    return weighted_fit(normal_equations(sums, hypothesis, sums.totals), sums, extra=extra, rounds=rounds)


def normal_equations(sums: CheckedSums, hypothesis: Hypothesis, grams: Sequence[FloatArray]) -> FloatArray:
    """Normal equations (n, …, d + 1, d + 1) of each joint, from its Gram matrices (…, P, P).

    A joint's rows know few of the parameters; the others are left out of the products.
    """
    found = []
    for made, gram in zip(hypothesis_maps(sums, hypothesis), grams, strict=True):
        used = np.flatnonzero(made.any(axis=0))
        whole = np.zeros((*gram.shape[:-2], *[made.shape[1]] * 2))
        whole[..., used[:, np.newaxis], used] = made[:, used].T @ gram @ made[:, used]
        found.append(whole)
    return np.array(found)


def weighted_fit(projected: FloatArray, sums: CheckedSums, *, extra: int, rounds: int = ROUNDS) -> Explained:
    """The fit of normal equations (n, d + 1, d + 1), one for each joint, with ``extra`` columns last."""
    counts, std = sums.counts, sums.model.joint_std
    moves = counts > 0
    smallest = _FLOOR * projected[:, -1, -1] + np.finfo(np.float64).tiny
    found, weights = np.zeros(projected.shape[1] - 1), np.zeros(counts.size)
    for _ in range(rounds):
        weights = np.divide(1.0, np.square(std), out=np.zeros(counts.size), where=moves)
        found = solved(np.tensordot(weights, projected, axes=1))
        full = np.append(found, -1.0)
        squares = np.maximum(np.einsum("p,jpq,q->j", full, projected, full), smallest)
        std = np.sqrt(np.divide(squares, counts, out=np.full(counts.size, np.nan), where=moves))
    own = found.size - extra
    return Explained(found[:own], found[own:], std, weights)


def unexplained(sums: CheckedSums, explained: Explained, *, torque: FloatArray | None = None) -> FloatArray:
    """Error of each joint over the standard deviation of its torque, (n,), which ``torque`` assigns."""
    spread = np.asarray(sums.torque_std(torque))
    found: FloatArray = np.divide(
        explained.joint_std, spread, out=np.full(spread.size, np.nan), where=spread > 0.0
    )
    return found


def hypothesis_maps(sums: CheckedSums, hypothesis: Hypothesis) -> tuple[FloatArray, ...]:
    """For each joint the map (P, p + e + 1) from its columns to parameters, extra columns and target."""
    plan, model = sums.plan, sums.model
    change = hypothesis.gravity - plan.robot.gravity
    count = len(plan.names)
    found = []
    for joint, places in enumerate(sums.columns):
        extra = hypothesis.extra[joint] if hypothesis.extra else np.zeros((places.width, 0))
        made = np.zeros((places.width, count + extra.shape[1] + 1))
        made[np.arange(places.base.size), places.base] = 1.0
        for axis in range(3):
            pull = places.pull(axis)
            made[np.arange(pull.start, pull.stop), places.base[places.gravity]] = change[axis]
        coupling = np.arange(places.coupling)
        made[places.base.size + coupling, plan.coupling_places.start + coupling] = 1.0
        friction = np.arange(places.friction)
        made[places.first_friction + friction, plan.friction_places(joint).start + friction] = 1.0
        if not hypothesis.with_load and plan.form.load_column is not None:
            made[places.first_friction + plan.form.load_column] = 0.0
        made[:, count : count + extra.shape[1]] = extra
        made[places.torques, -1] = hypothesis.torque[:, joint]
        made[places.compensator, -1] = 1.0
        if model.is_known:  # the rigid-body torque is subtracted, not fitted
            made[:, -1] -= made[:, : plan.base_count] @ model.parameters
            made[:, : plan.base_count] = 0.0
        found.append(made)
    return tuple(found)


def rigid_torque(sums: CheckedSums, joint: int, *, gravity: FloatArray, parameters: FloatArray) -> FloatArray:
    """The combination (P,) of a joint's columns that is its rigid-body torque under ``gravity`` (3,)."""
    places = sums.columns[joint]
    made = gravity_torque(sums, joint, gravity=gravity - sums.plan.robot.gravity, parameters=parameters)
    made[: places.base.size] = parameters[places.base]
    return made


def gravity_torque(
    sums: CheckedSums, joint: int, *, gravity: FloatArray, parameters: FloatArray
) -> FloatArray:
    """The combination (P,) of a joint's columns that is the torque of ``gravity`` (3,) m/s² alone."""
    places = sums.columns[joint]
    made = np.zeros(places.width)
    for axis in range(3):
        made[places.pull(axis)] = gravity[axis] * parameters[places.base[places.gravity]]
    return made


def solved(normal: FloatArray) -> FloatArray:
    """Solution (d,) of normal equations (d + 1, d + 1) whose last column is the right-hand side."""
    matrix, target = normal[:-1, :-1], normal[:-1, -1]
    size = np.sqrt(np.maximum(np.diag(matrix), 0.0))
    use: IntArray = np.flatnonzero(size > _NEGLIGIBLE * size.max(initial=0.0))
    found = np.zeros(matrix.shape[0])
    if use.size == 0:
        return found
    scaled = matrix[np.ix_(use, use)] / np.outer(size[use], size[use])
    found[use] = _solved_scaled(scaled, target[use] / size[use]) / size[use]
    return found


def _solved_scaled(matrix: FloatArray, target: FloatArray) -> FloatArray:
    """Solution (d,) of scaled normal equations, without the directions that are not determined.

    Cholesky's factor takes a twentieth of the time of the eigenvectors, which are needed only where
    directions may have to be left out. The 1-norm's condition number is never below that of the eigenvalues.
    """
    from scipy.linalg import lapack  # reading a result does not need it

    factor, stopped = lapack.dpotrf(matrix)
    if not stopped and lapack.dpocon(factor, np.abs(matrix).sum(axis=0).max())[0] > _WELL_CONDITIONED:
        return np.asarray(lapack.dpotrs(factor, target)[0])
    values, vectors = np.linalg.eigh(matrix)
    keep = values > _RANK * values[-1]
    return np.asarray(vectors[:, keep] @ ((vectors[:, keep].T @ target) / values[keep]))


class Scatter:
    """The normal equations of a hypothesis, block by block and joint by joint."""

    def __init__(self, sums: CheckedSums, hypothesis: Hypothesis) -> None:
        self._sums = sums
        self._blocks = normal_equations(sums, hypothesis, sums.grams)
        self._joints = self._blocks.sum(axis=1)
        self._extra = hypothesis.extra[0].shape[1] if hypothesis.extra else 0

    def fit(self, *, only: int | None = None) -> Explained:
        """The weighted fit, with all extra columns or with a single one of them."""
        joints = self._chosen(self._joints, only)
        return weighted_fit(joints, self._sums, extra=self._extra if only is None else 1)

    def std(
        self,
        explained: Explained,
        *,
        statistic: Statistic | None = None,
        only: int | None = None,
        owners: Sequence[int] | None = None,
    ) -> FloatArray:
        """Standard deviations (k,) of the extra columns' coefficients, or of another ``statistic``.

        ``owners`` are the joints that each of them belongs to; without its own joint nothing is known
        of it, so that joint is not left out. None where they belong to the whole arm.
        """
        wanted = statistic or (lambda solution: solution[-explained.extra.size :])
        weights = explained.weights
        blocks = self._chosen(np.tensordot(weights, self._blocks, axes=1), only)
        joints = weights[:, np.newaxis, np.newaxis] * self._chosen(self._joints, only)
        whole = blocks.sum(axis=0)
        center = wanted(solved(whole))
        found = _jackknife(whole, blocks, wanted)
        runs = self._sums.runs
        by_run = np.array([blocks[runs == run].sum(axis=0) for run in np.unique(runs)])
        if len(by_run) >= FEWEST_PARTS:
            found = np.maximum(found, _jackknife(whole, by_run, wanted))
        moved = [joint for joint in range(len(joints)) if self._sums.counts[joint] > 0]
        without = np.array([wanted(solved(whole - joints[joint])) for joint in moved]) - center
        if owners is not None:
            without[np.equal.outer(moved, list(owners))] = 0.0
        parts = len(moved) - (owners is not None)
        across = np.sqrt(np.square(without).sum(axis=0) * max(parts - 1, 0) / max(parts, 1))
        return np.asarray(np.hypot(found, across))

    def _chosen(self, equations: FloatArray, only: int | None) -> FloatArray:
        """Normal equations (..., d + 1, d + 1) with all extra columns or with a single one of them."""
        if only is None:
            return equations
        own = equations.shape[-1] - 1 - self._extra
        keep = np.r_[np.arange(own), own + only, equations.shape[-1] - 1]
        return np.asarray(equations[:, keep[:, np.newaxis], keep])


def _jackknife(whole: FloatArray, parts: FloatArray, wanted: Statistic) -> FloatArray:
    without = np.array([wanted(solved(whole - part)) for part in parts])
    if len(parts) < FEWEST_PARTS:
        return np.full(without.shape[1], np.inf)
    spread = np.square(without - without.mean(axis=0)).sum(axis=0)
    return np.asarray(np.sqrt(spread * (len(parts) - 1) / len(parts)))
