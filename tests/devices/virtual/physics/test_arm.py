"""The arm as a whole: following error, saturation, brakes, payload, determinism, every robot moving."""

from dataclasses import replace

import numpy as np
import pytest

from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot, shipped_robots
from devices.errors import ConfigurationError, MotionRejected
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.profile import imperfections
from devices.virtual.physics.rating import rate
from devices.virtual.physics.readings import Payload
from devices.virtual.physics.truth import true_arm
from tests.devices.virtual.physics.perfect import (
    FREE_ROBOTS,
    gantry,
    links,
    motor_speeds,
    motors,
    perfect,
    push,
    sway,
    swayed,
    weightless,
)

EXCITATION_SPEED = np.full(6, 1.0)
"""rad/s, 40 % of the first joints' full speed."""


def test_following_error_is_that_of_a_real_drive():
    """All six joints swaying at up to 1 rad/s, one period in 4 s: each lags by 2 to 8 mrad at its worst."""
    for seed in range(3):
        arm = VirtualArm(load_robot("ec66"), seed=seed)
        errors = swayed(arm, speed=EXCITATION_SPEED, seconds=6.0).following_error
        worst = np.abs(errors[2000:]).max(axis=0)
        assert np.all(worst > 2e-3)
        assert np.all(worst < 8e-3)


def test_arm_holds_where_it_stands():
    for name in (*shipped_robots(), "gantry"):
        robot = gantry() if name == "gantry" else load_robot(name)
        arm = VirtualArm(robot, seed=2)
        before = motors(arm).copy()
        arm.run(np.tile(arm.set_point, (500, 1)), np.zeros((500, robot.joint_count)))
        assert motors(arm) == pytest.approx(before, abs=3e-5)
        assert arm.time == pytest.approx(0.5)


FOLLOWS_RAD = {"moteus-6": 0.03}
"""Arms with much friction for the little inertia that they move; 0.015 for all others."""


@pytest.mark.parametrize("name", [*FREE_ROBOTS, "gantry"])
@pytest.mark.parametrize("state", ["new", "worn-loaded-elastic"])
def test_every_arm_moves_for_five_seconds(name, state):
    """It follows, stays finite, and needs no more torque than it has."""
    robot = gantry() if name == "gantry" else load_robot(name)
    limit = robot.payload_limit.mass
    settings = {}
    if state != "new":
        settings = {"worn": range(robot.joint_count), "elastic_links": True}
        settings["payload"] = Payload(0.6 * limit, np.array([0.0, 0.0, 0.05])) if np.isfinite(limit) else None
    arm = VirtualArm(robot, seed=1, **settings)
    speed = 0.25 * arm.nominal.velocity_limit
    readings = swayed(arm, speed=np.minimum(speed, 0.5), seconds=5.0, period=3.0)
    errors, torques = readings.following_error, readings.torque
    assert np.isfinite(arm.chain.state.qpos).all()
    scale = np.where(robot.is_prismatic, 0.2, 1.0)
    assert np.all(np.abs(errors).max(axis=0) < FOLLOWS_RAD.get(name, 0.015) * scale)
    assert np.all(np.abs(torques).max(axis=0) < 1.22 * arm.nominal.torque_limit)  # with the noise
    ringing = np.abs(np.diff(torques, axis=0)).mean(axis=0)
    assert np.all(ringing < 0.02 * arm.nominal.torque_limit)


def test_drives_saturate_at_their_peak_torque():
    robot = load_robot("ec66")
    arm = VirtualArm(robot, imperfections=perfect(robot))
    target = arm.set_point + 0.5
    seen = []
    for _ in range(100):
        arm.advance(target, np.zeros(6))
        seen.append(arm.sense().torque)
    assert np.max(seen, axis=0) == pytest.approx(1.2 * arm.nominal.torque_limit, rel=1e-9)


def test_arm_recovers_from_saturation():
    """The integral part does not wind up: a step too large for the drives ends at its target."""
    robot = load_robot("ec66")
    arm = VirtualArm(robot)
    target = arm.set_point + np.array([0.3, 0.0, 0.0, 0.0, 0.0, 0.3])
    position = []
    for _ in range(3000):
        arm.advance(target, np.zeros(6))
        position.append(arm.sense().position)
    assert position[-1] == pytest.approx(target, abs=1e-3)
    assert np.max(position, axis=0)[0] < target[0] + 0.2


def test_brakes_hold_the_arm_and_open_without_a_jerk():
    robot = load_robot("ec66")
    payload = Payload(6.0, np.array([0.0, 0.0, 0.1]))
    arm = VirtualArm(robot, payload=payload)
    arm.set_brakes(engaged=True)
    before = motors(arm).copy()
    for _ in range(2000):
        arm.advance(arm.set_point + 0.5, np.ones(6))  # the set-points are ignored
    readings = arm.sense()
    assert motors(arm) == pytest.approx(before, abs=2e-4)
    assert np.all(np.abs(motor_speeds(arm)) < 1e-4)
    assert np.all(arm._state[k.TORQUE] == 0.0)
    assert readings.following_error.tolist() == [0.0] * 6
    arm.set_brakes(engaged=False)
    for _ in range(500):
        arm.advance(arm.set_point, np.zeros(6))
    assert motors(arm) == pytest.approx(before, abs=5e-4)


def test_brakes_stop_a_moving_arm():
    arm = VirtualArm(load_robot("ec66"))
    for _ in sway(arm, speed=EXCITATION_SPEED, seconds=0.9):
        pass
    assert np.abs(motor_speeds(arm)).max() > 0.3
    arm.set_brakes(engaged=True)
    push(arm, np.zeros(6), seconds=0.5)
    assert np.abs(motor_speeds(arm)).max() < 2e-3


def test_brakes_slip_under_too_much():
    """At one and a half times the rated torque, as the profile says."""
    robot = weightless(load_robot("ec66"))
    for share, slips in ((1.45, False), (1.55, True)):
        arm = VirtualArm(robot, imperfections=perfect(robot, gear={"damping_time_s": 5e-4}))
        arm.set_brakes(engaged=True)
        before = motors(arm)[0]
        torque = np.zeros(6)
        for part in np.linspace(0.0, share, 500):
            torque[0] = part * 150.0
            arm.advance_with_torque(torque)
        push(arm, torque, seconds=0.3)
        assert bool(abs(motors(arm)[0] - before) > 5e-3) is slips


def test_without_brakes_and_drives_the_arm_sinks():
    arm = VirtualArm(load_robot("ec66"), payload=Payload(6.0))  # alone it may rest on its friction
    before = links(arm).copy()
    push(arm, np.zeros(6), seconds=0.5)
    assert np.abs(links(arm) - before).max() > 0.05


def test_payload_adds_its_weight_while_it_runs():
    robot = load_robot("ec66")
    arm = VirtualArm(robot, imperfections=perfect(robot, gear={"damping_time_s": 5e-4}))
    payload = Payload(2.0, np.array([0.01, 0.02, 0.06]), 0.004 * np.eye(3))
    center = robot.flange[:3, :3] @ payload.center_of_mass + robot.flange[:3, 3]
    loaded = robot.inertial_parameters.copy()
    loaded[-1, :4] += 2.0 * np.array([1.0, *center])
    zero = np.zeros((1, 6))
    for attached, parameters in ((None, None), (payload, loaded), (None, None)):
        arm.attach(attached)
        for _ in range(2000):
            arm.advance(arm.set_point, zero[0])
        weight = inverse_dynamics(robot, links(arm)[None], zero, zero, parameters=parameters)[0]
        assert arm.sense().torque == pytest.approx(weight, rel=1e-3, abs=5e-3)


@pytest.mark.parametrize("mass", [0.0, -1.0, float("nan")])
def test_payload_without_mass_is_refused(mass):
    with pytest.raises(MotionRejected) as refusal:
        VirtualArm(load_robot("szabo-3r"), payload=Payload(mass))
    assert refusal.value.code == "payload-not-physical"


def test_link_without_mass_is_refused():
    robot = load_robot("szabo-3r")
    parameters = robot.inertial_parameters.copy()
    parameters[1, 0] = 0.0
    with pytest.raises(ConfigurationError) as refusal:
        VirtualArm(replace(robot, inertial_parameters=parameters))
    assert refusal.value.code == "virtual-arm-without-mass"
    assert refusal.value.facts == {"link": "joint_2"}


def history(seed, *, name="ec66", power_on=""):
    """Everything the sensors say during half a second."""
    arm = VirtualArm(load_robot(name), seed=seed, power_on=power_on)
    rows = []
    for _ in sway(arm, speed=0.3 * arm.nominal.velocity_limit, seconds=0.5):
        readings = arm.sense()
        rows.append(
            np.concatenate([readings.motor_counts, readings.link_counts, readings.current, readings.torque])
        )
    return np.array(rows)


def test_same_seed_same_run_bit_for_bit():
    assert np.array_equal(history(7), history(7))


def test_another_seed_is_another_arm():
    robot = load_robot("ec66")
    one, other = true_arm(robot, 7), true_arm(robot, 8)
    for group, field in (
        ("gear", "stiffness"), ("gear", "transmission_sine"), ("friction", "coulomb"), ("friction", "load"),
        ("drive", "gain"), ("drive", "rotor_inertia"), ("drive", "lag_s"),
    ):  # fmt: skip
        mine, theirs = (getattr(getattr(each, group), field) for each in (one, other))
        assert np.all(mine != theirs), field
    assert not np.array_equal(history(7), history(8))


def test_power_on_changes_the_zeros_and_the_noise_alone():
    """The arm moves as before, but for where its encoders' steps fall and the noise on its currents."""
    first, second = history(7, power_on="monday"), history(7, power_on="tuesday")
    difference = first[:, 18:] - second[:, 18:]
    noise = imperfections(load_robot("ec66"), rate(load_robot("ec66"))).joints.current_noise
    assert np.std(difference, axis=0) == pytest.approx(np.sqrt(2.0) * noise, rel=0.25)
    assert np.all(np.abs(difference.mean(axis=0)) < 5.0 * np.sqrt(2.0 / difference.shape[0]) * noise)
    offset = second[:, :12] - first[:, :12]
    assert np.all(np.ptp(offset[:, :6], axis=0) <= 12.0)  # of 2^17 · 101 a turn
    assert np.all(np.ptp(offset[:, 6:], axis=0) <= 2.0)  # of 2^19
    assert np.all(np.abs(offset).max(axis=0) > 12.0)


def test_a_reading_is_not_changed_by_the_next_period():
    """The next period does not write into the last one's readings."""
    arm = VirtualArm(load_robot("ec66"))
    first = arm.sense()
    kept = {name: np.array(value) for name, value in vars(first).items()}
    for _ in sway(arm, speed=EXCITATION_SPEED, seconds=0.3):
        arm.sense()
    for name, value in kept.items():
        assert np.array_equal(getattr(first, name), value), name
