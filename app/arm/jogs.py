"""Small motions of single joints, away from the nearer end of their travel. No Qt."""

import math

from app.arm.session import RobotSession
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.capabilities import MotionKind
from devices.motion import Jog, MotionPlan, MoveTo
from devices.safety.limits import JOG_M, JOG_RAD, JOG_SPEED_M_S, JOG_SPEED_RAD_S


def jog_there_and_back(
    session: RobotSession, start: FloatArray, *, joint: int, speed_share: float = 1.0
) -> tuple[MotionPlan, MotionPlan]:
    """Plans of a jog from ``start`` (n,) and of the way back, at this share of a jog's speed."""
    away = jog_angle(session, start, joint)
    there = _jog(session, start, joint=joint, angle=away, is_back=False, speed_share=speed_share)
    back = _jog(session, start, joint=joint, angle=-away, is_back=True, speed_share=speed_share)
    return there, back


def jog_angle(session: RobotSession, start: FloatArray, joint: int) -> float:
    """Signed length of a joint's jog from ``start``, rad or m."""
    return _direction(session.robot, start, joint) * _jog_size(session.robot, joint)[0]


def _jog(
    session: RobotSession, start: FloatArray, *, joint: int, angle: float, is_back: bool, speed_share: float
) -> MotionPlan:
    speed = speed_share * _jog_size(session.robot, joint)[1]
    if MotionKind.JOG in session.capabilities.motions:
        return Jog(joint, angle, speed)
    target = start.copy()
    if not is_back:
        target[joint] += angle
    limit = session.robot.velocity_limit[joint]
    # without a limit the percentage of a closed controller means nothing; the smallest is taken
    return MoveTo(target, min(1.0, speed / limit) if math.isfinite(limit) else 0.01)


def _jog_size(robot: RobotModel, joint: int) -> tuple[float, float]:
    """Length and speed of a joint's jog: rad and rad/s, for a sliding joint m and m/s."""
    if robot.is_prismatic[joint]:
        return JOG_M, JOG_SPEED_M_S
    return JOG_RAD, JOG_SPEED_RAD_S


def _direction(robot: RobotModel, start: FloatArray, joint: int) -> float:
    return 1.0 if robot.upper[joint] - start[joint] >= start[joint] - robot.lower[joint] else -1.0
