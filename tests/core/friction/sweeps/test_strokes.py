"""A stroke counts by its own evenness, whatever the arm does before and after it in the same direction."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.friction.sweeps.motion import PERIOD_S, sweep_trajectory
from core.friction.sweeps.plan import DWELL_S, StrokeUse, SweepBlock, SweepStroke
from core.friction.sweeps.strokes import NOT_STEADY, SweepMotion, find_steady_strokes, path_strokes

RATE_HZ = 100.0
DEGREE = np.radians(1.0)
UNIT = np.ones(2)
SMOOTHED_S = 0.1
"""What a controller's look-ahead makes of a rest of half of it: the arm does not stop."""


SPEEDS = (0.05, 0.05, 0.4, 0.4)
RAMP_S, WAY = 0.2, 0.6


def motion_of(*parts, smoothed_s=SMOOTHED_S):
    """A motion of joint 1 of (speed °/s, seconds) one after the other, smoothed; joint 2 stands."""
    speed = np.concatenate([np.full(round(seconds * RATE_HZ), speed * DEGREE) for speed, seconds in parts])
    if smoothed_s:
        width = round(smoothed_s * RATE_HZ)
        speed = np.convolve(speed, np.ones(width) / width, mode="same")
    position = np.cumsum(speed) / RATE_HZ
    still = np.zeros_like(position)
    return SweepMotion(
        recording=0,
        time=np.arange(position.size) / RATE_HZ,
        position=np.stack([position, still], axis=1),
        velocity=np.stack([speed, still], axis=1),
        torque=np.stack([np.sign(speed), still], axis=1),
    )


def found_in(*parts, **given):
    return find_steady_strokes(motion_of(*parts, **given), 0, unit=UNIT)


REST = (0.0, 0.05)
SLOW = (2.0, 1.3)
MOVE = tuple((36.0 * np.sin(0.05 * np.pi * step) ** 2, 0.06) for step in range(21))
"""A move to the next place: all ramp, no steady speed."""


@pytest.mark.parametrize("parts", [(SLOW, REST, *MOVE), (*MOVE, REST, SLOW), (SLOW, *MOVE), (*MOVE, SLOW)])
def test_a_slow_stroke_counts_though_a_fast_move_follows_without_a_stop(parts):
    found = found_in((0.0, 0.2), *parts, (0.0, 0.2))
    assert [stroke.speed / DEGREE for stroke in found.strokes] == pytest.approx([2.0], rel=0.03)


def test_a_stroke_that_is_most_of_the_way_is_the_one_that_counts():
    found = found_in((0.0, 0.2), (2.0, 0.4), (20.0, 2.0), (0.0, 0.2))
    assert [stroke.speed / DEGREE for stroke in found.strokes] == pytest.approx([20.0], rel=0.02)


@given(st.floats(8.0, 60.0), st.floats(0.5, 4.0), st.integers(0, 2**32 - 1))
def test_a_swing_is_no_stroke(peak, seconds, seed):
    time = np.arange(round(4.0 * seconds * RATE_HZ)) / RATE_HZ
    ripple = 1.0 + 0.01 * np.random.default_rng(seed).standard_normal(time.size)
    speed = np.abs(peak) * DEGREE * np.sin(np.pi * time / seconds) * ripple
    position = np.cumsum(speed) / RATE_HZ
    still = np.zeros_like(position)
    columns = (np.stack([each, still], axis=1) for each in (position, speed, still))
    motion = SweepMotion(0, time, *columns)
    found = find_steady_strokes(motion, 0, unit=UNIT)
    assert not found.strokes
    assert set(found.refused) <= {NOT_STEADY, "too-short"}


def test_a_motion_that_becomes_faster_all_the_time_is_no_stroke():
    ramp = [(0.5 * speed, 0.05) for speed in range(1, 60)]
    assert not found_in(*ramp).strokes


def swept_path() -> SweepBlock:
    strokes = tuple(
        SweepStroke(StrokeUse.MEASURED, -0.3 * way, 0.3 * way, speed, WAY / speed + RAMP_S)
        for way, speed in zip((1, -1, 1, -1), SPEEDS, strict=True)
    )
    return SweepBlock(1, 0, np.array([0.2, -0.3, 0.1]), strokes, load=0.0, tool_speed=0.1)


def test_the_strokes_of_a_path_are_those_it_was_made_of():
    block = swept_path()
    trajectory = sweep_trajectory(block)
    found = path_strokes(trajectory.positions[:, 1], period_s=trajectory.period_s)
    assert found.speed == pytest.approx(SPEEDS, rel=1e-6)
    ends = np.cumsum([stroke.seconds + DWELL_S for stroke in block.strokes]) - DWELL_S
    assert found.end == pytest.approx(ends, abs=len(SPEEDS) * 2 * PERIOD_S)


def test_speed_of_the_present_stroke_is_found():
    found = path_strokes(np.array([0.0, 0.1, 0.2, 0.2, 0.2, 0.0, 0.0]), period_s=0.5)
    assert found.speed_at(0.0) == pytest.approx(0.2)
    assert found.speed_at(1.0) == pytest.approx(0.2), "its very end"
    assert found.speed_at(1.2) == pytest.approx(0.4), "the next one, while it rests"
    assert found.speed_at(2.4) == pytest.approx(0.4)
    assert found.speed_at(99.0) == pytest.approx(0.4)
