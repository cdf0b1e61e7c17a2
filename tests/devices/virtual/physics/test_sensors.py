"""Encoders, currents and lags as the virtual arm shows them."""

from dataclasses import replace

import numpy as np
import pytest

from core.robot.library import load_robot
from core.robot.model import Encoder
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.truth import true_arm
from tests.devices.virtual.physics.perfect import (
    gantry,
    links,
    motors,
    perfect,
    push,
    shipped,
    sway,
    weightless,
)

TURN = 2.0 * np.pi


def shaft_angles(arm, readings):
    return readings.motor_counts * TURN / arm.nominal.motor_counts_per_turn


def link_angles(arm, readings):
    return readings.link_counts * TURN / arm.nominal.link_counts_per_turn


@pytest.mark.parametrize("name", ["ec66", "tx40", "kr300", "mirrored", "gantry"])
def test_counts_match_the_positions_of_motors_and_links(name):
    """Through ratio, coupling, sign and zero, up to a constant offset and half a count."""
    robot = described(name)
    arm = VirtualArm(robot, imperfections=perfect(robot, friction=True, gear=True))
    n = robot.joint_count
    offsets = []
    for number, _ in enumerate(sway(arm, speed=0.2 * arm.nominal.velocity_limit, seconds=1.0)):
        if number % 100 != 99:
            continue
        readings = arm.sense()
        places = arm.chain.joints
        theta = arm.chain.state.qpos[places[0]]
        shaft = arm.nominal.coupling @ robot.position_as_reported(theta)
        link = robot.position_as_reported(links(arm))
        off_link = np.where(arm.nominal.has_link_encoder, link_angles(arm, readings) - link, 0.0)
        offsets.append([shaft_angles(arm, readings) - shaft, off_link])
        assert readings.position == pytest.approx(theta, abs=2e-6)
        assert np.all(readings.link_counts[~arm.nominal.has_link_encoder] == 0)
    spread = np.ptp(np.array(offsets), axis=0)
    assert np.all(spread[0] <= 1.01 * TURN / arm.nominal.motor_counts_per_turn)
    assert np.all(spread[1] <= 1.01 * TURN / arm.nominal.link_counts_per_turn)
    assert np.any(spread[0] > 0.1 * TURN / arm.nominal.motor_counts_per_turn)
    assert arm.nominal.coupling.shape == (n, n)


def described(name):
    if name == "gantry":
        return gantry()
    if name != "mirrored":
        return load_robot(name)
    robot = load_robot("ec66")
    first, *others = robot.joints
    return replace(robot, joints=(replace(first, reported_sign=-1, reported_zero=0.4), *others))


def test_recorded_motor_positions_lead_back_to_the_joints():
    """The model's own conversion recovers the joint positions from streamed values."""
    for name in ("ec66", "tx40", "kr300", "mirrored"):
        robot = described(name)
        found = perfect(robot)
        arm = VirtualArm(robot, imperfections=found)
        first = shaft_angles(arm, arm.sense())
        start = links(arm) - arm.chain.state.qpos[arm.chain.joints[1]]
        for _ in sway(arm, speed=0.2 * arm.nominal.velocity_limit, seconds=0.5):
            pass
        turned = shaft_angles(arm, arm.sense()) - first
        motor = turned if robot.motor_position_at_shaft else turned / arm.nominal.gear_ratio
        moved = robot.reported_from_motor(motor[None])[0] * robot.reported_sign
        expected = arm.chain.state.qpos[arm.chain.joints[0]] - start
        assert moved == pytest.approx(expected, abs=5e-6)
        assert np.abs(expected).max() > 0.01


def test_resolution_is_17_and_19_bits():
    nominal = VirtualArm(load_robot("ec66")).nominal
    assert nominal.motor_counts_per_turn.tolist() == [2.0**17] * 6
    assert nominal.link_counts_per_turn.tolist() == [2.0**19] * 6
    assert nominal.gear_ratio.tolist() == [101.0] * 6
    assert nominal.has_link_encoder.all()


def test_described_resolutions_and_encoders_count():
    robot = load_robot("ec66")
    fine = Encoder(1e-6)
    joints = tuple(
        replace(joint, link_encoder=fine if number < 2 else None, motor_encoder=Encoder(1e-7))
        for number, joint in enumerate(robot.joints)
    )
    nominal = VirtualArm(replace(robot, joints=joints)).nominal
    assert nominal.has_link_encoder.tolist() == [True, True, False, False, False, False]
    assert nominal.link_counts_per_turn[0] == round(TURN / 1e-6)
    assert nominal.motor_counts_per_turn[0] == round(TURN / 1e-7 / 101.0)
    assert VirtualArm(load_robot("kr300")).nominal.has_link_encoder.tolist() == [True] * 3 + [False] * 3


def test_each_power_on_has_zeros_of_its_own():
    robot = load_robot("ec66")
    counts = {
        (seed, power): VirtualArm(robot, seed=seed, power_on=power).sense()
        for seed, power in ((0, "a"), (0, "b"), (1, "a"))
    }
    again = VirtualArm(robot, seed=0, power_on="a").sense()
    assert np.array_equal(again.motor_counts, counts[0, "a"].motor_counts)
    for other in ((0, "b"), (1, "a")):
        assert np.all(counts[other].motor_counts != again.motor_counts)
        assert np.all(counts[other].link_counts != again.link_counts)
        assert np.all(counts[other].current != again.current), "noise of its own"


@pytest.mark.parametrize("channel", range(3))
def test_each_channel_lags_by_its_own_time(channel):
    """A ramp in steady motion: reading and truth are apart by speed times lag."""
    robot = weightless(load_robot("ec66"))
    lag = (0.0017, 0.0017)
    arm = VirtualArm(
        robot, imperfections=perfect(robot, sensors={"lag_s": lag}, gear={"damping_time_s": 5e-4})
    )
    still = arm.sense()
    starts = (motors(arm).copy(), links(arm).copy())
    speed = np.zeros(6)
    speed[0] = 1.0
    position = arm.set_point
    if channel == 2:
        torque = np.zeros(6)
        for step in range(400):
            torque[0] = 0.01 * step
            arm.advance_with_torque(torque)
        # the current holds for a period: on average half of one later than a straight line
        late = torque[0] / arm.nominal.drive_gain[0] - arm.sense().current[0]
        assert late * arm.nominal.drive_gain[0] / 10.0 == pytest.approx(0.0017, abs=0.001)
        return
    for step in range(500):
        arm.advance(position + speed * step * 1e-3, speed)
    readings = arm.sense()
    if channel == 0:
        shown = (shaft_angles(arm, readings) - shaft_angles(arm, still))[0] / 101.0
        late = motors(arm)[0] - starts[0][0] - shown
    else:
        shown = (link_angles(arm, readings) - link_angles(arm, still))[0]
        late = links(arm)[0] - starts[1][0] - shown
    assert late / 1.0 == pytest.approx(0.0017, abs=3e-5)


def test_lags_lie_between_half_and_three_milliseconds():
    robot = load_robot("ec66")
    lags = np.array([true_arm(robot, seed).drive.lag_s for seed in range(50)])
    assert lags.min() >= 0.0005
    assert lags.max() <= 0.003
    assert np.ptp(lags) > 0.002
    assert np.all(np.ptp(lags, axis=1) > 0.0)


def test_current_noise_has_its_size_and_is_white():
    robot = load_robot("ec66")
    arm = VirtualArm(robot)
    currents = np.array([arm.sense().current for _ in range(6000)])  # no time passes: the noise alone
    deviation = currents.std(axis=0) * arm.nominal.drive_gain
    assert deviation == pytest.approx([0.3, 0.3, 0.3, 0.05, 0.05, 0.05], rel=0.05)
    centred = currents - currents.mean(axis=0)
    assert np.all(np.abs((centred[1:] * centred[:-1]).mean(axis=0)) < 0.05 * centred.var(axis=0))
    small = VirtualArm(load_robot("panda"))
    currents = np.array([small.sense().current for _ in range(3000)])
    expected = 0.002 * small.nominal.torque_limit
    assert currents.std(axis=0) * small.nominal.drive_gain == pytest.approx(expected, rel=0.07)


def test_the_reference_current_has_no_noise_and_no_lag():
    robot = described("mirrored")
    arm = VirtualArm(robot)
    asked, measured = [], []
    for _ in sway(arm, speed=0.2 * arm.nominal.velocity_limit, seconds=1.0):
        readings = arm.sense()
        asked.append(readings.current_reference)
        measured.append(readings.current)
    lag = 1 + int(np.ceil(1e3 * true_arm(robot, 0).drive.lag_s[2]))  # periods, of the current's channel
    asked, measured = np.array(asked)[100:], np.array(measured)[100:]
    torque = arm.nominal.drive_gain
    assert np.all(np.diff(asked, axis=0).std(axis=0) < np.diff(measured, axis=0).std(axis=0))
    error = np.minimum.reduce(
        [
            np.abs(measured[lag:] - asked[lag - late : len(asked) - late]).mean(axis=0)
            for late in range(lag + 1)
        ]
    )
    assert np.all(error * torque < 1.5 * np.array([0.3, 0.3, 0.3, 0.05, 0.05, 0.05]))
    assert np.all(np.abs(asked).max(axis=0) * torque > 1.0), "there is something to compare"


def test_the_reference_current_is_zero_with_closed_brakes():
    arm = VirtualArm(load_robot("ec66"))
    arm.set_brakes(engaged=True)
    assert not arm.sense().current_reference.any()
    arm.set_brakes(engaged=False)
    arm.advance(arm.set_point, np.zeros(6))
    assert arm.sense().current_reference[1] != 0.0


def test_true_drive_gain_differs_from_the_nominal_one():
    robot = load_robot("ec66")
    shares = (
        np.array([true_arm(robot, seed).drive.gain for seed in range(60)]) / shipped(robot).joints.drive_gain
    )
    assert 0.97 <= shares.min() < 0.975
    assert 1.025 < shares.max() <= 1.03
    arm = VirtualArm(robot, seed=3)
    torque = np.array([5.0, -5.0, 4.0, 1.0, -1.0, 1.0])
    push(arm, torque, seconds=0.1)
    current = np.mean([arm.sense().current for _ in range(4000)], axis=0)
    assert torque / current == pytest.approx(true_arm(robot, 3).drive.gain, rel=0.02)
    assert arm._state[k.CURRENT] * true_arm(robot, 3).drive.gain == pytest.approx(torque, rel=1e-12)


def test_described_drive_gain_is_the_nominal_one():
    robot = load_robot("ur10e")
    assert VirtualArm(robot).nominal.drive_gain.tolist() == robot.drive_gain.tolist()


def test_current_of_a_mirrored_joint_is_mirrored():
    robot = described("mirrored")
    arm = VirtualArm(robot, imperfections=perfect(robot))
    push(arm, np.array([5.0, 0, 0, 0, 0, 0]), seconds=0.02)
    readings = arm.sense()
    assert readings.current[0] == pytest.approx(-5.0 / arm.nominal.drive_gain[0])
    assert readings.torque[0] == pytest.approx(5.0)
