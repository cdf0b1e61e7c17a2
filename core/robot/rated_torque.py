"""What share of its rated torque each drive needs for a motion and for standing, friction included."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.payload_assumption import AssumedPayload
from core.robot.worst_payload import worst_motor_torque

COULOMB_SHARE = 0.07
VISCOUS_SHARE = 0.10
"""Of the rated torque: what friction takes at all, and more at full speed, where it was never measured."""
_CHUNK_SAMPLES = 1000
"""Between two looks at the monitor."""


@dataclass(frozen=True, eq=False)
class TorqueShares:
    """The largest shares (n,) of the rated torques over a motion; zero where none is known.

    ``moving`` adds what friction commonly takes. ``holding`` is for standing at any of the
    poses without friction's help: after a stop the drives or brakes hold the arm where it is.
    """

    moving: FloatArray
    holding: FloatArray


def torque_shares(
    robot: RobotModel,
    q: FloatArray,
    v: FloatArray,
    accelerations: Sequence[FloatArray],
    *,
    payload: AssumedPayload,
    monitor: Monitor | None = None,
) -> TorqueShares:
    """The largest shares with the worst way that the payload can lie.

    Parameters
    ----------
    robot
        The arm.
    q, v
        Joint positions and velocities (N, n).
    accelerations
        One or more (N, n), each of which may act at those.
    payload
        What hangs on the flange.
    monitor
        Asked every thousand samples whether to go on.

    Raises
    ------
    BadRequest
        ``no-inertial-parameters`` or ``motion-shape``.
    """
    watched = monitor or NullMonitor()
    moving, holding = np.zeros(robot.joint_count), np.zeros(robot.joint_count)
    for first in range(0, q.shape[0], _CHUNK_SAMPLES):
        watched.check()
        rows = slice(first, first + _CHUNK_SAMPLES)
        still = np.zeros_like(q[rows])
        held = worst_motor_torque(robot, q[rows], still, still, payload=payload)
        holding = np.maximum(holding, (held / robot.torque_limit).max(axis=0))
        for acceleration in accelerations:
            torque = worst_motor_torque(robot, q[rows], v[rows], acceleration[rows], payload=payload)
            share = torque / robot.torque_limit + friction_share(robot, v[rows])
            moving = np.maximum(moving, share.max(axis=0))
    return TorqueShares(moving, holding)


def friction_share(robot: RobotModel, v: FloatArray) -> FloatArray:
    """The share (N, n) of the rated torque that friction may take at the velocities (N, n)."""
    return np.where(v != 0.0, COULOMB_SHARE, 0.0) + VISCOUS_SHARE * np.abs(v) / robot.velocity_limit
