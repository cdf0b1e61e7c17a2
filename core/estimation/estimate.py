"""The result type of every estimator, and its assembly from triangular factors."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.estimation.jackknife import WhitenedBlock, delete_one_block
from core.estimation.rows import BoolArray, IntArray
from core.estimation.solution import CONDITION_CONVENTION, Solution
from core.estimation.tsqr import BlockFactors
from core.monitor import Monitor
from core.quality import Reason, Verdict
from core.recording import FloatArray

ENOUGH_BLOCKS = 20
"""Number of time blocks from which the jackknife gives a reliable standard deviation."""
FEWEST_BLOCKS = 5
"""Smallest number of time blocks for the jackknife; with fewer, white-noise errors are used."""


class CovarianceKind(StrEnum):
    """Method by which the covariance of an estimate was computed."""

    JACKKNIFE = "jackknife"
    WHITE_NOISE = "white-noise"
    """Every row counts as independent, because there are too few time blocks.

    Too small for real residuals.
    """


@dataclass(frozen=True)
class JointResiduals:
    """Residuals of each joint, (n,) each.

    ``sum_of_squares`` in the target's unit squared, unweighted; ``row_count`` rows that
    took part; ``std`` = sqrt(sum of squares / (rows − the parameters' share of them)).
    For the robust estimator ``std`` is its scale, which outliers do not move.
    """

    sum_of_squares: FloatArray
    row_count: IntArray
    std: FloatArray


@dataclass(frozen=True)
class Estimate:
    """Parameters with their covariance and the statistics of the fit.

    ``estimate`` (p,) in the order of ``names``; ``covariance`` (p, p) by
    ``covariance_kind``, normally the delete-one-block jackknife over ``block_count``
    time blocks; ``white_noise_std`` (p,) for comparison. Columns named in
    ``undetermined`` take part in a dependency (or are seen in one time block only):
    their values are arbitrary, their variance is infinite and their
    covariances are given as zero. ``joint_std`` (n,) is the residual standard
    deviation per joint, ``residual_covariance`` (n, n) its full form where the
    estimator has one. ``reasons`` lists the objections to the result.
    ``information_root`` (p, p) is triangular; ``|information_root @ (θ − estimate)|²`` is the
    increase of the weighted sum of squares at other parameters θ. ``weighted_squares`` is that
    sum at the estimate. For the robust estimator both hold near the estimate, without outliers.
    """

    names: tuple[str, ...]
    estimate: FloatArray
    covariance: FloatArray
    covariance_kind: CovarianceKind
    block_count: int
    white_noise_std: FloatArray
    residuals: JointResiduals
    residual_covariance: FloatArray | None
    rank: int
    condition_number: float
    condition_convention: str
    undetermined: tuple[str, ...]
    iterations: int
    reasons: tuple[Reason, ...]
    information_root: FloatArray | None = None
    weighted_squares: float = float("nan")

    @property
    def std(self) -> FloatArray:
        """Standard deviations of the parameters, (p,)."""
        return np.asarray(np.sqrt(np.diag(self.covariance)), dtype=np.float64)

    @property
    def relative_std(self) -> FloatArray:
        """Standard deviation divided by the parameter's magnitude, (p,); infinite for a parameter of zero."""
        size = np.abs(self.estimate)
        relative: FloatArray = np.full(size.shape, np.inf)
        np.divide(self.std, size, out=relative, where=size > 0.0)
        return relative

    @property
    def joint_std(self) -> FloatArray:
        """Standard deviation of the residual per joint, (n,)."""
        return self.residuals.std

    @property
    def row_count(self) -> int:
        """Number of rows used in the fit."""
        return int(self.residuals.row_count.sum())


@dataclass(frozen=True)
class WeightedBlocks:
    """The final weighting, as factors per time block.

    ``factors`` of the time groups; ``joint_std`` (n,) divides each joint's rows. ``scored``
    says that the factors carry scores X_bᵀψ_b of their own, as those of an estimator do
    whose residuals are not the plain ones (robust).
    """

    factors: BlockFactors
    joint_std: FloatArray
    scored: bool = False

    def whitened(self, solution: Solution, *, monitor: Monitor) -> Iterator[WhitenedBlock]:
        """The time groups one by one, in the coordinates of ``solution``."""
        count = self.factors.group_count
        for group in range(count):
            monitor.check()
            factor = self.factors.weighted_group(group, joint_std=self.joint_std)
            rows = factor[:, :-1] @ solution.map
            if self.scored:
                score = solution.map.T @ self.factors.scores[group]
            else:
                score = rows.T @ (factor[:, -1] - factor[:, :-1] @ solution.estimate)
            yield WhitenedBlock(rows, score)
            monitor.report((group + 1) / count)


def assemble(
    solution: Solution,
    *,
    blocks: WeightedBlocks,
    residuals: JointResiduals,
    white_noise_variance: float,
    iterations: int,
    monitor: Monitor,
    residual_covariance: FloatArray | None = None,
    reasons: tuple[Reason, ...] = (),
) -> Estimate:
    """Assemble an ``Estimate``; ``white_noise_variance`` is the variance of a weighted row."""
    white = white_noise_variance * (solution.map @ solution.map.T)
    names, count = blocks.factors.column_names, blocks.factors.group_count
    kind, covariance, undetermined = CovarianceKind.WHITE_NOISE, white, solution.undetermined
    if count >= FEWEST_BLOCKS:
        scatter = delete_one_block(blocks.whitened(solution, monitor=monitor), to_parameters=solution.map)
        kind, covariance = CovarianceKind.JACKKNIFE, scatter.covariance
        undetermined = undetermined | scatter.alone
    lost = tuple(name for name, gone in zip(names, undetermined, strict=True) if gone)
    return Estimate(
        names=names,
        estimate=solution.estimate,
        covariance=_with_infinities(covariance, undetermined),
        covariance_kind=kind,
        block_count=count,
        white_noise_std=np.sqrt(np.diag(_with_infinities(white, undetermined))),
        residuals=residuals,
        residual_covariance=residual_covariance,
        rank=solution.rank,
        condition_number=solution.condition_number,
        condition_convention=CONDITION_CONVENTION,
        undetermined=lost,
        iterations=iterations,
        reasons=(*reasons, *_block_reasons(count), *_rank_reasons(lost)),
        information_root=solution.root,
        weighted_squares=solution.squares,
    )


def _with_infinities(covariance: FloatArray, undetermined: BoolArray) -> FloatArray:
    result = covariance.copy()
    result[undetermined, :] = 0.0
    result[:, undetermined] = 0.0
    result[undetermined, undetermined] = np.inf
    return result


def _block_reasons(count: int) -> tuple[Reason, ...]:
    if count >= ENOUGH_BLOCKS:
        return ()
    verdict = Verdict.USABLE if count >= FEWEST_BLOCKS else Verdict.REPEAT
    return (Reason("few-time-blocks", {"blocks": count, "wanted": ENOUGH_BLOCKS}, verdict),)


def _rank_reasons(undetermined: tuple[str, ...]) -> tuple[Reason, ...]:
    if not undetermined:
        return ()
    return (Reason("columns-undetermined", {"columns": undetermined}, Verdict.REPEAT),)
