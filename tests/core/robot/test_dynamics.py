"""Torque, mass matrix and regressor against two independent programs and against each other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadRequest
from core.robot import _kernels
from core.robot.dynamics import inverse_dynamics, mass_matrix, regressor, rotor_inertia_columns
from core.robot.library import load_robot
from core.robot.model import Joint, RobotModel
from tests.core.robot.oracles import WITH_MASSES, MuJoCo, Pinocchio, motion, robots

TOLERANCE = 1e-9
"""Of the largest value."""


def assert_same(found, expected):
    assert found.shape == expected.shape
    assert np.max(np.abs(found - expected)) <= TOLERANCE * np.max(np.abs(expected))


def check_against_pinocchio(robot):
    pytest.importorskip("pinocchio")
    oracle, moves = Pinocchio(robot), motion(robot)
    assert_same(inverse_dynamics(robot, *moves), oracle.torque(*moves))
    assert_same(regressor(robot, *moves), oracle.regressor(*moves))
    assert_same(mass_matrix(robot, moves[0]), oracle.mass_matrix(moves[0]))


def check_against_mujoco(robot):
    moves = motion(robot)
    assert_same(inverse_dynamics(robot, *moves), MuJoCo(robot).torque(*moves))


@pytest.mark.parametrize("name", WITH_MASSES)
def test_shipped_robots_agree_with_pinocchio(name):
    check_against_pinocchio(load_robot(name))


@pytest.mark.parametrize("name", WITH_MASSES)
def test_shipped_robots_agree_with_mujoco(name):
    check_against_mujoco(load_robot(name))


@given(robots)
def test_any_chain_agrees_with_pinocchio(robot):
    check_against_pinocchio(robot)


@given(robots)
def test_any_chain_agrees_with_mujoco(robot):
    check_against_mujoco(robot)


@given(robots)
def test_torque_is_the_regressor_times_the_parameters(robot):
    moves = motion(robot)
    product = regressor(robot, *moves) @ robot.inertial_parameters.ravel()
    assert_same(inverse_dynamics(robot, *moves), product)


@given(robots)
def test_mass_matrix_is_symmetric_positive_definite_and_made_of_unit_accelerations(robot):
    q, _, _ = motion(robot, samples=4)
    matrix = mass_matrix(robot, q)
    assert np.array_equal(matrix, matrix.transpose(0, 2, 1))
    assert np.linalg.eigvalsh(matrix).min() > 0.0
    still = np.zeros_like(q)
    gravity = inverse_dynamics(robot, q, still, still)
    for joint in range(robot.joint_count):
        unit = still.copy()
        unit[:, joint] = 1.0
        column = inverse_dynamics(robot, q, still, unit) - gravity
        scale = max(np.abs(matrix).max(), np.abs(gravity).max())
        assert np.max(np.abs(column - matrix[:, :, joint])) <= TOLERANCE * scale


@given(robots, st.integers(0, 5))
def test_torque_turns_with_the_mounting(robot, seed):
    """Turning the base and gravity together changes nothing: only their relation counts."""
    turn = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    turn *= np.sign(np.linalg.det(turn))
    place = np.eye(4)
    place[:3, :3] = turn
    turned = RobotModel(
        "turned",
        robot.joints,
        base=place @ robot.base,
        gravity=turn @ robot.gravity,
        inertial_parameters=robot.inertial_parameters,
    )
    moves = motion(robot)
    assert_same(inverse_dynamics(turned, *moves), inverse_dynamics(robot, *moves))


@pytest.mark.parametrize("count", [1, 15, 16, 17, 40])
@pytest.mark.parametrize("turns", [0, 1_000, 10**20])
def test_angles_of_any_size_and_any_number_of_samples(count, turns):
    robot = load_robot("panda")
    q, v, a = np.random.default_rng(count).uniform(-2.0, 2.0, (3, count, robot.joint_count))
    q[count // 2] += 2.0 * np.pi * turns
    expected = inverse_dynamics(robot, q, v, a)
    found = regressor(robot, q, v, a) @ robot.inertial_parameters.ravel()
    np.testing.assert_allclose(found, expected, atol=1e-11)


def test_an_angle_that_is_no_number_spoils_its_sample_alone():
    robot = load_robot("panda")
    q, v, a = np.random.default_rng(1).uniform(-2.0, 2.0, (3, 20, robot.joint_count))
    expected = regressor(robot, q, v, a)
    q[3, 0] = np.nan
    found = regressor(robot, q, v, a)
    assert np.isnan(found[3, 1]).any()
    others = np.arange(20) != 3
    np.testing.assert_allclose(found[others], expected[others], atol=1e-12)


def test_output_array_is_filled_and_reusable():
    robot = load_robot("generic-6r")
    out = np.zeros((12, 6, 60))
    assert regressor(robot, *motion(robot, seed=1), out=out) is out
    again = motion(robot, seed=2)
    regressor(robot, *again, out=out)
    assert np.array_equal(out, regressor(robot, *again))


def test_rotor_inertia_adds_its_column():
    robot = load_robot("kr300")
    q, v, a = motion(robot)
    rotor = robot.rotor_inertia
    added = inverse_dynamics(robot, q, v, a, rotor_inertia=rotor) - inverse_dynamics(robot, q, v, a)
    np.testing.assert_allclose(added, rotor_inertia_columns(robot, a) @ rotor, rtol=1e-6, atol=1e-9)


def test_slices_and_other_number_types_are_accepted():
    robot = load_robot("szabo-3r")
    q, v, a = motion(robot)
    expected = inverse_dynamics(robot, q[::2], v[::2], a[::2])
    np.testing.assert_array_equal(
        inverse_dynamics(robot, np.asfortranarray(q)[::2], v[::2].copy(), a[::2]), expected
    )
    whole = inverse_dynamics(robot, np.ones((1, 3), dtype=int), v[:1], a[:1])
    assert np.array_equal(whole, inverse_dynamics(robot, np.ones((1, 3)), v[:1], a[:1]))


def test_read_only_arrays_need_no_other_kernel():
    robot = load_robot("szabo-3r")
    moves = motion(robot)
    expected = inverse_dynamics(robot, *moves)
    compiled = len(_kernels.inverse_dynamics.signatures)
    for array in moves:
        array.setflags(write=False)
    assert np.array_equal(inverse_dynamics(robot, *moves), expected)
    assert len(_kernels.inverse_dynamics.signatures) == compiled


def test_no_samples_give_no_rows():
    robot = load_robot("szabo-3r")
    nothing = np.zeros((0, 3))
    assert inverse_dynamics(robot, nothing, nothing, nothing).shape == (0, 3)
    assert regressor(robot, nothing, nothing, nothing).shape == (0, 3, 30)


@pytest.mark.parametrize(
    ("shapes", "code"),
    [
        (((4, 2), (4, 2), (4, 2)), "motion-shape"),
        (((4, 3), (5, 3), (4, 3)), "motion-shape"),
        (((3,), (3,), (3,)), "motion-shape"),
    ],
)
def test_arrays_of_wrong_shape_are_refused(shapes, code):
    with pytest.raises(BadRequest) as caught:
        inverse_dynamics(load_robot("szabo-3r"), *(np.zeros(shape) for shape in shapes))
    assert caught.value.code == code


def test_outputs_and_parameters_of_wrong_shape_are_refused():
    robot = load_robot("szabo-3r")
    moves = motion(robot)
    with pytest.raises(BadRequest, match="motion-shape"):
        regressor(robot, *moves, out=np.zeros((12, 3, 29)))
    with pytest.raises(BadRequest, match="parameters-shape"):
        inverse_dynamics(robot, *moves, parameters=np.zeros(29))
    with pytest.raises(BadRequest, match="parameters-shape"):
        inverse_dynamics(robot, *moves, rotor_inertia=np.zeros(2))


def test_an_arm_without_masses_needs_parameters():
    bare = RobotModel("bare", (Joint("only"),))
    row = np.zeros((1, 1))
    with pytest.raises(BadRequest) as caught:
        inverse_dynamics(bare, row, row, row)
    assert caught.value.code == "no-inertial-parameters"
    assert inverse_dynamics(bare, row, row, row, parameters=np.ones(10)).shape == (1, 1)
