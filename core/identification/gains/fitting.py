"""Iterated passes over the runs: gear load and friction shapes follow from the gains of the pass before."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from core.estimation.least_squares import SMALLEST_STD_OF_TARGET, limited_std
from core.estimation.solution import solve
from core.identification.columns import ColumnPlan
from core.identification.gains.predicted_currents import (
    UNKNOWN_MOMENTS,
    GainLayout,
    GainProblem,
    InertiaPrior,
    JointRows,
    RunFactors,
)
from core.identification.gains.runs import GainRows, first_plan, payload_map
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from core.robot.inertia import about_origin

GYRATION_RADIUS_M = 0.1
"""Largest expected radius of gyration of a payload about its centre of mass, m.

The prior of its inertia is that of such a body at the centre found, with a standard deviation of the
same size; motion that determines the inertia overrules it.
"""
_SETTLED = 1e-4
"""Relative change of every gain between passes at convergence."""
_MOST_ROUNDS = 60
SETTLED = 1e-8
"""Relative change of every gain and every joint's standard deviation at convergence."""
_LONGEST_STEP = 0.7
"""Largest step in log gain: a gain is at most doubled or halved."""
_HALVINGS = 20
_START_SIGNIFICANCE = 3.0
"""Significance, in standard deviations, from which a joint's own rows give its first gain."""


@dataclass(frozen=True)
class GainFit:
    """The most likely gains: ``inverse_gain`` (n,) A/(N·m), all coefficients, ``joint_std`` (n,) A."""

    inverse_gain: FloatArray
    coefficients: FloatArray
    joint_std: FloatArray
    settled: bool


def search_gains(problem: GainProblem, *, start: GainFit | None, monitor: Monitor) -> GainFit:
    """Maximise the likelihood over gains, coefficients and each joint's noise.

    Steps in the gains alternate with new weights; a step that makes things worse is halved.
    """
    inverse_gain, joint_std = _start(problem) if start is None else (start.inverse_gain, start.joint_std)
    coefficients = problem.linear_fit(inverse_gain, joint_std=joint_std)
    settled = False
    for _ in range(_MOST_ROUNDS):
        monitor.check()
        before = inverse_gain
        inverse_gain, coefficients = _improved(problem, inverse_gain, coefficients, joint_std)
        fresh = _joint_std(problem, problem.squares(inverse_gain, coefficients))
        change = max(np.abs(inverse_gain / before - 1.0).max(), np.abs(fresh / joint_std - 1.0).max())
        joint_std = fresh
        coefficients = problem.linear_fit(inverse_gain, joint_std=joint_std)
        settled = bool(change < SETTLED)
        if settled:
            break
    return GainFit(inverse_gain, coefficients, joint_std, settled)


def _improved(
    problem: GainProblem, inverse_gain: FloatArray, coefficients: FloatArray, joint_std: FloatArray
) -> tuple[FloatArray, FloatArray]:
    step = problem.gain_step(inverse_gain, coefficients, joint_std=joint_std)
    step = np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
    now = _cost(problem, inverse_gain, coefficients, joint_std)
    for _ in range(_HALVINGS):
        tried = inverse_gain * np.exp(step)
        fitted = problem.linear_fit(tried, joint_std=joint_std)
        if _cost(problem, tried, fitted, joint_std) <= now:
            return tried, fitted
        step = step / 2.0
    return inverse_gain, coefficients


def _cost(
    problem: GainProblem, inverse_gain: FloatArray, coefficients: FloatArray, joint_std: FloatArray
) -> float:
    squares = problem.squares(inverse_gain, coefficients)
    return float(np.sum(squares / joint_std**2)) + problem.prior_cost(coefficients)


def _joint_std(problem: GainProblem, squares: FloatArray) -> FloatArray:
    rows = np.maximum(problem.row_count, 1)
    size = np.zeros(rows.shape)
    for part in problem.rows:
        size[part.joint] += float(part.current @ part.current)
    return limited_std(np.sqrt(squares / rows), floor=SMALLEST_STD_OF_TARGET * np.sqrt(size / rows))


def _start(problem: GainProblem) -> tuple[FloatArray, FloatArray]:
    """First gains and noise, computed from the currents alone.

    With parameters of its own every joint's current is linear in them and in its inverse gain, whose
    column is the current of the known mass. Joints whose own rows do not determine the gain (the last
    one: a mass on its axis needs no torque) start at the mean of the others.
    """
    count = problem.layout.joint_count
    inverse_gain, squares = np.full(count, np.nan), np.zeros(count)
    for joint in range(count):
        value, std, squares[joint] = _alone(problem, joint)
        if value > _START_SIGNIFICANCE * std:
            inverse_gain[joint] = value
    known = inverse_gain[np.isfinite(inverse_gain)]
    middle = float(np.exp(np.mean(np.log(known)))) if known.size else 1.0
    return np.where(np.isfinite(inverse_gain), inverse_gain, middle), _joint_std(problem, squares)


def _alone(problem: GainProblem, joint: int) -> tuple[float, float, float]:
    """Inverse gain, its standard deviation and the residual sum of squares, from one joint's rows alone."""
    blocks = [_own_columns(problem, part) for part in problem.rows if part.joint == joint]
    factor = np.concatenate(blocks)
    if not factor[:, :-1].any():
        return 0.0, np.inf, float(factor[:, -1] @ factor[:, -1])
    solution = solve(factor)
    squares = float(np.sum((factor[:, -1] - factor[:, :-1] @ solution.estimate) ** 2))
    if solution.undetermined[0]:
        return 0.0, np.inf, squares
    noise = np.sqrt(squares / max(int(problem.row_count[joint]), 1))
    return float(solution.estimate[0]), float(noise * np.linalg.norm(solution.map[0])), squares


def _own_columns(problem: GainProblem, part: JointRows) -> FloatArray:
    """[inverse gain | base parameters and payloads over the gain | shared friction | current]."""
    unit = np.ones(problem.layout.joint_count)
    known = problem.known_current(part, unit)
    return np.column_stack((known, problem.linear_columns(part, unit), part.current))


@dataclass(frozen=True)
class GainPass:
    """One finished pass: the runs it used, and the most likely gains."""

    problem: GainProblem
    fit: GainFit
    plan: ColumnPlan

    @property
    def is_complete(self) -> bool:
        """True if the gear load was included, for a friction model that needs it."""
        return self.problem.layout.shared is not None or not self.plan.form.uses_load

    def payload(self, pair: int) -> FloatArray:
        """The payload (10,) of a pair at the flange."""
        mass = max(run.mass for run in self.problem.runs if run.pair == pair)
        return np.concatenate(([mass], self.fit.coefficients[self.problem.moments(pair)]))


def fit_gains(
    rows: GainRows, *, monitor: Monitor, keep: Callable[[GainPass, Monitor], None] | None = None
) -> GainPass:
    """Passes until the gains converge.

    ``keep`` receives each complete pass, and a monitor for its own work.
    """
    plan = first_plan(rows.robot, rows.settings)
    single = not plan.form.uses_load and not plan.form.shape_candidates
    count = 1 if single else rows.settings.iterations
    before: GainPass | None = None
    for number in range(count):
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        done = _pass(rows, plan, before, monitor=PartOfMonitor(part, first=0.0, last=0.5))
        if keep is not None and done.is_complete:
            keep(done, PartOfMonitor(part, first=0.5, last=0.6))
        if number + 1 == count or (before is not None and _settled(before, done)):
            break
        plan = _better_shapes(rows, done, monitor=PartOfMonitor(part, first=0.6, last=1.0))
        before = done
    return done


def _settled(before: GainPass, now: GainPass) -> bool:
    change = now.fit.inverse_gain / before.fit.inverse_gain - 1.0
    return bool(before.is_complete and np.all(np.abs(change) < _SETTLED))


def _pass(rows: GainRows, plan: ColumnPlan, before: GainPass | None, *, monitor: Monitor) -> GainPass:
    loads = None if before is None or not plan.form.uses_load else _felt(before)
    factors = rows.factors(plan, loads=loads, monitor=monitor)
    every = plan if loads is None else plan.with_load(loads[0])
    layout = GainLayout(
        joint_count=rows.robot.joint_count,
        base_count=plan.base_count,
        friction_count=len(every.friction_columns),
        shared=None if loads is None else plan.form.load_column,
        payload_map=payload_map(rows.robot, plan.base),
    )
    runs = tuple(
        RunFactors(factor, run.pair, run.mass) for factor, run in zip(factors, rows.runs, strict=True)
    )
    masses = [run.mass for run in rows.runs if run.is_loaded]
    priors = tuple(
        _prior(mass, None if before is None else before.payload(pair)) for pair, mass in enumerate(masses)
    )
    problem = GainProblem(layout, runs, priors)
    fit = search_gains(problem, start=None if before is None else before.fit, monitor=monitor)
    return GainPass(problem, fit, every)


def _felt(done: GainPass) -> list[FloatArray]:
    """Base parameters (b,) of the arm in each run, including the payload if it had one."""
    layout = done.problem.layout
    own = done.fit.coefficients[: layout.base_count]
    return [
        own + layout.payload_map @ done.payload(run.pair) if run.mass else own for run in done.problem.runs
    ]


def _prior(mass: float, payload: FloatArray | None) -> InertiaPrior:
    center = np.zeros(3) if payload is None else payload[1:4] / mass
    spread = mass * GYRATION_RADIUS_M**2
    body = about_origin(mass, center=center, inertia=np.eye(3) * spread)
    return InertiaPrior(body[-UNKNOWN_MOMENTS:][3:], spread)


def _better_shapes(rows: GainRows, done: GainPass, *, monitor: Monitor) -> ColumnPlan:
    own = done.fit.coefficients[: done.problem.layout.base_count]
    gain = 1.0 / done.fit.inverse_gain
    parameters = np.concatenate((own, (_friction_currents(done) * gain[:, np.newaxis]).ravel()))
    plan = rows.shapes(done.plan, parameters=parameters, drive_gain=gain, monitor=monitor)
    return replace(plan, load_parameters=None)


def _friction_currents(done: GainPass) -> FloatArray:
    """Friction coefficients of the first run in A per column, (n, columns)."""
    problem, layout = done.problem, done.problem.layout
    run = problem.runs[0]
    found = np.zeros((layout.joint_count, layout.friction_count))
    for joint in range(layout.joint_count):
        part = JointRows.of(run, joint, factor=run.factors.joint_factor(joint), layout=layout)
        left = problem.residual(part, done.fit.inverse_gain, done.fit.coefficients)
        start = layout.base_count + joint * layout.friction_count
        found[joint, layout.own_friction(joint) - start] = np.linalg.lstsq(part.own, left, rcond=None)[0]
        shared = problem.shared_coefficients(done.fit.coefficients)
        found[joint, layout.shared_friction(joint) - start] = shared[joint : joint + 1][: shared.size]
    return found
