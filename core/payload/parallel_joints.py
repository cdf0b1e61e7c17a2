"""Choice of the two joints that sweep, so that gravity separates a payload from the drives' gains.

Two parallel joints have the same torque from a centre of mass; their torques differ by the mass alone,
times the distance between the axes. Of all such pairs the best has the largest distance and three
joints behind it to turn the flange in every direction.
"""

from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from core.errors import BadRequest, NotIdentifiable
from core.payload.plan import ParallelKind, SweptJoints
from core.payload.weight_columns import weight_columns
from core.recording import FloatArray
from core.robot.capsules import arm_length
from core.robot.kinematics import link_transforms
from core.robot.model import RobotModel

STEEP = float(np.radians(30.0))
"""Inclination of a swept axis from horizontal above which gravity loads it too little."""
WRIST_JOINTS = 3
"""Number of joints behind the swept ones that turn the flange in every direction."""
_LEAST_TILT = float(np.sin(np.radians(3.0)))
"""Smallest sine of an axis against gravity; less is a base that is not quite level."""
_PARALLEL = 1e-7
"""Norm of the cross product of two directions that counts as parallel, for rounded descriptions."""
_NO_LEVER = 0.01
"""Distance relative to the arm's length below which two parallel axes count as one."""
_POSES = 60
_GRID_RAD = float(np.radians(15.0))
"""Grid step of the joints between two others in the search for a parallel position."""
_MOST_BETWEEN = 2
"""Largest number of joints between two others in that search."""


def find_swept_joints(robot: RobotModel, *, start: FloatArray) -> SweptJoints:
    """The two joints to sweep: parallel in all poses and loaded by gravity, if there are such.

    If there are none, two that are parallel at the positions ``standing_between`` of the joints
    between them; else the two whose weight columns differ most. ``tilt`` is that at ``start``.

    Parameters
    ----------
    robot
        The arm.
    start
        (n,) present pose.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``start`` does not fit.
    NotIdentifiable
        ``payload-no-loaded-joint`` where gravity loads fewer than two turning joints, with those
        ``loaded`` (from 1), and those that ``slides`` along it, whose force gives the mass.
    """
    here = np.asarray(start, dtype=np.float64)
    if here.shape != (robot.joint_count,):
        raise BadRequest("motion-shape", expected=(robot.joint_count,), found=here.shape)
    looks = _Looks.of(robot, here)
    loaded = looks.loaded()
    if len(loaded) < 2:
        raise _nothing_loaded(robot, looks, loaded)
    found = _parallel_pair(looks, loaded) or _standing_pair(looks, loaded) or _telling_pair(looks, loaded)
    first, second, kind, sign = found
    return SweptJoints(first, second, kind, sign, float(axis_tilt(robot, here[np.newaxis], joint=first)[0]))


def axis_tilt(robot: RobotModel, q: FloatArray, *, joint: int) -> FloatArray:
    """Angle (N,) of a joint's axis from horizontal at poses (N, n), rad."""
    along = link_transforms(robot, q)[:, joint, :3, 2] @ robot.gravity
    return np.asarray(np.arcsin(np.clip(np.abs(along) / np.linalg.norm(robot.gravity), 0.0, 1.0)))


def standing_between(robot: RobotModel, joints: SweptJoints, *, start: FloatArray) -> FloatArray | None:
    """Positions (n,) of the joints between the two at which these are parallel, NaN for all others.

    None if they never are, or are in every pose.
    """
    if joints.kind is ParallelKind.PARALLEL:
        return None
    looks = _Looks.of(robot, np.asarray(start, dtype=np.float64))
    return looks.standing(joints.first, joints.second)


@dataclass(frozen=True, eq=False)
class _Looks:
    """Random poses (K, n) of an arm, and its axes (K, n, 3) there."""

    robot: RobotModel
    start: FloatArray
    poses: FloatArray
    axes: FloatArray

    @classmethod
    def of(cls, robot: RobotModel, start: FloatArray) -> "_Looks":
        lower, upper = _bounds(robot, start)
        poses = np.random.default_rng(0).uniform(lower, upper, (_POSES, robot.joint_count))
        return cls(robot, start, poses, link_transforms(robot, poses)[:, :, :3, 2])

    def loaded(self) -> tuple[int, ...]:
        """Joints that turn, and whose axis is not along gravity in every pose."""
        pull = float(np.linalg.norm(self.robot.gravity))
        if pull == 0.0:
            return ()
        sine = np.linalg.norm(np.cross(self.axes, self.robot.gravity), axis=2).max(axis=0) / pull
        turns = (sine > _LEAST_TILT) & ~self.robot.is_prismatic
        return tuple(int(joint) for joint in np.flatnonzero(turns))

    def slides(self) -> tuple[int, ...]:
        """Joints that slide along gravity in some pose."""
        along = np.abs(self.axes @ self.robot.gravity).max(axis=0)
        least = _LEAST_TILT * float(np.linalg.norm(self.robot.gravity))
        return tuple(int(joint) for joint in np.flatnonzero(self.robot.is_prismatic & (along > least)))

    def sign(self, first: int, second: int) -> int:
        """Sign ±1 of two axes that are parallel in all poses, else 0."""
        one, other = self.axes[:, first], self.axes[:, second]
        if np.linalg.norm(np.cross(one, other), axis=1).max() > _PARALLEL:
            return 0
        dots = np.einsum("ki,ki->k", one, other)
        return int(np.sign(dots[0])) if np.all(np.sign(dots) == np.sign(dots[0])) else 0

    def holding(self, standing: FloatArray) -> "_Looks":
        """The same with some joints fixed at ``standing`` (n,), NaN for the others."""
        poses = np.where(np.isnan(standing), self.poses, standing)
        axes = link_transforms(self.robot, poses)[:, :, :3, 2]
        return _Looks(self.robot, self.start, poses, axes)

    def lever(self, first: int, second: int, sign: int) -> float:
        """Largest difference of two parallel joints' torques per unit weight of a mass, m."""
        mass = [weight_columns(self.robot, self.poses, joint)[:, 0] for joint in (first, second)]
        return float(np.abs(mass[0] - sign * mass[1]).max() / np.linalg.norm(self.robot.gravity))

    def wrist(self, second: int) -> int:
        """Number of turning joints behind one, at most the number needed."""
        return min(int((~self.robot.is_prismatic[second + 1 :]).sum()), WRIST_JOINTS)

    def standing(self, first: int, second: int) -> FloatArray | None:
        """The positions of :func:`standing_between`, for any two joints."""
        between = np.arange(first + 1, second)
        if not 0 < between.size <= _MOST_BETWEEN:
            return None
        lower, upper = _bounds(self.robot, self.start)
        axes = [_grid(lower[joint], upper[joint]) for joint in between]
        grid = np.tile(self.start, (int(np.prod([axis.size for axis in axes])), 1))
        grid[:, between] = np.array(list(product(*axes)))
        skew = self._skew(grid, first, second)
        away = np.abs(grid[:, between] - self.start[between]).max(axis=1)
        # of equally parallel ones the nearest
        for row in np.lexsort((away, np.round(skew, 6)))[:4]:
            found = self._refined(grid[row], between, first, second)
            if found is not None:
                return found
        return None

    def _skew(self, q: FloatArray, first: int, second: int) -> FloatArray:
        axes = link_transforms(self.robot, q)[:, :, :3, 2]
        return np.asarray(np.linalg.norm(np.cross(axes[:, first], axes[:, second]), axis=1))

    def _refined(self, pose: FloatArray, between: np.ndarray, first: int, second: int) -> FloatArray | None:
        """The position refined to exactly parallel axes, if possible for any position of the other joints."""
        from scipy.optimize import least_squares  # slow to import, and the window needs none

        def cross(values: FloatArray) -> FloatArray:
            q = pose.copy()
            q[between] = values
            axes = link_transforms(self.robot, q[np.newaxis])[0, :, :3, 2]
            return np.asarray(np.cross(axes[first], axes[second]))

        lower, upper = _bounds(self.robot, self.start)
        bounds = lower[between], upper[between]
        begin = np.clip(pose[between], *bounds)
        values = begin
        if np.linalg.norm(cross(begin)) > _PARALLEL:
            values = least_squares(cross, begin, bounds=bounds, xtol=1e-15, ftol=1e-15, gtol=1e-15).x
        standing = np.full(pose.size, np.nan)
        standing[between] = values
        return standing if self.holding(standing).sign(first, second) else None


_Pair = tuple[int, int, ParallelKind, int]


def _parallel_pair(looks: _Looks, loaded: tuple[int, ...]) -> _Pair | None:
    """The best of the pairs that are parallel in every pose."""
    found = {}
    for first, second in combinations(loaded, 2):
        sign = looks.sign(first, second)
        lever = looks.lever(first, second, sign) if sign else 0.0
        if lever > _NO_LEVER * arm_length(looks.robot):
            found[looks.wrist(second), lever] = (first, second, ParallelKind.PARALLEL, sign)
    return found[max(found)] if found else None


def _standing_pair(looks: _Looks, loaded: tuple[int, ...]) -> _Pair | None:
    """The best of the pairs that are parallel at some position of the joints between them."""
    found = {}
    for first, second in combinations(loaded, 2):
        standing = looks.standing(first, second)
        if standing is None:
            continue
        held = looks.holding(standing)
        sign = held.sign(first, second)
        lever = held.lever(first, second, sign)
        if lever > _NO_LEVER * arm_length(looks.robot):
            found[looks.wrist(second), lever] = (first, second, ParallelKind.NOT_PARALLEL, sign)
    return found[max(found)] if found else None


def _telling_pair(looks: _Looks, loaded: tuple[int, ...]) -> _Pair:
    """The pair that determines mass and centre best in random poses."""
    found = {}
    for first, second in combinations(loaded, 2):
        rows = np.concatenate([weight_columns(looks.robot, looks.poses, joint) for joint in (first, second)])
        least = np.linalg.svd(rows, compute_uv=False)[-1]
        found[looks.wrist(second), float(least)] = (first, second, ParallelKind.NOT_PARALLEL, 1)
    return found[max(found)]


def _nothing_loaded(robot: RobotModel, looks: _Looks, loaded: tuple[int, ...]) -> NotIdentifiable:
    return NotIdentifiable(
        "payload-no-loaded-joint",
        robot=robot.name,
        loaded=tuple(joint + 1 for joint in loaded),
        slides=tuple(joint + 1 for joint in looks.slides()),
    )


def _bounds(robot: RobotModel, start: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Limits (n,), at most half a turn (half a metre) to either side."""
    reach = np.where(robot.is_prismatic, 0.5, np.pi)
    return np.maximum(robot.lower, start - reach), np.minimum(robot.upper, start + reach)


def _grid(lower: float, upper: float) -> FloatArray:
    """Multiples of the grid step between two bounds, and the bounds."""
    first, last = int(np.ceil(lower / _GRID_RAD)), int(np.floor(upper / _GRID_RAD))
    return np.unique(np.concatenate([[lower, upper], np.arange(first, last + 1) * _GRID_RAD]))
