"""Keeping an arm's drives within their rated torques while a motion of it is searched for."""

from core.excitation.keep_outs import KeepOut
from core.robot.model import RobotModel
from core.robot.payload_assumption import AssumedPayload


def torque_keep_out(robot: RobotModel, *, payload: AssumedPayload | None = None) -> KeepOut | None:
    """The rated torques with the worst permitted payload; None where masses or rated torques are unknown."""
    raise NotImplementedError
