"""Standard deviations of the parameters of [Szabo]'s arm from a planned motion (known answer K6)."""

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.estimation import InMemoryRows, LeastSquares, WeightedLeastSquares
from core.excitation.optimisers.problem import Problem
from core.excitation.plan import plan_excitation
from core.excitation.settings import ExcitationSettings
from core.excitation.unplanned_motions import random_motion
from core.friction.form import JointMotion
from core.friction.models import FORMS, FrictionKind
from core.robot.dynamics import regressor
from core.robot.library import load_robot

ROBOT = load_robot("szabo-3r")
NOISE = np.array([0.5, 0.3, 0.7])
"""N·m, of the three joints' torque."""
SETTINGS = ExcitationSettings(collision=False, torque=False, evaluations=2000)
DRAWS = 4000


@pytest.fixture(scope="module")
def planned():
    return columns_of(plan_excitation(ROBOT, SETTINGS).trajectory)


def drawn_motion(seed):
    """One random motion within the same limits, the first that comes."""
    problem = Problem(ROBOT, SETTINGS)
    return problem.basis.trajectory(problem.random(np.random.default_rng(seed)))


def chosen_motion(seed):
    """The best of forty random motions, which is what the arm sways by when nothing was planned."""
    return random_motion(ROBOT, start=np.zeros(3), generator=np.random.default_rng(seed), limit_use=1.0)


def columns_of(trajectory):
    """(200, 3, 24): 15 inertial columns and three of friction per joint."""
    motion = trajectory.evaluate(np.arange(200) * 0.1)
    base = find_base_parameters(ROBOT, rotor_inertia=False)
    inertial = base.columns(regressor(ROBOT, motion.position, motion.velocity, motion.acceleration))
    form = FORMS[FrictionKind.STRIBECK]
    friction = np.zeros((200, 3, 9))
    still = np.zeros(200)
    for joint in range(3):
        of_joint = form.columns(JointMotion(motion.velocity[:, joint], still, still), form.shape_start)
        friction[:, joint, 3 * joint : 3 * joint + 3] = np.transpose(of_joint)
    return np.concatenate([inertial, friction], axis=2)


def deviations(columns):
    """Standard deviations (24,) of ordinary and of weighted least squares, by the true noise."""
    rows, sigma = columns.reshape(-1, 24), np.tile(NOISE, 200)
    plain = np.linalg.pinv(rows)
    ordinary = np.sqrt(((plain * sigma) ** 2).sum(axis=1))
    weighted = np.sqrt(np.diag(np.linalg.inv((rows / sigma[:, None]).T @ (rows / sigma[:, None]))))
    return ordinary, weighted


def test_the_arm_has_24_base_parameters(planned):
    assert planned.shape == (200, 3, 24)
    assert np.linalg.matrix_rank(planned.reshape(-1, 24)) == 24


def test_weighting_lowers_every_standard_deviation(planned):
    ordinary, weighted = deviations(planned)
    assert np.all(weighted <= ordinary * (1.0 + 1e-9))
    assert np.mean(weighted / ordinary) < 0.97


def test_closed_form_std_matches_repeated_measurements(planned):
    rows, sigma = planned.reshape(-1, 24), np.tile(NOISE, 200)
    drawn = sigma[:, None] * np.random.default_rng(1).normal(size=(600, DRAWS))
    ordinary, weighted = deviations(planned)
    by_plain = np.linalg.lstsq(rows, drawn, rcond=None)[0].std(axis=1)
    by_weights = np.linalg.lstsq(rows / sigma[:, None], drawn / sigma[:, None], rcond=None)[0].std(axis=1)
    np.testing.assert_allclose(by_plain, ordinary, rtol=0.05)
    np.testing.assert_allclose(by_weights, weighted, rtol=0.05)


@pytest.mark.parametrize(("estimator", "which"), [(LeastSquares(), 0), (WeightedLeastSquares(), 1)])
def test_estimators_scatter_matches_the_closed_form(planned, estimator, which):
    """Ours find the weights themselves, from the residual."""
    random = np.random.default_rng(2)
    names = tuple(f"parameter {number}" for number in range(24))
    found = [
        estimator.fit(
            InMemoryRows(planned, NOISE * random.normal(size=(200, 3)), names, np.arange(200) // 10)
        ).estimate
        for _ in range(80)
    ]
    ratio = np.std(found, axis=0) / deviations(planned)[which]
    assert np.sqrt(np.mean(ratio**2)) == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize(("motion_of", "at_most"), [(drawn_motion, 0.7), (chosen_motion, 0.95)])
def test_a_planned_motion_beats_a_random_one(planned, motion_of, at_most):
    """Side by side within the same limits, every inertial parameter counted the same."""
    of_planned = deviations(planned)[1][:15]
    ratios = [
        np.log(of_planned / deviations(columns_of(motion_of(seed)))[1][:15]).mean() for seed in range(7)
    ]
    assert np.exp(np.median(ratios)) < at_most
