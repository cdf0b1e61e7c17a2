"""Friction sweeps of a shipped arm: whatever is planned may be run."""

import numpy as np

from app.arm.circumstances import Circumstances
from app.features.friction.tasks import prepare_sweeps
from core.friction.sweeps.settings import SweepSettings
from core.monitor import NullMonitor
from core.robot.library import load_robot
from devices.universal_robots.controller import expected_capabilities
from devices.universal_robots.dialect import RTDE
from devices.universal_robots.settings import parse_ur

START = np.radians([31.833, -126.7417, 89.6883, -119.1709, -130.1943, -85.6265])
"""Pose from which the widest stroke of the elbow needs less than its rated torque, and another one more."""


def test_no_stroke_is_planned_that_the_safety_layer_refuses():
    robot = load_robot("ur10e")
    capabilities = expected_capabilities(parse_ur("ur:10.0.0.2?motion=allowed"), robot, RTDE)
    at = Circumstances(robot, capabilities, START, proven=True, stop_count=0)
    elbow = SweepSettings(joints=(2,))
    (first, *_) = prepare_sweeps(NullMonitor(), circumstances=at, settings=elbow, rehearse=True)
    previews = (*first.approach, *(stage.preview for stage in first.warm_up), *first.sweeps)
    assert all(preview.allowed for preview in previews), [preview.findings for preview in previews]
