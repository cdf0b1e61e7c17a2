"""Which two joints of an arm sweep, so that gravity tells a payload from their drives.

Two parallel joints feel the same of a centre of mass; what they feel differently is the mass
alone, times the distance between them. Of all such pairs the one counts most that is farthest
apart and leaves three joints behind it to turn the flange in every direction.
"""

from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from core.errors import BadRequest, NotIdentifiable
from core.payload.plan import ParallelKind, SweptJoints
from core.payload.weight import weight_columns
from core.recording import FloatArray
from core.robot.capsules import arm_length
from core.robot.kinematics import link_transforms
from core.robot.model import RobotModel

STEEP = float(np.radians(30.0))
"""A swept axis that leans more against the horizontal feels too little of gravity."""
WRIST_JOINTS = 3
"""Behind the swept joints, that turn the flange in every direction."""
_LEAST_TILT = float(np.sin(np.radians(3.0)))
"""Of an axis against gravity: less is a base that is not quite level."""
_PARALLEL = 1e-7
"""Length of the cross product of two directions that are parallel: rounding of descriptions."""
_NO_LEVER = 0.01
"""Of the arm's length: parallel axes nearer than this are one axis."""
_POSES = 60
_GRID_RAD = float(np.radians(15.0))
"""Between positions of the joints between two others at which these are looked at."""
_MOST_BETWEEN = 2
"""Joints between two others, that are searched for where they make those parallel."""


def find_swept_joints(robot: RobotModel, *, start: FloatArray) -> SweptJoints:
    """The two joints that sweep: parallel in all poses and loaded by gravity, where there are such.

    Where there are none, two that are parallel while the joints between them stand where
    ``standing_between`` says; else the two whose weights differ most. ``tilt`` is that at ``start``.

    Parameters
    ----------
    robot
        The arm.
    start
        (n,) where it stands.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``start`` does not fit.
    NotIdentifiable
        ``payload-no-loaded-joint`` where gravity loads fewer than two joints that turn: which it
        ``loaded`` (from 1), and which ``slides`` along it, whose force tells the mass.
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
    """(N,) rad of a joint's axis against the horizontal at poses (N, n)."""
    along = link_transforms(robot, q)[:, joint, :3, 2] @ robot.gravity
    return np.asarray(np.arcsin(np.clip(np.abs(along) / np.linalg.norm(robot.gravity), 0.0, 1.0)))


def standing_between(robot: RobotModel, joints: SweptJoints, *, start: FloatArray) -> FloatArray | None:
    """(n,) where the joints between the two stand so that these are parallel, NaN for all others.

    None where they cannot be, or are in every pose.
    """
    if joints.kind is ParallelKind.PARALLEL:
        return None
    looks = _Looks.of(robot, np.asarray(start, dtype=np.float64))
    return looks.standing(joints.first, joints.second)


@dataclass(frozen=True, eq=False)
class _Looks:
    """Poses (K, n) of an arm at random, and its axes (K, n, 3) there."""

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
        """±1 where two axes are parallel in all poses, else 0."""
        one, other = self.axes[:, first], self.axes[:, second]
        if np.linalg.norm(np.cross(one, other), axis=1).max() > _PARALLEL:
            return 0
        dots = np.einsum("ki,ki->k", one, other)
        return int(np.sign(dots[0])) if np.all(np.sign(dots) == np.sign(dots[0])) else 0

    def holding(self, standing: FloatArray) -> "_Looks":
        """The same with some joints where ``standing`` (n,) has them, NaN for the others."""
        poses = np.where(np.isnan(standing), self.poses, standing)
        axes = link_transforms(self.robot, poses)[:, :, :3, 2]
        return _Looks(self.robot, self.start, poses, axes)

    def lever(self, first: int, second: int, sign: int) -> float:
        """By how many m differs what two parallel joints feel of a mass, at most."""
        mass = [weight_columns(self.robot, self.poses, joint)[:, 0] for joint in (first, second)]
        return float(np.abs(mass[0] - sign * mass[1]).max() / np.linalg.norm(self.robot.gravity))

    def wrist(self, second: int) -> int:
        """Joints that turn behind one, as many as are needed."""
        return min(int((~self.robot.is_prismatic[second + 1 :]).sum()), WRIST_JOINTS)

    def standing(self, first: int, second: int) -> FloatArray | None:
        """As for :func:`standing_between`, of any two joints."""
        between = np.arange(first + 1, second)
        if not 0 < between.size <= _MOST_BETWEEN:
            return None
        lower, upper = _bounds(self.robot, self.start)
        axes = [_grid(lower[joint], upper[joint]) for joint in between]
        grid = np.tile(self.start, (int(np.prod([axis.size for axis in axes])), 1))
        grid[:, between] = np.array(list(product(*axes)))
        skew = self._skew(grid, first, second)
        away = np.abs(grid[:, between] - self.start[between]).max(axis=1)
        # of equally skew ones the nearest
        for row in np.lexsort((away, np.round(skew, 6)))[:4]:
            found = self._refined(grid[row], between, first, second)
            if found is not None:
                return found
        return None

    def _skew(self, q: FloatArray, first: int, second: int) -> FloatArray:
        axes = link_transforms(self.robot, q)[:, :, :3, 2]
        return np.asarray(np.linalg.norm(np.cross(axes[:, first], axes[:, second]), axis=1))

    def _refined(self, pose: FloatArray, between: np.ndarray, first: int, second: int) -> FloatArray | None:
        """Exactly parallel from nearby, where that can be, and with the others anywhere."""
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
    """The best of those that are parallel in every pose."""
    found = {}
    for first, second in combinations(loaded, 2):
        sign = looks.sign(first, second)
        lever = looks.lever(first, second, sign) if sign else 0.0
        if lever > _NO_LEVER * arm_length(looks.robot):
            found[looks.wrist(second), lever] = (first, second, ParallelKind.PARALLEL, sign)
    return found[max(found)] if found else None


def _standing_pair(looks: _Looks, loaded: tuple[int, ...]) -> _Pair | None:
    """The best of those that are parallel while the joints between them stand somewhere."""
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
    """The two that together tell most, in poses at random."""
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
    """Limits (n,), half a turn (half a metre) to either side at most."""
    reach = np.where(robot.is_prismatic, 0.5, np.pi)
    return np.maximum(robot.lower, start - reach), np.minimum(robot.upper, start + reach)


def _grid(lower: float, upper: float) -> FloatArray:
    """Multiples of the grid step between two bounds, and the bounds."""
    first, last = int(np.ceil(lower / _GRID_RAD)), int(np.floor(upper / _GRID_RAD))
    return np.unique(np.concatenate([[lower, upper], np.arange(first, last + 1) * _GRID_RAD]))
