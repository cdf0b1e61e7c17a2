"""A pose to start from: inside the limits, above the floor, clear of itself.

Many poses are tried; the one that keeps farthest from everything wins. Links count as lines
from joint to joint, the floor as the plane through the base frame's origin, across gravity.
"""

from functools import lru_cache

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.virtual.physics.geometry import downwards, link_placements, pose_range, reach

_CANDIDATES = 250
_GRID_RAD = np.pi / 36.0
"""Poses in whole steps of 5°, of 5 cm for slides."""
_GRID_M = 0.05
_MIDDLE_SHARE = 0.6
"""Of each joint's range, around its middle (or zero, where that lies inside)."""
_WIDEST_RAD = np.pi / 2.0
"""Nobody parks an arm with a joint turned farther than this from there."""
_TURN_COST = 0.2
"""In reaches, for joints turned by their whole range: among poses with as much room the plainer one wins."""
_BENT_SHARE, _BENT_COST = 0.6, 0.3
"""The flange is best about this share of the reach away from the base; m of room per m beside it."""
_POINTS_PER_LINK = 5
_SHARES = np.linspace(0.0, 1.0, _POINTS_PER_LINK, endpoint=False)
_NEIGHBOURS_SHARE = 0.15
"""Of the reach: points nearer than this along the arm are neighbours."""


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
    best: FloatArray = poses[int(np.argmax(merits - _TURN_COST * length * turned.mean(axis=1)))]
    best.setflags(write=False)
    return best


def home_pose(robot: RobotModel) -> FloatArray:
    """A plausible pose (n,) in the model's joint positions; the same for the same robot."""
    return _home(robot).copy()


def _merit(robot: RobotModel, pose: FloatArray, length: float) -> float:
    """Room around the arm, less what it costs to be stretched out or folded up, in m."""
    corners = np.vstack([np.zeros(3), link_placements(robot, pose)[:, :3, 3]])
    span = float(np.linalg.norm(corners[-1] - corners[1]))
    return _room(corners, downwards(robot), length) - _BENT_COST * abs(span - _BENT_SHARE * length)


def _room(corners: FloatArray, down: FloatArray, length: float) -> float:
    """How far the arm is from the floor and from itself, in m; the nearer counts.

    Neighbours along the arm are near each other in every pose and do not count.
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
    """(m, 3) points along the arm from the base to the flange, and how far along each is (m,), m."""
    steps = np.diff(corners, axis=0)
    points = (corners[:-1, None] + _SHARES[:, None] * steps[:, None]).reshape(-1, 3)
    lengths = np.sqrt((steps**2).sum(axis=1))
    along = (np.cumsum(lengths) - lengths)[:, None] + _SHARES * lengths[:, None]
    return np.vstack([points, corners[-1]]), np.append(along.ravel(), lengths.sum())
