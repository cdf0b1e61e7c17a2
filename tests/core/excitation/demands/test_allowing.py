"""Motions that are not allowed lean away and shrink until they are, and no further than need be."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest
from core.excitation.basis import Basis
from core.excitation.demands.allowed_motion import shrink_to_allowed
from core.excitation.keep_outs.collision_keep_out import collision_keep_out
from core.excitation.keep_outs.keep_out import KeepOut
from core.excitation.keep_outs.torque_keep_out import torque_keep_out
from core.excitation.limits.limit_sets import named_limits
from core.excitation.limits.motion_limits import motion_peaks
from core.excitation.trajectories import TrajectoryKind
from core.monitor import Cancelled, NullMonitor
from core.robot.library import load_robot
from devices.virtual.physics.geometry import home_pose


class Fence:
    """Allows motions whose joints keep to shares of their excursion, and counts the questions."""

    def __init__(self, basis, shares):
        self.basis, self.shares, self.asked, self.keep_outs = basis, np.asarray(shares), 0, ()

    def is_allowed(self, x):
        self.asked += 1
        sizes = np.linalg.norm(x.reshape(len(self.basis.free), -1), axis=1)
        return bool(np.all(sizes <= self.shares))


def unit_motion(basis, *, seed=0):
    x = np.random.default_rng(seed).normal(size=(len(basis.free), basis.per_joint))
    return (x / np.linalg.norm(x, axis=1, keepdims=True)).ravel()


def basis_of(robot, *, start, limits):
    return Basis(
        TrajectoryKind.MODIFIED,
        start=start,
        period_s=20.0,
        harmonics=5,
        limits=named_limits(limits, robot, start=start),
        time=0.1 * np.arange(200),
    )


EC66 = load_robot("ec66")
BASIS = basis_of(EC66, start=home_pose(EC66), limits="robot")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0.03, 1.5), min_size=6, max_size=6))
def test_a_shrunk_motion_is_allowed_and_not_much_smaller_than_need_be(shares):
    fence = Fence(BASIS, shares)
    x = unit_motion(BASIS)
    shrunk = shrink_to_allowed(fence, x).reshape(6, -1)
    assert fence.is_allowed(shrunk.ravel())
    sizes = np.linalg.norm(shrunk, axis=1)
    np.testing.assert_allclose(np.sign(shrunk), np.sign(x.reshape(6, -1)))
    room = np.minimum(shares, 1.0)
    assert np.all(sizes >= room - 0.13)
    assert fence.asked <= 40


def test_a_motion_that_is_allowed_stays_as_it_is():
    fence, x = Fence(BASIS, np.full(6, 2.0)), unit_motion(BASIS)
    assert shrink_to_allowed(fence, x) is x
    assert fence.asked == 1


def test_a_motion_that_is_never_allowed_is_refused():
    with pytest.raises(BadRequest, match="no-allowed-motion"):
        shrink_to_allowed(Fence(BASIS, np.zeros(6)), unit_motion(BASIS))


@dataclass
class Cell:
    """Allows motions that keep to their limits and have no shortfall."""

    basis: Basis
    keep_outs: tuple[KeepOut, ...]

    def is_allowed(self, x):
        trajectory = self.basis.trajectory(x)
        if motion_peaks(trajectory, self.basis.limits).worst > 1.0:
            return False
        return not any(keep_out.shortfalls(trajectory) for keep_out in self.keep_outs)


def cell(name):
    """An arm stretched out just over the floor, where hardly any motion is allowed."""
    robot = load_robot(name)
    start = np.zeros(6)
    keep_outs = (collision_keep_out(robot, floor_height=0.0, boxes=()), torque_keep_out(robot))
    return Cell(basis_of(robot, start=start, limits="liu"), keep_outs)


def to_the_limits(basis, *, seed):
    x = np.random.default_rng(seed).normal(size=basis.size)
    return (0.9 * x.reshape(len(basis.free), -1) / basis.furthest(x)[:, np.newaxis]).ravel()


@pytest.mark.parametrize("name", ["ec66", "ur10e"])
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_an_arm_over_the_floor_leans_upwards_instead_of_standing_still(name, seed):
    place = cell(name)
    x = to_the_limits(place.basis, seed=seed)
    assert not place.is_allowed(x)
    assert not place.is_allowed(x / 16.0), "shrinking alone would leave nothing of the motion"
    found = shrink_to_allowed(place, x)
    assert place.is_allowed(found)
    assert np.sort(place.basis.furthest(found))[1] > 0.3


def test_the_work_can_be_stopped():
    class StopsAfterAWhile(NullMonitor):
        asked = 0

        def check(self):
            self.asked += 1
            if self.asked > 5:
                raise Cancelled

    place = cell("ur10e")
    with pytest.raises(Cancelled):
        shrink_to_allowed(place, to_the_limits(place.basis, seed=0), monitor=StopsAfterAWhile())
