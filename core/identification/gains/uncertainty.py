"""Covariance of the gains by leaving out time blocks, or whole pairs of runs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.estimation.jackknife import WhitenedBlock, delete_one_block
from core.estimation.rows import BoolArray
from core.estimation.solution import Solution, solve
from core.estimation.tsqr import triangular_factor
from core.identification.gains.problem import GainProblem, JointRows
from core.identification.gains.search import GainFit, search_gains
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray

POOLED_WEIGHT = 4.0
"""Weight of the mean scatter of all joints, in pairs, added to a joint's own scatter between pairs.

A joint's own scatter over two or three pairs is itself very uncertain.
"""


@dataclass(frozen=True)
class BlockScatter:
    """Covariance of ``[log gain (n), coefficients]``, and a mask of those that are not determined."""

    covariance: FloatArray
    undetermined: BoolArray
    block_count: int


def scatter_of_blocks(problem: GainProblem, fit: GainFit, *, monitor: Monitor) -> BlockScatter:
    """Delete-one-block jackknife of all parameters at once, linearised at the fit.

    The friction of each run takes part, so that leaving a block out changes it too. The
    prior is shared out among the blocks.
    """
    groups = [
        (number, group) for number, run in enumerate(problem.runs) for group in range(run.factors.group_count)
    ]
    factors = []
    for done, (number, group) in enumerate(groups):
        monitor.check()
        factors.append(_group_rows(problem, fit, number, group, share=1.0 / len(groups)))
        monitor.report(0.5 * (done + 1) / len(groups))
    solution = solve(triangular_factor(np.asfortranarray(np.concatenate(factors))))
    whitened = _whitened(factors, solution, monitor=PartOfMonitor(monitor, first=0.5, last=1.0))
    scatter = delete_one_block(whitened, to_parameters=solution.map)
    kept = slice(0, problem.layout.joint_count + problem.coefficient_count)
    undetermined = solution.undetermined | scatter.alone
    return BlockScatter(scatter.covariance[kept, kept], undetermined[kept], len(groups))


def scatter_of_pairs(problem: GainProblem, fit: GainFit, *, monitor: Monitor) -> FloatArray:
    """Variance of log gain (n,): a jackknife that leaves out one whole pair after the other."""
    count = len(problem.priors)
    without = []
    for pair in range(count):
        part = PartOfMonitor(monitor, first=pair / count, last=(pair + 1) / count)
        left = search_gains(without_pair(problem, pair), start=fit, monitor=part)
        without.append(np.log(left.inverse_gain))
    changes = np.array(without) - np.mean(without, axis=0)
    return np.asarray((count - 1) / count * np.sum(changes**2, axis=0))


def pair_factors(blocks: FloatArray, pairs: FloatArray, *, count: int) -> FloatArray:
    """Ratio of the scatter between ``count`` pairs to that between blocks, (n,).

    ``blocks``, ``pairs`` (n,) are variances, NaN for joints that are not determined. Each joint's own
    ratio is shrunk towards the mean of all.
    """
    ratio = pairs / blocks
    pooled = float(np.nanmean(ratio)) if np.isfinite(ratio).any() else 1.0
    own = count - 1.0
    return np.asarray((own * ratio + POOLED_WEIGHT * pooled) / (own + POOLED_WEIGHT))


def without_pair(problem: GainProblem, pair: int) -> GainProblem:
    """The same problem without one pair."""
    runs = tuple(replace(run, pair=run.pair - (run.pair > pair)) for run in problem.runs if run.pair != pair)
    priors = tuple(prior for number, prior in enumerate(problem.priors) if number != pair)
    return GainProblem(problem.layout, runs, priors)


def _group_rows(problem: GainProblem, fit: GainFit, number: int, group: int, *, share: float) -> FloatArray:
    """Weighted rows (k, p + 1) of one block of time: gains, coefficients, friction of every run, residual."""
    run, layout = problem.runs[number], problem.layout
    width = run.factors.width
    blocks = []
    for joint in range(layout.joint_count):
        factor = run.factors.factors[group][joint].widened(width)
        part = JointRows.of(run, joint, factor=factor, layout=layout)
        blocks.append(_complete_rows(problem, fit, part, number) / fit.joint_std[joint])
    prior = problem.prior_rows() * np.sqrt(share)
    prior[:, -1] -= prior[:, :-1] @ fit.coefficients
    wide = np.zeros((prior.shape[0], blocks[0].shape[1]))
    wide[:, layout.joint_count : layout.joint_count + problem.coefficient_count] = prior[:, :-1]
    wide[:, -1] = prior[:, -1]
    return triangular_factor(np.asfortranarray(np.concatenate([*blocks, wide])))


def _complete_rows(problem: GainProblem, fit: GainFit, part: JointRows, number: int) -> FloatArray:
    layout = problem.layout
    own = part.own.shape[1]
    first = layout.joint_count + problem.coefficient_count
    columns = np.zeros((part.current.size, first + own * layout.joint_count * len(problem.runs) + 1))
    columns[:, part.joint] = problem.gain_column(part, fit.inverse_gain, fit.coefficients)
    columns[:, layout.joint_count : first] = problem.linear_columns(part, fit.inverse_gain)
    start = first + own * (number * layout.joint_count + part.joint)
    columns[:, start : start + own] = part.own
    # friction is not projected out here, because it is among the columns
    columns[:, -1] = problem.residual(part, fit.inverse_gain, fit.coefficients)
    return columns


def _whitened(factors: list[FloatArray], solution: Solution, *, monitor: Monitor) -> Iterator[WhitenedBlock]:
    for done, factor in enumerate(factors):
        monitor.check()
        rows = factor[:, :-1] @ solution.map
        yield WhitenedBlock(rows, rows.T @ (factor[:, -1] - factor[:, :-1] @ solution.estimate))
        monitor.report((done + 1) / len(factors))
