"""Criteria of a motion: known answers, and what each is by definition."""

import numpy as np
import pytest

from core.errors import BadRequest
from core.excitation.criteria.criterion import (
    Criterion,
    CriterionName,
    ExcitationNumbers,
    FrictionColumns,
    criterion_numbers,
)
from core.excitation.trajectories.motion import Kinematics
from core.fields import from_fields, to_fields
from core.robot.dynamics import regressor
from core.robot.library import load_robot
from core.robot.model import Joint, JointKind, RobotModel
from tests.core import published_arms
from tests.core.excitation.judged_motions import FRICTION, WRIST, motion_of, published_motion

COND, BLOCK = CriterionName.COND, CriterionName.BLOCK


def rows_of(robot, motion, criterion, *, free=None):
    """Rows (N f, b) of the base regressor, the plain way."""
    standard = regressor(robot, motion.position, motion.velocity, motion.acceleration)
    kept = standard if free is None else standard[:, list(free)]
    return kept[:, :, criterion.base.independent].reshape(-1, criterion.base.count)


def parts_of(robot, motion):
    """The acceleration, velocity and position part of the regressor, which add up to it."""
    still = np.zeros_like(motion.position)
    position = regressor(robot, motion.position, still, still)
    acceleration = regressor(robot, motion.position, still, motion.acceleration) - position
    velocity = regressor(robot, motion.position, motion.velocity, still) - position
    whole = regressor(robot, motion.position, motion.velocity, motion.acceleration)
    np.testing.assert_allclose(acceleration + velocity + position, whole, atol=1e-9)
    return acceleration, velocity, position


# Known answers


@pytest.mark.parametrize(
    ("robot", "expected"),
    [
        (published_arms.ec66(), 135.91),
        (published_arms.ur10e(), 142.67),
        (published_arms.generic_6r(), 118.94),
    ],
)
def test_k2_the_condition_number_of_the_published_trajectory(robot, expected):
    criterion = Criterion(robot, name=COND)
    assert criterion.base.count == criterion.column_count == 36
    assert criterion.value(published_motion()) == pytest.approx(expected, abs=0.006)
    assert criterion_numbers(robot, published_motion()).condition_number == pytest.approx(expected, abs=0.006)


def test_k9_the_block_index_of_the_published_trajectory():
    robot = published_arms.generic_6r()
    block = criterion_numbers(robot, published_motion()).block
    assert block.columns == (36, 36, 33, 10)
    whole, acceleration, velocity, position = block.condition_numbers
    assert whole == pytest.approx(118.9, abs=0.05)
    assert acceleration == pytest.approx(5702.0, abs=0.5)
    assert velocity == pytest.approx(1033.0, abs=0.5)
    assert position == pytest.approx(6.9, abs=0.05)
    assert block.index == pytest.approx(206.0, abs=0.5)
    assert Criterion(robot, name=BLOCK).value(published_motion()) == pytest.approx(block.index, rel=1e-12)


# What each is by definition


@pytest.mark.parametrize("friction", FrictionColumns)
def test_numbers_are_what_they_are_called(friction):
    robot = load_robot("szabo-3r")
    motion = motion_of(robot)
    criterion = Criterion(robot, name=COND, friction=friction)
    rows = rows_of(robot, motion, criterion)
    if friction is FRICTION:
        one = np.eye(3)
        per_joint = [np.sign(motion.velocity), motion.velocity, np.ones_like(motion.velocity)]
        columns = np.stack([array[:, :, np.newaxis] * one for array in per_joint], axis=3)
        rows = np.hstack([rows, columns.reshape(rows.shape[0], 9)])
    assert criterion.column_count == rows.shape[1]
    gram = rows.T @ rows
    found = criterion_numbers(robot, motion, friction=friction)
    assert found.condition_number == pytest.approx(np.linalg.cond(rows), rel=1e-9)
    # [Szabo] eq. 20
    frobenius = np.linalg.norm(gram) * np.linalg.norm(np.linalg.inv(gram))
    assert found.frobenius == pytest.approx(frobenius, rel=1e-6)
    assert found.log_determinant == pytest.approx(np.linalg.slogdet(gram).logabsdet, rel=1e-9)
    values = [Criterion(robot, name=name, friction=friction).value(motion) for name in CriterionName]
    expected = [found.condition_number, found.frobenius, -found.log_determinant, found.block.index]
    assert values == pytest.approx(expected, rel=1e-12)


def test_the_block_index_is_made_of_its_parts():
    robot = load_robot("ec66")
    motion = motion_of(robot)
    block = criterion_numbers(robot, motion, friction=FRICTION).block
    conditions, spreads = [], []
    for part, count in zip(parts_of(robot, motion), block.columns[1:], strict=True):
        rows = part.reshape(-1, 60)
        kept = []
        for column in range(60):  # the first independent ones, by rank
            if np.linalg.matrix_rank(rows[:, [*kept, column]]) > len(kept):
                kept.append(column)
        assert len(kept) == count
        conditions.append(np.linalg.cond(rows[:, kept]))
        spreads.append(np.mean(np.var(rows[:, kept], axis=0)))
    weights = np.array(spreads) / np.sum(spreads)
    assert block.condition_numbers[1:] == pytest.approx(conditions, rel=1e-9)
    assert block.weights == pytest.approx(weights, rel=1e-9)
    whole = Criterion(robot, name=COND).value(motion)
    assert block.index == pytest.approx(whole + weights @ conditions, rel=1e-9)


def test_a_part_that_an_arm_does_not_have_has_no_columns_and_no_weight():
    """Three slides at right angles: nothing depends on speed."""
    joints = [
        Joint(name, JointKind.PRISMATIC, alpha=alpha)
        for name, alpha in (("x", 0.0), ("y", np.pi / 2), ("z", np.pi / 2))
    ]
    portal = RobotModel("portal", tuple(joints))
    motion = motion_of(portal)
    block = criterion_numbers(portal, motion).block
    assert block.columns[2] == 0
    assert block.condition_numbers[2] == 1.0
    assert block.weights[1] == 0.0
    assert sum(block.weights) == pytest.approx(1.0)
    value, gradient = Criterion(portal, name=BLOCK).objective(motion, sharpness=64.0)
    assert np.exp(value) == pytest.approx(block.index, rel=0.1)
    assert np.all(np.isfinite(gradient.acceleration))


@pytest.mark.parametrize("name", CriterionName)
def test_a_motion_that_hides_parameters_is_worth_nothing(name):
    robot = load_robot("generic-6r")
    full = published_motion()
    still = np.zeros_like(full.position)
    stuck = np.where(np.arange(6) == 0, 1.0, 0.0)  # only the first joint turns
    for lame in (
        Kinematics(still, still, still),
        Kinematics(full.position * stuck, full.velocity * stuck, full.acceleration * stuck),
        Kinematics(full.position[:3], full.velocity[:3], full.acceleration[:3]),
    ):
        criterion = Criterion(robot, name=name)
        assert criterion.value(lame) == np.inf
        value, gradient = criterion.objective(lame, sharpness=4.0)
        assert np.isfinite(value)
        for array in (gradient.position, gradient.velocity, gradient.acceleration):
            assert np.all(np.isfinite(array))


# Locked joints


def test_locked_joints_take_no_part():
    """A motion of three axes is judged by the rows of these, on the base that is left."""
    robot = load_robot("generic-6r")
    held = np.array([0.0, 0.0, 0.0, 0.4, -0.8, 0.3])
    motion = motion_of(robot, locked=WRIST, held=held)
    locked = Criterion(robot, name=COND, locked=WRIST, held=held)
    assert locked.base.count == 15
    rows = rows_of(robot, motion, locked, free=(0, 1, 2))
    assert locked.value(motion) == pytest.approx(np.linalg.cond(rows), rel=1e-9)
    found = criterion_numbers(robot, motion, locked=WRIST, held=held)
    assert found.log_determinant == pytest.approx(np.linalg.slogdet(rows.T @ rows).logabsdet, rel=1e-9)
    ranks = [np.linalg.matrix_rank(part[:, :3].reshape(-1, 60)) for part in parts_of(robot, motion)]
    assert list(found.block.columns) == [15, *ranks]


def test_torques_that_only_hold_a_locked_joint_are_not_counted():
    """They would tell the wrist's masses, had its stiction not hidden them."""
    robot = load_robot("generic-6r")
    motion = motion_of(robot, locked=WRIST)
    with_them = Criterion(robot, name=COND)
    assert with_them.base.count == 36
    assert with_them.value(motion) < np.inf
    rows = rows_of(robot, motion, with_them, free=(0, 1, 2))
    assert np.linalg.matrix_rank(rows) == Criterion(robot, name=COND, locked=WRIST).base.count


def test_friction_columns_of_locked_joints_are_left_out():
    criterion = Criterion(load_robot("generic-6r"), name=COND, friction=FRICTION, locked=WRIST)
    assert criterion.column_count == 15 + 9


# Noise


def test_rows_are_divided_by_the_noise():
    robot = load_robot("szabo-3r")
    motion = motion_of(robot)
    noise = np.array([0.5, 0.3, 2.0])
    criterion = Criterion(robot, name=COND, noise=noise)
    rows = rows_of(robot, motion, criterion).reshape(-1, 3, criterion.base.count)
    divided = (rows / noise[:, np.newaxis]).reshape(-1, criterion.base.count)
    assert criterion.value(motion) == pytest.approx(np.linalg.cond(divided), rel=1e-9)


@pytest.mark.parametrize("friction", FrictionColumns)
def test_a_covariance_weights_as_its_root_does(friction):
    robot = load_robot("szabo-3r")
    motion = motion_of(robot)
    covariance = np.array([[0.5, 0.2, 0.1], [0.2, 0.3, 0.0], [0.1, 0.0, 2.0]])
    by_cholesky = np.linalg.inv(np.linalg.cholesky(covariance))
    criterion = Criterion(robot, name=COND, friction=friction, noise=covariance)
    rows = rows_of(robot, motion, criterion).reshape(-1, 3, criterion.base.count)
    if friction is FRICTION:
        own = np.zeros((rows.shape[0], 3, 3, 3))
        for joint in range(3):
            speed = motion.velocity[:, joint]
            own[:, joint, joint] = np.stack([np.sign(speed), speed, np.ones_like(speed)], axis=1)
        rows = np.concatenate([rows, own.reshape(-1, 3, 9)], axis=2)
    weighted = (by_cholesky @ rows).reshape(-1, rows.shape[2])
    assert criterion.value(motion) == pytest.approx(np.linalg.cond(weighted), rel=1e-9)


def test_standard_deviations_are_a_covariance_without_cross_terms():
    robot, noise = load_robot("szabo-3r"), np.array([0.5, 0.3, 2.0])
    one = criterion_numbers(robot, motion_of(robot), noise=noise)
    other = criterion_numbers(robot, motion_of(robot), noise=np.diag(noise**2))
    assert one.block.index == pytest.approx(other.block.index, rel=1e-12)
    assert one.log_determinant == pytest.approx(other.log_determinant, rel=1e-12)


def test_noise_of_locked_joints_does_not_count():
    robot = load_robot("szabo-3r")
    motion = motion_of(robot, locked=(2,))
    values = [
        Criterion(robot, name=COND, locked=(2,), noise=np.array([1.0, 2.0, last])).value(motion)
        for last in (1.0, 50.0)
    ]
    assert values[0] == pytest.approx(values[1], rel=1e-12)


# Words and refusals


def test_the_convention_is_said():
    robot = load_robot("generic-6r")
    assert Criterion(robot, name=COND).convention == (
        "36 columns: first independent columns, link by link in the order m, mx … Izz, "
        "at the modified-DH link frames; unscaled SI columns; no friction columns"
    )
    everything = Criterion(robot, name=COND, friction=FRICTION, locked=WRIST, noise=np.ones(6)).convention
    assert everything.startswith("15 columns: ")
    assert "9 friction columns more: sign(v), v, 1 of each moving joint" in everything
    assert "without the rows of locked joints 4, 5, 6" in everything
    assert "rows weighted with the torque's noise" in everything
    assert "no friction columns" in Criterion(robot, name=BLOCK, friction=FRICTION).convention


def test_numbers_can_be_stored():
    robot = load_robot("szabo-3r")
    found = criterion_numbers(robot, motion_of(robot))
    assert from_fields(ExcitationNumbers, to_fields(found)) == found


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("locked-joint", {"locked": (3,)}),
        ("nothing-free", {"locked": (0, 1, 2)}),
        ("motion-shape", {"locked": (0,), "held": np.zeros(2)}),
        ("torque-noise", {"noise": np.ones(2)}),
        ("torque-noise", {"noise": np.array([1.0, 0.0, 1.0])}),
        ("torque-noise", {"noise": np.array([1.0, -1.0, 1.0])}),
        ("torque-noise", {"noise": np.array([1.0, np.nan, 1.0])}),
        ("torque-noise", {"noise": np.ones((3, 3))}),
    ],
)
def test_refusals(code, how):
    with pytest.raises(BadRequest) as caught:
        Criterion(load_robot("szabo-3r"), name=COND, **how)
    assert caught.value.code == code
