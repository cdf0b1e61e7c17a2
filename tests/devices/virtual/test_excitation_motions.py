"""Excitation trajectories with polynomials, slowed and repeated, are run by a virtual robot."""

import numpy as np
import pytest

from core.excitation.basis import Basis
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories import TrajectoryKind
from core.recording import Quantity
from devices.motion import MotionEnd, RunTrajectory
from devices.open_arm.plans import Upload, request_of
from devices.protocol_open.messages import TrajectoryKind as UploadKind
from devices.protocol_open.trajectory_bytes import unpack_samples
from tests.devices.virtual.host import PATIENCE_S, ROBOT, connected, drain, pose, read

pytestmark = pytest.mark.thorough

PERIOD_S = 1.2


def excitation(kind, *, start):
    """Two periods at eight tenths of the speed, the limits a third of the arm's own."""
    limits = MotionLimits(
        start - 0.2, start + 0.2, velocity=ROBOT.velocity_limit / 3.0, acceleration=np.full(start.size, 2.0)
    )
    time = np.arange(100) * (PERIOD_S / 100)
    basis = Basis(kind, start=start, period_s=PERIOD_S, harmonics=2, limits=limits, time=time)
    x = np.random.default_rng(4).normal(size=(start.size, basis.per_joint))
    x /= basis.furthest(x)[:, np.newaxis]
    return basis.trajectory(x.ravel()).repeated(2).slowed(0.8)


@pytest.fixture(scope="module")
def arm():
    with connected("virtual:ec66?seed=8") as controller:
        yield controller


@pytest.mark.parametrize("kind", [TrajectoryKind.QUINTIC, TrajectoryKind.FREE])
def test_an_excitation_is_uploaded_as_points_and_followed(arm, kind):
    trajectory = excitation(kind, start=pose(arm))
    upload = request_of(RunTrajectory(trajectory), ROBOT)
    assert isinstance(upload, Upload)
    assert upload.kind is UploadKind.SAMPLES
    points = unpack_samples(upload.content)
    assert points.period * (len(points.positions) - 1) == pytest.approx(trajectory.duration)

    arm.arm()
    motion = arm.start(RunTrajectory(trajectory))
    drain(arm)
    _, moments, columns = read(arm, samples=int(1000 * (trajectory.duration + 0.3)))
    assert motion.result(PATIENCE_S) is MotionEnd.FINISHED
    assert follows(trajectory, moments, columns[Quantity.POSITION]) < 0.02


def follows(trajectory, moments, position):
    """The largest following error in rad, at the delay that suits best."""
    moving = np.abs(position - position[0]).max(axis=1) > 1e-3
    begin = moments[moving][0]
    return min(
        np.abs(position - trajectory.evaluate(moments - begin + shift).position).max()
        for shift in np.linspace(0.0, 0.8, 401)
    )
