"""The nodes that make integrals of the reduction exact."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadRequest
from core.robot.model import Joint, JointKind, RobotModel
from core.stiffness.quadrature import joint_nodes, sliding_nodes, turning_nodes
from core.stiffness.settings import StiffnessSettings

TURN = 2.0 * np.pi


@given(low=st.floats(-7.0, 7.0), width=st.floats(0.01, 14.0))
def test_every_harmonic_up_to_the_fourth_is_integrated_exactly(low: float, width: float) -> None:
    nodes = turning_nodes(low, low + width)
    for harmonic in range(5):
        for phase in (0.0, 0.5 * np.pi):
            found = nodes.weight @ np.cos(harmonic * nodes.position - phase)
            edges = np.array([low, low + width])
            if harmonic:
                exact = np.diff(np.sin(harmonic * edges - phase))[0] / (harmonic * width)
            else:
                exact = np.cos(phase)
            assert found == pytest.approx(exact, abs=1e-12)


@given(low=st.floats(-7.0, 7.0), width=st.floats(0.01, 14.0))
def test_weights_are_positive_and_nodes_in_range(low: float, width: float) -> None:
    nodes = turning_nodes(low, low + width)
    assert nodes.weight.min() > 0.0
    assert nodes.weight.sum() == pytest.approx(1.0, abs=1e-13)
    assert low - 1e-8 <= nodes.position.min() <= nodes.position.max() <= low + width + 1e-8


def test_five_nodes_suffice_for_limited_and_free_joints() -> None:
    assert turning_nodes(-np.inf, np.inf).position.size == 5
    assert turning_nodes(-1.5, 1.5).position.size == 5
    assert turning_nodes(-TURN, TURN).position.size == 5, "two whole turns are as good as one"


def test_the_fifth_harmonic_is_not_exact() -> None:
    nodes = turning_nodes(-np.pi, np.pi)
    assert abs(nodes.weight @ np.cos(5 * nodes.position)) > 0.9


@given(low=st.floats(-2.0, 2.0), width=st.floats(0.01, 3.0), power=st.integers(0, 5))
def test_a_slide_integrates_powers_up_to_the_fifth(low: float, width: float, power: int) -> None:
    nodes = sliding_nodes(low, low + width)
    edges = np.array([low, low + width]) ** (power + 1)
    assert nodes.weight @ nodes.position**power == pytest.approx(
        np.diff(edges)[0] / ((power + 1) * width), rel=1e-9, abs=1e-9
    )


def test_a_slide_needs_limits() -> None:
    robot = RobotModel("slide", (Joint("axis", kind=JointKind.PRISMATIC),))
    with pytest.raises(BadRequest, match="stiffness-slide-unlimited"):
        joint_nodes(robot, StiffnessSettings())


def test_ranges_of_the_settings_replace_the_limits() -> None:
    robot = RobotModel("two", (Joint("one", lower=-1.0, upper=1.0), Joint("two")))
    nodes = joint_nodes(robot, StiffnessSettings(lower=(0.0, 0.5), upper=(0.1, 0.6)))
    assert [round(float(one.position.mean()), 6) for one in nodes] == [0.05, 0.55]
    with pytest.raises(BadRequest, match="stiffness-range-shape"):
        joint_nodes(robot, StiffnessSettings(lower=(0.0,), upper=(1.0,)))
