"""Twist of each gear: motor position behind gear and coupling, minus the link encoder."""

from core.recording import FloatArray
from core.robot.model import RobotModel


def twist(
    motor: FloatArray, link: FloatArray, robot: RobotModel, *, standing: FloatArray | None = None
) -> FloatArray:
    """Twist of every joint over time, in the controller's reported directions.

    Parameters
    ----------
    motor
        (N, n) motor positions as recordings hold them.
    link
        (N, n) link encoder positions, rad or m; NaN where a joint has none.
    robot
        The arm with its gears and coupling.
    standing
        (n,) twist taken as zero, such as the offsets of a check; none is subtracted where None.

    Returns
    -------
    (N, n) rad or m; NaN where a joint has no link encoder.
    """
    between = robot.reported_from_motor(motor) - link
    return between if standing is None else between - standing


def joint_twist(
    motor: FloatArray, link: FloatArray, robot: RobotModel, joint: int, *, standing: FloatArray | None = None
) -> FloatArray:
    """Column (N,) of one joint of ``twist``, without computing the others."""
    between = robot.reported_joint_from_motor(motor, joint) - link[:, joint]
    return between if standing is None else between - standing[joint]
