"""The descent inside linear limits, on problems whose solution is known."""

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, minimize

from core.excitation.basis import Basis
from core.excitation.limits.limit_sets import named_limits
from core.excitation.optimisers.barrier import Descent, Stage
from core.excitation.settings import TrajectoryKind
from core.robot.library import load_robot

STAGES = tuple(
    Stage(sharpness=1.0, barrier=barrier, keep_out_weight=0.0, steps=60) for barrier in (1e-2, 1e-4, 1e-6)
)


@pytest.fixture(scope="module")
def basis():
    robot = load_robot("szabo-3r")
    start = np.zeros(robot.joint_count)
    limits = named_limits("robot", robot, start=start)
    time = np.arange(200) * 0.1
    return Basis(TrajectoryKind.FOURIER, start=start, period_s=20.0, harmonics=3, limits=limits, time=time)


def quadratic(target, seen=None):
    weights = np.linspace(100.0, 600.0, target.size)

    def objective(x, stage):
        if seen is not None:
            seen.append(x)
        away = x - target
        return 0.5 * float(weights @ away**2), weights * away

    return objective


def test_a_minimum_inside_the_constraints_is_found(basis):
    target = np.random.default_rng(0).normal(size=basis.size)
    target *= 0.5 / basis.furthest(target).max()
    end = Descent(basis, quadratic(target), np.zeros(basis.size)).run(STAGES)
    np.testing.assert_allclose(end, target, atol=1e-4)


def test_constrained_minimum_agrees_with_another_solver(basis):
    target = np.random.default_rng(1).normal(size=basis.size)
    target *= 2.0 / basis.furthest(target).min()
    objective = quadratic(target)
    end = Descent(basis, objective, np.zeros(basis.size)).run(STAGES)
    lines = [
        LinearConstraint(
            np.hstack([rows if joint == own else np.zeros_like(rows) for own in range(len(basis.free))]),
            basis.lower[joint],
            basis.upper[joint],
        )
        for joint, rows in enumerate(basis.rows)
    ]
    known = minimize(
        lambda x: objective(x, None), np.zeros(basis.size), jac=True, method="SLSQP", constraints=lines
    )
    assert known.success
    assert objective(end, None)[0] == pytest.approx(known.fun, rel=1e-3)
    np.testing.assert_allclose(end, known.x, atol=2e-2 * np.abs(known.x).max())


def test_every_evaluated_point_is_strictly_feasible(basis):
    seen = []
    target = 10.0 * np.random.default_rng(2).normal(size=basis.size)
    Descent(basis, quadratic(target, seen), np.zeros(basis.size)).run(STAGES)
    assert len(seen) > 20
    assert max(basis.furthest(x).max() for x in seen) < 1.0


def test_indefinite_curvature_is_reset(basis):
    target = np.random.default_rng(3).normal(size=basis.size)
    target *= 0.5 / basis.furthest(target).max()
    descent = Descent(basis, quadratic(target), np.zeros(basis.size))
    descent._curvature = -1e6 * np.eye(basis.size)
    np.testing.assert_allclose(descent.run(STAGES), target, atol=1e-4)
