"""Given trajectories judged as planned ones are: known answers K1 and K2."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadRequest
from core.excitation.evaluate import evaluate_trajectory
from core.excitation.excitation_plan import ExcitationPlan
from core.excitation.settings import ExcitationSettings
from core.excitation.trajectories import FreeFourierTrajectory, project_boundary_conditions
from core.fields import from_fields, to_fields
from core.quality import Verdict
from core.robot.library import load_robot
from tests.core.excitation.published import (
    PEAK_ACCELERATION_DEG,
    PEAK_POSITION_DEG,
    PEAK_VELOCITY_DEG,
    liu_series,
)

LIU = ExcitationSettings(limits="liu", collision=False, torque=False)


@pytest.mark.parametrize(("robot", "known"), [("ec66", 135.91), ("ur10e", 142.67), ("generic-6r", 118.94)])
def test_the_published_trajectory_has_its_known_condition_number(robot, known):
    plan = evaluate_trajectory(load_robot(robot), liu_series(), LIU)
    assert plan.condition_number == pytest.approx(known, abs=0.01)
    assert plan.base_parameter_count == 36
    assert plan.judgement.verdict is Verdict.USABLE
    assert (plan.seconds, plan.evaluations, plan.history.shape) == (0.0, 0, (0, 2))


def test_the_published_trajectory_has_its_known_peaks():
    plan = evaluate_trajectory(load_robot("generic-6r"), liu_series(), LIU)
    np.testing.assert_allclose(np.degrees(plan.peaks.position), PEAK_POSITION_DEG, atol=0.1)
    np.testing.assert_allclose(np.degrees(plan.peaks.velocity), PEAK_VELOCITY_DEG, atol=0.1)
    np.testing.assert_allclose(np.degrees(plan.peaks.acceleration), PEAK_ACCELERATION_DEG, atol=0.1)
    assert 0.8 < plan.limit_use <= 1.0
    assert 0.0 < plan.boundary_error < 1e-2  # rounded in print


def test_floor_and_torque_violations_are_named():
    plan = evaluate_trajectory(load_robot("ec66"), liu_series(), replace(LIU, collision=True, torque=True))
    assert plan.closest.distance < 0.0
    assert {short.code for short in plan.shortfalls} <= {
        "floor-collision", "self-collision", "torque-too-high", "cannot-hold"
    }  # fmt: skip
    assert plan.judgement.verdict is Verdict.REPEAT
    assert {reason.code for reason in plan.judgement.reasons} == {"excitation-fair", "excitation-forbidden"}
    back = from_fields(ExcitationPlan, to_fields(plan))
    assert back.shortfalls == plan.shortfalls
    assert back.closest == plan.closest


def test_period_harmonics_and_start_are_the_trajectory_s_own():
    random = np.random.default_rng(0)
    start = np.array([0.1, -0.2, 0.3, 0.0, 0.1, 0.2])
    trajectory = project_boundary_conditions(
        *(0.05 * random.normal(size=(2, 6, 4))), period_s=12.0, start=start
    )
    plan = evaluate_trajectory(load_robot("ec66"), trajectory, LIU)
    assert (plan.settings.period_s, plan.settings.harmonics) == (12.0, 4)
    np.testing.assert_allclose(plan.settings.start, start, atol=1e-15)
    assert plan.convention.endswith("120 samples")
    assert plan.boundary_error < 1e-9


def test_a_free_series_is_evaluated_and_its_leads_are_checked():
    series = liu_series()
    free = FreeFourierTrajectory(
        period_s=series.period_s, q0=series.q0, a=series.a, b=series.b, start=np.full(6, 1.0), lead_s=8.0
    )
    robot = load_robot("generic-6r")
    plan, plain = (evaluate_trajectory(robot, given, LIU) for given in (free, series))
    assert plan.condition_number == pytest.approx(plain.condition_number, rel=1e-12)
    assert plan.peaks.upper.min() >= 1.0


def test_a_trajectory_for_another_arm_is_refused():
    with pytest.raises(BadRequest) as refused:
        evaluate_trajectory(load_robot("szabo-3r"), liu_series(), LIU)
    assert refused.value.code == "trajectory-joints"
    assert refused.value.facts == {"found": 6, "expected": 3}


def test_a_motion_of_one_joint_has_too_little_information():
    series = liu_series()
    series.a[1:], series.b[1:] = 0.0, 0.0
    plan = evaluate_trajectory(load_robot("generic-6r"), series, LIU)
    assert plan.condition_number == float("inf")
    assert plan.judgement.verdict is Verdict.NOT_MEASURABLE
