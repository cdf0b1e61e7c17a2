"""Plans of sweeps: slow to fast both ways, within limits, clear of everything, loaded differently."""

import numpy as np
import pytest

from core.errors import BadRequest
from core.excitation.limits.motion_limits import motion_limits
from core.friction.sweeps.motion import sweep_trajectory
from core.friction.sweeps.plan import StrokeUse, every_other, interleaved, plan_sweeps
from core.friction.sweeps.settings import DEGREE, QUICK, SweepSettings, quick
from core.robot.collision import CLEARANCE_M, smallest_clearance
from core.robot.library import load_robot
from tests.core.friction.sweeps.swept_arm import ARM, planned

EC66 = load_robot("ec66")
HOME = np.radians([0.0, 50.0, 60.0, -20.0, -35.0, -40.0])
LIMITS = motion_limits(EC66, start=HOME)


@pytest.fixture(scope="module")
def plan():
    return plan_sweeps(EC66, LIMITS, start=HOME)


def measured(block):
    return [stroke for stroke in block.strokes if stroke.use is StrokeUse.MEASURED]


def test_every_joint_is_swept_in_two_poses_within_390_s(plan):
    assert [(block.joint, block.number) for block in plan.blocks] == [
        (j, p) for j in range(6) for p in (0, 1)
    ]
    assert plan.seconds < 6.5 * 60.0
    assert plan_sweeps(EC66, LIMITS, start=HOME, settings=QUICK).seconds < 150.0


def test_speeds_are_spaced_logarithmically_up_to_the_range_limit(plan):
    for joint in range(6):
        speeds = plan.speeds(joint)
        assert speeds.size == 7
        assert speeds[0] == pytest.approx(0.5 * DEGREE)
        assert np.ptp(np.diff(np.log(speeds))) < 1e-6
        assert speeds[-1] > 40.0 * DEGREE
        assert speeds[-1] <= 0.8 * LIMITS.velocity[joint]


def test_each_speed_goes_there_and_back_over_the_same_positions(plan):
    for block in plan.blocks:
        strokes = measured(block)
        for there, back in zip(strokes[0::2], strokes[1::2], strict=True):
            assert (there.start, there.end, there.speed) == (back.end, back.start, back.speed)
            assert there.end > there.start


def test_slow_and_fast_come_in_turn_and_warm_up_comes_first(plan):
    for block in plan.blocks:
        uses = [stroke.use for stroke in block.strokes]
        assert (uses[0] is StrokeUse.WARM_UP) == (block.number == 0)
        speeds = [stroke.speed for stroke in measured(block)[0::2]]
        order = np.arange(len(speeds))
        assert abs(np.corrcoef(order, np.log(speeds))[0, 1]) < 0.6


def test_the_poses_load_a_joint_differently(plan):
    for joint in (1, 2):
        heavy, light = (block.load for block in plan.blocks if block.joint == joint)
        assert heavy > 1.5 * light


def test_trajectories_keep_the_limits_stand_clear_and_move_one_joint(plan):
    here = HOME
    for block in plan.blocks:
        trajectory = sweep_trajectory(block)
        bounds = trajectory.peak_bounds()
        assert np.all(bounds.velocity <= LIMITS.velocity)
        assert np.all(bounds.acceleration <= LIMITS.acceleration)
        assert np.all(bounds.lower >= LIMITS.lower)
        assert np.all(bounds.upper <= LIMITS.upper)
        assert trajectory.duration == pytest.approx(block.seconds, abs=0.01 * len(block.strokes))
        path = trajectory.evaluate(np.arange(0.0, trajectory.duration, 0.05)).position
        assert np.flatnonzero(np.ptp(path, axis=0)).tolist() == [block.joint]
        way = here + np.linspace(0.0, 1.0, 50)[:, None] * (block.pose - here)
        for poses in (path, way):
            assert smallest_clearance(EC66, poses, floor_height=0.0).distance >= CLEARANCE_M
        here = block.end
        assert path[-1] == pytest.approx(here)


def test_the_middle_of_a_stroke_is_at_its_speed(plan):
    for block in plan.blocks[:2]:
        trajectory = sweep_trajectory(block)
        speed = np.abs(
            trajectory.evaluate(np.arange(0.0, trajectory.duration, 0.002)).velocity[:, block.joint]
        )
        for stroke in measured(block):
            at_speed = 0.002 * np.count_nonzero(np.abs(speed - stroke.speed) < 1e-3 * stroke.speed)
            assert at_speed > 0.6


def test_a_tool_speed_and_short_moves_are_kept():
    settings = SweepSettings(joints=(1, 4), tool_speed=0.2, longest_s=5.0, ramp_s=(0.5,) * 6)
    plan = plan_sweeps(EC66, LIMITS, start=HOME, settings=settings)
    assert {block.joint for block in plan.blocks} == {1, 4}
    for block in plan.blocks:
        assert block.tool_speed <= 0.2 + 1e-9
        assert max(stroke.seconds for stroke in block.strokes) <= 5.0


def test_forbidden_blocks_are_not_planned():
    offered = []

    def is_allowed(block, here):
        offered.append(block)
        return len(offered) > 3

    settings = SweepSettings(joints=(0,), poses=1)
    plan = plan_sweeps(EC66, LIMITS, start=HOME, settings=settings, is_allowed=is_allowed)
    assert plan.blocks[0] is offered[3]
    with pytest.raises(BadRequest) as refused:
        plan_sweeps(EC66, LIMITS, start=HOME, settings=settings, is_allowed=lambda *_: False)
    assert refused.value.code == "no-sweep-pose"
    assert refused.value.facts["joint"] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"speeds": 2},
        {"poses": 0},
        {"slowest": 0.0},
        {"speed_share": 1.5},
        {"tool_speed": -1.0},
        {"span": float("nan")},
        {"warm_up": -1},
    ],
)
def test_impossible_settings_are_refused(wrong):
    with pytest.raises(BadRequest) as refused:
        SweepSettings(**wrong)
    assert refused.value.code.startswith(("setting-not", "setting-out"))
    assert refused.value.facts["setting"] == next(iter(wrong))


def test_a_missing_joint_is_refused():
    with pytest.raises(BadRequest) as refused:
        planned(joints=(2,))
    assert (refused.value.code, refused.value.facts["joint"]) == ("sweep-joint", 3)


def test_the_short_form_keeps_the_bounds():
    short = quick(SweepSettings(joints=(1,), tool_speed=0.1, speeds=9))
    assert (short.joints, short.tool_speed, short.speeds) == ((1,), 0.1, QUICK.speeds)


def test_speed_orders_interleave_slow_and_fast():
    assert interleaved(5).tolist() == [0, 4, 1, 3, 2]
    assert interleaved(4).tolist() == [0, 3, 1, 2]
    assert every_other(7).tolist() == [0, 2, 4, 6]
    assert every_other(6).tolist() == [0, 3, 5]
    assert every_other(3).tolist() == [0, 1, 2]


def test_an_arm_without_masses_is_planned_too():
    from dataclasses import replace

    plan = planned(replace(ARM, inertial_parameters=None), joints=(0,))
    heavy, light = plan.blocks
    assert heavy.load > light.load
