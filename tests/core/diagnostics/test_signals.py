"""Which signals a stream offers, and their values: gears, couplings, sliding joints, silent encoders."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.diagnostics.signals import (
    STREAM_SIGNALS,
    Signal,
    backward_rate,
    offered_signals,
    rate_lag,
    signal_values,
)
from core.encoders.twist import twist
from core.recording import Quantity
from core.robot.library import load_robot, shipped_robots
from core.robot.model import Joint, RobotModel

TIME = np.arange(0.0, 1.0, 1e-3)
ALL = tuple(Quantity)
seeds = st.integers(0, 99)


def columns_of(robot, seed, *, quantities=ALL):
    random = np.random.default_rng(seed)
    return {quantity: random.normal(size=(TIME.size, robot.joint_count)) for quantity in quantities}


def told(robot, seed=0):
    """With gains, where the description has none."""
    gain = np.random.default_rng(seed).uniform(5.0, 20.0, robot.joint_count)
    return robot if robot.drive_gain is not None else replace(robot, drive_gain=gain)


@pytest.mark.parametrize(
    ("quantities", "offered"),
    [
        ("position motor_position link_position current temperature",
         "deflection motor-angle link-angle position rate current temperature"),
        ("position current", "position rate current"),
        ("position torque", "position rate torque"),
        ("motor_velocity", "rate"),
        ("link_position", "link-angle rate"),
        ("temperature", "temperature"),
        ("", ""),
    ],
)  # fmt: skip
def test_offered_signals_are_those_of_the_stream(quantities, offered):
    robot = load_robot("ec66")
    found = offered_signals([Quantity(name) for name in quantities.split()], robot)
    assert [signal.value for signal in found] == offered.split()


def test_currents_become_torques_where_gains_are_known():
    robot = load_robot("ec66")
    assert Signal.TORQUE not in offered_signals([Quantity.CURRENT], robot)
    assert offered_signals([Quantity.CURRENT], told(robot)) == (Signal.TORQUE, Signal.CURRENT)


@pytest.mark.parametrize("name", shipped_robots())
def test_every_offered_signal_has_values_and_others_have_none(name):
    robot = load_robot(name)
    columns = columns_of(robot, 1, quantities=[Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.CURRENT])
    offered = offered_signals(columns, robot)
    for signal in STREAM_SIGNALS:
        if signal in offered:
            values = signal_values(signal, columns, robot, time=TIME, zero=None)
            assert values.shape == (TIME.size, robot.joint_count)
        else:
            with pytest.raises(KeyError):
                signal_values(signal, columns, robot, time=TIME, zero=None)


@pytest.mark.parametrize("name", shipped_robots())
@pytest.mark.parametrize("at_shaft", [False, True])
def test_deflection_is_the_twist_less_the_zero(name, at_shaft):
    robot = replace(load_robot(name), motor_position_at_shaft=at_shaft)
    columns = columns_of(robot, 2)
    zero = np.random.default_rng(3).normal(size=robot.joint_count)
    found = signal_values(Signal.DEFLECTION, columns, robot, time=TIME, zero=zero)
    motor, link = columns[Quantity.MOTOR_POSITION], columns[Quantity.LINK_POSITION]
    np.testing.assert_allclose(found, twist(motor, link, robot, standing=zero), atol=1e-9)
    raw = signal_values(Signal.DEFLECTION, columns, robot, time=TIME, zero=None)
    np.testing.assert_allclose(raw, twist(motor, link, robot), atol=1e-9)


@pytest.mark.parametrize("name", shipped_robots())
def test_angles_and_torques_are_those_of_the_robot(name):
    robot = told(load_robot(name))
    columns = columns_of(robot, 4)
    angle = signal_values(Signal.MOTOR_ANGLE, columns, robot, time=TIME, zero=None)
    np.testing.assert_allclose(angle, robot.reported_from_motor(columns[Quantity.MOTOR_POSITION]), atol=1e-9)
    torque = signal_values(Signal.TORQUE, columns, robot, time=TIME, zero=None)
    expected = robot.torque_from_current(columns[Quantity.CURRENT], drive_gain=robot.drive_gain)
    np.testing.assert_allclose(torque, expected)
    for signal, quantity in (
        (Signal.LINK_ANGLE, Quantity.LINK_POSITION), (Signal.POSITION, Quantity.POSITION),
        (Signal.RATE, Quantity.VELOCITY), (Signal.CURRENT, Quantity.CURRENT),
        (Signal.TEMPERATURE, Quantity.TEMPERATURE),
    ):  # fmt: skip
        np.testing.assert_array_equal(
            signal_values(signal, columns, robot, time=TIME, zero=None), columns[quantity]
        )


def test_without_gains_the_streamed_torque_counts():
    robot = load_robot("ec66")
    columns = columns_of(robot, 5)
    found = signal_values(Signal.TORQUE, columns, robot, time=TIME, zero=None)
    assert found is columns[Quantity.TORQUE]


def test_a_motor_without_data_affects_only_the_joints_it_moves():
    coupling = np.diag([50.0, 60.0, -70.0])
    coupling[2, 1] = 5.0
    robot = RobotModel("wrist", tuple(Joint(name) for name in "abc"), coupling=coupling)
    motor = np.random.default_rng(6).normal(size=(20, 3))
    whole = signal_values(
        Signal.MOTOR_ANGLE, {Quantity.MOTOR_POSITION: motor}, robot, time=TIME[:20], zero=None
    )
    for silent, lost in ((0, [0]), (1, [1, 2]), (2, [2])):
        some = motor.copy()
        some[5:, silent] = np.nan
        found = signal_values(
            Signal.MOTOR_ANGLE, {Quantity.MOTOR_POSITION: some}, robot, time=TIME[:20], zero=None
        )
        unknown = np.isnan(found)
        assert np.flatnonzero(unknown.any(axis=0)).tolist() == lost
        assert unknown[5:, lost].all()
        np.testing.assert_allclose(found[~unknown], whole[~unknown], rtol=1e-12)


@given(st.floats(-5.0, 5.0), st.sampled_from([Quantity.POSITION, Quantity.MOTOR_POSITION]))
def test_velocity_is_differentiated_from_positions_if_not_streamed(speed, quantity):
    robot = load_robot("ec66")
    columns = {quantity: speed * TIME[:, None] * np.ones(6)}
    found = signal_values(Signal.RATE, columns, robot, time=TIME, zero=None)
    assert np.isnan(found[0]).all()
    np.testing.assert_allclose(found[1:], speed, atol=1e-9)
    alone = signal_values(Signal.RATE, {quantity: columns[quantity][:1]}, robot, time=TIME[:1], zero=None)
    assert np.isnan(alone).all()


@given(st.integers(1, 12), st.integers(1, 99), st.floats(-1e5, 1e5))
def test_velocity_is_causal_and_independent_of_the_clock_offset(lag, cut, shift):
    random = np.random.default_rng(lag)
    time, angle = np.cumsum(random.uniform(0.8e-3, 1.2e-3, 100)), random.normal(size=(100, 2))
    whole = backward_rate(angle, time, lag=lag)
    np.testing.assert_array_equal(backward_rate(angle[:cut], time[:cut], lag=lag), whole[:cut])
    np.testing.assert_allclose(backward_rate(angle, time + shift, lag=lag), whole, rtol=1e-5)


def test_velocity_is_nan_across_a_long_gap():
    sequence = np.concatenate([np.arange(50), np.arange(53, 100), np.arange(5000, 5050)])
    time = sequence * 1e-3
    rate = backward_rate(2.0 * time[:, None], time, lag=10, sequence=sequence)[:, 0]
    np.testing.assert_allclose(rate[1:97], 2.0)
    assert np.isnan(rate[97:107]).all()
    np.testing.assert_allclose(rate[107:], 2.0)


def test_velocity_is_differenced_over_ten_milliseconds():
    assert [rate_lag(hertz) for hertz in (10.0, 125.0, 500.0, 1000.0)] == [1, 1, 5, 10]


@given(seeds, st.permutations(range(6)))
def test_signals_are_independent_of_the_order_of_uncoupled_joints(seed, order):
    robot = told(load_robot("tx40"), seed)
    robot = replace(robot, coupling=None)
    turned = replace(
        robot, coupling=None, joints=tuple(robot.joints[joint] for joint in order),
        drive_gain=robot.drive_gain[list(order)], rotor_inertia=None, inertial_parameters=None,
        compensators=(), capsules=(),
    )  # fmt: skip
    columns = columns_of(robot, seed)
    mixed = {quantity: values[:, order] for quantity, values in columns.items()}
    for signal in STREAM_SIGNALS:
        was = signal_values(signal, columns, robot, time=TIME, zero=None)
        now = signal_values(signal, mixed, turned, time=TIME, zero=None)
        np.testing.assert_allclose(now, was[:, order], rtol=1e-9, atol=1e-12)
