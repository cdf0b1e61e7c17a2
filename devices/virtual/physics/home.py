"""A pose to start from: inside the limits, above the floor, clear of itself.

Many poses are tried; the one that keeps farthest from everything wins. Links count as round bars
from joint to joint, the floor as the plane through the base frame's origin, across gravity.
"""

from functools import lru_cache

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.virtual.physics.geometry import downwards, link_placements, pose_range, reach

_CANDIDATES = 600
_GRID_RAD = np.pi / 36.0
"""Poses in whole steps of 5°, of 5 cm for slides."""
_GRID_M = 0.05
_MIDDLE_SHARE = 0.6
"""Of each joint's range, around its middle (or zero, where that lies inside)."""
_WIDEST_RAD = np.pi / 2.0
"""Nobody parks an arm with a joint turned farther than this from there."""
_POINTS_PER_LINK = 7
_SAME_PLACE = 1e-6


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
    rooms = np.array([_room(robot, pose) for pose in poses])
    best: FloatArray = poses[int(np.argmax(rooms))]
    best.setflags(write=False)
    return best


def home_pose(robot: RobotModel) -> FloatArray:
    """A plausible pose (n,) in the model's joint positions; the same for the same robot."""
    return _home(robot).copy()


def _room(robot: RobotModel, pose: FloatArray) -> float:
    """How far the arm is from the floor and from itself, in m; the nearer counts."""
    bars = _bars(robot, pose)
    heights = -(bars @ downwards(robot))
    moving = heights[2:] if heights.shape[0] > 2 else heights[1:]
    room = float(moving.min()) if moving.size else 0.0
    for first in range(bars.shape[0]):
        for second in range(first + 2, bars.shape[0]):
            gaps = np.linalg.norm(bars[first][:, None] - bars[second][None], axis=2)
            room = min(room, float(gaps.min()))
    return room


def _bars(robot: RobotModel, pose: FloatArray) -> FloatArray:
    """(m, k, 3): points along each bar from the base over the link frames to the flange, in m.

    What is shorter than a twentieth of the arm belongs to the bar before it.
    """
    corners = [np.zeros(3)]
    shortest = 0.05 * reach(robot)
    for placement in link_placements(robot, pose):
        point = placement[:3, 3]
        if float(np.linalg.norm(point - corners[-1])) > shortest:
            corners.append(point)
    if len(corners) == 1:
        corners.append(corners[0])
    along = np.linspace(0.0, 1.0, _POINTS_PER_LINK)[:, None]
    return np.array([a + along * (b - a) for a, b in zip(corners[:-1], corners[1:], strict=True)])
