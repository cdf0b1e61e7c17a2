"""Moves through the workspace: at rest in every pose, within the limits, clear, and back."""

import numpy as np
import pytest

from core.errors import BadRequest, Infeasible
from core.excitation.keep_outs.collision_keep_out import collision_keep_out
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.point_tour import REST_S, plan_point_tour
from core.excitation.trajectories import end_of
from core.robot.library import load_robot


@pytest.fixture(scope="module")
def arm():
    robot = load_robot("ec66")
    start = np.zeros(6)
    return robot, start, motion_limits(robot, start=start).shared(0.95, start=start)


def tour(arm, *, seed=1, **settings):
    robot, start, limits = arm
    return plan_point_tour(robot, limits, start=start, generator=np.random.default_rng(seed), **settings)


def test_tour_covers_the_range_within_limits_and_returns(arm):
    robot, start, limits = arm
    found = tour(arm)
    assert np.array_equal(found.start, start)
    assert np.abs(end_of(found) - start).max() < 1e-12
    bounds = found.peak_bounds()
    assert limits.use(bounds).max() <= 1.0 + 1e-9
    assert np.all(bounds.upper - bounds.lower > np.radians(20.0)), "every joint goes somewhere"
    assert not collision_keep_out(robot, floor_height=0.0, boxes=()).shortfalls(found)


def test_the_arm_rests_in_every_pose(arm):
    found = tour(arm, moves=3)
    assert len(found.parts) == 2 * (3 + 1)
    for pause in found.parts[1::2]:
        assert pause.duration == REST_S
        assert np.array_equal(pause.start, pause.target)


def test_the_seed_determines_the_tour(arm):
    same = [tour(arm, seed=5, moves=2).parts[0].target for _ in range(2)]
    assert np.array_equal(*same)
    assert not np.array_equal(same[0], tour(arm, seed=6, moves=2).parts[0].target)


def test_a_tour_never_allowed_is_refused(arm):
    with pytest.raises(Infeasible, match="no-point-tour"):
        tour(arm, is_allowed=lambda _: False)
    with pytest.raises(BadRequest, match="setting-out-of-bounds"):
        tour(arm, moves=0)
