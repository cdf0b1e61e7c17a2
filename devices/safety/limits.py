"""Safety limits before and after the arm is proven, each with its unit and reason."""

import math

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import SLOW_M_S

UNPROVEN_TOOL_SPEED_M_S = SLOW_M_S
"""Speed limit of tool point and elbow: reduced speed, at which a person can step aside (ISO 10218-1)."""
UNATTENDED_MOVE_S = 5.0
"""Longest single move, s, of a controller that finishes a move even if this computer fails."""

JOG_RAD = math.radians(2.0)
JOG_SPEED_RAD_S = math.radians(2.0)
JOG_M = 0.01
JOG_SPEED_M_S = 0.01
"""Limits of a jog: small enough that a wrong sign or ratio is seen before it does harm."""
JOG_TWIST_RAD = math.radians(0.5)
JOG_TWIST_M = 0.0025
"""Limit of motor position / ratio minus link encoder: several times the twist of a healthy gear."""
OTHER_JOINT_RAD = math.radians(0.2)
OTHER_JOINT_M = 0.001
"""Limit of the motion of the other joints during a jog."""
COUPLED_JOINT_RAD = math.radians(0.5)
COUPLED_JOINT_M = 0.0025
"""The same for a joint coupled to the jogged motor: friction there moves it as well."""
TORQUE_RISE = 0.2
"""Limit of the rise of the torque from standstill during a jog, relative to the rated torque.

Friction takes about half of it.
"""
TORQUE_CHANGE = 0.35
"""Limit of the change of torque towards the other side, relative to the rated torque.

Friction that reverses counts twice, even if nothing blocks the arm.
"""

STAGES = (0.25, 0.5, 1.0)
"""Fractions of the full speed at which an excitation is rehearsed before it runs in full."""
STAGE_TORQUE = 0.8
"""Limit of the predicted torque of the next stage, relative to the rated torque."""
STANDSTILL_FRICTION_RAD = 0.005
STANDSTILL_FRICTION_M = 0.0005
"""Path after which the friction of a joint no longer depends on how it came to rest.

Gears need one or two milliradians.
"""

START_POSE_RAD = math.radians(0.5)
START_POSE_M = 0.002
"""Limit of a joint's distance from the start pose for which a motion was checked."""
STANDING_RAD = math.radians(0.05)
STANDING_M = 0.0002
"""A joint that moves less than this within the newest samples counts as standing."""
FRESH_SAMPLES_S = 0.2
"""s; older samples do not show where the arm is."""
SILENCE_S = 0.5
"""Longest pause between samples during a motion, s.

A busy computer delays samples by up to a third of a second; if the host is gone, the arm's own
watchdog acts sooner than this.
"""

LIMIT_OVERRUN_RAD = math.radians(0.5)
LIMIT_OVERRUN_M = 0.002
"""Limit beyond a joint limit: more than a following error of a few milliradians."""
PATH_ERROR_RAD = math.radians(2.0)
PATH_ERROR_M = 0.01
"""Limit of a joint's distance from the planned path; following errors up to 8 mrad (0.5°) are normal."""
TORQUE_BEYOND = 1.0
"""Limit of the mean torque of a block of samples, relative to the rated torque."""

ASSUMED_SPEED_UP_S = 0.35
"""Time from standstill to full speed where no acceleration limit is described.

It is that of a fast arm, so that the torque for it is not underestimated.
"""
JOG_SPEED_UP_S = 0.05
"""Shortest time from standstill to the speed of a jog."""


def per_joint(robot: RobotModel, *, turning: float, sliding: float) -> FloatArray:
    """Per-joint bound (n,): ``turning`` for rotary joints, ``sliding`` for prismatic ones."""
    return np.where(robot.is_prismatic, sliding, turning)


def shown(robot: RobotModel, joint: int, value: float) -> float:
    """Convert a joint angle to degrees, or the travel of a sliding joint to mm."""
    return float(value * 1e3 if robot.is_prismatic[joint] else math.degrees(value))


def unit_of(robot: RobotModel, joint: int, *, per: str = "") -> str:
    """Unit of the value from ``shown``: ``°`` or ``mm``, with ``per`` such as ``/s`` appended."""
    return ("mm" if robot.is_prismatic[joint] else "°") + per
