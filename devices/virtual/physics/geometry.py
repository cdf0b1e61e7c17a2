"""Forward kinematics of the virtual arm, independent of the core's, and a start pose.

Many poses are tried; the one with the largest distances is taken in which the arm's body stays above the
floor while all joints move a little. For the distances links count as lines from joint to joint; the floor
is the plane through the origin of the base frame, perpendicular to gravity.
"""

from functools import lru_cache

import numpy as np

from core.recording import FloatArray
from core.robot.capsules import arm_capsules
from core.robot.model import RobotModel

_CANDIDATES = 250
_GRID_RAD = np.pi / 36.0
"""Step of the tried poses: 5°, or 5 cm for sliding joints."""
_GRID_M = 0.05
_MIDDLE_SHARE = 0.6
"""Fraction of each joint's range that is tried, around its middle (or 0 if that is inside)."""
_WIDEST_RAD = np.pi / 2.0
"""Largest angle from there that is tried; a usual start pose has no joint turned farther."""
_TURN_COST = 0.2
"""Cost in reaches of turning all joints by their whole range: of equal poses the simpler one is taken."""
_BENT_SHARE, _BENT_COST = 0.6, 0.3
"""The best distance of the flange from the base as a fraction of the reach, and the cost per m beside it."""
_SWAY_RAD, _SWAY_M = 0.15, 0.05
"""All joints may move by this much, either way at once, without the body reaching the floor."""
_ABOVE_M = 0.01
_POINTS_PER_LINK = 5
_SHARES = np.linspace(0.0, 1.0, _POINTS_PER_LINK, endpoint=False)
_NEIGHBOURS_SHARE = 0.15
"""Points closer than this fraction of the reach along the arm are neighbours."""


def row_placement(robot: RobotModel, joint: int, position: float) -> FloatArray:
    """Pose (4, 4) of a link frame in the one before, ``Rx(alpha) Tx(a) Rz(q + offset) Tz(d)``.

    For a sliding joint ``Rx(alpha) Tx(a) Rz(offset) Tz(d + q)``.
    """
    slides = bool(robot.is_prismatic[joint])
    angle = robot.offset[joint] + (0.0 if slides else position)
    along = robot.d[joint] + (position if slides else 0.0)
    cosine, sine = np.cos(angle), np.sin(angle)
    tilt_cosine, tilt_sine = np.cos(robot.alpha[joint]), np.sin(robot.alpha[joint])
    return np.array(
        [
            [cosine, -sine, 0.0, robot.a[joint]],
            [tilt_cosine * sine, tilt_cosine * cosine, -tilt_sine, -tilt_sine * along],
            [tilt_sine * sine, tilt_sine * cosine, tilt_cosine, tilt_cosine * along],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def link_placements(robot: RobotModel, position: FloatArray) -> FloatArray:
    """Poses (n + 1, 4, 4) of the link frames and, last, of the flange, all in the base frame."""
    placements = np.empty((robot.joint_count + 1, 4, 4))
    reached = np.array(robot.base)
    for joint in range(robot.joint_count):
        reached = reached @ row_placement(robot, joint, float(position[joint]))
        placements[joint] = reached
    placements[-1] = reached @ robot.flange
    return placements


def link_lengths(robot: RobotModel) -> FloatArray:
    """Length (n,) m from each joint's axis to the next one's origin, the last one to the flange."""
    steps = np.hypot(robot.a, robot.d)
    return np.append(steps[1:], np.linalg.norm(robot.flange[:3, 3]))


def reach(robot: RobotModel) -> float:
    """Length of the stretched arm, m; at least 1 cm."""
    return max(float(np.hypot(robot.a, robot.d).sum() + np.linalg.norm(robot.flange[:3, 3])), 0.01)


def downwards(robot: RobotModel) -> FloatArray:
    """Unit vector (3,) of gravity in the base frame; -z without gravity."""
    strength = float(np.linalg.norm(robot.gravity))
    return robot.gravity / strength if strength > 0.0 else np.array([0.0, 0.0, -1.0])


def pose_range(robot: RobotModel) -> tuple[FloatArray, FloatArray]:
    """Lowest and highest joint positions (n,); half a turn or half a metre where there are no limits."""
    free = np.where(robot.is_prismatic, 0.5, np.pi)
    low = np.where(np.isfinite(robot.lower), robot.lower, np.minimum(-free, robot.upper - free))
    high = np.where(np.isfinite(robot.upper), robot.upper, np.maximum(free, robot.lower + free))
    return low, high


@lru_cache(maxsize=32)
def _home(robot: RobotModel) -> FloatArray:
    rng = np.random.default_rng(0)
    low, high = pose_range(robot)
    middle = np.where((low < 0.0) & (high > 0.0), 0.0, 0.5 * (low + high))
    widest = np.where(robot.is_prismatic, np.inf, _WIDEST_RAD)
    below = np.maximum(low + 0.5 * (1.0 - _MIDDLE_SHARE) * (high - low), middle - widest)
    above = np.minimum(high - 0.5 * (1.0 - _MIDDLE_SHARE) * (high - low), middle + widest)
    grid = np.where(robot.is_prismatic, _GRID_M, _GRID_RAD)
    poses = rng.uniform(np.minimum(below, middle), np.maximum(above, middle), (_CANDIDATES, low.size))
    poses = np.vstack([middle, np.clip(np.round(poses / grid) * grid, low, high)])
    poses[1:, 0] = middle[0] if not robot.is_prismatic[0] else poses[1:, 0]
    turned = np.abs(poses - middle) / np.maximum(high - low, 1e-9)
    length = reach(robot)
    merits = np.array([_merit(robot, pose, length) for pose in poses])
    order = np.argsort(-(merits - _TURN_COST * length * turned.mean(axis=1)), kind="stable")
    sway = np.where(robot.is_prismatic, _SWAY_M, _SWAY_RAD)
    swayed = (k for k in order if all(_is_above(robot, poses[k] + way * sway) for way in (-1.0, 1.0)))
    best: FloatArray = poses[int(next(swayed, order[0]))]
    best.setflags(write=False)
    return best


def home_pose(robot: RobotModel) -> FloatArray:
    """A plausible pose (n,) in the model's joint positions; the same one for the same robot."""
    return _home(robot).copy()


def _is_above(robot: RobotModel, pose: FloatArray) -> bool:
    """True if no part of the body that a joint can lower comes near the floor at ``pose`` (n,)."""
    frames, down = link_placements(robot, pose), downwards(robot)
    return all(
        -max(
            (frames[part.link, :3, :3] @ end + frames[part.link, :3, 3]) @ down
            for end in (part.start, part.end)
        )
        > part.radius + _ABOVE_M
        for part in arm_capsules(robot)
        if part.link > 0
    )


def _merit(robot: RobotModel, pose: FloatArray, length: float) -> float:
    """Free distance around the arm less the cost of being stretched out or folded up, m."""
    corners = np.vstack([np.zeros(3), link_placements(robot, pose)[:, :3, 3]])
    span = float(np.linalg.norm(corners[-1] - corners[1]))
    return _room(corners, downwards(robot), length) - _BENT_COST * abs(span - _BENT_SHARE * length)


def _room(corners: FloatArray, down: FloatArray, length: float) -> float:
    """Smaller one of the arm's distances from the floor and from itself, m.

    Neighbouring points along the arm are close in every pose and are not counted.
    """
    points, along = _points(corners)
    apart = _NEIGHBOURS_SHARE * length
    heights = -(points[along > apart] @ down)
    room = float(heights.min()) if heights.size else 0.0
    between = points[:, None] - points[None]
    squares = np.einsum("ijk,ijk->ij", between, between)
    strangers = squares[np.abs(along[:, None] - along[None]) > apart]
    return min(room, float(np.sqrt(strangers.min()))) if strangers.size else room


def _points(corners: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Points (m, 3) from base to flange, and the length along the arm to each of them (m,), m."""
    steps = np.diff(corners, axis=0)
    points = (corners[:-1, None] + _SHARES[:, None] * steps[:, None]).reshape(-1, 3)
    lengths = np.sqrt((steps**2).sum(axis=1))
    along = (np.cumsum(lengths) - lengths)[:, None] + _SHARES * lengths[:, None]
    return np.vstack([points, corners[-1]]), np.append(along.ravel(), lengths.sum())
