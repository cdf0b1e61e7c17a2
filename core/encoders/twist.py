"""How far each gear is twisted: motor position behind gear and coupling, less the link encoder."""

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
        Whose gears and coupling are undone.
    standing
        (n,) what counts as no twist, such as the offsets of a check; nothing is taken away where None.

    Returns
    -------
    (N, n) rad or m; NaN where a joint has no link encoder.
    """
    between = robot.reported_from_motor(motor) - link
    return between if standing is None else between - standing
