"""The regressor's gradient against differences and another program's derivatives."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadRequest
from core.robot import _reverse_kernels
from core.robot.dynamics import regressor, regressor_gradient
from core.robot.library import load_robot
from tests.core.robot.oracles import WITH_MASSES, Pinocchio, motion, robots

SAMPLES = 5
TURN_STEP = 1e-4
"""Of positions. The regressor is a polynomial of degree 2 in velocities and 1 in accelerations, so
central differences of any step are exact there."""


def random_weights(robot, *, samples=SAMPLES, seed=0):
    joints = robot.joint_count
    return np.random.default_rng(seed).normal(size=(samples, joints, 10 * joints))


def by_differences(robot, moves, weights, *, kind, step):
    """Derivatives (N, n), by a five-point formula, in one of positions, velocities, accelerations."""
    found = np.empty(moves[0].shape)
    for joint in range(robot.joint_count):
        total = 0.0
        for share, times in ((8.0, 1.0), (-8.0, -1.0), (-1.0, 2.0), (1.0, -2.0)):
            moved = [array.copy() for array in moves]
            moved[kind][:, joint] += times * step
            total += share * np.sum(weights * regressor(robot, *moved), axis=(1, 2))
        found[:, joint] = total / (12.0 * step)
    return found


def assert_close(found, expected, *, share, size):
    assert np.max(np.abs(found - expected)) <= share * max(size, np.max(np.abs(expected)))


@given(robots, st.integers(0, 2**32 - 1))
def test_any_chain_agrees_with_differences(robot, seed):
    moves, weights = motion(robot, samples=SAMPLES, seed=seed), random_weights(robot, seed=seed)
    size = np.max(np.abs(np.sum(weights * regressor(robot, *moves), axis=(1, 2))))
    gradient = regressor_gradient(robot, *moves, weights)
    steps = (TURN_STEP, 1.0, 1.0)
    for kind, (found, step) in enumerate(zip(gradient, steps, strict=True)):
        expected = by_differences(robot, moves, weights, kind=kind, step=step)
        assert_close(found, expected, share=1e-8 if kind == 0 else 1e-10, size=size)


def check_against_pinocchio(robot):
    """Weights that are a vector times the parameters make it the derivative of the torque."""
    pytest.importorskip("pinocchio")
    oracle, moves = Pinocchio(robot), motion(robot, samples=SAMPLES)
    along = np.random.default_rng(3).normal(size=(SAMPLES, robot.joint_count))
    expected = np.zeros((3, *along.shape))
    for sample, (q, v, a) in enumerate(zip(*moves, strict=True)):
        by_q, by_v, inertia = oracle.pin.computeRNEADerivatives(oracle.model, oracle.data, q, v, a)
        full = np.triu(inertia) + np.triu(inertia, 1).T
        expected[:, sample] = along[sample] @ by_q, along[sample] @ by_v, along[sample] @ full
    weights = along[:, :, np.newaxis] * robot.inertial_parameters.ravel()
    for found, wanted in zip(regressor_gradient(robot, *moves, weights), expected, strict=True):
        assert_close(found, wanted, share=1e-9, size=np.max(np.abs(expected)))


@pytest.mark.parametrize("name", WITH_MASSES)
def test_shipped_robots_agree_with_pinocchio(name):
    check_against_pinocchio(load_robot(name))


@given(robots)
def test_any_chain_agrees_with_pinocchio(robot):
    check_against_pinocchio(robot)


def test_samples_are_independent():
    robot = load_robot("generic-6r")
    moves, weights = motion(robot, samples=SAMPLES), random_weights(robot)
    together = regressor_gradient(robot, *moves, weights)
    for sample in range(SAMPLES):
        alone = regressor_gradient(
            robot, *(array[sample : sample + 1] for array in moves), weights[sample : sample + 1]
        )
        for found, whole in zip(alone, together, strict=True):
            assert np.array_equal(found[0], whole[sample])


def test_output_arrays_are_overwritten():
    robot = load_robot("szabo-3r")
    moves, weights = motion(robot, samples=SAMPLES), random_weights(robot)
    out = tuple(np.full((SAMPLES, 3), np.nan) for _ in range(3))
    assert regressor_gradient(robot, *moves, weights, out=out) is out
    for found, expected in zip(out, regressor_gradient(robot, *moves, weights), strict=True):
        assert np.array_equal(found, expected)


def test_read_only_arrays_and_slices_need_no_other_kernel():
    robot = load_robot("szabo-3r")
    moves, weights = motion(robot, samples=2 * SAMPLES), random_weights(robot, samples=2 * SAMPLES)
    every_other = [array[::2].copy() for array in (*moves, weights)]
    expected = regressor_gradient(robot, *every_other)
    compiled = len(_reverse_kernels.regressor_gradient.signatures)
    for array in (*moves, weights):
        array.setflags(write=False)
    found = regressor_gradient(robot, *(array[::2] for array in moves), weights[::2])
    assert np.array_equal(found, expected)
    assert len(_reverse_kernels.regressor_gradient.signatures) == compiled


def test_no_samples_give_no_rows():
    nothing = np.zeros((0, 3))
    found = regressor_gradient(load_robot("szabo-3r"), nothing, nothing, nothing, np.zeros((0, 3, 30)))
    assert [array.shape for array in found] == [(0, 3)] * 3


@pytest.mark.parametrize(
    ("weights", "out"),
    [((4, 3, 29), (4, 3)), ((4, 30), (4, 3)), ((5, 3, 30), (4, 3)), ((4, 3, 30), (4, 2))],
)
def test_arrays_of_wrong_shape_are_refused(weights, out):
    robot = load_robot("szabo-3r")
    with pytest.raises(BadRequest) as caught:
        regressor_gradient(
            robot,
            *motion(robot, samples=4),
            np.zeros(weights),
            out=(np.empty((4, 3)), np.empty(out), np.empty((4, 3))),
        )
    assert caught.value.code == "motion-shape"
