"""From which side the joints come to a place, so that their gears are wound up alike every time.

Gears keep a little of their twist when they turn round. A payload lowers the tool and a correction lifts
it: joints that come to a place against the weight are corrected onwards, without turning round.
"""

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.placement import shift
from core.stiffness.backward_jacobian import spring_columns

_LITTLE = 1e-3
"""Of the largest lever: a joint that lifts less has no side of its own."""


def lifting_direction(
    robot: RobotModel, q: FloatArray, *, tool: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> FloatArray:
    """(n,) ±1: which way each joint goes so that the tool point rises at a pose (n,); +1 where neither does.

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
