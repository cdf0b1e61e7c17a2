"""Judging a given trajectory, planned elsewhere or published, as a plan of our own is judged."""

from core.excitation.excitation_plan import ExcitationPlan, JudgedTrajectory
from core.excitation.settings import ExcitationSettings
from core.robot.model import RobotModel


def evaluate_trajectory(
    robot: RobotModel, trajectory: JudgedTrajectory, settings: ExcitationSettings
) -> ExcitationPlan:
    """Everything that a plan says about a trajectory, for one that is given.

    Parameters
    ----------
    robot : the arm
    trajectory : one that starts and ends at rest, or a plain series, whose coefficients may
        have been rounded in print
    settings : limits, floor and boxes, sample step, criterion; the period is the trajectory's own
    """
    raise NotImplementedError
