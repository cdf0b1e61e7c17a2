"""The problem that optimisers see: its limits, its values, its gradient, its exact judgement."""

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.errors import Infeasible
from core.excitation.optimisers.problem import RANDOM_USE, Problem
from core.excitation.settings import CriterionName, ExcitationSettings, TrajectoryKind
from core.robot.dynamics import regressor
from core.robot.library import load_robot

EC66 = load_robot("ec66")
NEAR_THE_FLOOR = ExcitationSettings(kind=TrajectoryKind.MODIFIED, start=(0.0, 0.3, 0.2, 0.1, 0.2, 0.3))


@pytest.fixture(scope="module")
def free():
    return Problem(EC66, ExcitationSettings(limits="liu", collision=False, torque=False))


@pytest.fixture(scope="module")
def confined():
    return Problem(EC66, NEAR_THE_FLOOR)


def test_random_motions_use_nine_tenths_of_every_joint(free):
    generator = np.random.default_rng(1)
    for _ in range(5):
        np.testing.assert_allclose(free.basis.furthest(free.random(generator)), RANDOM_USE)


def test_only_the_joints_beyond_their_limits_are_scaled(free):
    x = free.random(np.random.default_rng(2)).reshape(6, -1)
    far = x.copy()
    far[2] *= 5.0
    inside = free.inside(far.ravel()).reshape(6, -1)
    np.testing.assert_array_equal(np.delete(inside, 2, axis=0), np.delete(x, 2, axis=0))
    np.testing.assert_allclose(inside[2], x[2] / RANDOM_USE)


def test_the_value_is_the_condition_number_of_the_trajectory(free):
    x = free.random(np.random.default_rng(3))
    before = free.evaluations
    motion = free.basis.trajectory(x).evaluate(np.arange(200) * 0.1)
    base = find_base_parameters(EC66, rotor_inertia=False)
    rows = base.columns(regressor(EC66, motion.position, motion.velocity, motion.acceleration))
    assert free.value(x) == pytest.approx(np.linalg.cond(rows.reshape(-1, 36)), rel=1e-9)
    assert free.evaluations == before + 1


def test_the_condition_number_is_known_with_any_criterion(free):
    other = Problem(
        EC66,
        ExcitationSettings(limits="liu", collision=False, torque=False, criterion=CriterionName.LOGDET),
    )
    x = free.random(np.random.default_rng(3))
    assert other.condition_number(x, value=other.value(x)) == pytest.approx(free.value(x))


@pytest.mark.parametrize("weight", [0.3, 10.0])
def test_the_gradient_with_penalties_agrees_with_differences(confined, weight):
    x = confined.random(np.random.default_rng(4))
    _, gradient = confined.objective(x, sharpness=4.0, keep_out_weight=weight)
    assert confined.latest_penalty > 0.0
    direction = np.random.default_rng(5).normal(size=x.size)
    step = 1e-6 * direction

    def value(moved):
        return confined.objective(moved, sharpness=4.0, keep_out_weight=weight)[0]

    slope = (value(x + step) - value(x - step)) / 2e-6
    assert gradient @ direction == pytest.approx(slope, rel=2e-4)


def test_the_merit_adds_the_penalty_to_the_logarithm(confined):
    x = confined.random(np.random.default_rng(4))
    merit = confined.merit(x, keep_out_weight=2.0)
    assert merit == pytest.approx(np.log(confined.value(x)) + 2.0 * confined.penalty(x))


def test_a_motion_without_information_has_a_finite_merit(free):
    assert np.isinf(free.value(np.zeros(free.size)))
    assert np.isfinite(free.merit(np.zeros(free.size), keep_out_weight=1.0))


def test_limits_violated_between_grid_points_are_refused(free):
    x = free.random(np.random.default_rng(6))
    assert free.is_allowed(x)
    assert not free.is_allowed(1.2 * x)


def test_a_motion_through_the_floor_is_refused_and_a_small_one_is_not(confined):
    x = confined.random(np.random.default_rng(4))
    assert not confined.is_allowed(x)
    assert confined.is_allowed(0.01 * x)


def test_demands_that_cannot_be_met_are_named_at_once():
    with pytest.raises(Infeasible) as refused:
        Problem(EC66, ExcitationSettings(start=(9.0, 0.0, 0.0, 0.0, 0.0, 0.0), limits="liu", locked=(7,)))
    assert {"start-outside-limits", "no-such-joint"} <= {problem.code for problem in refused.value.problems}
