"""Drive gains without priors, from runs without and with a known payload mass.

A motor current is i_j = (Y_j (pi + payload) + friction) / K_j. The arm's own parameters pi
and the gains K can be scaled together without any current changing; the payload, whose mass
was weighed, fixes the scale. All joints share pi and the payload, so that a joint on
which the mass hardly pulls still has its gain tied to the others'.

Two published ways fail on real arms. Both put the current into the regressor:
``K_j i_j - Y pi - friction = payload``. Ordinary least squares then takes noisy currents for
exact; noise in a regressor pulls its coefficient towards zero, and since most of the
current's scatter is friction that the model misses, by far more than the sensor's noise.
Total least squares repairs that only for errors that are equally large, independent and white
in every column; here the columns of the rigid body are nearly exact, and what is wrong with
the current is coloured. On a UR10e both gave gains between 1.9 and 31 N·m/A.

Here the model predicts the current and what is left of it is the error, which is what is
noisy (maximum likelihood with noise on the current alone, each joint with its own). Friction
is in amperes and so is independent of the gains, and each run has its own, because gears
warm up between the runs; only the part that grows with load is common.

Uncertainty: from the scatter between blocks of time, with several pairs enlarged to the scatter
between pairs; from what other friction models make of the same runs; and an allowance for what both
runs of a pair share, such as a friction model that is wrong along this very motion. That shows in no
scatter, so one pair is *usable* at best. A friction that no model has errs alike in all pairs, so
several pairs alone do not show it either.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.estimation.estimate import ENOUGH_BLOCKS
from core.estimation.jackknife import WhitenedBlock, delete_one_block
from core.estimation.rows import BoolArray
from core.estimation.solution import Solution, solve
from core.estimation.tsqr import triangular_factor
from core.friction.models import FORMS
from core.identification.gains.fitting import GainFit, GainPass, fit_gains, search_gains
from core.identification.gains.predicted_currents import GainProblem, JointRows
from core.identification.gains.result import DriveGains, GainScatter, GainSettings, PairPayload
from core.identification.gains.runs import GainRows, choose_runs
from core.identification.result_of_fit import provenance_of
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel, expect_free_output

__all__ = ["DriveGains", "GainScatter", "GainSettings", "PairPayload", "identify_gains"]

_FITTING_SHARE = 0.5
_BLOCKS_SHARE = 0.6
_OTHER_PASSES = 3
SHARED_ERROR = 0.03
"""Relative standard deviation allowed for errors common to both runs of one pair.

Pairs differ in their motion, so it decreases with the root of their number.

On the UR10e, with one pair, five gains lie 4 % (root mean square) from the maker's, where scatter and
other friction models explain 1.6 %; part of the rest is the motors' own spread about the maker's
numbers. The virtual robot needs none.
"""
_POOLED_WEIGHT = 4.0
"""Weight of the mean scatter of all joints, in pairs, added to a joint's own scatter between pairs.

A joint's own scatter over two or three pairs is itself very uncertain.
"""
_WELL_KNOWN = 0.03
"""Relative standard deviation up to which a gain is *good*; a payload inherits it."""
_POORLY_KNOWN = 0.1
"""Relative standard deviation from which a gain must not be used."""
UNKNOWN = 0.3
"""Relative standard deviation from which the runs do not determine a gain."""
_FAR_FROM_DESCRIPTION = 0.15
"""Relative deviation from the description that is reported; motors of one type differ by some per cent."""


def identify_gains(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    pairs: Sequence[tuple[str, str]],
    settings: GainSettings | None = None,
    monitor: Monitor | None = None,
) -> DriveGains:
    """Identify the drive gains of all joints.

    Parameters
    ----------
    recordings
        By label, with motor currents.
    robot
        Its own drive gains are compared with the result and not used otherwise.
    pairs
        Labels (unloaded, loaded); the two runs of a pair need not follow the same motion.
        The loaded one states the payload's mass (``Recording.payload_mass``), or the
        settings do.

    Returns
    -------
    Gains with covariance, payloads, provenance and verdict. After every pass the result so
    far is handed to ``monitor.keep``.

    Raises
    ------
    BadRequest
        ``output-locked``, and as ``core.identification.gains.runs.choose_runs``.
    NotEnoughData, PoorExcitation
        The recordings are too short, or move nothing.
    """
    expect_free_output(robot)
    chosen = settings or GainSettings()
    watching = monitor or NullMonitor()
    runs = choose_runs(recordings, robot, pairs=pairs, payload_mass=chosen.payload_mass)
    rows = GainRows(runs, robot, chosen)
    done = fit_gains(
        rows,
        keep=lambda so_far, part: watching.keep(_present(rows, so_far, *_so_far(so_far, part))),
        monitor=PartOfMonitor(watching, first=0.0, last=_FITTING_SHARE),
    )
    blocks = PartOfMonitor(watching, first=_FITTING_SHARE, last=_BLOCKS_SHARE)
    scatter, covariance = _of_blocks(done, blocks)
    rest = PartOfMonitor(watching, first=_BLOCKS_SHARE, last=1.0)
    if len(pairs) > 1:
        first, rest = PartOfMonitor(rest, first=0.0, last=0.2), PartOfMonitor(rest, first=0.2, last=1.0)
        covariance = _with_pairs(done, covariance, monitor=first)
    covariance = covariance + _shared(done) + _of_other_forms(rows, done, monitor=rest)
    return _present(rows, done, scatter, covariance)


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
    return np.asarray((own * ratio + _POOLED_WEIGHT * pooled) / (own + _POOLED_WEIGHT))


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


def _so_far(done: GainPass, monitor: Monitor) -> tuple[BlockScatter, FloatArray]:
    """Scatter and covariance of a pass that is not the last."""
    scatter, covariance = _of_blocks(done, monitor)
    return scatter, covariance + _shared(done)


def _shared(done: GainPass) -> FloatArray:
    """Covariance of log gain (n, n) allowed for errors common to both runs of a pair."""
    count = done.problem.layout.joint_count
    return np.asarray(SHARED_ERROR**2 / len(done.problem.priors) * np.eye(count))


def joint_judgement(relative_std: float) -> Judgement:
    """The verdict on one gain; ``relative_std`` is NaN if it is not determined."""
    if not relative_std <= UNKNOWN:
        return Judgement.of([Reason("gain-undetermined", {}, Verdict.NOT_MEASURABLE)])
    if relative_std <= _WELL_KNOWN:
        return Judgement(Verdict.GOOD)
    verdict = Verdict.USABLE if relative_std <= _POORLY_KNOWN else Verdict.REPEAT
    return Judgement.of([Reason("gain-uncertain", {"relative_std": relative_std}, verdict)])


def gains_judgement(
    joints: Sequence[Judgement],
    *,
    names: Sequence[str],
    scatter: GainScatter,
    settled: bool,
    block_count: int,
    ratio: FloatArray | None,
) -> Judgement:
    """The verdict on all gains together; one pair of runs is *usable* at best.

    ``ratio`` (n,) is that to the description's gains.
    """
    found = [judgement.verdict for judgement in joints]
    reasons = []
    if scatter is GainScatter.BLOCKS:
        reasons.append(Reason("gain-one-pair", {}, Verdict.USABLE))
    if block_count < ENOUGH_BLOCKS:
        facts: dict[str, Fact] = {"blocks": block_count, "wanted": ENOUGH_BLOCKS}
        reasons.append(Reason("few-time-blocks", facts, Verdict.USABLE))
    if not settled:
        reasons.append(Reason("gain-search-unsettled", {}, Verdict.REPEAT))
    unknown = np.array([verdict is Verdict.NOT_MEASURABLE for verdict in found])
    if unknown.any():
        verdict = Verdict.NOT_MEASURABLE if unknown.all() else Verdict.REPEAT
        reasons.append(Reason("gains-undetermined", {"joints": _named(names, unknown)}, verdict))
    # with one pair every gain is at most usable, which another reason reports
    for verdict in (Verdict.REPEAT,) if scatter is GainScatter.BLOCKS else (Verdict.USABLE, Verdict.REPEAT):
        weak = np.array([verdict is own for own in found])
        if weak.any():
            reasons.append(Reason("gains-uncertain", {"joints": _named(names, weak)}, verdict))
    if ratio is not None:
        far = np.abs(ratio - 1.0) > _FAR_FROM_DESCRIPTION
        if far.any():
            reasons.append(
                Reason("gain-far-from-description", {"joints": _named(names, far)}, Verdict.USABLE)
            )
    return Judgement.of(reasons)


def _named(names: Sequence[str], chosen: npt.NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(name for name, own in zip(names, chosen, strict=True) if own)


def _of_blocks(done: GainPass, monitor: Monitor) -> tuple[BlockScatter, FloatArray]:
    """The jackknife over blocks of time, and the covariance of log gain (n, n), NaN where undetermined."""
    scatter = scatter_of_blocks(done.problem, done.fit, monitor=monitor)
    count = done.problem.layout.joint_count
    covariance = scatter.covariance[:count, :count].copy()
    unknown = scatter.undetermined[:count] | ~(np.diag(covariance) <= UNKNOWN**2)
    covariance[unknown, :] = np.nan
    covariance[:, unknown] = np.nan
    return scatter, covariance


def _with_pairs(done: GainPass, covariance: FloatArray, *, monitor: Monitor) -> FloatArray:
    """The covariance enlarged to the scatter between pairs; a few that agree by chance do not reduce it."""
    pairs = scatter_of_pairs(done.problem, done.fit, monitor=monitor)
    factors = np.maximum(pair_factors(np.diag(covariance), pairs, count=len(done.problem.priors)), 1.0)
    return np.asarray(covariance * np.sqrt(np.outer(factors, factors)))


def _of_other_forms(rows: GainRows, done: GainPass, *, monitor: Monitor) -> FloatArray:
    """Mean product of the changes of log gain under other friction models, (n, n)."""
    others = [
        kind for kind, form in FORMS.items() if form.is_near_gears and kind is not rows.settings.friction
    ]
    changes = []
    for number, kind in enumerate(others):
        part = PartOfMonitor(monitor, first=number / len(others), last=(number + 1) / len(others))
        settings = replace(rows.settings, friction=kind, iterations=_OTHER_PASSES)
        other = fit_gains(replace(rows, settings=settings), monitor=part)
        changes.append(np.log(other.fit.inverse_gain / done.fit.inverse_gain))
    found = np.array(changes)
    return np.asarray(found.T @ found / len(others))


def _present(rows: GainRows, done: GainPass, scatter: BlockScatter, covariance: FloatArray) -> DriveGains:
    relative = np.sqrt(np.diag(covariance))
    known = relative <= UNKNOWN
    gain = np.where(known, 1.0 / done.fit.inverse_gain, np.nan)
    joints = tuple(joint_judgement(float(value)) for value in relative)
    kind = GainScatter.PAIRS if len(done.problem.priors) > 1 else GainScatter.BLOCKS
    found = np.outer(gain, gain) * covariance
    described = rows.robot.drive_gain
    return DriveGains(
        settings=rows.settings,
        joint_names=rows.robot.joint_names,
        drive_gain=gain,
        std=np.sqrt(np.diag(found)),
        covariance=found,
        scatter=kind,
        joints=joints,
        payloads=_payloads(rows, done, scatter),
        described_gain=described,
        residual_std=done.fit.joint_std,
        judgement=gains_judgement(
            joints,
            names=rows.robot.joint_names,
            scatter=kind,
            settled=done.fit.settled,
            block_count=scatter.block_count,
            ratio=None if described is None else gain / described,
        ),
        provenance=provenance_of(
            [run.recording for run in rows.runs], rows.robot.name, int(done.problem.row_count.sum())
        ),
    )


def _payloads(rows: GainRows, done: GainPass, scatter: BlockScatter) -> tuple[PairPayload, ...]:
    variance = np.where(scatter.undetermined, np.inf, np.diag(scatter.covariance))
    variance = variance[done.problem.layout.joint_count :]
    found = []
    for pair in range(len(done.problem.priors)):
        unloaded, loaded = (run for run in rows.runs if run.pair == pair)
        start = done.problem.moments(pair).start
        first = slice(start, start + 3)
        found.append(
            PairPayload(
                unloaded=unloaded.recording.label,
                loaded=loaded.recording.label,
                mass=loaded.mass,
                center_of_mass=done.fit.coefficients[first] / loaded.mass,
                center_of_mass_std=np.sqrt(variance[first]) / loaded.mass,
            )
        )
    return tuple(found)
