"""The tool's deflection over a recording, against where the flange is by each encoder."""

from dataclasses import replace

import numpy as np
import pytest

from core.elasticity.tool_shift import channel_lags, tool_shift
from core.errors import BadRequest
from core.monitor import Cancelled, NullMonitor
from core.recording import Origin, Quantity, Recording
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from tests.core.elasticity.hand_made import arm_elasticity, hidden_joint, measured_joint

RATE_HZ, COUNT, LAG_S = 500.0, 12_000, 3e-3
OFFSETS = np.linspace(-0.4, 0.5, 6)


@pytest.fixture(scope="module")
def robot():
    robot = load_robot("ec66")
    joints = [replace(joint, reported_sign=(-1) ** place) for place, joint in enumerate(robot.joints)]
    return replace(robot, joints=tuple(joints))


def motion(time):
    """Link angles and deflections (N, 6), the description's."""
    phase = 2.0 * np.pi * np.outer(time, np.linspace(0.2, 0.45, 6)) + np.arange(6)
    return 0.6 * np.sin(phase), 2e-4 * np.cos(1.7 * phase)


@pytest.fixture(scope="module")
def recording(robot):
    time = 100.0 + np.arange(COUNT) / RATE_HZ
    link, deflection = motion(time)
    late = robot.position_as_reported(motion(time - LAG_S)[0])
    motor = robot.position_as_reported(link + deflection) + OFFSETS * robot.reported_sign
    columns = {
        Quantity.POSITION: robot.position_as_reported(link),
        Quantity.MOTOR_POSITION: motor / robot.gear_ratio,
        Quantity.LINK_POSITION: late,
    }
    return Recording("sway", time, columns, origin=Origin(power_on="first"))


@pytest.fixture(scope="module")
def elasticity():
    joints = [measured_joint(place, offset=offset, lag=LAG_S) for place, offset in enumerate(OFFSETS)]
    return arm_elasticity(*joints, power_on="first")


def expected(robot, time, *, scale=1.0):
    """Flange by the link encoders less flange by the motors', m."""
    link, deflection = motion(time)
    small = 1e-3 * scale
    return (
        flange_transforms(robot, link)[:, :3, 3]
        - flange_transforms(robot, link + small * deflection)[:, :3, 3]
    ) / 1e-3


def test_the_flange_is_where_the_link_encoders_put_it(robot, recording, elasticity):
    found = tool_shift(recording, robot, elasticity)
    truth = expected(robot, recording.time)
    inside = np.isfinite(found.size)
    assert inside.sum() >= COUNT - 4
    np.testing.assert_allclose(found.translation[inside], truth[inside], atol=2e-6)
    np.testing.assert_allclose(found.size[inside], np.linalg.norm(truth, axis=1)[inside], atol=2e-6)
    assert found.largest == pytest.approx(np.linalg.norm(truth, axis=1).max(), abs=2e-6)
    assert found.rms == pytest.approx(np.sqrt(np.mean(np.sum(truth**2, axis=1))), rel=5e-3)
    assert found.joints == tuple(range(6))


def test_an_uncorrected_lag_dominates_the_tool_shift(robot, recording, elasticity):
    joints = [replace(joint, lag=replace(joint.lag, value=0.0)) for joint in elasticity.joints]
    late = tool_shift(recording, robot, replace(elasticity, joints=tuple(joints)))
    assert late.rms > 3.0 * tool_shift(recording, robot, elasticity).rms


def test_a_joint_without_lag_estimate_uses_that_of_the_others():
    joints = (
        hidden_joint(0),
        measured_joint(1, lag=2e-3),
        measured_joint(2, lag=3e-3),
        measured_joint(3, lag=7e-3),
    )
    np.testing.assert_allclose(channel_lags(arm_elasticity(*joints)), [3e-3, 2e-3, 3e-3, 7e-3])
    np.testing.assert_array_equal(channel_lags(arm_elasticity(hidden_joint(0), hidden_joint(1))), [0.0, 0.0])


def test_encoder_offsets_of_another_power_on_are_removed(robot, recording, elasticity):
    other = tool_shift(recording, robot, replace(elasticity, power_on="second"))
    same = tool_shift(recording, robot, elasticity)
    # what is left is each joint's mean deflection: small, where the offsets are half a radian
    assert 0.0 < abs(other.rms - same.rms) < 1e-4


def test_a_joint_without_link_encoder_is_left_out(robot, recording, elasticity):
    silent = np.array(recording.columns[Quantity.LINK_POSITION])
    silent[:, 2] = np.nan
    columns = {**recording.columns, Quantity.LINK_POSITION: silent}
    found = tool_shift(replace(recording, columns=columns), robot, elasticity)
    assert found.joints == (0, 1, 3, 4, 5)
    assert np.isfinite(found.rms)
    columns[Quantity.LINK_POSITION] = np.full_like(silent, np.nan)
    nothing = tool_shift(replace(recording, columns=columns), robot, elasticity)
    assert nothing.joints == ()
    assert np.isnan(nothing.rms)
    assert np.isnan(nothing.largest)


def test_stiffness_explains_the_shift_by_the_loads(robot, recording, elasticity):
    link, deflection = motion(recording.time)
    joints = (*elasticity.joints[:5], hidden_joint(5))
    load = deflection * 2e4
    found = tool_shift(recording, robot, replace(elasticity, joints=joints), load=load)
    assert found.joints == (0, 1, 2, 3, 4)
    without_last = deflection * (np.arange(6) < 5)
    moved = flange_transforms(robot, link + 1e-3 * without_last)[:, :3, 3]
    truth = (flange_transforms(robot, link)[:, :3, 3] - moved) / 1e-3
    np.testing.assert_allclose(found.translation, truth, atol=1e-6)


def test_a_sagging_tool_is_below_the_motor_side_position(robot):
    time = np.arange(100) / RATE_HZ
    stretched = np.zeros((100, 6))
    columns = {
        Quantity.POSITION: robot.position_as_reported(stretched),
        Quantity.MOTOR_POSITION: robot.position_as_reported(stretched),
        Quantity.LINK_POSITION: robot.position_as_reported(stretched),
    }
    load = np.zeros((100, 6))
    # the weight of what follows turns joint 2 so that the flange falls; the gear holds against it
    jacobian_z = (
        flange_transforms(robot, np.eye(6)[1:2] * 1e-6)[0, 2, 3]
        - flange_transforms(robot, stretched[:1])[0, 2, 3]
    ) / 1e-6
    load[:, 1] = 50.0 * jacobian_z
    found = tool_shift(Recording("still", time, columns), robot, arm_elasticity(), load=load)
    assert (found.translation[:, 2] < 0.0).all()


def test_mismatched_inputs_are_refused(robot, recording, elasticity):
    one = replace(recording, columns={Quantity.POSITION: recording.columns[Quantity.POSITION]})
    with pytest.raises(BadRequest) as refused:
        tool_shift(one, robot, elasticity)
    assert refused.value.code == "no-both-encoders"
    with pytest.raises(BadRequest) as refused:
        tool_shift(recording, robot, elasticity, load=np.zeros((3, 6)))
    assert refused.value.code == "motion-shape"


def test_computation_can_be_cancelled(robot, recording, elasticity):
    class Stopped(NullMonitor):
        def check(self):
            raise Cancelled

    with pytest.raises(Cancelled):
        tool_shift(recording, robot, elasticity, monitor=Stopped())
