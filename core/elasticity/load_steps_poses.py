"""Search for the pose of the other joints and the own range in which a joint's load changes most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.elasticity.load_steps_plan import KnownPayload, LoadStepSettings
from core.excitation.limits.motion_limits import MotionLimits
from core.friction.sweeps.poses import gravity_torque
from core.friction.sweeps.settings import METRES_PER_RAD
from core.identification.model import FittedModel
from core.identification.result import IdentificationResult
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M, smallest_clearance
from core.robot.inertia import about_origin, moved
from core.robot.kinematics import flange_transforms, link_transforms, point_velocities
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.robot.surroundings import Box
from core.robot.worst_payload import worst_payload

_DRAWN = 240
"""Number of poses of the others examined for every joint."""
_STAYING = 0.3
"""Share of the other joints that keep their present position."""
_AWAY = np.radians(100.0)
"""Largest distance of the other joints from their present positions."""
_FROM_END = np.radians(3.0)
"""Distance kept from the ends of the travel."""
_GRID = np.radians(2.0)
"""Grid step of the joint's position for its load."""
_APART = 0.25
"""Shift between two ranges of one pose that are offered, as a share of the range."""
_LOOKS = 45
"""Positions of a range at which its clearance is checked."""
_WAY_POSES = 200
"""Number of poses checked on the move to the start of a range."""
_TRIED = 250
"""Largest number of ranges whose clearance is checked."""
_FAR = 0.1
"""Share of the widest change of load that a range may lose per rad that it is nearer."""
_REVERSAL = 0.3
"""Share of the widest change of load that a range through zero may lose against one without."""
_ROUNDING = 1e-6
"""Rounding tolerance in grid steps."""
_FULL_REVERSAL = 0.2
"""Share of the change of load on the smaller side from which the load counts as reversing."""
RATED_SHARE = 0.03
"""Smallest sufficient change of the load as a share of the rated torque."""
_TWIST_RAD = float(np.radians(20.0 / 3600.0))
"""Sufficient deflection of a gear without a known rated torque, rad."""
_RATED_TWIST_RAD = 0.002
"""Deflection of a typical gear under its rated torque, rad."""
_WRIST_JOINTS = 3
_WRIST_SHARE = 0.2
"""Rated torque of a wrist's gear relative to those of the main axes."""
_LEAST_SPAN = 1e-6
"""Smallest load range that is not rounding, N·m."""
_PAYLOAD_DISTANCE_M = 0.1
"""Distance off the axis at which a payload is proposed, if the arm may carry its mass, m."""
_ASKED = 600
"""Number of poses from which the strength of gravity is computed."""
_LEAST_TILT = float(np.sin(np.radians(3.0)))
"""Smallest sine of an axis against gravity; less is a base that is not quite level."""


@dataclass(frozen=True, eq=False)
class LoadRange:
    """A joint from ``low`` to ``high`` rad (m) with the others at ``pose`` (n,).

    Gravity's torque runs from ``load_low`` to ``load_high`` N·m, the smallest and the largest.
    """

    pose: FloatArray
    low: float
    high: float
    load_low: float
    load_high: float

    @property
    def span(self) -> float:
        """Change of the load over the range, N·m."""
        return self.load_high - self.load_low


# Gravity's torque on every gear, and the change of load that makes its deflection measurable.
#
# A sufficient change of load over the range is
#
# - 3 % of the joint's rated torque where the description has one; else
# - the load that deflects a typical gear by 20 arcsec: a few counts of a good encoder, and more than
#   ripple. A typical gear deflects by 2 mrad under its rated torque. An unknown rated torque is taken
#   as the largest gravity torque on any joint of the arm; a fifth of it for the three joints of a wrist,
#   as in arms with published rated torques.


class GravityLoads:
    """Gravity's torque on the gears of one arm, including its payload.

    Parameters
    ----------
    robot
        The arm; without masses in the description, an assumed mass at each link's origin.
    links
        (n, 10) link parameters that are known better than the description's.
    payload
        The load on the flange.
    """

    def __init__(
        self, robot: RobotModel, *, links: FloatArray | None = None, payload: KnownPayload | None = None
    ) -> None:
        self._described = robot
        self._robot = robot if links is None else replace(robot, inertial_parameters=links)
        self._hung = None if payload is None else replace(robot, inertial_parameters=_hanging(robot, payload))
        self.masses_known = self._robot.inertial_parameters is not None

    def torque(self, q: FloatArray) -> FloatArray:
        """Static torque (N, n) that the gears carry at poses (N, n), N·m (N)."""
        own = gravity_torque(self._robot, q)
        if self._hung is None:
            return own
        return own + gravity_torque(replace(self._hung, compensators=()), q)

    def needed(self, lower: FloatArray, upper: FloatArray) -> FloatArray:
        """Sufficient change of load (n,), see the module, for poses between two bounds (n,), N·m (N)."""
        robot = self._described
        q = np.random.default_rng(0).uniform(lower, upper, (_ASKED, robot.joint_count))
        strongest = float(np.abs(gravity_torque(replace(self._robot, compensators=()), q)).max())
        main = _TWIST_RAD / _RATED_TWIST_RAD * strongest
        typical = np.full(robot.joint_count, main)
        if robot.joint_count > _WRIST_JOINTS:
            typical[-_WRIST_JOINTS:] *= _WRIST_SHARE
        rated = robot.torque_limit
        known = np.isfinite(rated)
        return np.maximum(np.where(known, RATED_SHARE * np.where(known, rated, 0.0), typical), _LEAST_SPAN)

    def tilt(self, q: FloatArray) -> FloatArray:
        """Sine (N, n) of the angle between each joint's axis and gravity; 0 without gravity."""
        pull = float(np.linalg.norm(self._described.gravity))
        axes = link_transforms(self._described, q)[:, :, :3, 2]
        across = np.linalg.norm(np.cross(axes, self._described.gravity), axis=2)
        return np.where(across > _LEAST_TILT * pull, across / pull if pull > 0.0 else 0.0, 0.0)

    def payload_for(self, span: float, *, tilt: float, width: float) -> tuple[float, float]:
        """Mass (kg) and distance (m) off a joint's axis of a payload that changes its load by ``span`` N·m.

        ``tilt`` is the sine of the axis against gravity, in a range of ``width`` rad through zero load.
        """
        pull = float(np.linalg.norm(self._described.gravity))
        moment = span / (2.0 * pull * tilt * np.sin(0.5 * min(width, np.pi)))
        carried = worst_payload(self._described).mass
        mass = moment / _PAYLOAD_DISTANCE_M
        if carried > 0.0:
            mass = min(mass, carried)
        return float(mass), float(moment / mass)


def _hanging(robot: RobotModel, payload: KnownPayload) -> FloatArray:
    """Link parameters (n, 10) of massless links with only the payload."""
    links = np.zeros((robot.joint_count, PARAMETERS_PER_LINK))
    body = about_origin(payload.mass, center=payload.place, inertia=np.zeros((3, 3)))
    links[-1] = moved(body, placement=robot.flange)
    return links


def identified_links(result: IdentificationResult, robot: RobotModel) -> FloatArray:
    """Link parameters (n, 10) with the torques of an identified model.

    They need not be physically possible.
    """
    fitted = FittedModel.of(result, robot)
    count = PARAMETERS_PER_LINK * robot.joint_count
    standard = np.zeros(count + robot.joint_count)
    standard[fitted.plan.base.independent] = fitted.parameters[: fitted.plan.base_count]
    return standard[:count].reshape(robot.joint_count, PARAMETERS_PER_LINK)


@dataclass(frozen=True, eq=False)
class LoadSurvey:
    """Load (K, G) N·m of one joint over its travel ``position`` (G,) in K poses (K, n) of the others."""

    joint: int
    poses: FloatArray
    position: FloatArray
    load: FloatArray

    def windows(self, width: float) -> tuple[FloatArray, FloatArray]:
        """Smallest and largest load (K, W) of all ranges of a width; W = 0 if the travel is shorter."""
        count = self._count(width)
        if count > self.position.size:
            empty = np.empty((self.poses.shape[0], 0))
            return empty, empty
        seen = np.lib.stride_tricks.sliding_window_view(self.load, count, axis=1)
        return seen.min(axis=2), seen.max(axis=2)

    def widest_change(self, width: float) -> float:
        """Change of the load over the best range of a width, N·m, collisions ignored."""
        low, high = self.windows(width)
        return float((high - low).max(initial=0.0))

    def ranges(self, width: float, *, here: FloatArray, unit: FloatArray) -> Iterator[LoadRange]:
        """Ranges of a width, the best first: large change, through zero, near ``here`` (n,)."""
        low, high = self.windows(width)
        apart = max(round(_APART * self._count(width)), 1)
        if not low.shape[1]:
            return
        low, high = low[:, ::apart], high[:, ::apart]
        span = high - low
        widest = max(float(span.max(initial=0.0)), _LEAST_SPAN)
        lesser = np.maximum(np.minimum(high, -low), 0.0) / np.maximum(span, _LEAST_SPAN)
        others = np.abs((self.poses - here) / unit)
        others[:, self.joint] = 0.0
        own = np.abs(
            (self.position[: self.load.shape[1] - self._count(width) + 1] - here[self.joint])[::apart]
        )
        away = np.maximum(others.max(axis=1)[:, np.newaxis], own / unit[self.joint])
        score = span / widest + _REVERSAL * np.minimum(lesser / _FULL_REVERSAL, 1.0) - _FAR * away
        reach = (self._count(width) - 1) * (self.position[1] - self.position[0])
        for place in np.argsort(-score, axis=None):
            number, first = np.unravel_index(place, score.shape)
            begin = float(self.position[first * apart])
            loads = float(low[number, first]), float(high[number, first])
            yield LoadRange(self.poses[number], begin, begin + float(reach), *loads)

    def _count(self, width: float) -> int:
        steps = int(np.ceil(width / float(self.position[1] - self.position[0]) - _ROUNDING))
        return steps + 1


class LoadPoses:
    """Load surveys and collision-free ranges of one arm around its present pose."""

    def __init__(  # each is a condition of its own
        self,
        robot: RobotModel,
        limits: MotionLimits,
        loads: GravityLoads,
        settings: LoadStepSettings,
        *,
        start: FloatArray,
        payload: KnownPayload | None,
        floor_height: float | None,
        boxes: Sequence[Box],
    ) -> None:
        self._robot, self._loads, self._payload = robot, loads, payload
        self._start = np.asarray(start, dtype=np.float64)
        self._floor_height, self._boxes = floor_height, tuple(boxes)
        self.unit = np.where(robot.is_prismatic, METRES_PER_RAD, 1.0)
        margin = np.minimum(_FROM_END * self.unit, 0.1 * (limits.upper - limits.lower))
        self.lower, self.upper = limits.lower + margin, limits.upper - margin
        self._random = np.random.default_rng(settings.seed)

    def survey(self, joint: int) -> LoadSurvey:
        """The load of a joint over its travel, half a turn to either side at most."""
        half = np.pi * self.unit[joint]
        first = max(float(self.lower[joint]), float(self._start[joint] - half))
        last = min(float(self.upper[joint]), float(self._start[joint] + half))
        count = max(round((last - first) / float(_GRID * self.unit[joint])), 2) + 1
        position = np.linspace(first, last, count)
        poses = self._drawn()
        grid = np.repeat(poses[:, np.newaxis], count, axis=1)
        grid[:, :, joint] = position
        load = self._loads.torque(grid.reshape(-1, poses.shape[1]))[:, joint]
        return LoadSurvey(joint, poses, position, load.reshape(poses.shape[0], count))

    def clear_ranges(
        self, survey: LoadSurvey, width: float, *, here: FloatArray, monitor: Monitor
    ) -> Iterator[LoadRange]:
        """The best ranges that are free of collisions, as is the straight move to them from ``here``."""
        for tried, found in enumerate(survey.ranges(width, here=here, unit=self.unit)):
            monitor.check()
            if tried >= _TRIED:
                return
            begin = found.pose.copy()
            begin[survey.joint] = found.low
            way = here + np.linspace(0.0, 1.0, _WAY_POSES)[:, np.newaxis] * (begin - here)
            if self._is_clear(self._along(found, survey.joint)) and self._is_clear(way):
                yield found

    def lever(self, joint: int, found: LoadRange) -> float:
        """Speed of the arm's fastest point per joint speed, m/s per rad/s (m/s)."""
        q = self._along(found, joint)
        v = np.zeros_like(q)
        v[:, joint] = 1.0
        return float(np.linalg.norm(point_velocities(self._robot, q, v), axis=2).max())

    def tilt(self, survey: LoadSurvey) -> float:
        """The largest sine of the joint's axis against gravity."""
        return float(self._loads.tilt(survey.poses)[:, survey.joint].max())

    def _drawn(self) -> FloatArray:
        """Poses (poses, n): the present one, then random ones around it."""
        away = _AWAY * self.unit
        low = np.maximum(self.lower, self._start - away)
        high = np.maximum(np.minimum(self.upper, self._start + away), low)
        drawn = self._random.uniform(low, high, (_DRAWN, self._start.size))
        stays = self._random.uniform(size=drawn.shape) < _STAYING
        drawn = np.where(stays, np.clip(self._start, low, high), drawn)
        drawn[0] = np.clip(self._start, low, high)
        return np.asarray(drawn)

    def _along(self, found: LoadRange, joint: int) -> FloatArray:
        q = np.tile(found.pose, (_LOOKS, 1))
        q[:, joint] = np.linspace(found.low, found.high, _LOOKS)
        return q

    def _is_clear(self, way: FloatArray) -> bool:
        near = smallest_clearance(
            self._robot, way, floor_height=self._floor_height, boxes=self._boxes, between=True
        )
        return near.distance >= CLEARANCE_M and self._payload_is_clear(way)

    def _payload_is_clear(self, way: FloatArray) -> bool:
        """True if a ball around the payload's centre, through the flange, clears the floor."""
        payload, floor = self._payload, self._floor_height
        pull = float(np.linalg.norm(self._robot.gravity))
        if payload is None or floor is None or pull == 0.0:
            return True
        center = flange_transforms(self._robot, way) @ np.append(payload.place, 1.0)
        height = -(center[:, :3] @ self._robot.gravity) / pull
        return bool(height.min() - floor >= float(np.linalg.norm(payload.place)) + CLEARANCE_M)
