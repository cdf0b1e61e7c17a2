"""D-optimal choice of the poses and loads that identify the joints' compliances.

Greedy start, then single exchanges (V. Fedorov, Theory of Optimal Experiments, 1972) until the
determinant of the information of all compliances, each in units of its own spring, no longer increases.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest, Infeasible
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.quality import Judgement, Reason, Verdict, worst
from core.recording import FloatArray
from core.stiffness.design_exchange import best_design, log_information
from core.stiffness.experiment_fit import Fit, fit_compliance
from core.stiffness.experiment_judgement import joint_reasons
from core.stiffness.load_candidates import Candidates, load_candidates, plan_ranges
from core.stiffness.load_plan import LoadPlanSettings, Loads, LoadTestPlan
from core.stiffness.model import StiffnessModel
from core.stiffness.pose_order import shortest_order

_DRAWN = 0.7
"""Progress when all candidates are known."""


def plan_load_tests(
    model: StiffnessModel,
    *,
    count: int,
    loads: Loads,
    start: FloatArray | None = None,
    settings: LoadPlanSettings | None = None,
    monitor: Monitor | None = None,
) -> LoadTestPlan:
    """The ``count`` most informative load tests, in an order with little travel of the arm.

    Each pose is free of collisions with the arm itself, the floor and the boxes; the ways between
    the poses are not checked.

    Parameters
    ----------
    model
        All springs, and the tool point that is loaded. Where masses and rated torques are known, no
        drive holds more than its rating, the arm's own weight included.
    loads
        A hung mass, or pushes of one size along given directions, of which a pose may get several.
    start
        (n,) rad (m), present pose; the middle of the ranges where None.

    Raises
    ------
    BadRequest
        ``load-plan-count`` for fewer tests than compliances need; ``stiffness-range-shape``;
        ``stiffness-pose-shape`` for a start that does not fit.
    Infeasible
        ``load-plan-too-heavy``; ``load-plan-no-pose`` with a problem for every obstacle;
        ``load-plan-too-few-poses``.
    Cancelled
        If the monitor requests it.
    """
    chosen = settings or LoadPlanSettings()
    watched = monitor or NullMonitor()
    n = model.robot.joint_count
    needed = -(-(n + 1) // 3)
    if count < needed:
        raise BadRequest("load-plan-count", count=count, needed=needed)
    begin = np.mean(plan_ranges(model, chosen), axis=0) if start is None else np.asarray(start, np.float64)
    if begin.shape != (n,):
        raise BadRequest("stiffness-pose-shape", found=begin.size, expected=n)
    drawing = PartOfMonitor(watched, first=0.0, last=_DRAWN)
    found = load_candidates(model, loads, chosen, monitor=drawing)
    if found.count < count:
        raise Infeasible("load-plan-too-few-poses", found=found.count, wanted=count)
    choosing = PartOfMonitor(watched, first=_DRAWN, last=1.0)
    rows = found.matrix * (model.joint_compliance / chosen.noise)
    best = found.chosen(best_design(rows, count=count, monitor=choosing))
    best = best.chosen(shortest_order(model.robot, best.poses, start=begin, monitor=watched))
    return _plan(model, loads, chosen, best)


def _plan(model: StiffnessModel, loads: Loads, settings: LoadPlanSettings, tests: Candidates) -> LoadTestPlan:
    expected = _expected(model, tests, settings.noise)
    reasons = [
        reason
        for joint in range(model.robot.joint_count)
        for reason in joint_reasons(model.robot.joint_names, joint, expected.fit)
    ]
    return LoadTestPlan(
        robot=model.robot.name,
        tool=model.tool,
        loads=loads,
        settings=settings,
        poses=tests.poses,
        forces=tests.wrench[:, :3],
        moments=tests.wrench[:, 3:],
        shifts=tests.shifts,
        compliance=np.where(expected.determined, expected.fit.compliance, model.joint_compliance),
        expected_std=expected.std,
        noise_std=expected.noise_std,
        condition=expected.condition,
        criterion=log_information(tests.matrix * (model.joint_compliance / settings.noise)),
        determined=tuple(expected.determined.tolist()),
        judgement=_judgement(reasons, determined=expected.determined),
    )


@dataclass(frozen=True, eq=False)
class _Expected:
    """``std`` (n,) from noise and the model error of elastic links, ``noise_std`` from noise alone."""

    fit: Fit
    determined: npt.NDArray[np.bool_]
    std: FloatArray
    noise_std: FloatArray
    condition: float


def _expected(model: StiffnessModel, tests: Candidates, noise: float) -> _Expected:
    """The expected experiment: shifts of all springs with a standard deviation of ``noise`` m."""
    fit = fit_compliance(
        tests.matrix,
        tests.shifts,
        std=np.full(tests.count, noise),
        known=np.full(model.robot.joint_count, np.nan),
        levers=tests.levers,
        torques=tests.torques,
        is_prismatic=model.robot.is_prismatic,
    )
    determined = np.isfinite(fit.compliance)
    scaled = (tests.matrix * model.joint_compliance)[:, :, determined].reshape(3 * tests.count, -1)
    singular = np.linalg.svd(scaled, compute_uv=False)
    by_noise = np.full_like(fit.covariance, np.nan)
    units = model.joint_compliance[determined]
    by_noise[np.ix_(determined, determined)] = (
        noise**2 * np.linalg.pinv(scaled.T @ scaled) * np.outer(units, units)
    )
    total = np.where(np.isfinite(fit.covariance), fit.covariance, 0.0) + by_noise
    return _Expected(
        fit=replace(fit, covariance=total),
        determined=determined,
        std=_deviations(total),
        noise_std=_deviations(by_noise),
        condition=float(singular[0] / singular[-1]) if singular.size else float("inf"),
    )


def _deviations(covariance: FloatArray) -> FloatArray:
    """Standard deviations (n,), infinite for undetermined joints."""
    deviations = np.sqrt(np.diag(covariance))
    return np.where(np.isfinite(deviations), deviations, np.inf)


def _judgement(reasons: Sequence[Reason], determined: npt.NDArray[np.bool_]) -> Judgement:
    """Not measurable without a determined joint; at best usable with an undetermined one; else the worst."""
    if not determined.any():
        return Judgement(Verdict.NOT_MEASURABLE, tuple(reasons))
    of_told = [
        Verdict.USABLE if reason.verdict is Verdict.NOT_MEASURABLE else reason.verdict for reason in reasons
    ]
    return Judgement(worst(of_told), tuple(reasons))
