"""Least squares weighted with the full covariance of the joints' residuals.

Two passes. The first reduces the rows to one factor per set of joints used together, with
every joint's columns side by side, so that any covariance can be applied to it; the second
whitens the rows with the covariance found and leaves the factors for the uncertainty.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from core.estimation.estimate import Estimate, JointResiduals, WeightedBlocks, assemble
from core.estimation.least_squares import limited_std, smallest_std, unsettled_reason
from core.estimation.rows import BoolArray, IntArray, RowBlock, RowSource, active_columns, used_rows
from core.estimation.solution import Solution, require_enough_rows, solve
from core.estimation.tsqr import (
    BlockFactors,
    BlockReduction,
    Factor,
    GrowingFactor,
    joint_rows,
    require_finite,
    triangular_factor,
)
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray

PATTERN_CHUNK_ROWS = 512
SMALLEST_EIGENVALUE = 1e-6
"""Smallest eigenvalue of the residuals' correlation matrix.

Entries estimated from different samples can make the matrix indefinite.
"""


@dataclass(frozen=True)
class FullCovarianceLeastSquares:
    """Rows of one sample weighted with Ω⁻¹, Ω = E Eᵀ/(N − rank), until Ω converges ([Liu] eq. 23).

    Where some joints of a sample are left out, Ω keeps its rows and columns of the others;
    the entry of two joints comes from the samples that both take part in. The parameters
    are shared by the joints, so each joint is charged N/rows of the rank.
    """

    max_iterations: int = 50
    tolerance: float = 1e-8
    """Largest change of a whitened entry of Ω at convergence."""

    def fit(self, rows: RowSource, *, monitor: Monitor | None = None) -> Estimate:
        """Fit in two passes; raises as ``LeastSquares.fit``."""
        watching = monitor or NullMonitor()
        seen = _patterns(rows, PartOfMonitor(watching, first=0.0, last=0.5))
        row_count = seen.joint_rows
        require_enough_rows(rows=int(row_count.sum()), columns=seen.width - 1)
        floor = smallest_std([_joint_part(seen, joint) for joint in range(seen.joints)], row_count=row_count)
        covariance = np.eye(seen.joints)
        for iteration in range(1, self.max_iterations + 1):
            watching.check()
            solution = solve(seen.whitened_factor(covariance))
            found = _residual_covariance(seen, solution=solution, floor=floor)
            settled = _change(found, covariance) < self.tolerance
            if iteration > 1 and settled:
                break
            covariance = found
        whitened = _whitened_blocks(rows, covariance, PartOfMonitor(watching, first=0.5, last=0.95))
        return assemble(
            solution,
            blocks=WeightedBlocks(whitened, np.ones(seen.joints)),
            residuals=JointResiduals(
                np.diag(seen.residual_products(solution.estimate)).copy(),
                row_count,
                np.sqrt(np.diag(found)),
            ),
            residual_covariance=found,
            white_noise_variance=1.0,
            iterations=iteration,
            monitor=PartOfMonitor(watching, first=0.95, last=1.0),
            reasons=() if settled else (unsettled_reason(iteration),),
        )


@dataclass
class Patterns:
    """One factor per set of joints that take part together; column ``joint · width + k``."""

    joints: int
    width: int
    factors: dict[tuple[int, ...], Factor] = field(default_factory=dict)
    samples: dict[tuple[int, ...], int] = field(default_factory=dict)

    @property
    def pair_counts(self) -> IntArray:
        """Number of samples in which both joints take part, (n, n)."""
        counts = np.zeros((self.joints, self.joints), dtype=np.intp)
        for pattern, samples in self.samples.items():
            counts[np.ix_(pattern, pattern)] += samples
        return counts

    @property
    def joint_rows(self) -> IntArray:
        """Number of rows of each joint, (n,)."""
        return np.diag(self.pair_counts).copy()

    def joint_parts(self, pattern: tuple[int, ...]) -> FloatArray:
        """The factor of one pattern as (joints of the pattern, k, width)."""
        wide = self.factors[pattern].widened(self.joints * self.width)
        parts = wide.reshape(wide.shape[0], self.joints, self.width)
        return np.ascontiguousarray(parts[:, list(pattern)].transpose(1, 0, 2))

    def whitened_factor(self, covariance: FloatArray) -> FloatArray:
        """Factor (k, width) of all rows weighted with the inverse of ``covariance`` (n, n)."""
        stacks = []
        for pattern in self.factors:
            mixed = np.tensordot(_whitening(covariance, pattern), self.joint_parts(pattern), axes=1)
            stacks.append(triangular_factor(np.asfortranarray(mixed.reshape(-1, self.width))))
        return triangular_factor(np.asfortranarray(np.concatenate(stacks)))

    def residual_products(self, estimate: FloatArray) -> FloatArray:
        """Sums of e_i e_j over the samples both joints take part in, (n, n)."""
        extended = np.append(-estimate, 1.0)
        sums = np.zeros((self.joints, self.joints))
        for pattern in self.factors:
            residual = self.joint_parts(pattern) @ extended
            sums[np.ix_(pattern, pattern)] += residual @ residual.T
        return sums


def _patterns(rows: RowSource, monitor: Monitor) -> Patterns:
    seen = Patterns(rows.joint_count, len(rows.column_names) + 1)
    growing: dict[tuple[int, ...], GrowingFactor] = {}
    for piece in rows.blocks(monitor):
        monitor.check()
        for pattern, here in _patterns_of(piece):
            part = growing.setdefault(pattern, GrowingFactor(PATTERN_CHUNK_ROWS))
            part_rows, columns = _side_by_side(piece, pattern=pattern, here=here)
            part.add(part_rows, columns=columns)
            seen.samples[pattern] = seen.samples.get(pattern, 0) + int(np.count_nonzero(here))
    seen.factors = {pattern: part.finished() for pattern, part in growing.items()}
    for pattern, factor in seen.factors.items():
        # the error names one joint: the first of the set
        require_finite((factor,), first_joint=pattern[0])
    return seen


def _patterns_of(piece: RowBlock) -> Iterator[tuple[tuple[int, ...], BoolArray]]:
    """Each set of joints that take part together, and a mask (m,) of its samples."""
    used = used_rows(piece)
    code = used @ (1 << np.arange(used.shape[1]))
    for value in np.unique(code):
        pattern = tuple(joint for joint in range(used.shape[1]) if int(value) >> joint & 1)
        if pattern:
            yield pattern, code == value


def _side_by_side(
    piece: RowBlock, *, pattern: tuple[int, ...], here: BoolArray
) -> tuple[FloatArray, IntArray]:
    active = active_columns(piece)
    width = piece.regressor.shape[2] + 1
    parts, columns = [], []
    for joint in pattern:
        rows, own = joint_rows(piece, joint=joint, used=here, active=active[joint])
        parts.append(rows)
        columns.append(own + joint * width)
    return np.concatenate(parts, axis=1), np.concatenate(columns)


def _joint_part(seen: Patterns, joint: int) -> FloatArray:
    parts = [seen.joint_parts(pattern)[pattern.index(joint)] for pattern in seen.factors if joint in pattern]
    return np.concatenate(parts) if parts else np.zeros((0, seen.width))


def _residual_covariance(seen: Patterns, *, solution: Solution, floor: FloatArray) -> FloatArray:
    products, pairs = seen.residual_products(solution.estimate), seen.pair_counts
    rows = int(np.trace(pairs))
    spare = rows / max(rows - solution.rank, 1)
    mean = products / np.maximum(pairs, 1) * spare
    found = np.sqrt(np.diag(mean))
    std = limited_std(found, floor=floor)
    # the correlation of a residual that is only round-off is meaningless
    real = found >= std
    correlation = np.where(np.outer(real, real), mean / np.outer(std, std), 0.0)
    np.fill_diagonal(correlation, 1.0)
    values, vectors = np.linalg.eigh(correlation)
    if values[0] < SMALLEST_EIGENVALUE:
        correlation = (vectors * np.maximum(values, SMALLEST_EIGENVALUE)) @ vectors.T
    return np.asarray(correlation * np.outer(std, std), dtype=np.float64)


def _whitening(covariance: FloatArray, pattern: tuple[int, ...]) -> FloatArray:
    """Upper triangular W with WᵀW = inverse of the pattern's part of ``covariance``.

    An upper triangle mixes into a joint's row only the rows of joints farther out, which have the same
    zero columns, so the zeros of links nearer to the base are kept.
    """
    part = covariance[np.ix_(pattern, pattern)]
    scale = 1.0 / np.sqrt(np.diag(part))
    inverse = np.linalg.inv(part * np.outer(scale, scale))
    return np.asarray(np.linalg.cholesky((inverse + inverse.T) / 2.0).T * scale, dtype=np.float64)


def _change(new: FloatArray, old: FloatArray) -> float:
    whitening = _whitening(old, tuple(range(old.shape[0])))
    return float(np.max(np.abs(whitening @ new @ whitening.T - np.eye(old.shape[0]))))


def _whitened_blocks(rows: RowSource, covariance: FloatArray, monitor: Monitor) -> BlockFactors:
    reduction = BlockReduction(rows.column_names, rows.joint_count)
    for piece in rows.blocks(monitor):
        monitor.check()
        reduction.add(_whitened(piece, covariance))
    return reduction.finished()


def _whitened(piece: RowBlock, covariance: FloatArray) -> RowBlock:
    regressor, target = np.zeros_like(piece.regressor), np.zeros_like(piece.target)
    for pattern, here in _patterns_of(piece):
        chosen = np.ix_(np.flatnonzero(here), np.asarray(pattern, dtype=np.intp))
        whitening = _whitening(covariance, pattern)
        regressor[chosen] = whitening @ piece.regressor[chosen]
        target[chosen] = piece.target[chosen] @ whitening.T
    return replace(piece, regressor=regressor, target=target)
