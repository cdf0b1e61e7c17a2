"""Converts plans in the model's convention to requests in the controller's convention.

Joint positions of model and controller differ by a sign and a zero per joint
(``RobotModel.position_as_reported``); messages carry the controller's positions.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.excitation.trajectories import FourierTrajectory, Trajectory
from core.robot.model import RobotModel
from devices.motion import Jog, MotionPlan, MoveTo
from devices.protocol_open.messages import JogJoint, PointToPoint, TrajectoryKind
from devices.protocol_open.trajectory_bytes import (
    FourierBody,
    SampledBody,
    pack_fourier,
    pack_samples,
)

SAMPLING_PERIOD_S = 0.004
"""Longest distance in time between two points of a sampled trajectory."""


@dataclass(frozen=True)
class Upload:
    """A trajectory as bytes for the device."""

    kind: TrajectoryKind
    content: bytes


def request_of(plan: MotionPlan, robot: RobotModel) -> PointToPoint | JogJoint | Upload:
    """Convert a plan to the request, or to the upload that goes before it."""
    if isinstance(plan, MoveTo):
        target = robot.position_as_reported(np.asarray(plan.target, dtype=np.float64))
        return PointToPoint(tuple(target.tolist()), speed_percent=100.0 * plan.speed_fraction)
    if isinstance(plan, Jog):
        angle = plan.angle * float(robot.reported_sign[plan.joint])
        return JogJoint(joint=plan.joint, angle=angle, speed=plan.speed)
    return _upload_of(plan.trajectory, robot)


def _upload_of(trajectory: Trajectory, robot: RobotModel) -> Upload:
    if isinstance(trajectory, FourierTrajectory):
        return Upload(TrajectoryKind.FOURIER, pack_fourier(_coefficients(trajectory, robot)))
    steps = max(math.ceil(trajectory.duration / SAMPLING_PERIOD_S - 1e-9), 1)
    time = np.linspace(0.0, trajectory.duration, steps + 1)
    positions = robot.position_as_reported(trajectory.evaluate(time).position)
    return Upload(
        TrajectoryKind.SAMPLES,
        pack_samples(SampledBody(period=trajectory.duration / steps, positions=positions)),
    )


def _coefficients(trajectory: FourierTrajectory, robot: RobotModel) -> FourierBody:
    # the zero cancels in derivatives, so the coefficients change sign only
    sign = robot.reported_sign[:, np.newaxis]
    return FourierBody(
        duration=trajectory.duration,
        base_frequency=2.0 * np.pi / trajectory.period_s,
        q0=robot.position_as_reported(trajectory.q0),
        a=trajectory.a * sign,
        b=trajectory.b * sign,
    )
