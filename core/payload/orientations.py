"""Orientations of the flange for the sweeps: x, y and z along the forearm in turn.

With flange z along the swept axis, x and y of a centre of mass lie in the plane in which gravity turns;
with z along the forearm, z does. A quarter turn about z repeats the measurement with other drive
errors. Of all branches of the wrist, those close to each other are chosen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from core.excitation.limits.motion_limits import MotionLimits
from core.monitor import Monitor, NullMonitor
from core.payload.plan import FlangeAim, FlangeOrientation, SweptJoints
from core.recording import FloatArray
from core.robot.capsules import arm_length
from core.robot.kinematics import flange_jacobian, flange_transforms, link_transforms
from core.robot.model import RobotModel

ALIGNED_RAD = 1e-6
"""Error above which an orientation is reported as inexact."""
FARTHEST_OFF = float(np.radians(30.0))
"""Error above which an orientation does not serve its aim and counts as ``OTHER``."""
_MOST_BRANCHES = 60
_FROM_START = 0.3
"""Weight of the way from the present pose relative to the ways between the orientations."""
_APART = float(np.radians(20.0))
"""Angle below which two orientations count as equal."""
_ORDER = (FlangeAim.X_ALONG, FlangeAim.Y_ALONG, FlangeAim.Z_ALONG, FlangeAim.Z_ALONG_TURNED)

IsClear = Callable[[FloatArray], npt.NDArray[np.bool_]]
"""Mask of the poses (K, n) free of self-collision."""
_EXACT_RAD = 1e-9
"""Rotation error below which a pose counts as exact, rad."""
_BEGINNINGS = 125
"""Approximate number of starting points, spread over the wrist's travel."""
_STEPS = 40
_LONGEST_STEP = 0.6
"""Longest step of any joint, rad; beyond it the linearisation is not valid."""
_DAMPING = 1e-9
_SAME = 1e-4
"""Distance below which two solutions are the same, rad."""
_OUTSIDE = 1e3
"""Penalty in rad for positions outside the limits, larger than any travel, so that they rank last."""
_REFINED = 6
"""Number of starting points that are refined within limits if no branch is exact."""
_NOTHING = 1e-3
"""Smallest length relative to the arm's length."""


# Inverse kinematics of a wrist: joint positions that give the flange an orientation to its carrier link.
#
# Many starting points over the wrist's whole travel are iterated at once by damped Newton steps on the
# rotation error, so that every branch of a wrist is found, whether its axes intersect or not.


@dataclass(frozen=True, eq=False)
class WristPoses:
    """Poses (K, n) of the arm with the wrist as wanted, and their rotation errors (K,), rad."""

    q: FloatArray
    off_by: FloatArray


class Wrist:
    """The joints behind one link, within their limits.

    Parameters
    ----------
    robot
        The arm.
    carrier
        The link that carries the wrist, from 0.
    lower, upper
        (n,) limits.
    start
        (n,) present pose; of solutions whole turns apart the nearest is taken.
    """

    def __init__(
        self, robot: RobotModel, carrier: int, *, lower: FloatArray, upper: FloatArray, start: FloatArray
    ) -> None:
        self._robot, self._carrier, self._start = robot, carrier, start
        turning = np.flatnonzero(~robot.is_prismatic)
        self.joints: npt.NDArray[np.intp] = turning[turning > carrier]
        self._lower, self._upper = lower[self.joints], upper[self.joints]

    def turn_missing(self, q: FloatArray, target: FloatArray) -> FloatArray:
        """Rotation vector (K, 3) in the base frame from the flange to its target at poses (K, n), rad."""
        from scipy.spatial.transform import Rotation  # slow to import, and the window needs none

        carried = link_transforms(self._robot, q)[:, self._carrier, :3, :3] @ target
        flange = flange_transforms(self._robot, q)[:, :3, :3]
        turn = Rotation.from_matrix(carried @ flange.transpose(0, 2, 1))
        return np.asarray(turn.as_rotvec())

    def reach(self, target: FloatArray, *, more: FloatArray | None = None) -> WristPoses:
        """Every branch that reaches a ``target`` (3, 3); the nearest poses if there is none.

        ``more`` (K, n) are further starting points.
        """
        begun = self._beginnings()
        q = begun if more is None or not more.size else np.concatenate([more, begun])
        if not self.joints.size:
            return self._judged(q[:1], target)
        exact = self._judged(self._closed_in(q, target), target)
        reached = exact.off_by < _EXACT_RAD
        if not reached.any():
            return self._nearest(exact, target)
        return WristPoses(*_distinct(exact.q[reached], exact.off_by[reached]))

    def _beginnings(self) -> FloatArray:
        """Starting points (K, n): the present pose, and a grid of the wrist's joints."""
        count = self.joints.size
        q = self._start[np.newaxis]
        if not count:
            return q
        each = max(round(_BEGINNINGS ** (1.0 / count)), 2)
        middle = np.clip(self._start[self.joints], self._lower, self._upper)
        low, high = np.maximum(self._lower, middle - np.pi), np.minimum(self._upper, middle + np.pi)
        shares = (np.arange(each) + 0.5) / each
        grid = np.array(list(product(shares, repeat=count)))
        q = np.tile(self._start, (grid.shape[0] + 1, 1))
        q[0, self.joints] = middle
        q[1:, self.joints] = low + grid * (high - low)
        return q

    def _closed_in(self, q: FloatArray, target: FloatArray) -> FloatArray:
        """Damped Newton steps; converged rows stay unchanged."""
        q = q.copy()
        missing = self.turn_missing(q, target)
        for _ in range(_STEPS):
            rows = np.flatnonzero(np.linalg.norm(missing, axis=1) > 0.01 * _EXACT_RAD)
            if not rows.size:
                break
            slope = flange_jacobian(self._robot, q[rows])[:, 3:, :][:, :, self.joints]
            square = slope @ slope.transpose(0, 2, 1) + _DAMPING * np.eye(3)
            step = np.linalg.solve(square, missing[rows, :, np.newaxis])
            step = (slope.transpose(0, 2, 1) @ step)[:, :, 0]
            longest = np.abs(step).max(axis=1, keepdims=True)
            step *= np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, _DAMPING))
            q[np.ix_(rows, self.joints)] += step
            missing[rows] = self.turn_missing(q[rows], target)
        return self._turned_inside(q)

    def _turned_inside(self, q: FloatArray) -> FloatArray:
        """The poses with whole turns added, so that joints are within limits and nearest to the start."""
        q = q.copy()
        turns = 2.0 * np.pi * np.arange(-3, 4)
        for place, joint in enumerate(self.joints):
            angles = np.remainder(q[:, joint, np.newaxis], 2.0 * np.pi) + turns
            inside = np.clip(angles, self._lower[place], self._upper[place])
            # inside the limits the nearest to the start, outside them the nearest to a limit
            outside = np.abs(angles - inside)
            away = np.where(outside == 0.0, np.abs(angles - self._start[joint]), _OUTSIDE + outside)
            best = np.argmin(away, axis=1)
            chosen = angles[np.arange(q.shape[0]), best]
            q[:, joint] = np.clip(chosen, self._lower[place], self._upper[place])
        return q

    def _judged(self, q: FloatArray, target: FloatArray) -> WristPoses:
        return WristPoses(q, np.linalg.norm(self.turn_missing(q, target), axis=1))

    def _nearest(self, tried: WristPoses, target: FloatArray) -> WristPoses:
        """The poses nearest to the target within the limits."""
        from scipy.optimize import least_squares  # slow to import, and the window needs none

        def missing(values: FloatArray, pose: FloatArray) -> FloatArray:
            q = pose.copy()
            q[self.joints] = values
            return np.asarray(self.turn_missing(q[np.newaxis], target)[0])

        order = np.argsort(tried.off_by)
        different, _ = _distinct(tried.q[order], tried.off_by[order])
        refined = different[:_REFINED].copy()
        for pose in refined:
            bounds = self._lower, self._upper
            found = least_squares(missing, np.clip(pose[self.joints], *bounds), bounds=bounds, args=(pose,))
            pose[self.joints] = found.x
        judged = self._judged(refined, target)
        near = judged.off_by < judged.off_by.min() + _SAME
        return WristPoses(*_distinct(judged.q[near], judged.off_by[near]))


def _distinct(q: FloatArray, off_by: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Distinct poses, in their order, with their errors."""
    _, first = np.unique(np.round(q / _SAME), axis=0, return_index=True)
    first.sort()
    return q[first], off_by[first]


def _forearm_direction(robot: RobotModel, joints: SweptJoints, *, pose: FloatArray) -> FloatArray:
    """Direction (3,) of the forearm in the second swept link's frame: across its axis, towards the wrist.

    The wrist is the next joint's centre, or the next one beyond that does not lie on the axis.
    """
    q = pose[np.newaxis]
    frames = link_transforms(robot, q)[0]
    own = frames[joints.second]
    places = [*frames[joints.second + 1 :, :3, 3], flange_transforms(robot, q)[0, :3, 3]]
    for place in places:
        away = own[:3, :3].T @ (place - own[:3, 3])
        away[2] = 0.0
        length = float(np.linalg.norm(away))
        if length > _NOTHING * arm_length(robot):
            return np.asarray(away / length)
    return np.array([1.0, 0.0, 0.0])


def in_line(robot: RobotModel, joints: SweptJoints, *, pose: FloatArray) -> float:
    """Angle of the second swept joint at which the forearm points away from the first axis, rad."""
    q = pose.copy()
    q[joints.second] = 0.0
    frames = link_transforms(robot, q[np.newaxis])[0]
    axis = frames[joints.second, :3, 2]
    upper_arm = frames[joints.second, :3, 3] - frames[joints.first, :3, 3]
    upper_arm = upper_arm - (upper_arm @ axis) * axis
    forearm = frames[joints.second, :3, :3] @ _forearm_direction(robot, joints, pose=q)
    return float(np.arctan2(axis @ np.cross(forearm, upper_arm), forearm @ upper_arm))


def nearest_turn(angle: float, *, to: float, lower: float, upper: float) -> float:
    """The angle plus whole turns, within bounds and nearest ``to``; the nearest bound if none is inside."""
    turns = 2.0 * np.pi * np.arange(-3, 4) + angle
    inside = turns[(turns >= lower) & (turns <= upper)]
    if inside.size:
        return float(inside[np.argmin(np.abs(inside - to))])
    bounds = np.array([lower, upper])
    off = np.abs(np.remainder(bounds - angle + np.pi, 2.0 * np.pi) - np.pi)
    return float(bounds[np.argmin(off)])


def flange_orientations(
    robot: RobotModel,
    joints: SweptJoints,
    *,
    limits: MotionLimits,
    start: FloatArray,
    is_clear: IsClear | None = None,
    monitor: Monitor | None = None,
) -> tuple[FlangeOrientation, ...]:
    """The orientations that the wrist reaches, of four, in the order of their sweeps.

    Parameters
    ----------
    robot
        The arm.
    joints
        The two swept joints; the turning joints behind them are the wrist.
    limits
        Of the wrist.
    start
        (n,) present pose; ``is_clear`` is evaluated with its swept joints.
    is_clear
        Condition on each branch; refused branches are not used.

    Returns
    -------
    Numbered from 1. ``off_by`` where a wrist's limits or its lack of joints leave it off; beyond
    ``FARTHEST_OFF`` the aim is ``OTHER``. Fewer than four where a wrist cannot do more.
    """
    margin = np.minimum(WRIST_MARGIN, 0.1 * (limits.upper - limits.lower))
    wrist = Wrist(robot, joints.second, lower=limits.lower + margin, upper=limits.upper - margin, start=start)
    forearm = _forearm_direction(robot, joints, pose=start)
    search = _Search(wrist, forearm, is_clear, monitor or NullMonitor())
    branches = search.all_branches()
    chosen = _shortest_way(branches, start, wrist.joints)
    return _numbered(wrist, chosen)


WRIST_MARGIN = float(np.radians(3.0))
"""Distance kept from the ends of the wrist's travel."""


def flange_targets(aim: FlangeAim, forearm: FloatArray) -> tuple[FloatArray, ...]:
    """Directions (3, 3) of flange x, y, z as columns in the swept link's frame, one for each valid side.

    ``forearm`` (3,) is a direction across the axis of that link.
    """
    axis = np.array([0.0, 0.0, 1.0])
    if aim is FlangeAim.X_ALONG:
        return tuple(_frame(z=side * axis, x=forearm) for side in (1.0, -1.0))
    if aim is FlangeAim.Y_ALONG:
        return tuple(_frame(z=side * axis, x=np.cross(forearm, side * axis)) for side in (1.0, -1.0))
    if aim is FlangeAim.Z_ALONG:
        return tuple(_frame(z=forearm, x=side * np.cross(axis, forearm)) for side in (1.0, -1.0))
    return tuple(_frame(z=forearm, x=side * axis) for side in (1.0, -1.0))


def _frame(*, z: FloatArray, x: FloatArray) -> FloatArray:
    return np.column_stack([x, np.cross(z, x), z])


@dataclass(frozen=True, eq=False)
class _Branches:
    """All solutions of one aim: poses (K, n) and their errors (K,)."""

    aim: FlangeAim
    q: FloatArray
    off_by: FloatArray


class _Search:
    """Search for branches of one wrist."""

    def __init__(self, wrist: Wrist, forearm: FloatArray, is_clear: IsClear | None, monitor: Monitor) -> None:
        self._wrist, self._forearm, self._is_clear, self._monitor = wrist, forearm, is_clear, monitor

    def all_branches(self) -> list[_Branches]:
        """The branches of every aim.

        Searches also start from other aims' solutions, so that ways are short.
        """
        reached = [self._reached(aim, None) for aim in _ORDER]
        everything = np.concatenate([found.q for found in reached])
        again = (self._reached(aim, everything) for aim in _ORDER)
        return [found for found in again if found.q.shape[0]]

    def _reached(self, aim: FlangeAim, more: FloatArray | None) -> _Branches:
        poses: list[WristPoses] = []
        for target in flange_targets(aim, self._forearm):
            self._monitor.check()
            poses.append(self._wrist.reach(target, more=more))
        q = np.concatenate([found.q for found in poses])
        off_by = np.concatenate([found.off_by for found in poses])
        least = off_by <= max(float(off_by.min()) + ALIGNED_RAD, ALIGNED_RAD)
        q, off_by = q[least], off_by[least]
        if self._is_clear is not None and q.shape[0]:
            clear = self._is_clear(q)
            q, off_by = q[clear], off_by[clear]
        return _Branches(aim, q[:_MOST_BRANCHES], off_by[:_MOST_BRANCHES])


def _shortest_way(
    branches: Sequence[_Branches], start: FloatArray, joints: npt.NDArray[np.intp]
) -> list[tuple[FlangeAim, FloatArray, float]]:
    """One branch for each aim, with the shortest ways between them and from the start."""
    if not branches:
        return []
    costs = [_FROM_START * _ways(start[np.newaxis], branches[0].q, joints)[0]]
    before: list[npt.NDArray[np.intp]] = []
    for here, there in pairwise(branches):
        total = costs[-1][:, np.newaxis] + _ways(here.q, there.q, joints)
        before.append(np.argmin(total, axis=0))
        costs.append(total.min(axis=0))
    place = int(np.argmin(costs[-1]))
    chosen = []
    for number in range(len(branches) - 1, -1, -1):
        found = branches[number]
        chosen.append((found.aim, found.q[place], float(found.off_by[place])))
        place = int(before[number - 1][place]) if number else place
    return chosen[::-1]


def _ways(here: FloatArray, there: FloatArray, joints: npt.NDArray[np.intp]) -> FloatArray:
    """Largest joint travel (K, L), rad; all others add a small amount."""
    if not joints.size:
        return np.zeros((here.shape[0], there.shape[0]))
    way = np.abs(here[:, np.newaxis, joints] - there[np.newaxis, :, joints])
    return np.asarray(way.max(axis=2) + 0.1 * way.sum(axis=2))


def _numbered(
    wrist: Wrist, chosen: Sequence[tuple[FlangeAim, FloatArray, float]]
) -> tuple[FlangeOrientation, ...]:
    """The distinct orientations, with the wrist's joints alone, numbered."""
    kept: list[FlangeOrientation] = []
    for aim, q, off_by in chosen:
        pose = np.full(q.size, np.nan)
        pose[wrist.joints] = q[wrist.joints]
        near = (np.abs(pose - other.pose)[wrist.joints].max(initial=0.0) < _APART for other in kept)
        if any(near):
            continue
        named = aim if off_by <= FARTHEST_OFF else FlangeAim.OTHER
        kept.append(FlangeOrientation(len(kept) + 1, named, pose, 0.0 if off_by < ALIGNED_RAD else off_by))
    return tuple(kept)
