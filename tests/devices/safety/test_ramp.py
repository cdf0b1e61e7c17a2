"""The next speed stage is judged by the torques of the stages before."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import NotEnoughData
from core.excitation.trajectories import project_boundary_conditions
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from devices.safety.stage_forecast import POINTS, StageTorque, forecast, left_standstill, stage_torque
from tests.devices.safety.fake_arm import HOME, ec66

ROBOT = ec66()
HALF = POINTS // 2


def stage(fraction, *, stays, grows):
    """A stage whose torque has a constant and a growing part along the path."""
    shape = np.ones((POINTS, 6))
    wave = np.sin(np.linspace(0.0, 6.0, POINTS))[:, np.newaxis] * shape
    return StageTorque(fraction, stays * shape + fraction**2 * grows * wave)


def test_two_stages_predict_the_third():
    stages = [stage(0.25, stays=10.0, grows=16.0), stage(0.5, stays=10.0, grows=16.0)]
    expected = forecast(ROBOT, stages, next_fraction=1.0)
    np.testing.assert_allclose(expected.share, 26.0 / ROBOT.torque_limit, rtol=1e-3)
    # 26 N·m are too much for a wrist of 28
    assert {finding.facts["joint"] for finding in expected.findings} == {4, 5, 6}
    assert expected.findings[0].code == "next-stage-too-strong"
    assert not expected.allowed
    assert forecast(ROBOT, stages[:1], next_fraction=0.5, inertial=np.zeros((POINTS, 6))).allowed


def test_eighty_percent_is_the_bound():
    for torque, allowed in ((0.79, True), (0.81, False)):
        still = [StageTorque(f, np.tile(torque * ROBOT.torque_limit, (POINTS, 1))) for f in (0.25, 0.5)]
        assert forecast(ROBOT, still, next_fraction=1.0).allowed is allowed


def test_after_one_stage_the_growth_is_the_models_or_the_whole_torque():
    first = [stage(0.25, stays=5.0, grows=0.0)]
    grows = np.full((POINTS, 6), 8.0)
    with_model = forecast(ROBOT, first, next_fraction=0.5, inertial=grows)
    np.testing.assert_allclose(with_model.share * ROBOT.torque_limit, 5.0 + 8.0 * (0.25 - 0.0625))
    without = forecast(ROBOT, first, next_fraction=0.5)
    np.testing.assert_allclose(without.share * ROBOT.torque_limit, 20.0)


def test_growth_against_gravity_counts_at_its_own_point():
    """A forecast from the largest values alone would miss the place where both parts are large."""
    gravity, push = np.zeros((POINTS, 6)), np.zeros((POINTS, 6))
    gravity[:HALF], push[HALF:] = 20.0, 20.0
    apart = [StageTorque(f, gravity + f**2 * push) for f in (0.25, 0.5)]
    together = [StageTorque(f, gravity + f**2 * gravity) for f in (0.25, 0.5)]
    assert forecast(ROBOT, apart, next_fraction=1.0).share[0] == pytest.approx(20.0 / 150.0)
    assert forecast(ROBOT, together, next_fraction=1.0).share[0] == pytest.approx(40.0 / 150.0)


def test_without_a_rated_torque_the_share_is_nan():
    expected = forecast(load_robot("kr300"), [stage(0.25, stays=1.0, grows=1.0)], next_fraction=0.5)
    assert np.all(np.isnan(expected.share))
    assert expected.allowed


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 999))
def test_the_forecast_of_a_rigid_arm_equals_the_measured_torque(seed):
    a, b = 0.3 * np.random.default_rng(seed).normal(size=(2, 6, 3))
    full = project_boundary_conditions(a, b, period_s=5.0, start=HOME)

    def run(fraction):
        slowed = full.slowed(fraction)
        clock = np.arange(0.0, slowed.duration, 1e-3)
        motion = slowed.evaluate(clock)
        torque = inverse_dynamics(ROBOT, motion.position, motion.velocity, motion.acceleration)
        return torque, stage_torque(fraction, time=clock, torque=torque, duration=slowed.duration)

    expected = forecast(ROBOT, [run(0.25)[1], run(0.5)[1]], next_fraction=1.0)
    taken = np.abs(run(1.0)[0]).max(axis=0) / ROBOT.torque_limit
    np.testing.assert_allclose(expected.share, taken, rtol=0.02, atol=0.002)


def test_noise_does_not_change_the_verdict():
    clock = np.arange(0.0, 10.0, 1e-3)
    noise = np.random.default_rng(0).normal(scale=2.0, size=(clock.size, 6))
    found = stage_torque(0.5, time=clock, torque=noise + 7.0, duration=10.0)
    assert found.torque.shape == (POINTS, 6)
    assert np.abs(found.torque - 7.0).max() < 2.5


def test_small_gaps_are_bridged_by_the_next_sample():
    clock = np.delete(np.arange(0.0, 10.0, 1e-3), slice(5000, 5100))
    found = stage_torque(0.5, time=clock, torque=np.tile(clock[:, None], (1, 6)), duration=10.0)
    np.testing.assert_allclose(found.torque[:, 0], np.linspace(0.01, 9.99, POINTS), atol=0.1)


@pytest.mark.parametrize(
    "clock", [np.arange(0.0, 9.0, 1e-3), np.arange(1.0, 10.0, 1e-3), np.arange(0.0, 10.0)]
)
def test_a_run_without_samples_over_its_whole_time_is_refused(clock):
    with pytest.raises(NotEnoughData, match="stage-not-covered"):
        stage_torque(0.5, time=clock, torque=np.zeros((clock.size, 6)), duration=10.0)


def test_without_a_stage_there_is_no_forecast():
    with pytest.raises(NotEnoughData, match="no-stage-ran"):
        forecast(ROBOT, [], next_fraction=0.25)


def standstill_stages(*, grows):
    """Two stages whose beginnings differ by the friction of standstill."""
    stages = [stage(0.2, stays=5.0, grows=grows), stage(0.25, stays=5.0, grows=grows)]
    stages[0].torque[:10] += 12.0
    settled = np.ones((POINTS, 6), dtype=bool)
    settled[:20] = False
    return stages, settled


@pytest.mark.parametrize("inertial", [None, np.zeros((POINTS, 6))])
def test_the_friction_of_standstill_is_not_taken_for_growth(inertial):
    stages, settled = standstill_stages(grows=1.0)
    assert not forecast(ROBOT, stages, next_fraction=1.0, inertial=inertial).allowed
    expected = forecast(ROBOT, stages, next_fraction=1.0, inertial=inertial, settled=settled)
    assert expected.allowed
    np.testing.assert_allclose(expected.share, 6.0 / ROBOT.torque_limit, rtol=0.02)


@pytest.mark.parametrize("inertial", [None, np.zeros((POINTS, 6))])
def test_real_growth_after_standstill_is_still_found(inertial):
    stages, settled = standstill_stages(grows=20.0)
    expected = forecast(ROBOT, stages, next_fraction=1.0, inertial=inertial, settled=settled)
    assert {finding.facts["joint"] for finding in expected.findings} == {4, 5, 6}


def test_the_growth_of_a_joint_that_never_moves_is_unchanged():
    stages, settled = standstill_stages(grows=20.0)
    settled[:, 3] = False
    expected = forecast(ROBOT, stages, next_fraction=1.0, settled=settled)
    assert 4 in {finding.facts["joint"] for finding in expected.findings}


def test_a_joint_has_left_standstill_once_it_was_away():
    a, b = np.zeros((2, 6, 3))
    a[0], b[1] = (0.2, -0.1, -0.1), (0.2, 0.1, -0.1)
    motion = project_boundary_conditions(a, b, period_s=5.0, start=HOME)
    settled = left_standstill(motion, robot=ROBOT)
    assert not settled[0].any()
    assert settled[-1].tolist() == [True, True, False, False, False, False], (
        "back at the start, but not still"
    )
    away = np.abs(motion.evaluate((np.arange(POINTS) + 0.5) / POINTS * 5.0).position - motion.start)
    assert np.all(away[settled[:, 0].argmax(), 0] > 0.005)
