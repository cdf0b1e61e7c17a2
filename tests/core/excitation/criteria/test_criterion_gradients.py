"""The gradients of all criteria against differences, and that no buffer remembers."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.excitation.criteria.criterion import Criterion, CriterionName, FrictionColumns, criterion_numbers
from core.excitation.criteria.friction_columns import BLEND_SPEED
from core.excitation.trajectories.motion import Kinematics
from core.robot.library import load_robot
from core.robot.model import Joint, JointKind, RobotModel
from tests.core.excitation.judged_motions import FRICTION, WRIST, motion_of, published_motion
from tests.core.robot.oracles import robots

COND, BLOCK = CriterionName.COND, CriterionName.BLOCK


def along(motion, direction, step):
    return Kinematics(
        motion.position + step * direction.position,
        motion.velocity + step * direction.velocity,
        motion.acceleration + step * direction.acceleration,
    )


def slopes(criterion, motion, *, sharpness, seed):
    """Slopes of the objective along random directions in q, v, a: by the gradient and by differences."""
    random = np.random.default_rng(seed)
    _, gradient = criterion.objective(motion, sharpness=sharpness)
    zero = np.zeros_like(motion.position)
    for kind, array in enumerate((gradient.position, gradient.velocity, gradient.acceleration)):
        direction = random.normal(size=array.shape)
        way = Kinematics(*(direction if number == kind else zero for number in range(3)))
        step = 1e-4
        ahead, behind, far, back = (
            criterion.objective(along(motion, way, times * step), sharpness=sharpness)[0]
            for times in (1.0, -1.0, 2.0, -2.0)
        )
        size = np.linalg.norm(array) * np.linalg.norm(direction)
        yield np.sum(array * direction), (8.0 * (ahead - behind) - (far - back)) / (12.0 * step), size


def check_gradient(criterion, motion, *, sharpness=4.0, seed=0, share=1e-5):
    for found, expected, size in slopes(criterion, motion, sharpness=sharpness, seed=seed):
        assert abs(found - expected) <= share * max(size, 1.0)


@pytest.mark.parametrize("friction", FrictionColumns)
@pytest.mark.parametrize("name", CriterionName)
@settings(max_examples=12)
@given(robot=robots, seed=st.integers(0, 2**32 - 1), sharpness=st.sampled_from([2.0, 4.0, 16.0]))
def test_gradients_of_any_chain(name, friction, robot, seed, sharpness):
    """Sliding joints, any mounting; the noise of the differences grows with the condition number."""
    motion = motion_of(robot, seed=seed)
    found = criterion_numbers(robot, motion, friction=friction)
    parts = found.block.condition_numbers if name is BLOCK else ()
    assume(max(found.condition_number, *parts, 1.0) < 3000.0)
    check_gradient(Criterion(robot, name=name, friction=friction), motion, sharpness=sharpness, seed=seed)


@pytest.mark.parametrize("name", CriterionName)
def test_gradients_with_locked_joints_and_noise(name):
    robot = load_robot("generic-6r")
    covariance = np.diag([4.0, 3.0, 2.0, 1.0, 1.0, 1.0]) + 0.3
    motion = motion_of(robot, locked=WRIST)
    criterion = Criterion(robot, name=name, friction=FRICTION, locked=WRIST, noise=covariance)
    check_gradient(criterion, motion)


@pytest.mark.parametrize("name", CriterionName)
def test_gradients_at_the_published_trajectory(name):
    check_gradient(Criterion(load_robot("ur10e"), name=name), published_motion())


def test_the_smooth_condition_number_comes_from_above():
    criterion = Criterion(load_robot("generic-6r"), name=COND)
    motion = published_motion()
    exact = np.log(criterion.value(motion))
    gaps = [criterion.objective(motion, sharpness=sharp)[0] - exact for sharp in (1.0, 4.0, 16.0, 256.0)]
    assert gaps[0] > gaps[1] > gaps[2] > gaps[3] >= -1e-9
    assert gaps[3] < 0.01


@pytest.mark.parametrize("name", CriterionName)
def test_the_value_comes_with_the_objective(name):
    criterion = Criterion(load_robot("generic-6r"), name=name)
    assert np.isnan(criterion.latest_value)
    criterion.objective(published_motion(), sharpness=4.0)
    assert criterion.latest_value == pytest.approx(criterion.value(published_motion()), rel=1e-7)


def test_the_sign_of_a_velocity_is_exact_in_the_value_and_smooth_in_the_objective():
    robot = load_robot("szabo-3r")
    fast, slow = motion_of(robot), motion_of(robot)
    fast = Kinematics(
        fast.position, fast.velocity + 40.0 * BLEND_SPEED * np.sign(fast.velocity), fast.acceleration
    )
    slow = Kinematics(slow.position, slow.velocity * 0.2 * BLEND_SPEED, slow.acceleration)
    criterion = Criterion(robot, name=COND, friction=FRICTION)
    for motion, same in ((fast, True), (slow, False)):
        criterion.objective(motion, sharpness=4.0)
        assert (abs(criterion.latest_value / criterion.value(motion) - 1.0) < 1e-6) is same


def test_round_off_at_rest_has_no_direction():
    robot = load_robot("szabo-3r")
    motion = motion_of(robot)
    motion.velocity[0] = 0.0
    criterion = Criterion(robot, name=COND, friction=FRICTION)
    at_rest = criterion.value(motion)
    motion.velocity[0] = [1e-16, -1e-16, 1e-15]
    assert criterion.value(motion) == pytest.approx(at_rest, rel=1e-12)


def quill():
    """A joint about a level axis that carries a slide along it: only acceleration tells m_2 from mx_1."""
    joints = (Joint("turn", alpha=np.pi / 2), Joint("slide", JointKind.PRISMATIC, a=0.5))
    return RobotModel("quill", joints)


@pytest.mark.parametrize("robot", [load_robot("generic-6r"), quill()], ids=lambda robot: robot.name)
@pytest.mark.parametrize("friction", FrictionColumns)
@pytest.mark.parametrize("name", CriterionName)
def test_nothing_is_left_of_the_motion_before(name, friction, robot):
    motions = [motion_of(robot, samples=samples, seed=seed) for samples, seed in ((40, 1), (40, 2), (30, 3))]
    used = Criterion(robot, name=name, friction=friction)
    kept = [used.objective(motion, sharpness=4.0) for motion in motions]
    for motion, (value, gradient) in zip(motions, kept, strict=True):
        fresh, wanted = Criterion(robot, name=name, friction=friction).objective(motion, sharpness=4.0)
        assert value == fresh
        assert np.array_equal(gradient.position, wanted.position)
        assert np.array_equal(gradient.velocity, wanted.velocity)
        assert np.array_equal(gradient.acceleration, wanted.acceleration)
