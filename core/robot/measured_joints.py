"""Joint position, twist and torque computed from recorded columns, in the model's conventions."""

from collections.abc import Mapping

from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel


def joint_position(robot: RobotModel, columns: Mapping[Quantity, FloatArray]) -> FloatArray | None:
    """The model's joint positions (N, n): the controller's own, else those of the motors."""
    if Quantity.POSITION in columns:
        return robot.position_from_reported(columns[Quantity.POSITION])
    if Quantity.MOTOR_POSITION in columns:
        return robot.position_from_reported(robot.reported_from_motor(columns[Quantity.MOTOR_POSITION]))
    return None


def link_position(robot: RobotModel, columns: Mapping[Quantity, FloatArray]) -> FloatArray | None:
    """Joint positions (N, n) measured by the link encoders, NaN for a joint without one."""
    link = columns.get(Quantity.LINK_POSITION)
    return None if link is None else robot.position_from_reported(link)


def motor_twist(robot: RobotModel, columns: Mapping[Quantity, FloatArray]) -> FloatArray | None:
    """Motor minus link position (N, n) at the link side, NaN where a joint has no link encoder."""
    link, motor = columns.get(Quantity.LINK_POSITION), columns.get(Quantity.MOTOR_POSITION)
    if link is None or motor is None:
        return None
    return robot.reported_from_motor(motor) - link


def joint_torque(robot: RobotModel, columns: Mapping[Quantity, FloatArray]) -> FloatArray | None:
    """Joint torque (N, n) at the link side, N·m; None if no recorded column gives it."""
    if Quantity.TORQUE in columns:
        return columns[Quantity.TORQUE]
    if Quantity.MOTOR_TORQUE in columns:
        return robot.torque_from_motor(columns[Quantity.MOTOR_TORQUE])
    if Quantity.CURRENT in columns and robot.drive_gain is not None:
        return robot.torque_from_current(columns[Quantity.CURRENT], drive_gain=robot.drive_gain)
    return None
