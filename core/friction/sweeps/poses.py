"""Poses of the other joints for a joint's sweeps: free of collisions, with different loads."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.excitation.limits.motion_limits import MotionLimits
from core.friction.sweeps.settings import METRES_PER_RAD, SHORTEST_WAY, SweepSettings
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M, clearances, smallest_clearance
from core.robot.dynamics import inverse_dynamics
from core.robot.gravity_compensator import compensator_torque
from core.robot.kinematics import point_velocities
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.robot.surroundings import Box

_DRAWN = 60
"""Number of poses examined for every joint."""
_STAYING = 0.3
"""Share of the other joints that keep their present position."""
_AWAY = np.radians(100.0)
"""Largest distance of the other joints from their present positions."""
_FROM_END = np.radians(3.0)
"""Distance kept from the ends of the travel."""
_LOOKS = 25
"""Positions of the swept joint at which a pose is checked."""
_RESERVE_M = 0.01
"""Reserve beyond the clearance, m, because the exact check comes later."""
_SHORTEST_SPAN = 5.0 * SHORTEST_WAY
_WAY_POSES = 60
_FAR = 0.15
"""Share of the greatest load that a pose may lose per rad that it is nearer."""
_STAND_IN_KG = 1.0
"""Mass assumed at each link's origin without a description's masses, to rank poses by load, kg."""


@dataclass(frozen=True, eq=False)
class SweepPose:
    """The other joints rest at ``pose`` (n,); the swept joint moves ``half_span`` to either side of it.

    ``load`` is the mean size of the gravity torque on it, N·m; ``lever`` the speed of the arm's fastest
    point per joint speed, m/s per rad/s.
    """

    pose: FloatArray
    half_span: float
    load: float
    lever: float


class SweepPoses:
    """Finds sweep poses for one arm around its present pose."""

    def __init__(  # each is a condition of its own
        self,
        robot: RobotModel,
        limits: MotionLimits,
        settings: SweepSettings,
        *,
        start: FloatArray,
        floor_height: float | None,
        boxes: Sequence[Box],
    ) -> None:
        self._robot, self._settings = robot, settings
        self._start = np.asarray(start, dtype=np.float64)
        self._floor_height, self._boxes = floor_height, tuple(boxes)
        self._unit = np.where(robot.is_prismatic, METRES_PER_RAD, 1.0)
        margin = np.minimum(_FROM_END * self._unit, 0.1 * (limits.upper - limits.lower))
        self._lower, self._upper = limits.lower + margin, limits.upper - margin
        self._random = np.random.default_rng(settings.seed)

    def offered(self, joint: int, monitor: Monitor, *, here: FloatArray) -> tuple[tuple[SweepPose, ...], ...]:
        """Candidates for each wanted pose, the best first: high load, then low load in turn.

        Poses far from ``here`` (n,) are ranked lower.
        """
        found = self._clear_poses(joint, monitor)
        heaviest = max((pose.load for pose in found), default=0.0) or 1.0
        wanted_half = 0.5 * self._settings.span * float(self._unit[joint])

        def room(pose: SweepPose) -> float:
            return min(pose.half_span / wanted_half, 1.0)

        def trouble(pose: SweepPose) -> float:
            return _FAR * float(np.abs((pose.pose - here) / self._unit).max())

        def heavy(pose: SweepPose) -> float:
            return trouble(pose) - pose.load / heaviest - room(pose)

        def light(pose: SweepPose) -> float:
            return trouble(pose) + pose.load / heaviest - room(pose)

        orders = (heavy, light)
        wanted = range(self._settings.poses)
        return tuple(tuple(sorted(found, key=orders[number % len(orders)])) for number in wanted)

    def way_is_clear(self, here: FloatArray, there: FloatArray) -> bool:
        """True if the straight move between two poses (n,) is free of collisions."""
        way = here + np.linspace(0.0, 1.0, _WAY_POSES)[:, np.newaxis] * (there - here)
        near = smallest_clearance(
            self._robot, way, floor_height=self._floor_height, boxes=self._boxes, between=True
        )
        return near.distance >= CLEARANCE_M

    def _clear_poses(self, joint: int, monitor: Monitor) -> list[SweepPose]:
        monitor.check()
        drawn = self._drawn(joint)
        half = 0.5 * min(self._settings.span * self._unit[joint], self._upper[joint] - self._lower[joint])
        drawn[:, joint] = np.clip(drawn[:, joint], self._lower[joint] + half, self._upper[joint] - half)
        offsets = np.linspace(-half, half, _LOOKS)
        paths = np.repeat(drawn[:, np.newaxis], _LOOKS, axis=1)
        paths[:, :, joint] += offsets
        flat = paths.reshape(-1, drawn.shape[1])
        distance = clearances(
            self._robot, flat, floor_height=self._floor_height, boxes=self._boxes, between=False
        ).distance.reshape(drawn.shape[0], _LOOKS)
        monitor.check()
        load = np.abs(gravity_torque(self._robot, flat)[:, joint]).reshape(distance.shape)
        lever = self._levers(flat, joint).reshape(distance.shape)
        clear = distance >= CLEARANCE_M + _RESERVE_M
        found = []
        for pose, free, heavy, fast in zip(drawn, clear, load, lever, strict=True):
            span = _free_span(free, half)
            if span >= 0.5 * _SHORTEST_SPAN * self._unit[joint]:
                inside = np.abs(offsets) <= span
                found.append(SweepPose(pose, span, float(heavy[inside].mean()), float(fast[inside].max())))
        return found

    def _drawn(self, joint: int) -> FloatArray:
        """Poses (poses, n): the present one, then random ones around it."""
        away = _AWAY * self._unit
        low = np.maximum(self._lower, self._start - away)
        high = np.minimum(self._upper, self._start + away)
        high = np.maximum(high, low)
        drawn = self._random.uniform(low, high, (_DRAWN, self._start.size))
        stays = self._random.uniform(size=drawn.shape) < _STAYING
        drawn = np.where(stays, np.clip(self._start, low, high), drawn)
        drawn[0] = np.clip(self._start, low, high)
        # a joint may be swept anywhere in its travel, as long as the arm is near
        drawn[1:, joint] = self._random.uniform(low[joint], high[joint], _DRAWN - 1)
        return np.asarray(drawn)

    def _levers(self, q: FloatArray, joint: int) -> FloatArray:
        v = np.zeros_like(q)
        v[:, joint] = 1.0
        return np.asarray(np.linalg.norm(point_velocities(self._robot, q, v), axis=2).max(axis=1))


def _free_span(free: "np.ndarray[tuple[int], np.dtype[np.bool_]]", half: float) -> float:
    """Angle to either side of the middle that is free of collisions, rad."""
    middle = free.size // 2
    steps = 0
    while steps < middle and free[middle - steps - 1] and free[middle + steps + 1]:
        steps += 1
    return half * steps / middle if free[middle] else 0.0


def gravity_torque(robot: RobotModel, q: FloatArray) -> FloatArray:
    """Torque (N, n) in N·m that the gears carry at rest at poses (N, n).

    If no masses are known, an assumed mass per link is used.
    """
    parameters = robot.inertial_parameters
    if parameters is None:
        parameters = np.zeros((robot.joint_count, PARAMETERS_PER_LINK))
        parameters[:, 0] = _STAND_IN_KG
    still = np.zeros_like(q)
    held = inverse_dynamics(robot, q, still, still, parameters=parameters)
    return held - compensator_torque(robot.compensators, np.ascontiguousarray(q))
