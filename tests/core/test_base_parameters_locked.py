"""The base of the motion that is left when joints are locked, and of a part of the regressor."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base_parameters import (
    Route,
    find_base_parameters,
    independent_columns,
    standard_regressor,
)
from core.errors import BadRequest
from core.robot.dynamics import regressor
from core.robot.model import Joint, JointKind, RobotModel
from tests.core.published_arms import arm, generic_6r
from tests.core.test_base_parameters import random_arm


def planar():
    return arm("planar", a=[0, 0.6], alpha=[np.pi / 2, 0], d=[0, 0])


def test_two_links_with_a_stiff_elbow_are_one_pendulum():
    base = find_base_parameters(planar(), locked=(1,), held=np.array([0.0, np.pi / 2]))
    assert base.expressions == (
        "mx_1 + 0.6·m_2 − my_2",
        "my_1 + mx_2",
        "Izz_1 + 0.36·m_2 − 1.2·my_2 + Izz_2 + Ia_1",
    )
    assert "Ia_2" in base.unobservable


def test_the_locked_position_changes_groups_but_not_their_count():
    straight = find_base_parameters(planar(), locked=(1,))
    bent = find_base_parameters(planar(), locked=(1,), held=np.array([0.0, 1.0]))
    assert straight.count == bent.count == 3
    assert np.abs(straight.grouping - bent.grouping).max() > 0.1


def test_the_locked_position_of_a_free_joint_is_ignored():
    arm_6r = generic_6r()
    one = find_base_parameters(arm_6r, locked=(4,), held=np.zeros(6))
    other = find_base_parameters(arm_6r, locked=(4,), held=np.array([1.0, 2.0, 3.0, 1.0, 0.0, 1.0]))
    assert np.array_equal(one.independent, other.independent)
    np.testing.assert_allclose(one.grouping, other.grouping, atol=1e-9)


def test_a_stiff_shoulder_leaves_the_rows_of_the_elbow_alone():
    base = find_base_parameters(planar(), locked=(0,), rotor_inertia=False)
    assert base.expressions == ("mx_2", "my_2", "Izz_2")


def test_three_free_axes_of_six_have_15_parameters():
    """Of the locked wrist only the part that acts as a load on link 3 is left."""
    base = find_base_parameters(generic_6r(), locked=(3, 4, 5), rotor_inertia=False)
    assert base.count == 15
    assert base.independent.max() < 30


@pytest.mark.parametrize("route", Route)
def test_a_slide_that_is_held_far_out_counts_for_the_size_of_the_arm(route):
    """Its mass at 3 m has an inertia that is large beside the arm's own length of 1 cm."""
    slide = Joint(name="slide", kind=JointKind.PRISMATIC, a=0.0, alpha=1.0, d=0.01)
    turns = (
        Joint(name=f"joint {i}", a=0.0, alpha=angle, d=0.0) for i, angle in enumerate([0.0, 0.0, np.pi / 2])
    )
    robot = RobotModel(name="crane", joints=(*turns, slide))
    held = np.array([0.3, -1.0, 2.0, 3.0])
    rng = np.random.default_rng(0)
    q, v, a = rng.uniform(-3.0, 3.0, (3, 50, 4))
    q[:, 1:], v[:, 1:], a[:, 1:] = held[1:], 0.0, 0.0
    rows = standard_regressor(robot, q, v, a, rotor_inertia=True)[:, :1]
    parameters = rng.uniform(-1.0, 1.0, rows.shape[2])
    base = find_base_parameters(robot, locked=(1, 2, 3), held=held, route=route)
    torque = rows @ parameters
    assert np.allclose(base.columns(rows) @ base.values(parameters), torque, rtol=0.0, atol=1e-9)


@settings(max_examples=15)
@given(robot=random_arm(), route=st.sampled_from(Route), seed=st.integers(0, 1000), data=st.data())
def test_every_torque_of_the_free_joints_is_kept(robot, route, seed, data):
    joints = robot.joint_count
    free = data.draw(st.sets(st.integers(0, joints - 1), min_size=1))
    locked = tuple(joint for joint in range(joints) if joint not in free)
    rng = np.random.default_rng(seed)
    q, v, a = rng.uniform(-3.0, 3.0, (3, 50, joints))
    held = rng.uniform(-3.0, 3.0, joints)
    q[:, locked], v[:, locked], a[:, locked] = held[list(locked)], 0.0, 0.0
    base = find_base_parameters(robot, locked=locked, held=held, route=route, seed=seed)
    rows = standard_regressor(robot, q, v, a, rotor_inertia=True)[:, sorted(free)]
    parameters = rng.uniform(-1.0, 1.0, rows.shape[2])
    torque = rows @ parameters
    size = max(1.0, float(np.abs(torque).max()))
    assert np.allclose(base.columns(rows) @ base.values(parameters), torque, atol=1e-7 * size)
    assert base.count <= find_base_parameters(robot, route=route, seed=seed).count


def gravity_part(robot):
    return lambda q, v, a: regressor(robot, q, np.zeros_like(v), np.zeros_like(a))


def test_gravity_shows_first_moments_and_masses_only():
    columns = independent_columns(generic_6r(), gravity_part(generic_6r()))
    assert len(columns) == 10
    assert set(columns % 10) <= {0, 1, 2, 3}
    assert columns.min() >= 10  # nothing of the first link, which turns about the vertical


def test_gravity_gives_no_parameters_of_a_horizontal_arm():
    level = arm("level", a=[0, 0.6], alpha=[0, 0], d=[0, 0])
    assert independent_columns(level, gravity_part(level)).size == 0


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("locked-joint", {"locked": (2,)}),
        ("locked-joint", {"locked": (-1,)}),
        ("nothing-free", {"locked": (0, 1)}),
        ("motion-shape", {"locked": (0,), "held": np.zeros(3)}),
    ],
)
def test_invalid_locked_joints_are_refused(code, how):
    with pytest.raises(BadRequest) as caught:
        find_base_parameters(planar(), **how)
    assert caught.value.code == code
