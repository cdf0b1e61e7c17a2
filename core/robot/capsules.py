"""The body of an arm as capsules, with what hangs on its flange: a ball, and a tool that reaches farther.

A description may give capsules. If it gives none, they are derived from the geometry: one along every
link from joint axis to joint axis, as thick as arms of that length commonly are.

The compiled kinematics is imported only when a body is placed, because the window needs the capsules
alone and must start fast.

Where a tool is, is known only roughly: it is taken to point along the flange's z axis, as thick as the ball.
"""

from dataclasses import replace

import numpy as np

from core.recording import FloatArray
from core.robot.model import Capsule, RobotModel

RADIUS_SHARE_BASE = 0.065
RADIUS_SHARE_FLANGE = 0.05
"""Radius of the first and of the last link as a share of the arm's length; in proportion between them.

Panda: 67 and 51 mm assumed; 60 mm and 40 to 50 mm in the maker's description.
"""
_NOTHING_M = 1e-9

PAYLOAD_RADIUS_M = 0.1
"""Radius around the flange that a payload occupies, m; a tool that reaches farther is a long one."""


def arm_length(robot: RobotModel) -> float:
    """The length in m of the arm's line from the base to the flange, all joints at their zero."""
    lengths = np.hypot(robot.a, robot.d)
    return float(lengths.sum() + np.linalg.norm(robot.flange[:3, 3]))


def arm_capsules(robot: RobotModel) -> tuple[Capsule, ...]:
    """The described capsules, or those derived from the geometry."""
    return robot.capsules or _derived(robot)


def _derived(robot: RobotModel) -> tuple[Capsule, ...]:
    length, last = arm_length(robot), robot.joint_count - 1
    capsules: list[Capsule] = []
    for link in range(robot.joint_count):
        share = RADIUS_SHARE_BASE + (RADIUS_SHARE_FLANGE - RADIUS_SHARE_BASE) * link / max(last, 1)
        for start, end in _legs(robot, link):
            if np.linalg.norm(np.subtract(end, start)) > _NOTHING_M:
                capsules.append(Capsule(link, start, end, share * length))
    return tuple(capsules)


def _legs(
    robot: RobotModel, link: int
) -> tuple[tuple[tuple[float, float, float], tuple[float, float, float]], ...]:
    """Segments of a link in its frame: along its own axis, then across to the next one or to the flange."""
    origin = (0.0, 0.0, 0.0)
    along = (0.0, 0.0, -float(robot.d[link]))
    if link + 1 < robot.joint_count:
        return (along, origin), (origin, (float(robot.a[link + 1]), 0.0, 0.0))
    x, y, z = robot.flange[:3, 3]
    return (along, origin), (origin, (float(x), float(y), float(z)))


def placed_capsules(
    robot: RobotModel, q: FloatArray, *, capsules: tuple[Capsule, ...] | None = None
) -> FloatArray:
    """Both ends (N, capsules, 2, 3) m of the arm's capsules in the base frame at ``q`` (N, n).

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    from core.robot.kinematics import link_transforms

    return capsules_in(link_transforms(robot, q), arm_capsules(robot) if capsules is None else capsules)


def capsules_in(frames: FloatArray, capsules: tuple[Capsule, ...]) -> FloatArray:
    """Both ends (N, capsules, 2, 3) m of capsules in the base frame, for the link frames (N, n, 4, 4)."""
    from core.robot import _capsule_kernels

    ends = np.array([(capsule.start, capsule.end) for capsule in capsules], dtype=np.float64)
    ends = ends.reshape(-1, 2, 3)
    links = np.array([capsule.link for capsule in capsules], dtype=np.intp)
    placed = np.empty((frames.shape[0], *ends.shape))
    _capsule_kernels.place(frames, links, ends, placed)
    return placed


def is_long(reach: float, *, radius: float = PAYLOAD_RADIUS_M) -> bool:
    """True if a tool of this reach, m from the flange, leaves the ball around it."""
    return reach > radius


def laden_arm(robot: RobotModel, reach: float, *, radius: float = PAYLOAD_RADIUS_M) -> RobotModel:
    """The arm with a ball around its flange's centre, and a tool that reaches ``reach`` m from there."""
    own = arm_capsules(robot)
    near = _on_axis(robot, 0.0)
    far = _on_axis(robot, max(reach - radius, 0.0))
    body = Capsule(robot.joint_count - 1, near, far, radius)
    return replace(robot, capsules=(*own[:-1], body, *own[-1:]))


def with_tip(robot: RobotModel, reach: float) -> RobotModel:
    """The arm whose flange is the far end of a long tool, for the speed of its points alone."""
    if not is_long(reach):
        return robot
    flange = robot.flange.copy()
    flange[:3, 3] = _on_axis(robot, reach)
    return replace(robot, flange=flange)


def _on_axis(robot: RobotModel, distance: float) -> tuple[float, float, float]:
    """A point on the flange's z axis, in the frame of the last link."""
    x, y, z = (float(part) for part in robot.flange[:3, 3] + distance * robot.flange[:3, 2])
    return x, y, z
