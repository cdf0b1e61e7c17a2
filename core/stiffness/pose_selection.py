"""D-optimal choice of the poses and loads that identify the joints' compliances.

Greedy start, then single exchanges (V. Fedorov, Theory of Optimal Experiments, 1972) until the
determinant of the information of all compliances, each in units of its own spring, no longer increases.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest, Infeasible, Problem
from core.friction.sweeps.settings import METRES_PER_RAD
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.quality import Judgement, Reason, Verdict, worst
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M, clearances
from core.robot.dynamics import inverse_dynamics
from core.robot.kinematics import flange_transforms
from core.robot.model import RobotModel
from core.stiffness.experiment_fit import Fit, fit_compliance
from core.stiffness.experiment_judgement import joint_reasons
from core.stiffness.load_plan import HungMass, LoadPlanSettings, Loads, LoadTestPlan
from core.stiffness.model import StiffnessModel
from core.stiffness.prediction import FlangeLoad, load_wrench
from core.stiffness.quadrature import joint_ranges
from core.stiffness.settings import StiffnessSettings

_DRAWN = 0.7
"""Progress when all candidates are known."""
_ROUNDS = 20
"""Largest number of exchange rounds; tens among hundreds converge in three or four."""
_GAIN = 1e-9
"""Gain of the criterion below which an exchange is rounding."""
_DIRECTIONS = 3
"""Number of rows of a test."""
_Places = npt.NDArray[np.intp]
_ORDER_ROUNDS = 30
_DRAWN_POSES = 64
"""Number of poses checked together: less than 100 ms for their distances."""
_TRIES = 25
"""Largest number of poses drawn, relative to the number wanted."""
_HALF_SLIDE = 0.25
"""Half range of a slide without limits, m."""


# D-optimal choice of tests: greedy start, then single exchanges while they improve it.
#
# The criterion is ``log det(1 + Σ AᵀA)``. The unit matrix is a prior with a standard deviation of each
# unknown's own size, so that unknowns without information do not hide the gain of others.


def log_information(rows: FloatArray) -> float:
    """``log det(1 + Σ AᵀA)`` of rows (m, 3, n), in units of their noise and of the unknowns."""
    return float(np.linalg.slogdet(_information(rows))[1])


def best_design(rows: FloatArray, *, count: int, monitor: Monitor) -> _Places:
    """The ``count`` tests with rows (K, 3, n) that have the largest joint information; none is taken twice.

    Returns
    -------
    (count,) places in ``rows``, in ascending order.
    """
    chosen = _greedy(rows, count, monitor)
    for number in range(_ROUNDS):
        monitor.check()
        monitor.report(number / _ROUNDS)
        if not _exchange(rows, chosen, monitor):
            break
    return np.sort(np.array(chosen, dtype=np.intp))


def _information(rows: FloatArray) -> FloatArray:
    return np.asarray(np.eye(rows.shape[2]) + np.einsum("mri,mrj->ij", rows, rows))


def _greedy(rows: FloatArray, count: int, monitor: Monitor) -> list[int]:
    """Greedy choice: each time the test that adds most information to those before."""
    chosen: list[int] = []
    information = np.eye(rows.shape[2])
    for _ in range(count):
        monitor.check()
        best = _best(rows, information, taken=chosen)[0]
        chosen.append(best)
        information = information + rows[best].T @ rows[best]
    return chosen


def _exchange(rows: FloatArray, chosen: list[int], monitor: Monitor) -> bool:
    """Replace each test by the best one; True if that changed any."""
    has_changed = False
    for place, old in enumerate(chosen):
        monitor.check()
        others = chosen[:place] + chosen[place + 1 :]
        information = _information(rows[others])
        best, gains = _best(rows, information, taken=others)
        if best != old and gains[best] > gains[old] + _GAIN:
            chosen[place], has_changed = best, True
    return has_changed


def _best(rows: FloatArray, information: FloatArray, *, taken: list[int]) -> tuple[int, FloatArray]:
    """The test that adds most to an information (n, n), and the gain of each (K,)."""
    inverse = np.linalg.inv(information)
    # Matrix determinant lemma: log det(M + AᵀA) − log det M = log det(1 + A M⁻¹ Aᵀ), a 3 × 3
    # determinant per test.
    spread = np.eye(_DIRECTIONS) + rows @ inverse @ rows.transpose(0, 2, 1)
    gains = np.linalg.slogdet(spread)[1]
    allowed = gains.copy()
    allowed[taken] = -np.inf
    return int(np.argmax(allowed)), gains


def shortest_order(
    robot: RobotModel, poses: FloatArray, *, start: FloatArray, monitor: Monitor
) -> npt.NDArray[np.intp]:
    """Indices (m,) of poses (m, n) in an order that begins near ``start`` (n,).

    The length of a way is the travel of the joint that moves farthest.
    """
    unit = np.where(robot.is_prismatic, METRES_PER_RAD, 1.0)
    all_poses = np.vstack([start, poses]) / unit
    away = np.abs(all_poses[:, np.newaxis] - all_poses).max(axis=2)
    order = _nearest_first(away)
    for _ in range(_ORDER_ROUNDS):
        if not _untangle(order, away, monitor):
            break
    return np.array(order[1:], dtype=np.intp) - 1


def _nearest_first(away: FloatArray) -> list[int]:
    """Nearest neighbour order from index 0."""
    order, left = [0], set(range(1, away.shape[0]))
    while left:
        here = away[order[-1]]
        order.append(min(left, key=lambda place: float(here[place])))
        left.remove(order[-1])
    return order


def _untangle(order: list[int], away: FloatArray, monitor: Monitor) -> bool:
    """Reverse every stretch that is shorter the other way (2-opt with an open end); True if any was."""
    has_changed, last = False, len(order) - 1
    for first in range(1, last):
        monitor.check()
        for end in range(first + 1, last + 1):
            before, one, other = order[first - 1], order[first], order[end]
            # Reversing a stretch changes only the two edges at its ends; the last has just one.
            gain = away[before, one] - away[before, other]
            if end < last:
                gain += away[other, order[end + 1]] - away[one, order[end + 1]]
            if gain > _GAIN:
                order[first : end + 1] = order[first : end + 1][::-1]
                has_changed = True
    return has_changed


@dataclass(frozen=True, eq=False)
class Candidates:
    """Feasible load tests, each a pose with one load.

    Attributes
    ----------
    poses
        (K, n) rad (m).
    wrench
        (K, 6) N and N·m about the tool point in the base frame.
    matrix
        (K, 3, n) m of shift per rad/(N·m) (m/N) of each joint.
    shifts
        (K, 3) m by all springs.
    levers, torques
        (K, n) m and N·m of each joint.
    """

    poses: FloatArray
    wrench: FloatArray
    matrix: FloatArray
    shifts: FloatArray
    levers: FloatArray
    torques: FloatArray

    @property
    def count(self) -> int:
        """Number of tests, K."""
        return int(self.poses.shape[0])

    def chosen(self, places: npt.NDArray[np.intp]) -> "Candidates":
        """The tests with the given indices, in that order."""
        parts = self.poses, self.wrench, self.matrix, self.shifts, self.levers, self.torques
        return Candidates(*(part[places] for part in parts))


def load_candidates(
    model: StiffnessModel,
    loads: Loads,
    settings: LoadPlanSettings,
    *,
    monitor: Monitor,
) -> Candidates:
    """``settings.candidates`` poses, each with every load that its rated torques allow.

    Fewer where the arm has little room.

    Raises
    ------
    Infeasible
        ``load-plan-too-heavy``; ``load-plan-no-pose`` with the obstacles and their counts.
    BadRequest
        ``stiffness-range-shape``.
    """
    limit = model.robot.payload_limit.mass
    if isinstance(loads, HungMass) and loads.mass > limit:
        raise Infeasible("load-plan-too-heavy", mass=loads.mass, limit=limit)
    search = _Search(model, loads, settings)
    found = list(search.run(monitor))
    if not found:
        raise Infeasible("load-plan-no-pose", search.obstacles(), drawn=search.drawn)
    poses, wrench = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return observed_shifts(model, poses[: settings.candidates * _per_pose(loads)], wrench)


def observed_shifts(model: StiffnessModel, poses: FloatArray, wrench: FloatArray) -> Candidates:
    """Shifts and matrices of tests at poses (K, n) under loads (K, 6)."""
    wrench = wrench[: poses.shape[0]]
    columns = model.columns(poses)
    torques = np.einsum("kri,kr->ki", columns.joint, wrench)
    matrix = columns.joint[:, :3] * torques[:, np.newaxis]
    shifts = matrix @ model.joint_compliance
    if model.springs:
        compliance = np.stack([spring.compliance for spring in model.springs])
        loaded = np.einsum("ksrm,kr->ksm", columns.link, wrench)
        shifts = shifts + np.einsum("ksrm,smj,ksj->kr", columns.link[:, :, :3], compliance, loaded)
    levers = np.linalg.norm(columns.joint[:, :3], axis=1)
    return Candidates(poses, wrench, matrix, shifts, levers, np.abs(torques))


def _plan_ranges(model: StiffnessModel, settings: LoadPlanSettings) -> tuple[FloatArray, FloatArray]:
    """Ranges (n,), (n,) from which poses are drawn; half a turn to either side without limits."""
    asked = StiffnessSettings(lower=settings.lower, upper=settings.upper)
    lower, upper = joint_ranges(model.robot, asked)
    half = np.where(model.robot.is_prismatic, _HALF_SLIDE, np.pi)
    return np.where(np.isfinite(lower), lower, -half), np.where(np.isfinite(upper), upper, half)


class _Search:
    """Draws poses until there are enough, and counts the reasons for refused ones."""

    def __init__(self, model: StiffnessModel, loads: Loads, settings: LoadPlanSettings) -> None:
        self._model, self._loads, self._settings = model, loads, settings
        self._lower, self._upper = _plan_ranges(model, settings)
        self._random = np.random.default_rng(settings.seed)
        self._refused: Counter[tuple[str, str]] = Counter()
        self.drawn = 0

    def run(self, monitor: Monitor) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Feasible poses (k, n) and loads (k, 6)."""
        wanted, found = self._settings.candidates, 0
        while found < wanted and self.drawn < _TRIES * wanted:
            monitor.check()
            monitor.report(found / wanted)
            poses = self._random.uniform(self._lower, self._upper, (_DRAWN_POSES, self._lower.size))
            self.drawn += _DRAWN_POSES
            poses = poses[self._is_clear(poses)]
            poses, wrench = self._within_torques(poses)
            found += np.unique(poses, axis=0).shape[0]
            if poses.size:
                yield poses, wrench

    def obstacles(self) -> tuple[Problem, ...]:
        """The reasons for refused poses, the most frequent first."""
        return tuple(
            Problem(where, code, {"count": count, "drawn": self.drawn})
            for (where, code), count in self._refused.most_common()
            if count
        )

    def _is_clear(self, poses: FloatArray) -> npt.NDArray[np.bool_]:
        settings = self._settings
        near = clearances(self._model.robot, poses, floor_height=settings.floor_height, boxes=settings.boxes)
        touches, sinks = near.distance < CLEARANCE_M, self._sinks(poses)
        self._refused["", "load-plan-touches"] += int(touches.sum())
        self._refused["", "load-plan-below-floor"] += int((sinks & ~touches).sum())
        return np.asarray(~(touches | sinks))

    def _sinks(self, poses: FloatArray) -> npt.NDArray[np.bool_]:
        """True where the tool point, or the centre of the hung mass, comes too close to the floor."""
        gravity = self._model.robot.gravity
        pull = float(np.linalg.norm(gravity))
        if self._settings.floor_height is None or pull == 0.0:
            return np.zeros(poses.shape[0], dtype=np.bool_)
        loads = self._loads
        points = [self._model.tool]
        if isinstance(loads, HungMass) and loads.center is not None:
            points.append(loads.center)
        ends = np.append(np.array(points), np.ones((len(points), 1)), axis=1)
        places = flange_transforms(self._model.robot, poses)[:, :3] @ ends.T
        height = -np.einsum("krp,r->kp", places, gravity) / pull
        return np.asarray(height.min(axis=1) < self._settings.floor_height + CLEARANCE_M)

    def _within_torques(self, poses: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Each pose once for every load that its drives can hold."""
        robot = self._model.robot
        poses, wrench = self._with_loads(poses)
        if not poses.size:
            return poses, wrench
        columns = self._model.with_rigid_links().columns(poses).joint
        held = -np.einsum("kri,kr->ki", columns, wrench)
        if robot.inertial_parameters is not None:
            still = np.zeros_like(poses)
            held = held + inverse_dynamics(robot, poses, still, still)
        over = np.abs(held) > robot.torque_limit
        for joint in np.flatnonzero(over.any(axis=0)).tolist():
            self._refused[robot.joint_names[joint], "load-plan-torque"] += int(over[:, joint].sum())
        fits = ~over.any(axis=1)
        return poses[fits], wrench[fits]

    def _with_loads(self, poses: FloatArray) -> tuple[FloatArray, FloatArray]:
        loads, model = self._loads, self._model
        if isinstance(loads, HungMass):
            hung = FlangeLoad(loads.mass, loads.center or model.tool)
            return poses, load_wrench(model.robot, poses, hung, tool=model.tool)
        forces = np.tile(loads.forces, (poses.shape[0], 1))
        repeated = np.repeat(poses, len(loads.directions), axis=0)
        return repeated, np.concatenate([forces, np.zeros_like(forces)], axis=1)


def _per_pose(loads: Loads) -> int:
    return 1 if isinstance(loads, HungMass) else len(loads.directions)


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
    begin = np.mean(_plan_ranges(model, chosen), axis=0) if start is None else np.asarray(start, np.float64)
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
