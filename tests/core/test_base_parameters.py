"""Base parameters: known counts, published condition numbers, and torque that stays the same."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base_parameters import find_base_parameters, standard_regressor
from core.errors import BadRequest
from core.grouping import Route
from core.robot.model import Joint, JointKind, RobotModel
from tests.core.published_arms import arm, ec66, generic_6r, liu_trajectory, szabo_3r, ur10e


@pytest.mark.parametrize("route", Route)
@pytest.mark.parametrize(
    ("robot", "rotor_inertia", "count"),
    [
        (ur10e(), True, 40),
        (ur10e(), False, 36),
        (ec66(), False, 36),
        (generic_6r(), True, 40),
        (generic_6r(), False, 36),
        (szabo_3r(), False, 15),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_base_parameter_counts_are_the_known_ones(robot, rotor_inertia, route, count):
    assert find_base_parameters(robot, rotor_inertia=rotor_inertia, route=route).count == count


@pytest.mark.parametrize(
    ("robot", "condition"), [(ec66(), 135.91), (ur10e(), 142.67), (generic_6r(), 118.94)]
)
def test_condition_numbers_of_the_published_trajectory(robot, condition):
    base = find_base_parameters(robot, rotor_inertia=False)
    q, v, a = liu_trajectory()
    standard = standard_regressor(robot, q, v, a, rotor_inertia=False)
    assert np.linalg.cond(base.columns(standard).reshape(-1, 36)) == pytest.approx(condition, abs=0.006)


def test_the_published_trajectory_has_the_known_peaks():
    # T = 20 s; peaks in deg, deg/s and deg/s²; joint 6 is misprinted in its third digit
    expected = [
        [98.6, 65.4, 53.4, 78.3, 110.6, 73.0],
        [87.5, 43.2, 23.9, 47.9, 68.3, 59.9],
        [95.5, 53.2, 25.9, 49.8, 58.1, 59.6],
    ]
    for signal, peaks in zip(liu_trajectory(samples=4000), expected, strict=True):
        assert np.rad2deg(np.abs(signal).max(axis=0)) == pytest.approx(peaks, abs=0.1)


def test_a_pendulum_has_the_textbook_parameters():
    pendulum = arm("pendulum", a=[0], alpha=[np.pi / 2], d=[0])
    base = find_base_parameters(pendulum)
    assert base.expressions == ("mx_1", "my_1", "Izz_1 + Ia_1")
    assert base.units == ("kg·m", "kg·m", "kg·m²")
    assert set(base.unobservable) == {"m_1", "mz_1", "Ixx_1", "Ixy_1", "Iyy_1", "Ixz_1", "Iyz_1"}


def test_two_planar_links_have_the_known_groups():
    planar = arm("planar", a=[0, 0.6], alpha=[np.pi / 2, 0], d=[0, 0])
    base = find_base_parameters(planar)
    assert base.expressions == (
        "mx_1 + 0.6·m_2",
        "my_1",
        "Izz_1 + 0.36·m_2 + Ia_1",
        "mx_2",
        "my_2",
        "Izz_2",
        "Ia_2",
    )


def test_gravity_separates_mass_and_rotor_inertia_of_a_slide():
    slide = RobotModel(name="slide", joints=(Joint(name="z", kind=JointKind.PRISMATIC),))
    assert find_base_parameters(slide).expressions == ("m_1", "Ia_1")
    assert find_base_parameters(slide).units == ("kg", "kg")
    level = replace(slide, gravity=np.array([9.81, 0.0, 0.0]))
    assert find_base_parameters(level).expressions == ("m_1 + Ia_1",)


def test_the_units_follow_the_leading_parameter():
    base = find_base_parameters(ur10e())
    kinds = {"m": "kg", "mx": "kg·m", "my": "kg·m", "mz": "kg·m"}
    for expression, unit in zip(base.expressions, base.units, strict=True):
        assert unit == kinds.get(expression.split("_")[0], "kg·m²")


def test_a_regressor_with_other_columns_is_refused():
    with pytest.raises(BadRequest, match="base-columns"):
        find_base_parameters(szabo_3r()).columns(np.zeros((5, 3, 30)))


@st.composite
def random_arm(draw):
    size = 10.0 ** draw(st.floats(-2.0, 1.0))
    length = st.one_of(st.just(0.0), st.floats(0.1, 1.0))
    angle = st.one_of(st.sampled_from([0.0, np.pi / 2, -np.pi / 2]), st.floats(0.2, 1.3))
    kind = st.sampled_from([JointKind.REVOLUTE, JointKind.REVOLUTE, JointKind.PRISMATIC])
    joints = tuple(
        Joint(
            name=f"joint {row}",
            kind=draw(kind),
            a=size * draw(length),
            alpha=draw(angle),
            d=size * draw(length),
            offset=draw(angle),
        )
        for row in range(draw(st.integers(1, 6)))
    )
    return RobotModel(name="random", joints=joints)


@settings(max_examples=40, deadline=None)
@given(robot=random_arm(), rotor_inertia=st.booleans(), seed=st.integers(0, 1000))
def test_both_routes_agree_and_keep_every_torque(robot, rotor_inertia, seed):
    size = max(1.0, float(np.max(np.abs(np.concatenate([robot.a, robot.d])))) ** 2)
    base = find_base_parameters(robot, rotor_inertia=rotor_inertia, seed=seed)
    other = find_base_parameters(robot, rotor_inertia=rotor_inertia, route=Route.ROW_ECHELON, seed=seed + 1)
    np.testing.assert_array_equal(base.independent, other.independent)
    assert np.max(np.abs(base.grouping - other.grouping)) <= 1e-7 * size
    rng = np.random.default_rng(seed)
    q, v, a = rng.uniform(-3.0, 3.0, (3, 50, robot.joint_count))
    standard = standard_regressor(robot, q, v, a, rotor_inertia=rotor_inertia)
    parameters = rng.uniform(-1.0, 1.0, standard.shape[2])
    torque = standard @ parameters
    assert np.allclose(
        base.columns(standard) @ base.values(parameters), torque, atol=1e-7 * np.abs(torque).max()
    )
    assert np.linalg.matrix_rank(base.grouping) == base.count


def test_a_small_arm_has_the_same_groups_as_a_large_one():
    large = ur10e()
    small = replace(large, joints=tuple(replace(j, a=j.a / 50, d=j.d / 50) for j in large.joints))
    assert np.array_equal(find_base_parameters(small).independent, find_base_parameters(large).independent)


def test_a_start_leaves_the_translator_of_fortran_for_those_who_use_it() -> None:
    program = (
        "import sys, core.base_parameters, scipy.linalg, numpy\n"
        "inside = 'numpy.f2py.crackfortran'\n"
        "print(inside in sys.modules, callable(numpy.f2py.run_main), inside in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "True"]
