"""True if the description is that of the arm: its flange and its weight."""

from dataclasses import replace

import numpy as np

from core.recording import FloatArray
from core.robot.dynamics import inverse_dynamics
from core.robot.kinematics import flange_transforms
from core.robot.model import RobotModel
from devices.elite_ec.state import EcState

HEAVY_SHARE = 0.1
"""Of the rated torque: below it friction hides the weight."""
TORQUE_FACTORS = 0.5, 2.0
"""Torques of a standing arm over those of the description's masses; beyond these the unit is another one."""


def flange_apart(robot: RobotModel, state: EcState) -> float:
    """Distance of the flange by the description from where the controller says it is, m.

    NaN if it does not say it.
    """
    if state.flange is None:
        return float("nan")
    own = replace(robot, base=np.eye(4))  # the controller counts from the arm's own base
    q = robot.position_from_reported(state.position)
    return float(np.linalg.norm(flange_transforms(own, q[None])[0, :3, 3] - np.array(state.flange)))


def torque_factor(robot: RobotModel, state: EcState, torque: FloatArray) -> float:
    """Torque (n,) of a standing arm over its weight by the description; NaN where it is unknown."""
    if robot.inertial_parameters is None or not np.isfinite(robot.torque_limit).all():
        return float("nan")
    q = robot.position_from_reported(state.position)[None]
    weight = robot.reported_sign * inverse_dynamics(robot, q, np.zeros_like(q), np.zeros_like(q))[0]
    is_heavy = np.abs(weight) > HEAVY_SHARE * robot.torque_limit
    if not is_heavy.any():
        return float("nan")
    return float(torque[is_heavy] @ weight[is_heavy] / (weight[is_heavy] @ weight[is_heavy]))
