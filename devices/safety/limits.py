"""What an arm may do until it is proven, and after: every bound with its unit and its reason."""

import math

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel

UNPROVEN_TOOL_SPEED_M_S = 0.25
"""Tool point and elbow; the reduced speed at which a person can still step aside (ISO 10218-1)."""
UNATTENDED_MOVE_S = 5.0
"""The longest single move of a controller that would finish it if this computer failed."""

JOG_RAD = math.radians(2.0)
JOG_SPEED_RAD_S = math.radians(2.0)
JOG_M = 0.01
JOG_SPEED_M_S = 0.01
"""One joint at a time, so little that a wrong sign or ratio does no harm before it is seen."""
JOG_TWIST_RAD = math.radians(0.5)
JOG_TWIST_M = 0.0025
"""Motor over ratio against link encoder: several times what a healthy gear bends."""
OTHER_JOINT_RAD = math.radians(0.2)
OTHER_JOINT_M = 0.001
"""How far a joint may move while another one is jogged."""
COUPLED_JOINT_RAD = math.radians(0.5)
COUPLED_JOINT_M = 0.0025
"""The same for a joint that shares a motor with the jogged one: friction there pushes it aside."""
TORQUE_RISE = 0.2
"""Of the rated torque: how much larger it may become during a jog than at standstill; friction
takes about half of it."""
TORQUE_CHANGE = 0.35
"""Of the rated torque: how far it may go to the other side. Friction that turns round counts
twice, without anything holding the arm."""

STAGES = (0.25, 0.5, 1.0)
"""Speeds at which an excitation is rehearsed before it runs in full."""
STAGE_TORQUE = 0.8
"""Of the rated torque: the most that the next stage may be predicted to take."""
STANDSTILL_FRICTION_RAD = 0.005
STANDSTILL_FRICTION_M = 0.0005
"""How far a joint moves until its friction has forgotten how it came to stand: gears take one or two
milliradians."""

START_POSE_RAD = math.radians(0.5)
START_POSE_M = 0.002
"""How far a joint may stand from where a motion was checked to start."""
STANDING_RAD = math.radians(0.05)
STANDING_M = 0.0002
"""How far a joint may wander within the last samples and still count as standing."""
FRESH_SAMPLES_S = 0.2
"""Samples older than this say nothing about where the arm stands."""
SILENCE_S = 0.5
"""The longest pause between samples while the arm moves: a busy computer holds them up for a third of
a second now and then, and the arm's own watchdog acts sooner on a host that is gone."""

LIMIT_OVERRUN_RAD = math.radians(0.5)
LIMIT_OVERRUN_M = 0.002
"""Beyond a joint limit: more than a following error of a few milliradians."""
PATH_ERROR_RAD = math.radians(2.0)
PATH_ERROR_M = 0.01
"""Distance of any joint from the planned path; following errors of up to 8 mrad (0.5°) are normal."""
TORQUE_BEYOND = 1.0
"""Of the rated torque, as the mean of a block of samples."""

ASSUMED_SPEED_UP_S = 0.35
"""From standstill to full speed where no acceleration is described: a brisk arm, so that the
torque for it is not taken too small."""
JOG_SPEED_UP_S = 0.05
"""From standstill to the speed of a jog, at the briskest."""


def per_joint(robot: RobotModel, *, turning: float, sliding: float) -> FloatArray:
    """(n,) one bound for joints that turn, another for those that slide."""
    return np.where(robot.is_prismatic, sliding, turning)
