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

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.friction.forms import FORMS
from core.identification.gains.fitting import GainPass, fit_gains
from core.identification.gains.judgement import UNKNOWN, gains_judgement, joint_judgement
from core.identification.gains.result import DriveGains, GainScatter, GainSettings, PairPayload
from core.identification.gains.runs import GainRows, choose_runs
from core.identification.gains.uncertainty import (
    BlockScatter,
    pair_factors,
    scatter_of_blocks,
    scatter_of_pairs,
)
from core.identification.presentation import provenance_of
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray, Recording
from core.robot.locked_output import expect_free_output
from core.robot.model import RobotModel

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


def _so_far(done: GainPass, monitor: Monitor) -> tuple[BlockScatter, FloatArray]:
    """Scatter and covariance of a pass that is not the last."""
    scatter, covariance = _of_blocks(done, monitor)
    return scatter, covariance + _shared(done)


def _shared(done: GainPass) -> FloatArray:
    """Covariance of log gain (n, n) allowed for errors common to both runs of a pair."""
    count = done.problem.layout.joint_count
    return np.asarray(SHARED_ERROR**2 / len(done.problem.priors) * np.eye(count))


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
