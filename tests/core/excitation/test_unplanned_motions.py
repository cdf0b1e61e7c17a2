"""Moves through the workspace: at rest in every pose, within the limits, clear, and back."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest, Infeasible
from core.excitation.criteria.criterion import Criterion, CriterionName, evenly_sampled
from core.excitation.keep_outs.collision_keep_out import collision_keep_out
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.trajectories import end_of
from core.excitation.unplanned_motions import CANDIDATES, REST_S, plan_point_tour, random_motion
from core.monitor import Cancelled, NullMonitor
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


def motion_of(robot, seed=0, **settings):
    settings.setdefault("start", np.zeros(robot.joint_count))
    return random_motion(robot, generator=np.random.default_rng(seed), **settings)


@pytest.mark.parametrize(("name", "most"), [("ec66", 60.0), ("generic-6r", 110.0), ("ur10e", 45.0)])
def test_random_motion_is_rich_enough_to_identify(name, most):
    """Better than the published optimum of [Liu], 135.9, 118.9 and 142.7 on these arms."""
    robot = load_robot(name)
    criterion = Criterion(robot, name=CriterionName.COND)
    assert max(criterion.value(evenly_sampled(motion_of(robot, seed))) for seed in range(3)) < most


@settings(max_examples=8)
@given(seed=st.integers(0, 2**32 - 1), limit_use=st.floats(0.05, 1.0), near=st.floats(0.0, 1.0))
def test_limits_hold_for_any_start_pose(seed, limit_use, near):
    robot = load_robot("szabo-3r")
    robot = replace(
        robot, joints=tuple(replace(joint, lower=-1.0, upper=2.0, velocity=1.0) for joint in robot.joints)
    )
    start = robot.lower + near * (robot.upper - robot.lower)
    start = np.clip(start, robot.lower + 0.02, robot.upper - 0.02)
    motion = motion_of(robot, seed, start=start, limit_use=limit_use, period_s=8.0, cycles=2)
    limits = motion_limits(robot, start=start)
    bounds = motion.peak_bounds()
    np.testing.assert_allclose(motion.start, start, atol=1e-12)
    assert motion.duration == 16.0
    assert np.all(bounds.lower >= start - limit_use * (start - limits.lower))
    assert np.all(bounds.upper <= start + limit_use * (limits.upper - start))
    assert np.all(bounds.velocity <= limit_use * limits.velocity)
    assert np.all(bounds.acceleration <= limit_use * limits.acceleration)
    # every joint touches one of its own bounds
    use = np.maximum.reduce(
        [
            (start - bounds.lower) / (start - limits.lower),
            (bounds.upper - start) / (limits.upper - start),
            bounds.velocity / limits.velocity,
            bounds.acceleration / limits.acceleration,
        ]
    )
    np.testing.assert_allclose(use, limit_use, rtol=1e-6)


def test_a_joint_near_its_limit_still_moves():
    robot = load_robot("generic-6r")
    start = np.array([0.0, np.radians(88.0), 0.0, 0.0, 0.0, np.radians(-119.0)])
    bounds = motion_of(robot, start=start).peak_bounds()
    assert np.degrees(bounds.upper - bounds.lower).min() > 30.0


def test_given_limits_replace_those_of_the_description():
    robot = load_robot("ec66")
    bounds = motion_of(robot, velocity=np.full(6, 0.1), acceleration=np.full(6, np.inf)).peak_bounds()
    np.testing.assert_allclose(bounds.velocity, 0.08, rtol=1e-6)


def test_the_same_seed_gives_the_same_motion():
    robot = load_robot("szabo-3r")
    first, again, other = motion_of(robot, 1), motion_of(robot, 1), motion_of(robot, 2)
    np.testing.assert_array_equal(first.a, again.a)
    assert np.abs(first.a - other.a).max() > 0.1


def test_motion_shrinks_until_allowed_and_free_joints_stay_large():
    robot = load_robot("szabo-3r")
    free = motion_of(robot).peak_bounds()
    asked = []

    def stays_above(trajectory):
        asked.append(trajectory)
        bounds = trajectory.peak_bounds()
        return bool(bounds.lower[1] > -0.3 and bounds.upper[1] < 0.3)

    motion = motion_of(robot, is_allowed=stays_above)
    bounds = motion.peak_bounds()
    assert asked
    assert -0.3 < bounds.lower[1] < bounds.upper[1] < 0.3
    assert bounds.upper[1] - bounds.lower[1] > 0.1
    for joint in (0, 2):
        assert bounds.upper[joint] - bounds.lower[joint] > 0.5 * (free.upper[joint] - free.lower[joint])
    np.testing.assert_allclose(motion.start, 0.0, atol=1e-12)


def test_an_allowed_motion_is_not_changed():
    robot = load_robot("szabo-3r")
    np.testing.assert_array_equal(motion_of(robot, is_allowed=lambda _: True).a, motion_of(robot).a)


class Impatient(NullMonitor):
    def __init__(self):
        self.asked = 0

    def check(self):
        self.asked += 1
        if self.asked == CANDIDATES // 2:
            raise Cancelled


def test_planning_can_be_cancelled():
    with pytest.raises(Cancelled):
        motion_of(load_robot("szabo-3r"), monitor=Impatient())


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        ("start-outside-limits", {"start": np.full(6, 3.0)}),
        ("trajectory-not-finite", {"start": np.full(6, np.nan)}),
        ("trajectory-shape", {"start": np.zeros(5)}),
        ("limit-use", {"limit_use": 0.0}),
        ("limit-use", {"limit_use": 1.1}),
        ("too-few-harmonics", {"harmonics": 1}),
        ("trajectory-duration", {"period_s": 0.0}),
        ("trajectory-limit", {"velocity": np.zeros(6)}),
        ("no-allowed-motion", {"is_allowed": lambda _: False}),
    ],
)
def test_impossible_settings_are_refused(code, settings):
    with pytest.raises(BadRequest) as caught:
        motion_of(load_robot("generic-6r"), **settings)
    assert caught.value.code == code
