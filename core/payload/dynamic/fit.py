"""Rounds in which gear load, friction shapes and payload follow from each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base_parameters import find_base_parameters
from core.estimation.estimate import Estimate
from core.estimation.least_squares import WeightedLeastSquares
from core.estimation.solution import solve
from core.estimation.tsqr import reduce_rows, weighted_factor
from core.friction.models import FORMS, FrictionKind
from core.identification.chunks import Conditioning
from core.identification.columns import ColumnPlan
from core.identification.joint_side import is_behind_gear
from core.identification.regression_rows import block_length
from core.identification.shape_search import search_shapes
from core.monitor import Monitor, PartOfMonitor
from core.payload.dynamic.rows import PAYLOAD_COLUMNS, PayloadRows
from core.payload.dynamic.runs import DynamicRun
from core.recording import FloatArray
from core.robot.model import RobotModel

ROUNDS = 3
"""Number of rounds; on the UR10e the third changes the mass by 0.1 g."""
LONGEST_BLOCK_S = 2.0


@dataclass(frozen=True, eq=False)
class DynamicFit:
    """A finished round.

    ``by_gain`` (10, n) is the derivative of the payload's parameters in relative gain error.
    """

    rows: PayloadRows
    estimate: Estimate
    by_gain: FloatArray


def first_rows(
    runs: Sequence[DynamicRun], robot: RobotModel, *, friction: FrictionKind, conditioning: Conditioning
) -> PayloadRows:
    """The rows before load and shapes are known."""
    form = FORMS[friction]
    # the torque of a sensor behind the gear does not include the rotor
    with_rotor = not any(is_behind_gear(run.recording, robot) for run in runs)
    base = find_base_parameters(robot, rotor_inertia=with_rotor)
    plan = ColumnPlan(robot, base, form, (form.shape_start,) * robot.joint_count)
    lasts = {run.motion: run.recording.duration for run in reversed(runs)}
    lasts |= {run.motion: run.repeats.period_s for run in runs if run.repeats is not None}
    length = block_length(list(lasts.values()), longest_s=LONGEST_BLOCK_S, cutoff_hz=conditioning.filter_hz)
    return PayloadRows(tuple(runs), plan, conditioning, length)


def fit_dynamically(rows: PayloadRows, *, monitor: Monitor, keep: Callable[[DynamicFit], None]) -> DynamicFit:
    """Run all rounds; ``keep`` receives each complete one.

    Raises
    ------
    NotEnoughData
        ``fewer-rows-than-columns``, ``recording-too-short``.
    PoorExcitation
        ``nothing-excited``.
    """
    form = rows.plan.form
    count = ROUNDS if form.uses_load or form.shape_candidates else 1
    for number in range(count):
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        done = _round(rows, PartOfMonitor(part, first=0.0, last=0.6))
        if number > 0 or count == 1:
            keep(done)
        if number + 1 < count:
            rows = _with_better_shapes(done, PartOfMonitor(part, first=0.6, last=1.0))
            rows = rows.with_load(done.estimate.estimate)
    return done


def _round(rows: PayloadRows, monitor: Monitor) -> DynamicFit:
    reduced = reduce_rows(rows, monitor=PartOfMonitor(monitor, first=0.0, last=0.9))
    estimate = WeightedLeastSquares().fit_reduced(
        reduced, monitor=PartOfMonitor(monitor, first=0.9, last=1.0)
    )
    return DynamicFit(rows, estimate, derivative_by_gain(reduced.joint_factors(), estimate.joint_std))


def derivative_by_gain(factors: list[FloatArray], joint_std: FloatArray) -> FloatArray:
    """Change (10, n) of the payload per relative error of each joint's gain, which scales its torque."""
    smallest = np.finfo(np.float64).tiny
    std = np.where(joint_std > smallest, joint_std, max(float(joint_std.max()), 1.0))
    solution = solve(weighted_factor(factors, joint_std=std))
    pulls = [
        solution.map @ (solution.map.T @ (factor[:, :-1].T @ factor[:, -1])) / own**2
        for factor, own in zip(factors, std, strict=True)
    ]
    return np.stack(pulls, axis=1)[PAYLOAD_COLUMNS]


def _with_better_shapes(done: DynamicFit, monitor: Monitor) -> PayloadRows:
    """The rows with the shapes that fit the first unloaded run best."""
    rows, estimate = done.rows, done.estimate.estimate
    if not rows.plan.form.shape_candidates:
        return rows
    alone = rows.rows_of(0, carried=None)
    arm = estimate[rows.arm_columns.start : rows.arm_columns.start + rows.plan.coupling_places.stop]
    parameters = np.concatenate([arm, rows.friction_of(0, estimate).ravel()])
    found = search_shapes(alone, parameters=parameters, monitor=monitor)
    return replace(rows, plan=rows.plan.with_shapes(found.shapes))
