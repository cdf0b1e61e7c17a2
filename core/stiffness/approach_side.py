"""Direction of approach to a place that winds the gears up equally every time.

Gears keep a part of their twist after a reversal. A payload lowers the tool and a correction lifts it.
Joints that approach a place against the weight are therefore corrected onwards, without a reversal.
"""

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.placement import shift
from core.stiffness.backward_jacobian import spring_columns

_LITTLE = 1e-3
"""Smallest lever relative to the largest for which a joint has a lifting direction."""


def lifting_direction(
    robot: RobotModel, q: FloatArray, *, tool: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> FloatArray:
    """Sign (n,) of each joint's motion that lifts the tool point at a pose (n,); +1 where neither does.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    tip = robot.flange @ shift(*tool)
    columns = spring_columns(robot, (), tip, np.asarray(q, dtype=np.float64)[np.newaxis]).joint[0]
    lift = -robot.gravity @ columns[:3]
    largest = float(np.max(np.abs(lift), initial=0.0))
    return np.where(lift < -_LITTLE * largest, -1.0, 1.0)
