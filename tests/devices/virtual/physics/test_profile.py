"""Magnitudes as frozen, errors that name the place, and what fills the gaps of a description."""

from dataclasses import replace

import numpy as np
import pytest

import resources
from core.robot.library import load_robot, shipped_robots
from devices.errors import ConfigurationError
from devices.virtual.physics import profile
from devices.virtual.physics.body import link_bodies
from devices.virtual.physics.profile_file import read_profile
from devices.virtual.physics.rating import rate
from devices.virtual.physics.scaling import scaling
from devices.virtual.physics.truth import HIGHEST_MODE, true_arm
from tests.devices.virtual.physics.perfect import ARCSECOND, gantry, shipped


def test_ec66_is_as_frozen():
    found = shipped(load_robot("ec66"))
    assert found.joints.stiffness.tolist() == [15e3, 15e3, 12e3, 5e3, 5e3, 4e3]
    assert found.joints.current_noise.tolist() == [0.3, 0.3, 0.3, 0.05, 0.05, 0.05]
    assert found.gear.stiffness_spread == 0.2
    assert np.array(found.gear.hysteresis_width) / ARCSECOND == pytest.approx([20.0, 40.0])
    assert np.array(found.gear.worn_backlash) / ARCSECOND == pytest.approx([60.0, 120.0])
    assert np.array(found.gear.transmission_error) / ARCSECOND == pytest.approx([20.0, 40.0])
    friction = found.friction
    assert friction.coulomb == (0.06, 0.08)
    assert (friction.stribeck_rise, friction.stribeck_speed) == (0.2, 0.02)
    assert friction.viscous == (0.06, 0.10)
    assert friction.asymmetry == (0.05, 0.10)
    assert friction.load == (0.02, 0.05)
    assert friction.per_kelvin == -0.006
    assert (friction.coldest, friction.warmest) == pytest.approx((298.15, 318.15))
    assert (found.drive.gain_spread, found.drive.ripple) == (0.03, 0.005)
    assert (found.sensors.motor_bits, found.sensors.link_bits) == (17.0, 19.0)
    assert found.sensors.lag_s == (0.0005, 0.003)


@pytest.mark.parametrize("name", [*shipped_robots(), "gantry"])
def test_other_arms_are_scaled_plausibly(name):
    robot = gantry() if name == "gantry" else load_robot(name)
    truth = true_arm(robot, 0)
    rated, gear, length = truth.rating.torque, truth.gear, truth.rating.length
    under_load = rated / gear.stiffness / length
    assert np.all((under_load > 0.001) & (under_load < 0.03))  # rad at rated torque
    assert np.all(truth.drive.rotor_inertia > 0.0)
    assert np.all(np.isfinite([rated, truth.rating.velocity, truth.rating.acceleration]))
    current = rated / truth.drive.nominal_gain
    assert np.all((current > 3.0) & (current < 150.0))
    assert np.all(truth.friction.stiffness.sum(axis=0) <= truth.drive.rotor_inertia * HIGHEST_MODE**2)
    slip = truth.friction.coulomb * 1.2 * truth.friction.share[:, None] / truth.friction.stiffness
    assert np.all((slip / length >= 1.9e-5) & (slip / length <= 1e-3))


def test_described_values_are_kept():
    robot = load_robot("kr300")
    truth = true_arm(robot, 3)
    assert truth.drive.rotor_inertia.tolist() == robot.rotor_inertia.tolist()
    assert truth.rating.gear_ratio.tolist() == robot.gear_ratio.tolist()
    ec66 = load_robot("ec66")
    assert rate(ec66).torque.tolist() == ec66.torque_limit.tolist()
    assert rate(ec66).velocity.tolist() == ec66.velocity_limit.tolist()


def test_unknown_rotors_are_drawn():
    robot = load_robot("ec66")
    share = np.array([true_arm(robot, seed).drive.rotor_inertia for seed in range(40)])
    share /= shipped(robot).joints.rotor_inertia
    assert 0.8 <= share.min() < 0.85
    assert 1.15 < share.max() <= 1.2


def test_rating_carries_the_weight_of_arm_and_payload():
    """Twice the moment of the links outstretched, by hand for the three links of a paper's arm."""
    robot = load_robot("szabo-3r")
    arm = 9.81 * (6.0 * 0.25 + 4.0 * (0.5 + 0.25))
    assert rate(robot).torque[1] == pytest.approx(2.0 * arm)
    loaded = replace(robot, payload_limit=replace(robot.payload_limit, mass=5.0))
    assert rate(loaded).torque[1] == pytest.approx(2.0 * arm + 1.5 * 9.81 * 5.0 * 1.0)


def test_arm_without_masses_gets_cylinders():
    """As heavy as solid bars of its size, and possible bodies."""
    robot = replace(load_robot("ec66"), inertial_parameters=None)
    bodies = link_bodies(robot, scaling().body)
    masses = [body.mass for body in bodies]
    assert 5.0 < sum(masses) < 60.0
    assert masses[1] == pytest.approx(1800.0 * np.pi * (0.06 * 0.85 * REACH) ** 2 * 0.418)
    assert bodies[1].center == pytest.approx([0.209, 0.0, 0.0])
    for body in bodies:
        moments = np.linalg.eigvalsh(body.inertia)
        assert moments[0] > 0.0
        assert moments[0] + moments[1] > moments[2]


REACH = 0.096 + 0.418 + np.hypot(0.398, 0.122) + 0.098 + 0.089


def broken(tmp_path, before, after):
    text = resources.path("virtual/ec66.toml").read_text("utf-8")
    assert before in text
    (tmp_path / "arm.toml").write_text(text.replace(before, after), "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ("stribeck_rise = 0.2", "", "friction.stribeck_rise"),
        ("coulomb = [0.06, 0.08]", "coulomb = [0.08, 0.06]", "friction.coulomb"),
        ("coulomb = [0.06, 0.08]", "coulomb = 0.07", "friction.coulomb"),
        ("motor_bits = 17", "motor_bits = 'many'", "sensors.motor_bits"),
        ("motor_bits = 17", "motor_bits = 17\nextra = 1", "sensors.extra"),
        ("[joints]", "[axes]", "axes"),
        ("0.3, 0.3, 0.3, 0.05, 0.05, 0.05]", "0.3, 0.3]", "joints.current_noise"),
        ("stiffness = [15000.0,", "stiffness = [-15000.0,", "joints.stiffness"),
        ("0.00022, 0.0004]", "0.00022]", "friction.slip_distances_rad"),
        ("stribeck_speed = 0.02", "stribeck_speed = nan", "friction.stribeck_speed"),
    ],
)
def test_broken_profile_is_named(tmp_path, before, after, key):
    with pytest.raises(ConfigurationError) as refusal:
        profile.read(read_profile("arm", sections=profile.SECTIONS, folder=broken(tmp_path, before, after)))
    assert refusal.value.code == "bad-virtual-profile"
    assert refusal.value.facts["file"] == "arm.toml"
    assert refusal.value.facts["key"] == key


def test_profile_that_is_no_toml_is_named(tmp_path):
    (tmp_path / "arm.toml").write_text("[joints\n", "utf-8")
    with pytest.raises(ConfigurationError) as refusal:
        read_profile("arm", sections=("joints",), folder=tmp_path)
    assert refusal.value.facts["file"] == "arm.toml"


def test_robot_named_like_a_file_elsewhere_is_scaled():
    """A name is no path, and a namesake with another number of joints has no use for the profile."""
    robot = replace(load_robot("szabo-3r"), name="../robots/ec66")
    assert shipped(robot).joints.stiffness.size == 3
    assert shipped(replace(robot, name="ec66")).joints.stiffness.size == 3
    assert shipped(replace(robot, name="scaling")).joints.stiffness.size == 3
