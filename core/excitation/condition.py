"""How well a motion tells the base parameters of an arm apart: the condition number of its regressor."""

import numpy as np

from core.base_parameters import BaseParameters, find_base_parameters
from core.excitation.motion import Trajectory
from core.recording import FloatArray
from core.robot.dynamics import regressor
from core.robot.model import RobotModel

CONDITION_SAMPLES = 200
"""Evenly spaced over one run of the trajectory, the first at its start."""


def rigid_base(robot: RobotModel) -> BaseParameters:
    """The base parameters that the condition number is about: links alone, no rotors, no friction."""
    return find_base_parameters(robot, rotor_inertia=False)


def base_regressor(
    robot: RobotModel, trajectory: Trajectory, *, base: BaseParameters, samples: int = CONDITION_SAMPLES
) -> FloatArray:
    """(samples·n, b) rows of the base regressor along a trajectory, columns unscaled."""
    time = np.linspace(0.0, trajectory.duration, samples, endpoint=False, dtype=np.float64)
    motion = trajectory.evaluate(time)
    rows = regressor(robot, motion.position, motion.velocity, motion.acceleration)
    return base.columns(rows).reshape(-1, base.count)


def condition_number(
    robot: RobotModel,
    trajectory: Trajectory,
    *,
    base: BaseParameters | None = None,
    samples: int = CONDITION_SAMPLES,
) -> float:
    """Condition number of the base regressor along a trajectory; infinite where it has no full rank.

    The convention: first independent columns, link by link in the order of methods.md
    section 0, at the link frames, SI units, no friction columns, columns unscaled.
    """
    rows = base_regressor(robot, trajectory, base=base or rigid_base(robot), samples=samples)
    singular = np.linalg.svd(rows, compute_uv=False)
    smallest = float(singular[-1])
    return float(singular[0]) / smallest if smallest > 0.0 else float("inf")
