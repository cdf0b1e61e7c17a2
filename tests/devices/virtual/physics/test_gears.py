"""Gears against closed forms: hysteresis loop, backlash, transmission error, torque ripple."""

from dataclasses import fields, replace

import numpy as np
import pytest

from core.robot.library import load_robot, shipped_robots
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.truth import true_arm
from tests.devices.virtual.physics.perfect import (
    ARCSECOND,
    gantry,
    links,
    motors,
    pendulum,
    perfect,
    push,
    shipped,
    sway,
    weightless,
)


def driven(arm, stretches, *, joint=0):
    """Forces of a gear whose motor stands still, along a path of its stretch."""
    state, forces = arm._state, []
    qpos, _, applied, joints = arm._mechanics
    motor = arm._coupling[0] @ qpos[joints[0]]
    state[k.MOTOR] = motor
    error, _ = k.transmission_error(arm._constants, joint, motor[joint])
    for stretch in stretches:
        qpos[joints[1, joint]] = stretch + error
        k.apply_forces(arm._mechanics, arm._arm, state, arm._history, 0, 2.5e-4)
        forces.append(-applied[joints[1, joint]])
    return np.array(forces)


def triangle(amplitude, *, steps=1000, rounds=2):
    up = np.linspace(0.0, amplitude, steps)
    down, back = np.linspace(amplitude, -amplitude, 2 * steps), np.linspace(-amplitude, amplitude, 2 * steps)
    return np.concatenate([up, *[down, back] * rounds])


@pytest.fixture
def robot():
    return weightless(pendulum())


def hysteretic(robot, *, seed=0, worn=()):
    found = perfect(
        robot,
        gear={"hysteresis_width": (20 * ARCSECOND, 40 * ARCSECOND), "worn_backlash": (90 * ARCSECOND,) * 2},
    )
    arm = VirtualArm(robot, seed=seed, imperfections=found, worn=worn)
    return arm, true_arm(robot, seed, found=found, worn=worn).gear


@pytest.mark.parametrize("seed", range(4))
def test_hysteresis_loop_has_width_and_area_of_its_elements(robot, seed):
    arm, gear = hysteretic(robot, seed=seed)
    width = gear.hysteresis_width[0]
    assert 20 * ARCSECOND <= width <= 40 * ARCSECOND
    amplitude = 12.0 * width
    stretches = triangle(amplitude)
    forces = driven(arm, stretches)
    down, back = slice(-4000, -2000), slice(-2000, None)
    at_no_load = [
        np.interp(0.0, forces[side][::way], stretches[side][::way]) for side, way in ((down, -1), (back, 1))
    ]
    assert at_no_load[0] - at_no_load[1] == pytest.approx(width, rel=0.01)
    area = np.trapezoid(forces[-4001:], stretches[-4001:])
    limit, stiffness = gear.hysteresis_saturation[:, 0], gear.hysteresis_stiffness[:, 0]
    assert area == pytest.approx(np.sum(4.0 * limit * (amplitude - limit / stiffness)), rel=0.01)


def test_stretched_far_the_gear_has_its_stiffness(robot):
    arm, gear = hysteretic(robot)
    stretches = np.linspace(0.0, 5e-3, 500)
    forces = driven(arm, stretches)
    assert np.polyfit(stretches[250:], forces[250:], 1)[0] == pytest.approx(gear.stiffness[0], rel=1e-6)
    slope = (forces[1] - forces[0]) / (stretches[1] - stretches[0])
    assert slope == pytest.approx(gear.stiffness[0] + gear.hysteresis_stiffness[:, 0].sum())


def test_worn_gear_has_a_gap(robot):
    """Without hysteresis nothing is carried inside it; outside, the spring begins at its edge."""
    found = perfect(robot, gear={"worn_backlash": (60 * ARCSECOND, 120 * ARCSECOND)})
    arm = VirtualArm(robot, imperfections=found, worn=(0,))
    gear = true_arm(robot, 0, found=found, worn=(0,)).gear
    gap = gear.backlash[0]
    assert 60 * ARCSECOND <= gap <= 120 * ARCSECOND
    stretches = np.array([0.0, 0.49, -0.49, 0.5, 1.5, -1.5]) * gap
    expected = gear.stiffness[0] * gap * np.array([0.0, 0.0, 0.0, 0.0, 1.0, -1.0])
    assert driven(arm, stretches) == pytest.approx(expected, abs=1e-9)


def test_worn_gear_loses_gap_and_hysteresis(robot):
    """Between the flanks nothing is carried; from one unloaded end to the other are gap and loop width."""
    arm, gear = hysteretic(robot, worn=(0,))
    gap, width = gear.backlash[0], gear.hysteresis_width[0]
    stretches = triangle(gap + 12.0 * width, steps=4000)
    forces = driven(arm, stretches)
    last = slice(-16_000, None)
    free = np.flatnonzero(forces[last] == 0.0)
    assert np.ptp(stretches[last][free]) == pytest.approx(gap + width, rel=0.01)
    step = stretches[1] - stretches[0]
    assert free.size == pytest.approx(2.0 * gap / step, rel=0.01)  # once down, once back
    area = np.trapezoid(forces[-16_001:], stretches[-16_001:])
    limit, stiffness = gear.hysteresis_saturation[:, 0], gear.hysteresis_stiffness[:, 0]
    elastic = np.ptp(stretches) / 2.0 - gap / 2.0
    assert area == pytest.approx(np.sum(4.0 * limit * (elastic - limit / stiffness)), rel=0.02)


def test_wear_changes_nothing_else():
    robot = load_robot("ec66")
    new, worn = true_arm(robot, 5), true_arm(robot, 5, worn=(1, 4))
    assert np.flatnonzero(worn.gear.backlash).tolist() == [1, 4]
    assert not new.gear.backlash.any()
    assert np.array_equal(new.gear.stiffness, worn.gear.stiffness)
    assert np.array_equal(new.friction.coulomb, worn.friction.coulomb)
    assert np.array_equal(new.drive.gain, worn.drive.gain)


def test_given_true_parameters_replace_those_of_the_seed():
    """A gear that has softened sags more under the same weight."""
    robot = load_robot("ec66")
    healthy = true_arm(robot, 0)
    softer = replace(healthy, gear=replace(healthy.gear, stiffness=0.5 * healthy.gear.stiffness))
    arms = [VirtualArm(robot, truth=truth) for truth in (None, softer)]
    sag = [arm.chain.state.qpos[arm.chain.joints[1]] for arm in arms]
    error = [k.transmission_error(arms[0]._constants, joint, arms[0].set_point[joint])[0] for joint in (1, 2)]
    assert sag[1][1:3] - error == pytest.approx(2.0 * (sag[0][1:3] - error), rel=0.01)
    assert np.array_equal(arms[0].sense().motor_counts, arms[1].sense().motor_counts)


def test_lost_motion_of_a_worn_arm_shows_between_its_encoders():
    """A vertical axis has no load: turning to and fro slowly, the link lags by gap and hysteresis."""
    robot = load_robot("ec66")
    lost = {}
    for worn in ((), (0,)):
        arm = VirtualArm(robot, seed=2, worn=worn)
        deflections = [
            links(arm)[0] - motors(arm)[0] for _ in sway(arm, speed=np.full(6, 0.3), seconds=8.0, joints=[0])
        ]
        lost[worn] = np.ptp(deflections[4000:])
    gap = true_arm(robot, 2, worn=(0,)).gear.backlash[0]
    assert lost[(0,)] - lost[()] == pytest.approx(gap, rel=0.25)


def error_of(robot, seed, share):
    """Transmission error (N,) over ``share`` (N,) of a motor turn of joint 1."""
    constants = VirtualArm(robot, seed=seed)._constants
    angle = 2.0 * np.pi * share / constants[k.RATIO, 0]
    return np.array([k.transmission_error(constants, 0, each)[0] for each in angle])


@pytest.mark.parametrize("seed", range(5))
def test_transmission_error_has_its_size_and_harmonics(seed):
    robot = load_robot("ec66")
    share = np.arange(256) / 256.0
    error = error_of(robot, seed, share)
    amplitudes = 2.0 * np.abs(np.fft.rfft(error)) / 256.0
    assert np.flatnonzero(amplitudes > 1e-12).tolist() == [1, 2, 4]
    assert 20 * ARCSECOND <= amplitudes.sum() <= 40 * ARCSECOND
    assert error_of(robot, seed, share + 3.0) == pytest.approx(error, abs=1e-12)


def test_slope_of_the_transmission_error_is_its_derivative():
    constants = VirtualArm(load_robot("tx40"))._constants
    for joint in range(6):
        at, step = 0.3, 1e-6
        ends = [k.transmission_error(constants, joint, at + side * step)[0] for side in (-1, 1)]
        slope = k.transmission_error(constants, joint, at)[1]
        assert (ends[1] - ends[0]) / (2 * step) == pytest.approx(slope, rel=1e-5)


def test_unloaded_link_follows_the_transmission_error():
    """Turned slowly without load, the link differs from its motor by the transmission error alone."""
    robot = weightless(load_robot("ec66"))
    found = perfect(robot, gear={"transmission_error": (40 * ARCSECOND,) * 2, "damping_time_s": 0.0005})
    arm = VirtualArm(robot, imperfections=found)
    speed = np.array([0.02, 0.0, 0.0, 0.0, 0.0, 0.0])
    position, off, expected = arm.set_point, [], []
    for step in range(2000):
        arm.advance(position + speed * step * 1e-3, speed)
        motor = motors(arm)
        off.append(links(arm)[0] - motor[0])
        expected.append(k.transmission_error(arm._constants, 0, motor[0])[0])
    assert off[500:] == pytest.approx(expected[500:], abs=3 * ARCSECOND)
    assert np.ptp(expected[500:]) > 30 * ARCSECOND


@pytest.mark.parametrize("name", shipped_robots())
def test_torque_ripple_is_half_a_percent_of_rated(name):
    robot = load_robot(name)
    arm = VirtualArm(robot, seed=1)
    truth = true_arm(robot, 1)
    for joint in range(robot.joint_count):
        angle = 2.0 * np.pi * np.arange(128) / 128.0 / arm._constants[k.RATIO, joint]
        ripple = [k.torque_ripple(arm._constants, joint, each) for each in angle]
        amplitudes = 2.0 * np.abs(np.fft.rfft(ripple)) / 128.0
        assert np.flatnonzero(amplitudes > 1e-9 * truth.rating.torque[joint]).tolist() == [1, 2, 4]
        assert amplitudes.sum() == pytest.approx(0.005 * truth.rating.torque[joint])


def test_ripple_pushes_the_motor():
    """A motor without friction starts in its direction, and takes the link along."""
    robot = weightless(pendulum())
    arm = VirtualArm(robot, imperfections=perfect(robot, drive={"ripple": 0.005}))
    ripple = k.torque_ripple(arm._constants, 0, motors(arm)[0])
    before = motors(arm)[0]
    push(arm, np.zeros(1), seconds=0.05)
    moved = motors(arm)[0] - before
    assert moved == pytest.approx(0.5 * ripple / (0.1 + 0.5 + 0.4) * 0.05**2, rel=0.1)


def test_stiffness_stays_within_its_spread():
    robot = load_robot("ec66")
    nominal = shipped(robot).joints.stiffness
    share = np.array([true_arm(robot, seed).gear.stiffness for seed in range(60)]) / nominal
    assert share.min() >= 0.8
    assert share.max() <= 1.2
    assert np.ptp(share) > 0.35
    assert nominal.tolist() == [15e3, 15e3, 12e3, 5e3, 5e3, 4e3]


def numbers_of(truth):
    """Every number of an arm by its group and name."""
    groups = {group: getattr(truth, group) for group in ("gear", "friction", "drive")}
    return {
        f"{group}.{item.name}": np.asarray(getattr(found, item.name))
        for group, found in groups.items()
        for item in fields(found)
    }


@pytest.mark.parametrize("name", ["ec66", "gantry"])
def test_a_described_stiffness_is_the_gears_own_and_no_other_draw_changes(name):
    silent = gantry() if name == "gantry" else load_robot(name)
    stiffness = np.linspace(2e4, 9e4, silent.joint_count)
    reported = replace(silent, joint_stiffness=stiffness)
    drawn, given = numbers_of(true_arm(silent, 7)), numbers_of(true_arm(reported, 7))
    follow = {"gear.stiffness", "gear.damping", "gear.hysteresis_stiffness", "gear.hysteresis_saturation"}
    assert given["gear.stiffness"].tolist() == stiffness.tolist()
    assert {key for key in drawn if not np.array_equal(drawn[key], given[key])} == follow
    ratio = stiffness / drawn["gear.stiffness"]
    for key in follow:
        assert given[key] == pytest.approx(drawn[key] * ratio, rel=1e-12)
