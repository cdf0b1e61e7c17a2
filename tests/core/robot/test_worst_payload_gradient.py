"""The gradient of the worst torque against differences, on arms that turn, slide, and are held up by gas."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest
from core.robot.gravity_compensator import SpringCompensator, compensator_slope, compensator_torque
from core.robot.library import load_robot
from core.robot.model import AssumedPayload
from core.robot.worst_payload import worst_motor_torque, worst_payload, worst_torque_gradient
from tests.core.robot.oracles import robots

STEP = 1e-6


def check(robot, payload, *, seed):
    """Derivative along a random direction, sample by sample, away from where a torque changes its sign."""
    random = np.random.default_rng(seed)
    shape = (12, robot.joint_count)
    motion, way = random.normal(size=(3, *shape)), random.normal(size=(3, *shape))
    weights = random.normal(size=shape)

    def weighted(step):
        q, v, a = motion + step * way
        return weights * worst_motor_torque(robot, q, v, a, payload=payload)

    expected = (weighted(STEP) - weighted(-STEP)) / (2.0 * STEP)
    bent = np.abs(weighted(STEP) + weighted(-STEP) - 2.0 * weighted(0.0)) > 1e-6 * np.abs(expected).max()
    rows = ~bent.any(axis=1)
    parts = worst_torque_gradient(robot, *motion, payload=payload, weights=weights)
    found = sum((part * direction).sum(axis=1) for part, direction in zip(parts, way, strict=True))
    scale = np.abs(expected).max()
    np.testing.assert_allclose(found[rows], expected.sum(axis=1)[rows], atol=1e-5 * scale)
    return int(rows.sum())


@pytest.mark.parametrize("name", ["ec66", "ur10e", "panda", "kr300", "tx40"])
def test_gradient_of_shipped_arms_agrees_with_differences(name):
    robot = load_robot(name)
    checked = sum(check(robot, worst_payload(robot), seed=seed) for seed in range(5))
    assert checked > 30


@settings(max_examples=40, deadline=None)
@given(robots, st.integers(0, 10_000), st.floats(0.0, 0.5), st.floats(0.0, 20.0))
def test_gradient_of_any_arm_agrees_with_differences(robot, seed, distance, mass):
    check(robot, AssumedPayload(mass, distance), seed=seed)


def test_an_arm_without_masses_has_no_torque():
    robot, still = load_robot("szabo-3r"), np.zeros((1, 3))
    with pytest.raises(BadRequest, match="no-inertial-parameters"):
        worst_torque_gradient(
            replace(robot, inertial_parameters=None),
            still,
            still,
            still,
            payload=AssumedPayload(1.0, 0.1),
            weights=still,
        )


def test_gradient_of_springs_and_cylinders_agrees_with_differences():
    compensators = (*load_robot("kr300").compensators, SpringCompensator(2, 300.0, 0.4))
    q = np.random.default_rng(0).uniform(-2.0, 1.0, size=(50, 6))
    ahead, behind = (compensator_torque(compensators, q + step) for step in (STEP, -STEP))
    slope = compensator_slope(compensators, q)
    np.testing.assert_allclose(slope, (ahead - behind) / (2.0 * STEP), rtol=1e-6, atol=1e-4)
    assert np.all(slope[:, 1] != 0.0)
    assert not slope[:, [0, 3, 4, 5]].any()
