"""The program for Universal Robots, run by a small interpreter: it does what the trajectory says."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadRequest
from core.exchange.urscript import (
    ALIGNING_S,
    PHASE_OVER,
    PHASE_READY,
    PHASE_REFUSED,
    PHASE_REGISTER,
    SETTLING_S,
    urscript_program,
)
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.trajectories import entered_from, point_to_point
from core.excitation.trajectories.fourier import FourierTrajectory, project_boundary_conditions
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.quintic_fourier import brought_to_rest
from core.robot.library import load_robot
from core.robot.model import RobotModel
from tests.core.exchange.urscript_machine import Arm, Halted, NotUrscript, run

START = np.radians([10.0, -90.0, 80.0, -80.0, -90.0, 15.0])
PERIOD_S = 4.0
STEPS = (0.002, 0.008)


@pytest.fixture(scope="module")
def ur10e() -> RobotModel:
    return load_robot("ur10e")


@pytest.fixture(scope="module")
def turned(ur10e) -> RobotModel:
    """The same arm, whose controller counts some joints the other way and from elsewhere."""
    joints = list(ur10e.joints)
    joints[1] = replace(joints[1], reported_sign=-1, reported_zero=0.3)
    joints[4] = replace(joints[4], reported_sign=-1)
    joints[5] = replace(joints[5], reported_zero=-1.1)
    return replace(ur10e, joints=tuple(joints))


def coefficients(*, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    return tuple(np.random.default_rng(seed).normal(size=(2, 6, 5)) * 0.2)


def fourier(*, cycles: int = 1) -> FourierTrajectory:
    a, b = coefficients()
    return project_boundary_conditions(a, b, period_s=PERIOD_S, start=START, cycles=cycles)


def quintic(*, cycles: int = 1):
    a, b = coefficients()
    return brought_to_rest(FourierSeries(PERIOD_S, START * 0.9, a, b), start=START, cycles=cycles)


def carried_out(program: str, arm: Arm) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The set-points while aligning, during the periods, and while settling."""
    run(program, arm)
    first = next(clock for clock, _, value in arm.registers if value == 1)
    times, targets = np.array(arm.times), np.array(arm.targets)
    last = times[-1] + arm.step - SETTLING_S
    running = (times > first - arm.step / 2) & (times < last - arm.step / 2)
    before = times < first - arm.step / 2
    return targets[before], targets[running], targets[~running & ~before]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("made", [fourier, quintic])
def test_it_runs_the_trajectory_to_round_off(ur10e, made, step):
    trajectory = made(cycles=2)
    arm = Arm(START.tolist(), step=step)
    _, running, settling = carried_out(urscript_program(trajectory, ur10e), arm)
    time = np.arange(running.shape[0]) * step
    assert time[-1] == pytest.approx(trajectory.duration, abs=1.5 * step)
    np.testing.assert_allclose(running, trajectory.evaluate(time).position, rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(settling, np.tile(START, (settling.shape[0], 1)), rtol=0.0, atol=1e-11)


@pytest.mark.parametrize("made", [fourier, quintic])
def test_joints_that_the_controller_counts_differently(turned, made):
    trajectory = made()
    start = turned.position_as_reported(START)
    assert not np.allclose(start, START)
    arm = Arm(start.tolist(), step=0.008)
    _, running, _ = carried_out(urscript_program(trajectory, turned), arm)
    expected = trajectory.evaluate(np.arange(running.shape[0]) * arm.step).position
    np.testing.assert_allclose(turned.position_from_reported(running), expected, rtol=0.0, atol=1e-11)


def test_at_a_share_of_the_speed_it_is_the_slowed_trajectory(ur10e):
    trajectory = fourier(cycles=2)
    arm = Arm(START.tolist(), step=0.008)
    _, running, _ = carried_out(urscript_program(trajectory, ur10e, speed=0.4), arm)
    slowed = trajectory.slowed(0.4)
    time = np.arange(running.shape[0]) * arm.step
    assert time[-1] == pytest.approx(slowed.duration, abs=1.5 * arm.step)
    np.testing.assert_allclose(running, slowed.evaluate(time).position, rtol=0.0, atol=1e-11)


def test_it_tells_which_period_runs_and_ends_in_a_stop(ur10e):
    arm = Arm(START.tolist(), step=0.008)
    run(urscript_program(fourier(cycles=3), ur10e), arm)
    assert {address for _, address, _ in arm.registers} == {PHASE_REGISTER}
    assert [value for _, _, value in arm.registers] == [PHASE_READY, 1, 2, 3, PHASE_OVER]
    begins = [clock for clock, _, value in arm.registers if value > 0]
    np.testing.assert_allclose(np.diff(begins), PERIOD_S, atol=arm.step)
    assert arm.stops == [pytest.approx(ALIGNING_S + 3 * PERIOD_S + SETTLING_S, abs=3 * arm.step)]
    assert arm.registers[-1][0] == arm.stops[0]
    assert not arm.popups


def test_it_refuses_to_start_from_elsewhere(ur10e):
    program = urscript_program(fourier(), ur10e)
    for joint in range(6):
        for miss in (0.51, -0.51):
            stands = START.copy()
            stands[joint] += np.radians(miss)
            arm = Arm(stands.tolist())
            with pytest.raises(Halted):
                run(program, arm)
            assert not arm.targets, "it moved"
            assert f"Joint {joint + 1} " in arm.popups[0]
            assert arm.registers[-1][2] == PHASE_REFUSED


def test_what_is_left_of_the_tolerance_is_closed_gently(ur10e):
    stands = START + np.radians([0.49, -0.49, 0.3, 0.0, -0.2, 0.1])
    arm = Arm(stands.tolist())
    aligning, running, _ = carried_out(urscript_program(fourier(), ur10e), arm)
    path = np.vstack([stands, aligning, running[:1]])
    assert aligning.shape[0] == pytest.approx(ALIGNING_S / arm.step, abs=1)
    velocity = np.diff(path, axis=0) / arm.step
    assert np.degrees(np.abs(velocity)).max() < 1.0
    assert np.degrees(np.abs(np.diff(velocity, axis=0)) / arm.step).max() < 3.0


@pytest.mark.parametrize("typed", ["0.0", "1.5", "-0.2"])
def test_a_wrong_share_of_the_speed_typed_into_the_program_is_refused(ur10e, typed):
    program = urscript_program(fourier(), ur10e)
    assert program.count("local speed = 1.0") == 1
    arm = Arm(START.tolist())
    with pytest.raises(Halted):
        run(program.replace("local speed = 1.0", f"local speed = {typed}"), arm)
    assert not arm.targets
    assert "share of the speed" in arm.popups[0]


def test_remarks_are_ascii_and_cannot_become_code(ur10e):
    program = urscript_program(fourier(), ur10e, remarks=("größte Last, 20°…\nstopj(1)", "two"))
    assert program.isascii()
    comments = [line.strip() for line in program.splitlines() if "stopj(1)" in line]
    assert comments == ["# gr??te Last, 20 deg... stopj(1)"]
    assert program.startswith("def torsion_excitation():\n")


def test_numbers_have_no_exponents(ur10e):
    small = FourierTrajectory(PERIOD_S, START * 1e-9, np.zeros((6, 3)), np.zeros((6, 3)))
    run(urscript_program(small, ur10e), Arm(small.start.tolist(), step=0.008))


def test_other_arms_and_other_motions_are_refused(ur10e):
    with pytest.raises(BadRequest) as refused:
        urscript_program(fourier(), load_robot("szabo-3r"))
    assert refused.value.code == "robot-not-for-urscript"
    a, b = coefficients()
    limits = motion_limits(ur10e, start=START)
    free = entered_from(FourierSeries(20.0, START, a * 0.1, b * 0.1), start=START, limits=limits)
    move = point_to_point(START, START * 0.9, velocity=limits.velocity, acceleration=limits.acceleration)
    for trajectory in (free, move):
        with pytest.raises(BadRequest) as refused:
            urscript_program(trajectory, ur10e)
        assert refused.value.code == "trajectory-not-for-urscript"
    with pytest.raises(BadRequest):
        urscript_program(fourier(), ur10e, speed=1.2)


def test_the_interpreter_is_strict():
    for line in ("x = 1", "local x = 2 ** 3", "local x = 1e-3", "local x = cosh(1)", "import os", "x += 1"):
        with pytest.raises((NotUrscript, NameError, SyntaxError)):
            run(f"def f():\n  {line}\nend\n", Arm([0.0] * 6))
