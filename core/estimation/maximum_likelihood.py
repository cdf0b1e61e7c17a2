"""Maximum likelihood with known noise of torque and positions ([Wu] 4.2).

Each row has its own variance: the measured noise propagated through the present model, plus one model
error variance per joint. The latter cannot be measured; it is estimated so that the residuals are
likely. If the rows' noise is constant, both together are the residual's variance, and the estimate
equals that of weighted least squares.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from core.estimation.estimate import Estimate, JointResiduals, WeightedBlocks, assemble
from core.estimation.least_squares import (
    SMALLEST_STD_RATIO,
    WeightedLeastSquares,
    limited_std,
    unsettled_reason,
)
from core.estimation.rows import IntArray, RowBlock, RowSource, used_rows
from core.estimation.solution import Solution, require_enough_rows, solve
from core.estimation.tsqr import BlockFactors, BlockReduction, require_finite, weighted_factor
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray

__all__ = ["MaximumLikelihood", "NoisyRowSource"]


class NoisyRowSource(RowSource, Protocol):
    """Rows with a known noise variance each."""

    def noisy_blocks(self, estimate: FloatArray, monitor: Monitor) -> Iterator[tuple[RowBlock, FloatArray]]:
        """One pass over all rows, with the known noise variance (m, n) of each.

        ``estimate`` (p,) are the parameters through which the regressor's noise is propagated.
        """


@dataclass(frozen=True)
class MaximumLikelihood:
    """Rows weighted with their own variance, until the variances converge.

    Of the negative logarithm ``½ Σ (log v + e²/v)``, v = known noise + σ_j², the parameters are
    found by weighted least squares with the variances held, and σ_j² ≥ 0 by Fisher scoring:
    ``σ_j² += Σ (e² − v)/v² / Σ 1/v²`` over the rows of joint j, the squares raised by the share of
    the parameters that the joint determines. Swevers et al. (1997) is the published simplification
    that takes known noise as weights; σ_j is ours.
    """

    max_iterations: int = 30
    tolerance: float = 1e-4
    """Change of the parameters, in standard deviations, and of σ_j at convergence."""

    def fit(self, rows: NoisyRowSource, *, monitor: Monitor | None = None) -> Estimate:
        """Fit in several passes; raises as ``LeastSquares.fit``."""
        watching = monitor or NullMonitor()
        first = WeightedLeastSquares().fit(rows, monitor=PartOfMonitor(watching, first=0.0, last=0.2))
        variance = _first_variance(first)
        state = _State(first.estimate, variance, floor=SMALLEST_STD_RATIO**2 * variance)
        settled, iteration = False, 0
        while not settled and iteration < self.max_iterations:
            done = 0.2 + 0.7 * iteration / self.max_iterations
            part = PartOfMonitor(watching, first=done, last=done + 0.7 / self.max_iterations)
            iteration += 1
            found = _pass(rows, state, part)
            following = found.next_state(state)
            settled = found.step(state, following) < self.tolerance
            state = following
        last = _pass(rows, state, PartOfMonitor(watching, first=0.9, last=0.95))
        return assemble(
            last.solution,
            blocks=WeightedBlocks(last.factors, last.even),
            residuals=last.residuals(),
            white_noise_variance=1.0,
            iterations=iteration,
            monitor=PartOfMonitor(watching, first=0.95, last=1.0),
            reasons=() if settled else (unsettled_reason(iteration),),
        )


def _first_variance(first: Estimate) -> FloatArray:
    """Variances (n,) of the residuals, limited from below."""
    std = first.joint_std
    return np.asarray(limited_std(std, floor=np.full(std.shape, np.finfo(np.float64).tiny)) ** 2)


@dataclass(frozen=True)
class _State:
    """Parameters (p,) and σ_j² (n,) of one iteration; σ_j² is never below ``floor``."""

    estimate: FloatArray
    model_variance: FloatArray
    floor: FloatArray


@dataclass
class _Pass:
    """Sums and factors from one pass with the variances of a state."""

    reduction: BlockReduction
    squares: FloatArray
    """Σ e² over each joint's rows at the state's parameters, (n,)."""
    weighted: FloatArray
    """Σ e²/v² over each joint's rows, (n,)."""
    inverse: FloatArray
    """Σ 1/v over each joint's rows, (n,)."""
    inverse_squares: FloatArray
    """Σ 1/v² over each joint's rows, (n,)."""
    factors: BlockFactors = field(init=False)
    solution: Solution = field(init=False)
    leverage: FloatArray = field(init=False)

    @property
    def even(self) -> FloatArray:
        """(n,) ones, because the rows are already weighted."""
        return np.ones(self.squares.size)

    @property
    def row_count(self) -> IntArray:
        """Number of rows of each joint, (n,)."""
        return self.factors.joint_rows

    def finish(self) -> None:
        """Reduce the rows of the pass and solve them."""
        self.factors = self.reduction.finished()
        for group in self.factors.factors:
            require_finite(group)
        require_enough_rows(rows=int(self.row_count.sum()), columns=len(self.factors.column_names))
        joints = self.factors.joint_factors()
        self.solution = solve(weighted_factor(joints, joint_std=self.even))
        self.leverage = np.array(
            [float(np.sum((factor[:, :-1] @ self.solution.map) ** 2)) for factor in joints]
        )

    def next_state(self, state: _State) -> _State:
        """The solved parameters, and σ_j² after one step of Fisher scoring."""
        raised = self.row_count / np.maximum(self.row_count - self.leverage, 1.0)
        score = raised * self.weighted - self.inverse
        step = np.divide(
            score, self.inverse_squares, out=np.zeros_like(score), where=self.inverse_squares > 0.0
        )
        return _State(
            self.solution.estimate, np.maximum(state.model_variance + step, state.floor), state.floor
        )

    def step(self, before: _State, after: _State) -> float:
        """Size of the change: of parameters in standard deviations, or of a joint's variance, relative."""
        factor = weighted_factor(self.factors.joint_factors(), joint_std=self.even)[:, :-1]
        moved = factor @ (after.estimate - before.estimate)
        of_parameters = float(np.linalg.norm(moved)) / float(np.sqrt(self.solution.rank))
        usual = self.row_count / np.where(self.inverse > 0.0, self.inverse, 1.0)
        of_variance = np.abs(after.model_variance - before.model_variance) / np.where(usual > 0.0, usual, 1.0)
        return max(of_parameters, float(of_variance.max()))

    def residuals(self) -> JointResiduals:
        """Unweighted residual statistics of each joint."""
        spare = np.maximum(self.row_count - self.leverage, 1.0)
        return JointResiduals(self.squares, self.row_count, np.sqrt(self.squares / spare))


def _pass(rows: NoisyRowSource, state: _State, monitor: Monitor) -> _Pass:
    joints = rows.joint_count
    zero = [np.zeros(joints) for _ in range(4)]
    found = _Pass(BlockReduction(rows.column_names, joints), *zero)
    for piece, noise in rows.noisy_blocks(state.estimate, monitor):
        monitor.check()
        used = used_rows(piece)
        variance = np.where(used, noise + state.model_variance, 1.0)
        inverse = np.where(used, 1.0 / variance, 0.0)
        found.reduction.add(piece, row_scale=np.sqrt(inverse))
        residual = np.where(used, piece.target - piece.regressor @ state.estimate, 0.0)
        found.squares += np.sum(residual**2, axis=0)
        found.weighted += np.sum((residual * inverse) ** 2, axis=0)
        found.inverse += inverse.sum(axis=0)
        found.inverse_squares += np.sum(inverse**2, axis=0)
    found.finish()
    return found
