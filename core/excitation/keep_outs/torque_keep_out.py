"""Rated torques as a constraint during the search.

The bound on the torque with the worst permitted payload is differentiated without approximation, so a
search meets the same numbers as the exact check, on its own samples.
"""

from collections.abc import Collection, Iterator

import numpy as np

from core.excitation.keep_outs.keep_out import (
    KeepOut,
    Shortfall,
    path_times,
    squared_shortfalls,
    zero_kinematics,
)
from core.excitation.trajectories.motion import Kinematics, Trajectory
from core.recording import FloatArray
from core.robot.model import AssumedPayload, RobotModel
from core.robot.rated_torque import COULOMB_SHARE, VISCOUS_SHARE, TorqueShares, friction_share, torque_shares
from core.robot.worst_payload import worst_motor_torque, worst_payload, worst_torque_gradient

RESERVE = 0.02
"""Share of the rated torque kept free by a search, for the motion between its samples."""


def torque_keep_out(robot: RobotModel, *, payload: AssumedPayload | None = None) -> KeepOut | None:
    """The constraint of the rated torques with the worst payload; None if masses or ratings are unknown.

    Parameters
    ----------
    robot
        The arm.
    payload
        The load on the flange; the worst that is permitted where None.
    """
    if robot.inertial_parameters is None or not np.any(np.isfinite(robot.torque_limit)):
        return None
    return _TorqueKeepOut(robot, payload or worst_payload(robot))


class _TorqueKeepOut:
    """The torque constraint as a ``core.excitation.keep_outs.keep_out.KeepOut``."""

    def __init__(self, robot: RobotModel, payload: AssumedPayload) -> None:
        self._robot, self._payload = robot, payload

    def penalty(self, motion: Kinematics) -> tuple[float, Kinematics]:
        """The penalty of ``KeepOut``, with one term per drive, moving and at rest."""
        still = np.zeros_like(motion.position)
        gradient = zero_kinematics(motion)
        value = self._add(motion, friction_share(self._robot, motion.velocity), to=gradient)
        standing, along = Kinematics(motion.position, still, still), zero_kinematics(motion)
        value += self._add(standing, still, to=along)
        gradient.position[:] += along.position
        return value, gradient

    def _add(self, motion: Kinematics, friction: FloatArray, *, to: Kinematics) -> float:
        """The penalty of a motion whose drives need ``friction`` (N, n) too.

        Its gradient is added to ``to``.
        """
        robot, limit = self._robot, self._robot.torque_limit
        q, v, a = motion.position, motion.velocity, motion.acceleration
        torque = worst_motor_torque(robot, q, v, a, payload=self._payload)
        value, slope = squared_shortfalls((torque / limit + friction - 1.0) / RESERVE + 1.0)
        rows = np.flatnonzero(slope.any(axis=1))
        if rows.size:
            slope = slope[rows] / (RESERVE * q.shape[0])
            parts = worst_torque_gradient(
                robot, q[rows], v[rows], a[rows], payload=self._payload, weights=slope / limit
            )
            to.position[rows], to.velocity[rows], to.acceleration[rows] = parts
            to.velocity[rows] += slope * VISCOUS_SHARE * np.sign(v[rows]) / robot.velocity_limit
        return float(value.sum() / q.shape[0])

    def shortfalls(self, trajectory: Trajectory) -> tuple[Shortfall, ...]:
        """The shortfalls of ``KeepOut``: drives beyond their rated torque, moving or at rest."""
        motion = trajectory.evaluate(path_times(trajectory.duration))
        position = np.ascontiguousarray(motion.position)
        shares = torque_shares(
            self._robot, position, motion.velocity, (motion.acceleration,), payload=self._payload
        )
        return tuple(torque_shortfalls(self._robot, shares))


def torque_shortfalls(robot: RobotModel, shares: TorqueShares) -> Iterator[Shortfall]:
    """The shortfalls of drives that need more than their rated torque."""
    rated, limit = np.isfinite(robot.torque_limit), robot.torque_limit
    for code, share in (("torque-too-high", shares.moving), ("cannot-hold", shares.holding)):
        for joint in np.flatnonzero(rated & ~(share <= 1.0)):
            facts = {"joint": int(joint) + 1, "share": float(share[joint]), "limit": float(limit[joint])}
            yield Shortfall(code, dict(facts))


def start_shares(robot: RobotModel, pose: FloatArray, *, free: Collection[int]) -> FloatArray:
    """Shares (n,) of the rated torques that begin a motion at a pose (n,) with the worst payload.

    Joints that are ``free`` (from 0) have their friction to overcome, the others hold still;
    zero where masses or a rated torque are unknown.
    """
    if robot.inertial_parameters is None:
        return np.zeros(robot.joint_count)
    still = np.zeros((1, robot.joint_count))
    torque = worst_motor_torque(robot, pose[np.newaxis], still, still, payload=worst_payload(robot))[0]
    friction = np.where(np.isin(np.arange(robot.joint_count), list(free)), COULOMB_SHARE, 0.0)
    return np.where(np.isfinite(robot.torque_limit), torque / robot.torque_limit + friction, 0.0)
