"""Share of its rated torque that each drive needs for a motion and at standstill, friction included."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import AssumedPayload, RobotModel
from core.robot.worst_payload import worst_motor_torque

COULOMB_SHARE = 0.07
VISCOUS_SHARE = 0.10
"""Friction assumed where it was never measured, as shares of the rated torque: constant, and at full speed.
"""
_CHUNK_SAMPLES = 1000
"""Samples computed between two checks for cancellation."""


@dataclass(frozen=True, eq=False)
class TorqueShares:
    """The largest shares (n,) of the rated torques over a motion; zero for a drive without a rating.

    ``moving`` includes typical friction. ``holding`` is the static torque at any of the poses without
    friction: after a stop the drives or brakes hold the arm where it is.
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
    """The largest shares over the motion for the worst position of the payload.

    Parameters
    ----------
    robot
        The arm.
    q, v
        Joint positions and velocities (N, n).
    accelerations
        One or more (N, n), each of which may act at those.
    payload
        The load on the flange.
    monitor
        Checked for cancellation every thousand samples.

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
