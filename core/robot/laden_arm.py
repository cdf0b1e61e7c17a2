"""An arm with what hangs on its flange as part of its body: a ball, and a tool that reaches farther.

Where a tool is, is known only roughly: it is taken to point along the flange's z axis, as thick as the ball.
"""

from dataclasses import replace

from core.robot.capsules import arm_capsules
from core.robot.model import Capsule, RobotModel

PAYLOAD_RADIUS_M = 0.1
"""Radius around the flange that a payload occupies, m; a tool that reaches farther is a long one."""


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
