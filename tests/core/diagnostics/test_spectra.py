"""Spectra of blocks as they come, and what the virtual robot's gears show in spectra and loops."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.diagnostics.live_signals import LiveSignals
from core.diagnostics.signals import Signal
from core.diagnostics.spectra import motor_turns
from core.recording import Quantity
from core.robot.library import load_robot, shipped_robots
from core.robot.model import Joint, RobotModel
from core.signals.spectrum import spectrum_peaks
from devices.virtual.physics.truth import true_arm
from tests.core.diagnostics.streamed_arm import RATE_HZ, USUAL, made_up, rows_of, swaying

ARCSECOND = np.pi / (180.0 * 3600.0)


def live_on(robot, arm):
    return LiveSignals(
        robot,
        USUAL,
        rate_hz=RATE_HZ,
        gear_ratio=arm.nominal.gear_ratio,
        drive_gain=arm.nominal.drive_gain,
    )


def humming(joints=6, *, hertz=50.0, count=4000):
    sequence, time, columns = made_up(count, joints=joints)
    columns[Quantity.CURRENT] = np.sin(2.0 * np.pi * hertz * time)[:, None] * np.arange(1.0, joints + 1.0)
    return sequence, time, columns


@given(st.integers(0, 99), st.sets(st.integers(1, 3998), max_size=60))
def test_isolated_lost_samples_do_not_hide_a_vibration(seed, lost):
    robot = load_robot("ec66")
    kept = np.setdiff1d(np.arange(4000), list(lost))
    _, time, columns = rows_of(humming(), kept)
    live = LiveSignals(robot, USUAL, rate_hz=RATE_HZ)
    found = live.spectra(Signal.CURRENT, (0, 4), time, columns)
    assert list(found) == [0, 4]
    for joint, spectrum in found.items():
        (peak,) = spectrum_peaks(spectrum, count=1, floor=10.0)
        assert peak.position == pytest.approx(50.0, abs=0.1)
        assert peak.amplitude == pytest.approx(joint + 1.0, rel=0.06)


def test_a_long_gap_keeps_the_longer_side():
    robot = load_robot("ec66")
    stream = humming()
    rows = np.r_[0:900, 1500:4000]
    _, time, columns = rows_of(stream, rows)
    columns[Quantity.CURRENT][:900] *= 100.0  # on the shorter side
    found = LiveSignals(robot, USUAL, rate_hz=RATE_HZ).spectra(Signal.CURRENT, [0], time, columns)[0]
    assert found.amplitude.max() == pytest.approx(1.0, rel=0.02)
    assert found.resolution == pytest.approx(2.0 * RATE_HZ / 1000)


def test_joints_without_data_and_short_blocks_have_no_spectrum():
    robot = load_robot("ec66")
    _, time, columns = humming()
    columns[Quantity.LINK_POSITION][:, 2] = np.nan
    live = LiveSignals(robot, USUAL, rate_hz=RATE_HZ)
    found = live.spectra(Signal.DEFLECTION, range(6), time, columns)
    assert [joint for joint, spectrum in found.items() if spectrum is None] == [2]
    short = {quantity: values[:40] for quantity, values in columns.items()}
    assert live.spectra(Signal.RATE, [0, 1], time[:40], short) == {0: None, 1: None}
    nothing = {quantity: values[:0] for quantity, values in columns.items()}
    assert live.spectra(Signal.CURRENT, [1], time[:0], nothing) == {1: None}
    assert live.order_spectra(Signal.CURRENT, [1], time[:0], nothing) == {1: None}


@pytest.mark.parametrize("name", shipped_robots())
def test_turns_are_those_of_the_shafts(name):
    """By motor and by joint encoders they are the same turns."""
    robot = load_robot(name)
    position = np.random.default_rng(1).normal(size=(50, robot.joint_count))
    shaft = position @ robot.coupling_matrix.T
    motor = shaft if robot.motor_position_at_shaft else shaft / robot.gear_ratio
    found = motor_turns({Quantity.MOTOR_POSITION: motor, Quantity.POSITION: np.zeros_like(motor)}, robot)
    known = np.isfinite(found)
    assert known.all() == robot.motor_position_at_shaft or (robot.gear_ratio != 1.0).all() == known.all()
    np.testing.assert_allclose(found[known], (shaft / (2.0 * np.pi))[known], rtol=1e-12)
    by_joint = motor_turns({Quantity.POSITION: position}, robot)
    both = known & np.isfinite(by_joint)
    np.testing.assert_allclose(by_joint[both], found[both], rtol=1e-9)


def test_turns_are_unknown_without_a_gear_ratio():
    robot = RobotModel("two", (Joint("a", gear_ratio=-80.0), Joint("b")))
    columns = {Quantity.MOTOR_POSITION: np.ones((3, 2))}
    found = motor_turns(columns, robot)
    assert found[0, 0] == pytest.approx(-80.0 / (2.0 * np.pi))
    assert np.isnan(found[:, 1]).all()
    told = motor_turns(columns, robot, gear_ratio=np.array([-81.0, 50.0]))
    np.testing.assert_allclose(told[0] * 2.0 * np.pi, [-81.0, 50.0])


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("speed", "period", "seconds", "tolerance"),
    [(0.05, 16.0, 20.0, 0.03), (0.3, 4.0, 10.0, 0.15)],  # the faster one wakes the joint's resonance
)
def test_the_transmission_error_of_a_swaying_joint_is_found(seed, speed, period, seconds, tolerance):
    robot = load_robot("ec66")
    stream, arm = swaying(robot, seed=seed, joints=[0], seconds=seconds, speed=speed, period=period)
    gear = true_arm(robot, seed).gear
    truth = np.hypot(gear.transmission_sine[:, 0], gear.transmission_cosine[:, 0])
    _, time, columns = rows_of(stream, slice(2000, None))
    live = live_on(robot, arm)
    found = live.order_spectra(Signal.DEFLECTION, [0, 1], time, columns)
    assert found[1] is None  # it stood still
    highest = spectrum_peaks(found[0], count=3, floor=4.0)
    amplitude = {round(peak.position): peak.amplitude for peak in highest}
    assert sorted(amplitude) == [1, 2, 4]
    for peak in highest:
        assert peak.position == pytest.approx(round(peak.position), abs=0.05)
    assert [amplitude[order] for order in (1, 2, 4)] == pytest.approx(truth, rel=tolerance)
    assert found[0].turns_covered >= 4.0
    strokes = live.longest_strokes([0, 1], columns)
    assert found[0].turns_covered / found[0].strokes <= strokes[0] <= found[0].turns_covered
    assert strokes[1] < 0.1
    blind = LiveSignals(robot, USUAL, rate_hz=RATE_HZ)  # nothing says how the gears turn
    assert blind.order_spectra(Signal.DEFLECTION, [0], time, columns) == {0: None}
    assert np.isnan(blind.longest_strokes([0], columns)[0])


@pytest.mark.parametrize("seed", [2, 3])
def test_the_loop_of_a_worn_joint_is_wider_by_its_gap(seed):
    """A vertical axis carries no weight: what its loop spans is hysteresis, ripple, inertia and the gap."""
    robot = load_robot("ec66")
    width = {}
    for worn in ((), (0,)):
        stream, arm = swaying(robot, seed=seed, worn=worn, joints=[0], seconds=8.0)
        live = live_on(robot, arm)
        for first in range(2000, 8000, 33):
            live.feed(*rows_of(stream, slice(first, first + 33)))
        torque, deflection = live.loop.points(0)
        assert torque.size == (8000 - 2000) // 10
        assert torque.min() < -5.0 < 5.0 < torque.max()
        width[worn] = np.ptp(deflection)
    gap = true_arm(robot, seed, worn=(0,)).gear.backlash[0]
    assert gap > 60.0 * ARCSECOND
    assert width[(0,)] - width[()] == pytest.approx(gap, rel=0.3)
    assert width[(0,)] > 1.5 * width[()]
