"""What a preview allows, the virtual firmware accepts: limits of acceleration too, which it announces."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from core.excitation.trajectories import SampledTrajectory, project_boundary_conditions
from core.robot.library import load_robot
from devices.capabilities import Capabilities
from devices.errors import MotionRejected
from devices.motion import RunTrajectory
from devices.open_arm.identity import capabilities_of
from devices.open_arm.plans import Upload, request_of
from devices.protocol_open import messages as m
from devices.safety.previewing import make_preview
from devices.virtual.black_box import BlackBox
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.trajectories import check_trajectory, read_trajectory
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.geometry import home_pose
from devices.virtual.process import build_firmware
from devices.virtual.settings import VirtualSettings

NAMES = ("ec66", "panda", "tx40")


@cache
def announced(name: str) -> Capabilities:
    with BlackBox(None) as black_box:
        firmware = build_firmware(
            VirtualSettings(name), load_robot(name), faults=FaultBoard(()), notebook=black_box
        )
        (said,) = firmware.handle(m.Hello(), 0)
    assert isinstance(said, m.Announcement)
    return capabilities_of(said)


@cache
def joints_of(name: str) -> Joints:
    robot = load_robot(name)
    return Joints.of(robot, VirtualArm(robot, seed=0).nominal)


def preview(name, trajectory, capabilities):
    robot = load_robot(name)
    plan = RunTrajectory(trajectory)
    return make_preview(
        robot, plan, start=home_pose(robot), proven=True, stop_count=0, capabilities=capabilities
    )


def upload(name, trajectory):
    """Check a trajectory as the firmware does when it is uploaded."""
    robot = load_robot(name)
    sent = request_of(RunTrajectory(trajectory), robot)
    assert isinstance(sent, Upload)
    check_trajectory(read_trajectory(sent.kind, sent.content, joint_count=robot.joint_count), joints_of(name))


def fourier(name, *, seed, size, period_s):
    start = home_pose(load_robot(name))
    a, b = size * np.random.default_rng(seed).normal(size=(2, start.size, 4))
    return project_boundary_conditions(a, b, period_s=period_s, start=start)


def sampled(trajectory):
    """The same motion as points, which the firmware joins by a spline of its own."""
    steps = int(trajectory.duration / 0.01)
    time = np.linspace(0.0, trajectory.duration, steps + 1)
    return SampledTrajectory(trajectory.duration / steps, trajectory.evaluate(time).position)


@settings(max_examples=20, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(
    st.sampled_from(NAMES),
    st.integers(0, 10_000),
    st.floats(0.01, 0.4),
    st.floats(1.0, 8.0),
    st.booleans(),
)
def test_what_the_preview_allows_the_firmware_accepts(name, seed, size, period_s, as_points):
    trajectory = fourier(name, seed=seed, size=size, period_s=period_s)
    asked = sampled(trajectory) if as_points else trajectory
    assume(preview(name, asked, announced(name)).allowed)
    upload(name, asked)


def test_without_the_announced_limits_a_motion_was_allowed_and_refused_later():
    name = "ec66"
    still = home_pose(load_robot(name))
    time = np.linspace(0.0, 0.6, 301)
    shape = np.sin(np.pi * time / 0.6) ** 4
    points = still + 0.15 * shape[:, np.newaxis] * np.eye(still.size)[5]
    quick = SampledTrajectory(0.002, points)
    silent = replace(announced(name), acceleration=())
    assert preview(name, quick, silent).allowed
    with pytest.raises(MotionRejected, match="outside-limits") as refused:
        upload(name, quick)
    assert refused.value.facts["quantity"] == "acceleration"
    codes = {finding.code for finding in preview(name, quick, announced(name)).findings if finding.blocking}
    assert codes == {"beyond-acceleration-limit"}
