"""Feasible load tests of an arm: random poses without collision and within the rated torques."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import Infeasible, Problem
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M, clearances
from core.robot.dynamics import inverse_dynamics
from core.robot.kinematics import flange_transforms
from core.stiffness.load_plan import HungMass, LoadPlanSettings, Loads
from core.stiffness.model import StiffnessModel
from core.stiffness.prediction import FlangeLoad, load_wrench
from core.stiffness.quadrature import joint_ranges
from core.stiffness.settings import StiffnessSettings

_DRAWN = 64
"""Number of poses checked together: less than 100 ms for their distances."""
_TRIES = 25
"""Largest number of poses drawn, relative to the number wanted."""
_HALF_SLIDE = 0.25
"""Half range of a slide without limits, m."""


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
    return observed(model, poses[: settings.candidates * _per_pose(loads)], wrench)


def observed(model: StiffnessModel, poses: FloatArray, wrench: FloatArray) -> Candidates:
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


def plan_ranges(model: StiffnessModel, settings: LoadPlanSettings) -> tuple[FloatArray, FloatArray]:
    """Ranges (n,), (n,) from which poses are drawn; half a turn to either side without limits."""
    asked = StiffnessSettings(lower=settings.lower, upper=settings.upper)
    lower, upper = joint_ranges(model.robot, asked)
    half = np.where(model.robot.is_prismatic, _HALF_SLIDE, np.pi)
    return np.where(np.isfinite(lower), lower, -half), np.where(np.isfinite(upper), upper, half)


class _Search:
    """Draws poses until there are enough, and counts the reasons for refused ones."""

    def __init__(self, model: StiffnessModel, loads: Loads, settings: LoadPlanSettings) -> None:
        self._model, self._loads, self._settings = model, loads, settings
        self._lower, self._upper = plan_ranges(model, settings)
        self._random = np.random.default_rng(settings.seed)
        self._refused: Counter[tuple[str, str]] = Counter()
        self.drawn = 0

    def run(self, monitor: Monitor) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Feasible poses (k, n) and loads (k, 6)."""
        wanted, found = self._settings.candidates, 0
        while found < wanted and self.drawn < _TRIES * wanted:
            monitor.check()
            monitor.report(found / wanted)
            poses = self._random.uniform(self._lower, self._upper, (_DRAWN, self._lower.size))
            self.drawn += _DRAWN
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
