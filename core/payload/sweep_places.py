"""Ranges of two joints with the most informative gravity levers, in poses near the arm's own.

The first joint sweeps with the second in line. The second one sweeps from there while the first rests
at the end of its range, so that the flange passes through the same orientations again: the sum of both
angles covers the same range, and no move is needed between them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.excitation.limits.motion_limits import MotionLimits
from core.monitor import Monitor
from core.payload.coverage import combined_information, figure_of_merit, sweep_information
from core.payload.orientations import in_line, nearest_turn
from core.payload.parallel_joints import STEEP, axis_tilt
from core.payload.plan import FlangeOrientation, PayloadPlanSettings, SweptJoints
from core.payload.weight_columns import weight_columns
from core.recording import FloatArray
from core.robot.capsules import laden_arm
from core.robot.collision import CLEARANCE_M, clearances, smallest_in
from core.robot.collision_scene import CollisionScene
from core.robot.model import RobotModel
from core.robot.surroundings import Box

FROM_END = float(np.radians(3.0))
"""Distance kept from the ends of the travel."""
_GRID = float(np.radians(5.0))
"""Step between two ranges that are compared."""
_LOOKS = 7
"""Positions of a range at which gravity's levers are evaluated."""
_BENDS = tuple(np.radians([0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0]).tolist())
"""Bends of the forearm from the line, tried where no straight place is clear."""
_TURNS = tuple(np.radians([0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 135.0, -135.0, 180.0]).tolist())
"""Turns tried of the joint before the swept ones, from its present position."""
_SECONDS = 20.0
"""Assumed time of a sweep in both directions for comparing places, s."""
_PER_RAD = 0.03
"""Loss in the logarithm of the accuracy that a place may have per rad that it is nearer."""

_STEP_RAD = float(np.radians(2.0))
_FINE_STEP_RAD = float(np.radians(0.4))
"""Steps between the poses checked, rad.

The motion between them is covered by reducing the distances, so that a narrow way needs the fine step.
"""
_FEWEST = 2
_ROUNDING_M = 1e-5


@dataclass(frozen=True, eq=False)
class SweepPlace:
    """The arm at the beginning of both ranges, with any wrist position: ``pose`` (n,).

    The first joint moves from ``pose`` by ``first_way`` rad and back, the second by ``second_way``.
    ``tilt`` rad of the axis; a lower ``score`` is better.
    """

    pose: FloatArray
    first_way: float
    second_way: float
    tilt: float
    score: float


class SweepPlaces:
    """Ranges of one arm for its orientations."""

    def __init__(
        self,
        robot: RobotModel,
        limits: MotionLimits,
        joints: SweptJoints,
        orientations: Sequence[FlangeOrientation],
        settings: PayloadPlanSettings,
        *,
        start: FloatArray,
        standing: FloatArray | None,
        monitor: Monitor,
    ) -> None:
        self._robot, self._joints, self._orientations = robot, joints, tuple(orientations)
        self._settings, self._monitor = settings, monitor
        self._start = start if standing is None else np.where(np.isnan(standing), start, standing)
        margin = np.minimum(FROM_END, 0.1 * (limits.upper - limits.lower))
        self._lower, self._upper = limits.lower + margin, limits.upper - margin

    def best_first(self, width: float) -> Iterator[SweepPlace]:
        """Places of a width within the limits: straight before bent, the joint before unturned first."""
        for bend, turned in self._arrangements():
            yield from self._in_one(bend, turned, width)

    def _arrangements(self) -> Iterator[tuple[float, FloatArray]]:
        """Bends of the forearm from the line, and poses with the joint before turned."""
        turned = self._turned()
        for bend in _BENDS:
            for pose in turned:
                yield bend, pose

    def _turned(self) -> list[FloatArray]:
        """The present pose first, then turned ones.

        If the axis is too steep, those with a level axis first.
        """
        joint = self._joints.first - 1
        poses = [np.clip(self._start, self._lower, self._upper)]
        if joint >= 0 and not self._robot.is_prismatic[joint]:
            for turn in _TURNS[1:]:
                pose = poses[0].copy()
                pose[joint] += turn
                if self._lower[joint] <= pose[joint] <= self._upper[joint]:
                    poses.append(pose)
        tilt = axis_tilt(self._robot, np.array(poses), joint=self._joints.first)
        steep = np.where(tilt > STEEP, tilt, 0.0)
        return [poses[place] for place in np.argsort(steep, kind="stable")]

    def _in_one(self, bend: float, turned: FloatArray, width: float) -> list[SweepPlace]:
        """All ranges with one bend and one pose of the joints before, the best first."""
        first, second, sign = self._joints.first, self._joints.second, self._joints.sign
        bent = nearest_turn(
            in_line(self._robot, self._joints, pose=turned) + bend,
            to=float(turned[second]),
            lower=float(self._lower[second]),
            upper=float(self._upper[second]),
        )
        found = []
        for begin in self._beginnings(first):
            for way in (width, -width):
                # the first stays at its beginning, so the second covers the range of the sum
                ends = begin + way, bent + sign * way
                if self._is_inside(first, ends[0]) and self._is_inside(second, ends[1]):
                    pose = turned.copy()
                    pose[[first, second]] = begin, bent
                    found.append((pose, way, sign * way))
        if not found:
            return []
        scores = self._scores([pose for pose, _, _ in found], [way for _, way, _ in found])
        tilt = float(axis_tilt(self._robot, turned[np.newaxis], joint=first)[0])
        order = np.argsort(scores, kind="stable")
        ordered = [(*found[place], float(scores[place])) for place in order]
        return [SweepPlace(pose, way, second_way, tilt, score) for pose, way, second_way, score in ordered]

    def _beginnings(self, joint: int) -> FloatArray:
        """Start positions (K,), at most half a turn to either side of the present one."""
        low = max(float(self._lower[joint]), float(self._start[joint]) - np.pi)
        high = min(float(self._upper[joint]), float(self._start[joint]) + np.pi)
        return np.linspace(low, high, max(round((high - low) / _GRID), 1) + 1)

    def _is_inside(self, joint: int, position: float) -> bool:
        return bool(self._lower[joint] <= position <= self._upper[joint])

    def _scores(self, poses: list[FloatArray], ways: list[float]) -> FloatArray:
        """Score (K,) of each place: logarithm of the accuracy plus a small term for distance."""
        first, second, sign = self._joints.first, self._joints.second, self._joints.sign
        share = np.linspace(0.0, 1.0, _LOOKS)
        grid = np.repeat(np.array(poses)[:, np.newaxis], _LOOKS, axis=1)
        away = np.array(ways)[:, np.newaxis] * share
        columns = []
        for joint, way in ((first, away), (second, sign * away)):
            q = grid.copy()
            q[:, :, joint] += way
            columns.append([self._weights(q, wrist, joint) for wrist in self._orientations])
        moved = np.abs(np.array(poses) - self._start)[:, : second + 1].max(axis=1)
        accuracy = []
        for place in range(len(poses)):
            self._monitor.check()
            accuracy.append(self._figure(columns, place))
        return np.asarray(np.array(accuracy) + _PER_RAD * moved)

    def _weights(self, q: FloatArray, wrist: FlangeOrientation, joint: int) -> FloatArray:
        """Weight columns of the places, (K, looks, 4)."""
        held = np.where(np.isnan(wrist.pose), q, wrist.pose).reshape(-1, q.shape[2])
        return weight_columns(self._robot, held, joint).reshape(*q.shape[:2], 4)

    def _figure(self, columns: list[list[FloatArray]], place: int) -> float:
        """Figure of merit of all sweeps of one place, with ten seconds each way."""
        joints = self._joints.first, self._joints.second
        parts = [
            (sweep_information(weights[place], joint=joint), _SECONDS)
            for joint, each in zip(joints, columns, strict=True)
            for weights in each
        ]
        return figure_of_merit(combined_information(parts, both_directions=self._settings.both_directions))


class SweepRoom:
    """The arm with its payload, the floor and the boxes."""

    def __init__(
        self,
        robot: RobotModel,
        settings: PayloadPlanSettings,
        *,
        floor_height: float | None,
        boxes: Sequence[Box],
    ) -> None:
        self._laden = laden_arm(robot, settings.tool_length, radius=settings.payload_radius)
        self._bare = CollisionScene(robot, floor_height=floor_height, boxes=boxes)
        self._scene = CollisionScene(self._laden, floor_height=floor_height, boxes=boxes)

    def is_clear(self, *stops: FloatArray) -> bool:
        """True if the straight ways from stop to stop (n,) are free of collisions, payload included."""
        return _keeps_clear(self._scene, stops)

    def leads_there(self, here: FloatArray, there: FloatArray) -> bool:
        """True if the way from the present pose is free; a payload that is too close may not come closer."""
        stands = smallest_in(self._scene, here[np.newaxis], between=False).distance
        if stands >= CLEARANCE_M:
            return self.is_clear(here, there)
        path = straight_way(here, there, step=_FINE_STEP_RAD)
        near = smallest_in(self._scene, path, between=False).distance >= stands - _ROUNDING_M
        return near and _keeps_clear(self._bare, (here, there))

    def is_clear_of_itself(self, q: FloatArray) -> npt.NDArray[np.bool_]:
        """Mask of the poses (K, n) without self-collision."""
        return np.asarray(clearances(self._laden, q).distance >= CLEARANCE_M)


def straight_way(here: FloatArray, there: FloatArray, *, step: float = _STEP_RAD) -> FloatArray:
    """(N, n) poses from one to the other, both included, no more than a step (rad, m) apart."""
    count = max(int(np.ceil(float(np.abs(there - here).max()) / step)) + 1, _FEWEST)
    share = np.linspace(0.0, 1.0, count)[:, np.newaxis]
    return np.asarray(here + share * (there - here))


def _keeps_clear(scene: CollisionScene, stops: Sequence[FloatArray]) -> bool:
    """True if all ways from stop to stop are free; checked with the finer step where uncertain."""
    for step in (_STEP_RAD, _FINE_STEP_RAD):
        ways = [straight_way(here, there, step=step) for here, there in pairwise(stops)]
        path = np.concatenate([ways[0], *(way[1:] for way in ways[1:])])
        near = smallest_in(scene, path, between=True)
        if near.distance >= CLEARANCE_M:
            return True
        pose = path[near.pose : near.pose + 1]
        if smallest_in(scene, pose, between=False).distance < CLEARANCE_M:
            return False
    return False
