"""The reach of a joint, against all motions of two harmonics and against the bound from its acceleration."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.excitation.basis import TIGHTENING, Basis
from core.excitation.demands.feasibility import reach, short_reaches
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories import TrajectoryKind
from core.monitor import Cancelled, NullMonitor

NOBODY = NullMonitor()
PERIOD_S = 20.0


def limits(*, position=10.0, velocity=10.0, acceleration=10.0, joints=1):
    """Symmetric limits that are the same for all joints."""
    ones = np.ones(joints)
    return MotionLimits(-position * ones, position * ones, velocity * ones, acceleration * ones)


def basis(bounds, *, kind=TrajectoryKind.FOURIER, harmonics=5, start=None):
    joints = bounds.lower.size
    return Basis(
        kind,
        start=np.zeros(joints) if start is None else start,
        period_s=PERIOD_S,
        harmonics=harmonics,
        limits=bounds,
        time=0.2 * np.arange(100),
    )


@settings(max_examples=5, deadline=None)
@given(st.floats(0.05, 2.0), st.floats(0.02, 1.0), st.floats(0.005, 0.5))
def test_no_motion_of_two_harmonics_exceeds_the_reach(position, velocity, acceleration):
    """Two harmonics leave two variables: all directions are tried."""
    space = basis(limits(position=position, velocity=velocity, acceleration=acceleration), harmonics=2)
    assert space.size == 2
    found = reach(space, 0, monitor=NOBODY).distance
    around = np.linspace(0.0, 2.0 * np.pi, 1441)
    ways = np.column_stack([np.cos(around), np.sin(around)])
    farthest = max(np.abs(space.motion(way / space.furthest(way)[0]).position[:, 0]).max() for way in ways)
    assert farthest <= found * (1.0 + 1e-7)
    assert farthest == pytest.approx(found, rel=1e-3)


@pytest.mark.parametrize("kind", [TrajectoryKind.FOURIER, TrajectoryKind.QUINTIC])
def test_more_harmonics_approach_the_largest_possible_reach(kind):
    """Out and back within T at an acceleration A, nothing gets farther than A T²/16."""
    acceleration = 0.01
    bound = acceleration * PERIOD_S**2 / 16.0
    shares = [
        reach(
            basis(limits(acceleration=acceleration), kind=kind, harmonics=count), 0, monitor=NOBODY
        ).distance
        / bound
        for count in (2, 4)
    ]
    assert 0.4 < shares[0] < shares[1] < 1.0


@pytest.mark.parametrize(
    ("bound", "narrow"),
    [
        ("position", {"position": 0.05}),
        ("velocity", {"velocity": 0.01}),
        ("acceleration", {"acceleration": 1e-3}),
    ],
)
def test_the_limit_that_holds_a_joint_back_is_named(bound, narrow):
    found = reach(basis(limits(**narrow)), 0, monitor=NOBODY)
    assert found.bound == bound
    assert found.distance < np.radians(5.0)


def test_near_one_limit_the_other_direction_counts():
    room = replace(limits(), lower=np.array([-1.0]), upper=np.array([0.001]))
    assert reach(basis(room), 0, monitor=NOBODY).distance == pytest.approx(1.0, rel=2.0 * (1.0 - TIGHTENING))


def test_only_the_joints_that_fall_short_are_given():
    bounds = limits(joints=4)
    bounds.acceleration[2], bounds.velocity[0] = 1e-3, 5e-3
    found = short_reaches(basis(bounds), wanted=np.full(4, np.radians(5.0)), monitor=NOBODY)
    assert [(short.joint, short.bound) for short in found] == [(0, "velocity"), (2, "acceleration")]
    assert not short_reaches(basis(bounds), wanted=np.full(4, 1e-3), monitor=NOBODY)


def test_the_search_can_be_cancelled():
    class Stops(NullMonitor):
        def check(self):
            raise Cancelled

    with pytest.raises(Cancelled):
        reach(basis(limits()), 0, monitor=Stops())
