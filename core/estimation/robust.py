"""Robust least squares with Huber's weights, by iterative reweighting."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from core.estimation.estimate import Estimate, JointResiduals, WeightedBlocks, assemble
from core.estimation.least_squares import limited_std, smallest_std, unsettled_reason
from core.estimation.rows import RowBlock, RowSource, used_rows
from core.estimation.solution import Solution, require_enough_rows, solve
from core.estimation.tsqr import BlockReduction, reduce_rows, weighted_factor
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray

NORMAL_STD_PER_MAD = 1.482602218505602
"""Standard deviation divided by the median absolute deviation of a normal distribution."""
KEPT_SAMPLES = 1 << 18
"""Largest number of samples kept for the medians of residuals; longer recordings are thinned evenly."""
ROUND_OFF_MARGIN = 1e3


@dataclass(frozen=True)
class RobustLeastSquares:
    """Huber's M-estimator by iteratively reweighted least squares.

    Per row the weight min(1, threshold · s_j / |e|), with the scale s_j of each joint
    1.4826 times the median of its |e| (the regression has its own offsets, so about
    zero). One pass over the rows for each iteration, and one for the uncertainty: Huber,
    *Robust Statistics* (1981), section 7.6, with the block jackknife for the covariance.
    """

    threshold: float = 1.345
    """Threshold in standard deviations; 1.345 costs 5 % efficiency without outliers."""
    max_iterations: int = 50
    tolerance: float = 1e-5
    """Change of the parameters, in standard deviations, at convergence."""

    def fit(self, rows: RowSource, *, monitor: Monitor | None = None) -> Estimate:
        """Fit in several passes; raises as ``LeastSquares.fit``."""
        watching = monitor or NullMonitor()
        state = _start(rows, _PassMonitor(watching))
        settled, iteration = False, 0
        while not settled and iteration < self.max_iterations:
            iteration += 1
            following = self._reweighted(rows, state, _PassMonitor(watching, iteration))
            settled = _step(state, following) < self.tolerance
            state = following
        last = self._scored(rows, state, _PassMonitor(watching, iteration + 1))
        reduced = last.reduction.finished()
        bread = solve(weighted_factor(reduced.joint_factors(), joint_std=state.scale))
        row_count = reduced.joint_rows
        spare = max(int(row_count.sum()) - bread.rank, 1)
        inside = max(last.inside, 1) / int(row_count.sum())
        return assemble(
            replace(
                bread,
                estimate=state.solution.estimate,
                condition_number=state.solution.condition_number,
            ),
            blocks=WeightedBlocks(reduced, state.scale, scored=True),
            residuals=JointResiduals(last.sum_of_squares, row_count, state.scale),
            white_noise_variance=last.psi_squares / spare / inside,
            iterations=iteration,
            monitor=_PassMonitor(watching, iteration + 2),
            reasons=() if settled else (unsettled_reason(iteration),),
        )

    def _reweighted(self, rows: RowSource, state: "_State", monitor: Monitor) -> "_State":
        reduction = BlockReduction(rows.column_names, rows.joint_count)
        sizes = _Sizes(rows.joint_count)
        for piece, residual in _with_residuals(rows, state.solution, monitor):
            # The square root, because both sides of a row are scaled and the weight applies to its
            # square.
            reduction.add(piece, row_scale=np.sqrt(self._weight(residual / state.scale)))
            sizes.add(np.abs(residual), piece)
        # The scale is taken from the same pass, so it lags the parameters by one iteration and
        # converges with them.
        scale = limited_std(NORMAL_STD_PER_MAD * sizes.median(), floor=state.floor)
        factor = weighted_factor(reduction.finished().joint_factors(), joint_std=state.scale)
        return _State(solve(factor), factor, scale, state.scale, state.floor)

    def _scored(self, rows: RowSource, state: "_State", monitor: Monitor) -> "_Scored":
        result = _Scored(rows)
        for piece, residual in _with_residuals(rows, state.solution, monitor):
            used = used_rows(piece)
            standard = np.where(used, residual / state.scale, 0.0)
            psi = np.clip(standard, -self.threshold, self.threshold)
            inside = np.abs(standard) <= self.threshold
            # The derivative of Huber's ψ is 1 inside the threshold and 0 outside, so only inliers enter
            # the information.
            result.reduction.add(
                _without_unused(piece), row_scale=inside.astype(np.float64), psi=psi / state.scale
            )
            result.inside += int(np.count_nonzero(inside & used))
            result.psi_squares += float(np.sum(psi**2))
            result.sum_of_squares += np.sum(np.where(used, residual, 0.0) ** 2, axis=0)
        return result

    def _weight(self, standard: FloatArray) -> FloatArray:
        size = np.abs(standard)
        return np.divide(self.threshold, size, out=np.ones_like(size), where=size > self.threshold)


@dataclass(frozen=True)
class _State:
    """One iteration's fit: its weighted factor, the scale found with it and the scale used in it."""

    solution: Solution
    factor: FloatArray
    scale: FloatArray
    scale_before: FloatArray
    floor: FloatArray


@dataclass
class _Scored:
    """Sums of the last pass, from which the covariance is computed."""

    rows: RowSource
    inside: int = 0
    psi_squares: float = 0.0
    reduction: BlockReduction = field(init=False)
    sum_of_squares: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        self.reduction = BlockReduction(self.rows.column_names, self.rows.joint_count)
        self.sum_of_squares = np.zeros(self.rows.joint_count)


class _Sizes:
    """Keeps the sizes of residuals for their medians: all samples, or every 2ᵏ-th."""

    def __init__(self, joints: int) -> None:
        self._kept: list[FloatArray] = []
        self._stride, self._next, self._count = 1, 0, 0
        self._joints = joints

    def add(self, sizes: FloatArray, piece: RowBlock) -> None:
        """Add |e| (m, n); unused rows are ignored."""
        first = (-self._next) % self._stride
        chosen = np.where(used_rows(piece), sizes, np.nan)[first :: self._stride]
        self._next += sizes.shape[0]
        self._kept.append(chosen)
        self._count += chosen.shape[0]
        if self._count > KEPT_SAMPLES:
            self._kept = [np.concatenate(self._kept)[::2].copy()]
            self._count, self._stride = self._kept[0].shape[0], 2 * self._stride

    def median(self) -> FloatArray:
        """Median per joint, (n,); zero for a joint without rows."""
        kept = np.concatenate(self._kept)
        columns = [column[~np.isnan(column)] for column in kept.T]
        return np.array([float(np.median(column)) if column.size else 0.0 for column in columns])


class _PassMonitor:
    """Progress of one pass when the number of passes is unknown: each takes a third of the rest."""

    def __init__(self, whole: Monitor, done: int = 0) -> None:
        self._whole = whole
        self._first = 1.0 - (2.0 / 3.0) ** done
        self._span = (1.0 - self._first) / 3.0

    def report(self, fraction: float, text: str = "") -> None:
        self._whole.report(self._first + self._span * fraction, text)

    def keep(self, result: object) -> None:
        self._whole.keep(result)

    def check(self) -> None:
        self._whole.check()


def _start(rows: RowSource, monitor: Monitor) -> _State:
    """Ordinary least squares, whose residual standard deviations are the first scales."""
    reduced = reduce_rows(rows, monitor=monitor)
    row_count = reduced.joint_rows
    require_enough_rows(rows=int(row_count.sum()), columns=len(rows.column_names))
    factors = reduced.joint_factors()
    even = np.ones(rows.joint_count)
    factor = weighted_factor(factors, joint_std=even)
    solution = solve(factor)
    floor = ROUND_OFF_MARGIN * smallest_std(factors, row_count=row_count)
    extended = np.append(-solution.estimate, 1.0)
    size = np.array([float(np.linalg.norm(part @ extended)) for part in factors])
    scale = limited_std(size / np.sqrt(np.maximum(row_count, 1)), floor=floor)
    return _State(solution, factor, scale, even, floor)


def _step(before: _State, after: _State) -> float:
    """Change between two iterations: of the parameters in standard deviations, or of a scale."""
    moved = after.factor[:, :-1] @ (after.solution.estimate - before.solution.estimate)
    of_parameters = float(np.linalg.norm(moved)) / float(np.sqrt(after.solution.rank))
    of_scale = float(np.max(np.abs(after.scale / before.scale - 1.0)))
    return max(of_parameters, of_scale)


def _with_residuals(
    rows: RowSource, solution: Solution, monitor: Monitor
) -> Iterator[tuple[RowBlock, FloatArray]]:
    for piece in rows.blocks(monitor):
        monitor.check()
        yield piece, piece.target - piece.regressor @ solution.estimate


def _without_unused(piece: RowBlock) -> RowBlock:
    """The block with zeros in unused rows, which may contain any value, even NaN."""
    if piece.weight_mask is None:
        return piece
    used = piece.weight_mask
    return replace(piece, regressor=np.where(used[:, :, np.newaxis], piece.regressor, 0.0))
