"""Definition of a motion's condition number: base parameters of the links, and the sample times."""

from collections.abc import Collection

import numpy as np

from core.base_parameters import BaseParameters, find_base_parameters
from core.excitation.trajectories.motion import Kinematics, Trajectory
from core.recording import FloatArray
from core.robot.model import RobotModel

CONDITION_SAMPLES = 200
"""Number of samples, evenly spaced over one run of a trajectory, the first at its start."""


def rigid_base(
    robot: RobotModel, *, locked: Collection[int] = (), held: FloatArray | None = None
) -> BaseParameters:
    """The base parameters of the links alone: no rotors, no friction.

    Parameters and errors as of ``core.base_parameters.find_base_parameters``.
    """
    return find_base_parameters(robot, rotor_inertia=False, locked=locked, held=held)


def evenly_sampled(trajectory: Trajectory, *, samples: int = CONDITION_SAMPLES) -> Kinematics:
    """The motion at ``samples`` moments, evenly spaced over a trajectory, the first at its start."""
    return trajectory.evaluate(np.linspace(0.0, trajectory.duration, samples, endpoint=False))
