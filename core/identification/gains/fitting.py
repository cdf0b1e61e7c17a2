"""Iterated passes over the runs: gear load and friction shapes follow from the gains of the pass before."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from core.identification.columns import ColumnPlan
from core.identification.gains.problem import (
    UNKNOWN_MOMENTS,
    GainLayout,
    GainProblem,
    InertiaPrior,
    JointRows,
    RunFactors,
)
from core.identification.gains.runs import GainRows, first_plan, payload_map
from core.identification.gains.search import GainFit, search_gains
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
