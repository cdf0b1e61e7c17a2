"""Friction sweeps of two visits: grown friction is found at the speeds that both have, noise is not."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest
from core.friction.sweeps.comparison import compare_sweeps
from core.friction.sweeps.result import FrictionSweeps, JointSweeps, SweepPoints
from core.quality import Judgement, Verdict
from core.signals.significance import FALSE_ALARM_RATE

SPEEDS = np.array([0.05, 0.1, 0.2, 0.5, 1.0])
FRICTION = 8.0 + 4.0 * SPEEDS
STD = 0.15


def points(torque: np.ndarray, *, speed: np.ndarray = SPEEDS, load: float = 30.0) -> SweepPoints:
    count = speed.size
    return SweepPoints(
        speed=speed,
        torque=torque,
        std=np.full(count, STD),
        even=np.zeros(count),
        load=np.full(count, load),
        count=np.full(count, 100.0),
        pose=np.zeros(count),
        time=np.arange(float(count)),
    )


def swept(*torques: np.ndarray, **other: object) -> FrictionSweeps:
    joints = tuple(
        JointSweeps(f"joint_{number + 1}", number, is_prismatic=False, points=points(torque))
        for number, torque in enumerate(torques)
    )
    made = FrictionSweeps(
        ("sweeps",), "bench-arm", joints, Judgement.of(()), torque_from="current", serial="T-1"
    )
    return replace(made, **other)


WARM = {"before_temperature": 303.0, "after_temperature": 304.0}


def test_a_third_more_friction_is_found_in_its_joint_alone():
    found = compare_sweeps(swept(FRICTION, FRICTION), swept(FRICTION, 1.3 * FRICTION), **WARM)
    same, grown = found.joints
    assert not same.is_beyond_noise
    assert not same.speeds.is_beyond_noise.any()
    assert grown.is_beyond_noise
    assert grown.is_worse
    assert grown.speeds.is_beyond_noise.all()
    assert grown.relative == pytest.approx(0.3)
    assert grown.relative_std == pytest.approx(
        STD / math.sqrt(5) * math.hypot(1.0, 1.3) / FRICTION.mean(), rel=1e-6
    )
    assert found.comparisons == 12
    assert found.judgement.verdict is Verdict.GOOD


def test_only_common_speeds_are_compared_and_near_ones_are_merged():
    other = np.array([0.051, 0.1, 0.3, 0.52, 2.0])
    later = swept(FRICTION)
    joint = replace(later.joints[0], points=points(8.0 + 4.0 * other, speed=other))
    found = compare_sweeps(swept(FRICTION), replace(later, joints=(joint,)), **WARM)
    assert found.joints[0].speeds.speed == pytest.approx([0.0505, 0.1, 0.51], rel=1e-2)


def test_no_common_speed_is_not_measurable():
    joint = replace(swept(FRICTION).joints[0], points=points(FRICTION, speed=3.0 * SPEEDS + 5.0))
    found = compare_sweeps(swept(FRICTION), replace(swept(FRICTION), joints=(joint,)), **WARM)
    assert not found.is_compared
    assert found.judgement.verdict is Verdict.NOT_MEASURABLE
    assert [reason.code for reason in found.joints[0].judgement.reasons] == ["compare-no-common-speeds"]
    assert math.isnan(found.joints[0].relative)


def test_strokes_of_one_speed_are_averaged_and_pose_scatter_increases_std():
    twice = np.concatenate([SPEEDS, SPEEDS])
    agreeing = points(np.concatenate([FRICTION, FRICTION]), speed=twice)
    apart = points(np.concatenate([FRICTION - 1.0, FRICTION + 1.0]), speed=twice)
    once = swept(FRICTION)
    made = [
        compare_sweeps(once, replace(once, joints=(replace(once.joints[0], points=given_points),)), **WARM)
        for given_points in (agreeing, apart)
    ]
    near, far = (one.joints[0].speeds.after_std for one in made)
    assert near == pytest.approx(np.full(5, STD / math.sqrt(2.0)))
    assert far == pytest.approx(np.full(5, 1.0))  # the standard error of two values 2 apart


@pytest.mark.parametrize(
    ("temperatures", "expected"),
    [
        ({"before_temperature": 300.0, "after_temperature": 312.0}, ["compare-temperatures-differ"]),
        ({}, ["compare-temperature-unknown"]),
        (WARM, []),
    ],
)
def test_temperature_differences_are_reported(temperatures, expected):
    found = compare_sweeps(swept(FRICTION), swept(FRICTION), **temperatures)
    assert [reason.code for reason in found.judgement.reasons] == expected


def test_different_torque_sources_are_reported():
    gains = swept(FRICTION, drive_gain=np.array([10.0]))
    for other in (
        swept(FRICTION, drive_gain=np.array([11.0])),
        swept(FRICTION),
        replace(gains, torque_from="x"),
    ):
        found = compare_sweeps(gains, other, **WARM)
        assert [reason.code for reason in found.judgement.reasons] == ["compare-torques-differ"]


def test_other_robots_are_refused():
    with pytest.raises(BadRequest, match="visits-of-other-robots"):
        compare_sweeps(swept(FRICTION), swept(FRICTION, robot="another"))


def test_the_false_alarm_rate_of_the_whole_arm_is_the_stated_one():
    rng, pairs = np.random.default_rng(3), 1000
    alarms = 0
    for _ in range(pairs):
        noisy = [[FRICTION + STD * rng.standard_normal(5) for _ in range(3)] for _ in range(2)]
        found = compare_sweeps(swept(*noisy[0]), swept(*noisy[1]), **WARM)
        alarms += any(one.is_beyond_noise or one.speeds.is_beyond_noise.any() for one in found.joints)
    expected = FALSE_ALARM_RATE * pairs
    assert abs(alarms - expected) < 3.0 * math.sqrt(expected)
    assert alarms > 0


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.floats(0.5, 50.0), min_size=5, max_size=5),
    st.lists(st.floats(0.5, 50.0), min_size=5, max_size=5),
)
def test_swapping_the_visits_flips_every_sign(one, other):
    ends = swept(np.array(one)), swept(np.array(other))
    there, back = compare_sweeps(*ends, **WARM), compare_sweeps(*reversed(ends), **WARM)
    ahead, behind = there.joints[0], back.joints[0]
    assert ahead.speeds.difference == pytest.approx(-behind.speeds.difference)
    assert (ahead.speeds.is_beyond_noise == behind.speeds.is_beyond_noise).all()
    assert ahead.is_beyond_noise == behind.is_beyond_noise
