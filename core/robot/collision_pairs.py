"""Choice of the pairs of bodies that can collide, and how fast two bodies can approach each other.

Neighbouring links, and links that share a joint's centre with a short link between them, touch by
design: ranges of motion keep them apart, not a distance. The floor is not checked against links that no
joint can move towards it.
"""

from collections.abc import Sequence

import numpy as np

from core.recording import FloatArray
from core.robot.capsules import arm_capsules, placed_capsules
from core.robot.kinematics import link_transforms
from core.robot.model import BASE_LINK, Capsule, RobotModel

_SAME_CENTRE = 1.5
"""Two bodies whose ends are nearer to a common centre than this times their radii share it."""
_PLUMB = 1e-6
_FAR_M = 100.0


def pairs_to_judge(robot: RobotModel) -> tuple[tuple[int, int], ...]:
    """Pairs of capsules, by their numbers in ``arm_capsules``, that touch only by accident."""
    capsules = arm_capsules(robot)
    still = np.zeros((1, robot.joint_count))
    ends = placed_capsules(robot, still, capsules=capsules)[0]
    centres = np.concatenate([robot.base[None, :3, 3], link_transforms(robot, still)[0, :, :3, 3]])
    return tuple(
        (one, other)
        for one, first in enumerate(capsules)
        for other, second in enumerate(capsules)
        if second.link - first.link > 1 and not _share_centre(centres, (first, second), ends[[one, other]])
    )


def _share_centre(centres: FloatArray, pair: tuple[Capsule, Capsule], ends: FloatArray) -> bool:
    """True if two bodies with one link between them both end at that link's centre."""
    inner, outer = pair
    if outer.link - inner.link > 2:
        return False
    centre = centres[outer.link]  # of the link between: centres begin with the base
    gaps = [_distance_to_segment(centre, segment) for segment in ends]
    return sum(gaps) < _SAME_CENTRE * (inner.radius + outer.radius)


def _distance_to_segment(point: FloatArray, segment: FloatArray) -> float:
    start, along = segment[0], segment[1] - segment[0]
    share = (point - start) @ along / max(float(along @ along), 1e-12)
    return float(np.linalg.norm(point - start - min(max(share, 0.0), 1.0) * along))


def upwards(robot: RobotModel) -> FloatArray:
    """(3,) against gravity in the base frame; its z axis where there is no gravity."""
    pull = float(np.linalg.norm(robot.gravity))
    return -robot.gravity / pull if pull > 0.0 else np.array([0.0, 0.0, 1.0])


def can_sink(robot: RobotModel, link: int) -> bool:
    """True if some joint moves the link towards the floor; not the base, nor link 1 on a vertical axis."""
    if link != 0:
        return link > 0
    axis = link_transforms(robot, np.zeros((1, robot.joint_count)))[0, 0, :3, 2]
    tilt = float(np.linalg.norm(np.cross(axis, upwards(robot))))
    return bool(robot.is_prismatic[0]) or tilt > _PLUMB


def approach_levers(robot: RobotModel, links: Sequence[tuple[int, int]]) -> FloatArray:
    """(pairs, n) m by which two links can come nearer per unit of each joint, at most."""
    reach = _reaches(robot)
    levers = np.zeros((len(links), robot.joint_count))
    for row, pair in enumerate(links):
        inner, outer = min(pair), max(pair)
        beyond = reach.get(outer, 0.0)
        for joint in range(outer, inner, -1):
            levers[row, joint] = 1.0 if robot.is_prismatic[joint] else beyond
            beyond += float(np.hypot(robot.a[joint], abs(robot.d[joint]) + _travel(robot, joint)))
    return levers


def _reaches(robot: RobotModel) -> dict[int, float]:
    """Distance of the farthest point of each link's body from its frame's origin, m, by link."""
    reaches: dict[int, float] = {BASE_LINK: 0.0}
    for capsule in arm_capsules(robot):
        farthest = float(np.linalg.norm([capsule.start, capsule.end], axis=1).max()) + capsule.radius
        reaches[capsule.link] = max(reaches.get(capsule.link, 0.0), farthest)
    return reaches


def _travel(robot: RobotModel, joint: int) -> float:
    """Largest length that a sliding joint can add to its row's d, m."""
    if not robot.is_prismatic[joint]:
        return 0.0
    ends = np.abs([robot.lower[joint], robot.upper[joint]])
    return float(ends.max()) if np.all(np.isfinite(ends)) else _FAR_M
