"""Friction against closed forms: virgin curve, breakaway, sliding, loops, load, temperature, passivity."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.friction.form import JointMotion
from core.friction.models import FORMS
from core.robot.library import load_robot
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.truth import true_arm
from tests.devices.virtual.physics.perfect import motor_speeds, motors, pendulum, perfect, push, weightless

ELEMENTS = slice(k.SLIP, k.SLIP + k.FRICTION_ELEMENTS)


@pytest.fixture
def robot():
    return weightless(load_robot("ec66"))


def dry(robot, **values):
    """Dry friction alone, the same in both directions unless said otherwise."""
    friction = {"coulomb": (0.07, 0.07), **values}
    return perfect(robot, friction=friction, gear={"damping_time_s": 0.0005})


def kernel_arm(robot, found):
    """Constants and fresh state of an arm, for driving the friction by hand."""
    arm = VirtualArm(robot, imperfections=found)
    state = np.zeros_like(arm._state)
    state[k.TEMPERATURE] = found.friction.coldest
    return arm._constants, state


def traced(constants, state, joint, positions, *, speed=0.0, load=0.0):
    """Friction along a path of motor positions from zero on."""
    before, torques = 0.0, []
    for position in positions:
        torques.append(k.friction_torque(constants, state, joint, position - before, speed, load))
        before = position
    return np.array(torques)


def virgin_torque(friction, joint, distance, *, direction=1.0):
    """The sum of elements that each give their stiffness until they slip."""
    limit = static_torque(friction, joint, direction=direction) * friction.share
    return float(np.minimum(friction.stiffness[:, joint] * distance, limit).sum())


def static_torque(friction, joint, *, direction=1.0):
    return friction.coulomb[joint] * 1.2 * (1.0 + direction * friction.asymmetry[joint])


def test_first_path_is_the_virgin_curve(robot):
    found = dry(robot, asymmetry=(0.08, 0.08))
    friction = true_arm(robot, 0, found=found).friction
    constants, state = kernel_arm(robot, found)
    distances = np.linspace(0.0, 6e-4, 200)
    expected = [virgin_torque(friction, 2, distance) for distance in distances]
    assert traced(constants, state, 2, distances) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert expected[-1] == pytest.approx(static_torque(friction, 2))


def mean_of_a_second(arm, torque):
    """Motor positions (n,) without the last of their ringing."""
    positions = []
    for _ in range(1000):
        arm.advance_with_torque(torque)
        positions.append(motors(arm))
    return np.mean(positions, axis=0)


@pytest.mark.parametrize("share", [0.5, 0.9, -0.9])
def test_below_breakaway_the_motor_stays_for_ten_seconds(robot, share):
    found = dry(robot, asymmetry=(0.08, 0.08), viscous=(0.08, 0.08))  # or the last of the ringing stays
    arm = VirtualArm(robot, imperfections=found)
    friction = true_arm(robot, 0, found=found).friction
    held = np.array([share * static_torque(friction, joint, direction=np.sign(share)) for joint in range(6)])
    start = motors(arm).copy()
    for part in np.linspace(0.0, 1.0, 1000):
        arm.advance_with_torque(part * held)
    push(arm, held, seconds=1.0)
    settled = mean_of_a_second(arm, held) - start
    push(arm, held, seconds=8.0)
    assert mean_of_a_second(arm, held) - start == pytest.approx(settled, abs=1e-9)
    for joint in range(6):
        direction = np.sign(share)
        carried = virgin_torque(friction, joint, abs(settled[joint]), direction=direction)
        assert carried == pytest.approx(abs(held[joint]), rel=0.01)


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_motor_breaks_away_at_the_sum_of_the_saturations(robot, direction):
    found = dry(robot, asymmetry=(0.10, 0.10))
    friction = true_arm(robot, 0, found=found).friction
    expected = static_torque(friction, 0, direction=direction)
    for share, moves in ((0.99, False), (1.01, True)):
        arm = VirtualArm(robot, imperfections=found)
        start = motors(arm)[0]
        torque = np.zeros(6)
        for part in np.linspace(0.0, share, 3000):
            torque[0] = direction * part * expected
            arm.advance_with_torque(torque)
        push(arm, torque, seconds=1.0)
        assert bool(abs(motors(arm)[0] - start) > 2e-3) is moves


SPEEDS = (0.005, 0.02, 0.1, 0.5, 1.5, -0.02, -0.5)


def steady_torque(friction, joint, speed, *, load=0.0, kelvin=0.0):
    """Written out once more, from the parameters alone."""
    warm = 1.0 - 0.006 * kelvin
    rise = 1.0 + 0.2 / (1.0 + (speed / 0.02) ** 2)
    share = abs(speed) / friction.full_speed[joint]
    viscous = friction.viscous[joint] * share * ((1.0 + 4.0 * share**2) / 5.0) ** -0.25
    direction = np.sign(speed)
    slipping = friction.coulomb[joint] * rise * warm + friction.load[joint] * abs(load)
    return direction * (1.0 + direction * friction.asymmetry[joint]) * (slipping + warm * viscous)


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("speed", SPEEDS)
def test_steady_sliding_has_its_closed_form(speed, seed):
    """A whole number of motor turns at constant speed: the mean motor torque is the friction."""
    robot = weightless(pendulum())
    found = perfect(robot, friction=True, drive={"ripple": 0.005}, gear={"damping_time_s": 0.0005})
    arm = VirtualArm(robot, seed=seed, imperfections=found)
    friction = true_arm(robot, seed, found=found).friction
    position, velocity = arm.set_point, np.full(1, speed)
    turn = 2.0 * np.pi / 101.0 / abs(speed)
    count = round(max(1, round(1.0 / turn)) * turn * 1000)
    torques = []
    for step in range(1000 + count):
        arm.advance(position + velocity * step * 1e-3, velocity)
        torques.append(arm._state[k.TORQUE, 0])
    kelvin = arm._state[k.TEMPERATURE, 0] - found.friction.coldest
    expected = steady_torque(friction, 0, speed, kelvin=kelvin)
    assert np.mean(torques[1000:]) == pytest.approx(expected, rel=0.005)
    by_truth = friction.steady(velocity, load=np.array([30.0]), temperature=308.15)
    assert by_truth == pytest.approx(steady_torque(friction, 0, speed, load=30.0, kelvin=10.0), rel=1e-9)


def test_magnitudes_are_shares_of_the_rated_torque(robot):
    for seed in range(40):
        friction, rated = true_arm(robot, seed).friction, true_arm(robot, seed).rating.torque
        assert np.all((friction.coulomb >= 0.06 * rated) & (friction.coulomb <= 0.08 * rated))
        full = friction.viscous_at(friction.full_speed)
        assert np.all((full >= 0.06 * rated - 1e-9) & (full <= 0.10 * rated + 1e-9))
        both = 2.0 * np.abs(friction.asymmetry)  # one direction over the other
        assert np.all((both >= 0.05) & (both <= 0.10))
        assert np.all((friction.load >= 0.02) & (friction.load <= 0.05))


def test_lubricant_thins_under_shear(robot):
    friction = true_arm(robot, 0).friction
    per_speed = [friction.viscous_at(part * friction.full_speed) / part for part in (0.01, 0.5, 1.0)]
    assert per_speed[0] / per_speed[2] == pytest.approx((5.0 / 1.0004) ** 0.25)
    assert per_speed[1] / per_speed[2] == pytest.approx((5.0 / 2.0) ** 0.25)


def cycle(amplitude, *, steps=400):
    """From zero up, and twice round between both ends; the last round is closed."""
    up = np.linspace(0.0, amplitude, steps)
    down, back = np.linspace(amplitude, -amplitude, 2 * steps), np.linspace(-amplitude, amplitude, 2 * steps)
    return np.concatenate([up, down, back, down, back])


def loop_area(positions, torques, *, steps=400):
    """Work of the last round: torques hold at the end of each step, straight lines between."""
    first = positions.size - 4 * steps
    x, y = positions[first - 1 :], torques[first - 1 :]
    return float(np.sum(np.diff(x) * 0.5 * (y[1:] + y[:-1])))


@pytest.mark.parametrize("amplitude", [3e-5, 1e-4, 3e-4, 1e-3])
def test_presliding_loop_has_the_area_of_its_elements(robot, amplitude):
    """4 F (A − F/k) of every element that slips at all."""
    found = dry(robot)
    friction = true_arm(robot, 0, found=found).friction
    constants, state = kernel_arm(robot, found)
    positions = cycle(amplitude)
    area = loop_area(positions, traced(constants, state, 1, positions))
    limit = static_torque(friction, 1) * friction.share
    slip = limit / friction.stiffness[:, 1]
    expected = float(np.sum(4.0 * limit * np.maximum(amplitude - slip, 0.0)))
    assert area == pytest.approx(expected, rel=0.01)


PASSIVE = kernel_arm(load_robot("ec66"), dry(load_robot("ec66"), load=(0.05, 0.05)))


@given(
    st.lists(
        st.tuples(st.floats(-2e-4, 2e-4), st.floats(-0.5, 0.5), st.floats(-80.0, 80.0)),
        min_size=2,
        max_size=60,
    )
)
def test_friction_never_gives_more_than_it_took(path):
    """Whatever the path, speed and load: the work done against it is never less than what it stores."""
    constants, state = PASSIVE
    state[ELEMENTS] = 0.0
    stiffness = constants[k.SLIP_STIFFNESS : k.SLIP_STIFFNESS + k.FRICTION_ELEMENTS, 0]
    work = 0.0
    for piece, speed, load in path:
        held = state[ELEMENTS, 0].copy()
        k.friction_torque(constants, state, 0, piece, speed, load)
        # along a straight piece an element is elastic and then slips at its last force
        elastic = (state[ELEMENTS, 0] - held) / stiffness
        work += float(np.sum(0.5 * (held + state[ELEMENTS, 0]) * elastic))
        work += float(np.sum(state[ELEMENTS, 0] * (piece - elastic)))
        stored = float(np.sum(0.5 * state[ELEMENTS, 0] ** 2 / stiffness))
        assert work >= stored - 1e-9


def test_load_adds_its_share(robot):
    found = dry(robot, load=(0.04, 0.04))
    constants, state = kernel_arm(robot, found)
    sliding = [
        traced(constants, state, 0, [1.0, 2.0], speed=0.5, load=load)[-1] for load in (0.0, 60.0, -60.0)
    ]
    assert sliding[1] - sliding[0] == pytest.approx(0.04 * 60.0, rel=1e-9)
    assert sliding[2] == pytest.approx(sliding[1])


def test_load_is_the_torque_that_the_gear_transmits():
    """Lifting and lowering the same weight at the same speed: half the difference is friction of the load."""
    robot = pendulum(mass=8.0, distance=0.6)
    slow, torques = 0.05, {}
    for load in (0.0, 0.05):
        found = perfect(
            robot,
            friction={"coulomb": (0.07, 0.07), "load": (load, load)},
            gear={"damping_time_s": 0.0005},
        )
        arm = VirtualArm(robot, imperfections=found, start=np.array([np.pi / 2 - 0.05]))
        for step in range(2000):
            arm.advance(arm.set_point + slow * 1e-3, np.array([slow]))
            if step > 600:
                torques.setdefault(load, []).append(arm._state[k.TORQUE, 0])
    added = np.mean(torques[0.05]) - np.mean(torques[0.0])
    assert added == pytest.approx(0.05 * 8.0 * 9.81 * 0.6, rel=0.02)


def test_joints_warm_up_and_slide_more_easily():
    """First order towards friction power times its rise per watt; −0.6 %/K on the way."""
    robot = weightless(pendulum())
    found = perfect(robot, friction={**WARMING, "warming_time_s": 2.0}, gear={"damping_time_s": 0.0005})
    arm = VirtualArm(robot, imperfections=found)
    friction = true_arm(robot, 0, found=found).friction
    speed = 0.5 * friction.full_speed
    position, torques, warmth = arm.set_point, [], []
    for step in range(10_000):
        arm.advance(position + speed * step * 1e-3, speed)
        torques.append(arm._state[k.TORQUE, 0])
        warmth.append(arm._state[k.TEMPERATURE, 0] - 298.15)
    # the rise lowers the friction that causes it: rise = 20 K · (1 − 0.006 · rise), sooner by that share
    final, tau = 20.0 / (1.0 + 0.006 * 20.0), 2.0 / (1.0 + 0.006 * 20.0)
    time = np.arange(1, 10_001) * 1e-3
    assert warmth[1000:] == pytest.approx(final * (1.0 - np.exp(-time[1000:] / tau)), rel=0.03)
    factor = (1.0 - 0.006 * warmth[-1]) / (1.0 - 0.006 * warmth[1000])
    assert np.mean(torques[-50:]) / np.mean(torques[975:1025]) == pytest.approx(factor, rel=1e-3)
    assert arm.sense().temperature[0] == pytest.approx(warmth[-1] + 298.15)


WARMING = {"coulomb": (0.07, 0.07), "viscous": (0.08, 0.08)}


@pytest.mark.parametrize(
    ("celsius", "factor"), [(10.0, 1.0), (25.0, 1.0), (35.0, 0.94), (45.0, 0.88), (60.0, 0.88)]
)
def test_friction_falls_between_25_and_45_degrees(robot, celsius, factor):
    constants, state = kernel_arm(robot, dry(robot))
    sliding = traced(constants, state, 0, [1.0], speed=0.5)[0]
    state[k.TEMPERATURE] = celsius + 273.15
    assert traced(constants, state, 0, [1.0], speed=0.5)[0] == pytest.approx(factor * sliding)


@pytest.mark.parametrize("form", FORMS.values(), ids=lambda form: form.name)
def test_no_friction_form_fits_the_true_friction_exactly(robot, form):
    """The best steady fit of each form, over its own shapes, leaves more than rounding."""
    friction = true_arm(robot, 1).friction
    speed = np.concatenate([-np.geomspace(0.002, 2.6, 60)[::-1], np.geomspace(0.002, 2.6, 60)])
    torque = np.array([steady_torque(friction, 0, each) for each in speed])
    leftover = []
    for shape in form.shape_candidates or (form.shape_start,):
        motion = JointMotion(speed, np.sign(speed), np.zeros_like(speed))
        columns = np.stack(form.columns(motion, shape), axis=1)
        fit = np.linalg.lstsq(columns, torque, rcond=None)[0]
        leftover.append(np.sqrt(np.mean((columns @ fit - torque) ** 2)))
    assert min(leftover) > 0.002 * friction.coulomb[0]


def test_friction_acts_on_the_shafts_of_a_coupled_wrist():
    """Turning joint 5 alone drags motor 6 along, whose friction joint 5 then feels too."""
    robot = weightless(load_robot("tx40"))
    found = dry(robot)
    arm = VirtualArm(robot, imperfections=found)
    friction = true_arm(robot, 0, found=found).friction
    velocity = np.array([0.0, 0.0, 0.0, 0.0, 0.5, 0.0])
    position, torques = arm.set_point, []
    for step in range(1500):
        arm.advance(position + velocity * step * 1e-3, velocity)
        if step >= 700:
            torques.append(arm._coupling[0].T @ arm._state[k.TORQUE])
    assert motor_speeds(arm)[5] == pytest.approx(0.5, rel=0.02)
    both = sum(steady_torque(replace(friction, viscous=np.zeros(6)), motor, 0.5) for motor in (4, 5))
    assert np.mean(torques, axis=0)[4] == pytest.approx(both, rel=0.01)
