"""Converts plans in the model's convention to programs in the controller's convention."""

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.motion import MotionPlan, RunTrajectory
from devices.safety.nominal_path import nominal_path
from devices.universal_robots.dialect import Dialect
from devices.universal_robots.pieces import pieces_of
from devices.universal_robots.script import Follow, PointMove, run_program


def program_of(
    plan: MotionPlan, robot: RobotModel, *, number: int, at: FloatArray, dialect: Dialect, cycle: float
) -> tuple[str, float]:
    """Text and planned duration, s, of the program of a motion.

    Parameters
    ----------
    plan
        The motion.
    robot
        The arm's description.
    number
        Number of the run.
    at
        Present positions (6,) as the controller counts them, rad.
    dialect
        Of the controller.
    cycle
        Time between two set-points of a trajectory, s.

    Raises
    ------
    MotionRejected
        ``ur-program-too-long``, and as ``nominal_path`` for a plan that is not valid.
    """
    if isinstance(plan, RunTrajectory):
        trajectory = plan.trajectory
        follow = Follow(pieces_of(trajectory, robot, cycle=cycle), cycle)
        start = robot.position_as_reported(trajectory.start)
        return run_program(number, start=start, motion=follow, language=dialect.language), trajectory.duration
    path = nominal_path(robot, plan, start=robot.position_from_reported(at))
    move = PointMove(
        robot.position_as_reported(path.position[-1]),
        # of the joint that moves most: the others move less by the same share
        speed=float(path.bounds.velocity.max()),
        acceleration=float(path.bounds.acceleration.max()),
    )
    motion = move if move.speed > 0.0 else None
    return run_program(number, start=at, motion=motion, language=dialect.language), path.duration
