"""The kind of a torque from one pose held without and with a known load."""

import numpy as np
import pytest

from core.errors import BadRequest
from core.identification.torque_kind import LEAST_LOAD, find_torque_kind
from core.recording import Origin, Quantity, Recording, TorqueKind
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot

ROBOT = load_robot("ur10e")
POSE = np.array([0.3, -0.6, 0.9, -0.4, 1.1, 0.2])
MASS, CENTER = 5.0, (0.02, -0.01, 0.08)
SAMPLES = 500


def holding(mass):
    """Torque that holds the arm with a load, by the links of the description and the load's own weight."""
    parameters = np.array(ROBOT.inertial_parameters)
    point = ROBOT.flange[:3, :3] @ np.array(CENTER) + ROBOT.flange[:3, 3]
    parameters[-1, :4] += mass * np.concatenate([[1.0], point])
    still = np.zeros((1, 6))
    return inverse_dynamics(ROBOT, POSE[None], still, still, parameters=parameters)[0]


def recorded(kind, mass, *, friction=6.0, noise=0.05, seed=0, pose=POSE, label="held", serial="S1"):
    """A still arm whose torque is of a kind; static friction holds a share of the load."""
    random = np.random.default_rng(seed + int(mass > 0.0))
    gravity = holding(mass)
    motor = gravity - random.uniform(-friction, friction, 6)
    amperes = motor / ROBOT.drive_gain
    torque = {
        "sensor": gravity,
        "motor": motor,
        "model": holding(0.0),
        "odd": 0.6 * gravity + 0.1 * motor,
    }[kind]
    grain = noise * random.standard_normal((SAMPLES, 6))
    # the same noise in current and torque: a torque made of the current has the current's
    columns = {
        Quantity.POSITION: ROBOT.position_as_reported(np.tile(pose, (SAMPLES, 1))),
        Quantity.TORQUE: ROBOT.reported_sign * (torque + grain),
        Quantity.CURRENT: ROBOT.reported_sign * (amperes + grain / ROBOT.drive_gain),
    }
    time = 0.004 * np.arange(SAMPLES)
    return Recording(label, time, columns, origin=Origin(serial=serial))


def found(kind, *, mass=MASS, center=CENTER, **others):
    pair = recorded(kind, 0.0, **others), recorded(kind, MASS, **others)
    return find_torque_kind(*pair, ROBOT, mass=mass, center=center)


@pytest.mark.parametrize(
    ("made", "kind", "reason"),
    [
        ("motor", TorqueKind.MOTOR_TORQUE, "follows-current"),
        ("sensor", TorqueKind.LINK_SENSOR, "whole-load-seen"),
        ("model", TorqueKind.MODEL, "load-not-seen"),
        ("odd", TorqueKind.UNKNOWN, "unclear"),
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_each_kind_is_told_from_the_others(made, kind, reason, seed):
    finding = found(made, seed=seed)
    assert (finding.kind, finding.reason) == (kind, reason)
    assert finding.serial == "S1"
    assert any(joint.counts for joint in finding.joints)


def test_the_expected_change_is_the_weight_of_the_load_alone():
    finding = found("sensor", noise=0.0)
    expected = [joint.expected for joint in finding.joints]
    assert expected == pytest.approx((holding(MASS) - holding(0.0)).tolist(), abs=1e-9)
    assert [joint.found for joint in finding.joints] == pytest.approx(expected, abs=1e-9)
    assert [joint.counts for joint in finding.joints] == [abs(each) >= LEAST_LOAD for each in expected]


def test_friction_that_holds_the_load_says_nothing():
    pair = recorded("motor", 0.0), recorded("motor", 0.0, seed=0)
    finding = find_torque_kind(*pair, ROBOT, mass=MASS, center=CENTER)
    assert (finding.kind, finding.reason) == (TorqueKind.UNKNOWN, "friction-holds")


def test_a_load_that_no_joint_feels_says_nothing():
    assert found("sensor", mass=0.05).reason == "load-too-small"
    assert found("sensor", noise=200.0).reason == "load-too-small"


def test_another_pose_or_a_moving_arm_says_nothing():
    elsewhere = recorded("sensor", MASS, pose=POSE + 0.02)
    at_pose = recorded("sensor", 0.0)
    assert find_torque_kind(at_pose, elsewhere, ROBOT, mass=MASS, center=CENTER).reason == "other-pose"
    swaying = at_pose.columns[Quantity.POSITION] + 0.01 * np.sin(at_pose.time)[:, None]
    moving = Recording("moving", at_pose.time, {**at_pose.columns, Quantity.POSITION: swaying})
    assert find_torque_kind(moving, at_pose, ROBOT, mass=MASS, center=CENTER).reason == "not-still"


def test_without_a_current_a_motor_torque_cannot_be_excluded():
    pair = [recorded("sensor", mass) for mass in (0.0, MASS)]
    bare = [
        Recording(each.label, each.time, {k: v for k, v in each.columns.items() if k is not Quantity.CURRENT})
        for each in pair
    ]
    assert find_torque_kind(*bare, ROBOT, mass=MASS, center=CENTER).reason == "no-current"


def test_two_arms_have_no_serial_number_in_common():
    pair = recorded("motor", 0.0), recorded("motor", MASS, serial="S2")
    assert find_torque_kind(*pair, ROBOT, mass=MASS, center=CENTER).serial == ""


def test_a_recording_without_a_torque_is_refused():
    whole = recorded("motor", 0.0)
    columns = {k: v for k, v in whole.columns.items() if k is not Quantity.TORQUE}
    bare = Recording("bare", whole.time, columns)
    with pytest.raises(BadRequest, match="no-torque"):
        find_torque_kind(bare, bare, ROBOT, mass=MASS, center=CENTER)
