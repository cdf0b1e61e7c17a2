"""Ordinary least squares, and least squares with each joint weighted by its own residual."""

from dataclasses import dataclass

import numpy as np

from core.estimation.estimate import Estimate, JointResiduals, WeightedBlocks, assemble
from core.estimation.rows import IntArray, RowSource
from core.estimation.solution import Solution, require_enough_rows, solve
from core.estimation.tsqr import BlockFactors, reduce_rows, residual_squares, weighted_factor
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.quality import Reason, Verdict
from core.recording import FloatArray

SMALLEST_STD_RATIO = 1e-6
"""Smallest standard deviation of a joint relative to the largest one."""
SMALLEST_STD_OF_TARGET = 1e-12
"""Smallest residual relative to the size of its target; smaller ones are round-off."""


@dataclass(frozen=True)
class LeastSquares:
    """Ordinary least squares: equal weights; the reference for the other estimators."""

    def fit(self, rows: RowSource, *, monitor: Monitor | None = None) -> Estimate:
        """Fit the rows in one pass.

        Raises
        ------
        NotEnoughData
            ``fewer-rows-than-columns``.
        PoorExcitation
            ``nothing-excited`` when every column is zero.
        BadRequest
            ``rows-not-finite``.
        """
        watching = monitor or NullMonitor()
        reduced = _reduced(rows, monitor=PartOfMonitor(watching, first=0.0, last=0.95))
        even = np.ones(rows.joint_count)
        factors = reduced.joint_factors()
        solution = solve(weighted_factor(factors, joint_std=even))
        residuals = joint_residuals(factors, solution=solution, joint_std=even, row_count=reduced.joint_rows)
        spare = max(float(residuals.row_count.sum()) - solution.rank, 1.0)
        return assemble(
            solution,
            blocks=WeightedBlocks(reduced, even),
            residuals=residuals,
            white_noise_variance=float(residuals.sum_of_squares.sum()) / spare,
            iterations=1,
            monitor=PartOfMonitor(watching, first=0.95, last=1.0),
        )


@dataclass(frozen=True)
class WeightedLeastSquares:
    """Each joint's rows divided by the standard deviation of its residual, until that settles.

    [Liu] eq. 21-22, [Szabo] eq. 19; the variance of joint j is e_jᵀe_j / (N_j − h_j)
    with h_j the share of the parameters that joint j determines (its leverage), which for
    many rows is the papers' N − rank. Iterating needs no further pass over the rows.
    """

    max_iterations: int = 50
    tolerance: float = 1e-9
    """Relative change of every joint's standard deviation at convergence of the weights."""

    def fit(self, rows: RowSource, *, monitor: Monitor | None = None) -> Estimate:
        """Fit in one pass; raises as ``LeastSquares.fit``."""
        watching = monitor or NullMonitor()
        reduced = _reduced(rows, monitor=PartOfMonitor(watching, first=0.0, last=0.95))
        return self.fit_reduced(reduced, monitor=PartOfMonitor(watching, first=0.95, last=1.0))

    def fit_reduced(self, reduced: BlockFactors, *, monitor: Monitor | None = None) -> Estimate:
        """Fit to rows that were already reduced; raises as ``LeastSquares.fit``."""
        watching = monitor or NullMonitor()
        require_enough_rows(rows=int(reduced.joint_rows.sum()), columns=len(reduced.column_names))
        factors = reduced.joint_factors()
        floor = smallest_std(factors, row_count=reduced.joint_rows)
        joint_std = np.ones(len(factors))
        for iteration in range(1, self.max_iterations + 1):
            watching.check()
            solution = solve(weighted_factor(factors, joint_std=joint_std))
            residuals = joint_residuals(
                factors, solution=solution, joint_std=joint_std, row_count=reduced.joint_rows
            )
            settled = _relative_change(residuals.std, joint_std, floor) < self.tolerance
            if iteration > 1 and settled:
                break
            joint_std = limited_std(residuals.std, floor=floor)
        return assemble(
            solution,
            blocks=WeightedBlocks(reduced, joint_std),
            residuals=residuals,
            white_noise_variance=1.0,
            iterations=iteration,
            monitor=watching,
            reasons=() if settled else (unsettled_reason(iteration),),
        )


def joint_residuals(
    factors: list[FloatArray], *, solution: Solution, joint_std: FloatArray, row_count: IntArray
) -> JointResiduals:
    """Residual statistics of each joint from its factor, without another pass over the rows."""
    squares = residual_squares(factors, estimate=solution.estimate)
    leverage = np.array(
        [
            float(np.sum((factor[:, :-1] @ solution.map) ** 2)) / std**2
            for factor, std in zip(factors, joint_std, strict=True)
        ]
    )
    spare = np.maximum(row_count - leverage, 1.0)
    return JointResiduals(squares, row_count, np.sqrt(squares / spare))


def smallest_std(factors: list[FloatArray], *, row_count: IntArray) -> FloatArray:
    """Standard deviation per joint (n,) below which a residual is only round-off."""
    size = np.array([float(np.linalg.norm(factor[:, -1])) for factor in factors])
    return SMALLEST_STD_OF_TARGET * size / np.sqrt(np.maximum(row_count, 1))


def limited_std(joint_std: FloatArray, *, floor: FloatArray) -> FloatArray:
    """``joint_std`` (n,) limited from below, so that no joint's weight diverges."""
    kept = np.maximum(joint_std, floor)
    largest = float(kept.max())
    return np.maximum(kept, SMALLEST_STD_RATIO * largest) if largest > 0.0 else np.ones_like(kept)


def unsettled_reason(iterations: int) -> Reason:
    """The reason that the weights had not converged when the iteration ended."""
    return Reason("weights-did-not-settle", {"iterations": iterations}, Verdict.USABLE)


def _relative_change(new: FloatArray, old: FloatArray, floor: FloatArray) -> float:
    return float(np.max(np.abs(limited_std(new, floor=floor) / old - 1.0)))


def _reduced(rows: RowSource, *, monitor: Monitor) -> BlockFactors:
    reduced = reduce_rows(rows, monitor=monitor)
    require_enough_rows(rows=int(reduced.joint_rows.sum()), columns=len(reduced.column_names))
    return reduced
