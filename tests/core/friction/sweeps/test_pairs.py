"""Half-differences at equal positions, whatever the load looks like; and what is no steady stroke."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.friction.sweeps.pairs import pair_strokes
from core.friction.sweeps.strokes import SteadyStroke, SweepMotion, find_steady_strokes

RATE_HZ = 250.0


def stroke(direction: int, *, speed: float, low: float, high: float, start: float, profile, friction: float):
    """A stroke from one end to the other, its samples anywhere."""
    count = int((high - low) / speed * RATE_HZ)
    position = low + (np.arange(count) + 0.37) * speed / RATE_HZ
    position = position if direction > 0 else (low + high) - position
    pose = np.array([0.5 * (low + high), 0.2])
    return SteadyStroke(
        recording=0,
        direction=direction,
        speed=speed,
        start=start,
        end=start + count / RATE_HZ,
        position=position,
        torque=profile(position) + direction * friction,
        pace=np.full(count, speed),
        pose=pose,
    )


@settings(max_examples=60, deadline=None)
@given(
    waves=st.lists(
        st.tuples(st.floats(-40.0, 40.0), st.floats(0.2, 8.0), st.floats(0.0, 6.3)), min_size=1, max_size=4
    ),
    slope=st.floats(-200.0, 200.0),
    speed=st.floats(0.05, 1.0),
    friction=st.floats(0.1, 20.0),
    shift=st.floats(0.0, 0.1),
)
def test_half_difference_is_independent_of_load(waves, slope, speed, friction, shift):
    def profile(q):
        return slope * q + sum(size * np.sin(rate * q + phase) for size, rate, phase in waves)

    there = stroke(1, speed=speed, low=-0.5, high=0.7, start=0.0, profile=profile, friction=friction)
    back = stroke(-1, speed=speed, low=-0.5 + shift, high=0.7, start=9.0, profile=profile, friction=friction)
    pairs, refused = pair_strokes([there, back], joint=0, starts=[0.0])
    assert not refused
    (pair,) = pairs
    # between two samples the profile is taken as straight: what it bends there is all that is left
    bend = sum(abs(size) * rate**2 for size, rate, _ in waves) * (speed / RATE_HZ) ** 2
    assert pair.odd == pytest.approx(friction, abs=bend + 1e-9)
    inside = (pair.position > there.position.min()) & (pair.position < there.position.max())
    width = pair.position[1] - pair.position[0]
    bent = sum(abs(size) * rate**2 for size, rate, _ in waves) * width**2
    assert pair.even[inside] == pytest.approx(profile(pair.position[inside]), abs=bent + bend + 1e-9)


@pytest.mark.parametrize("phase", [0.0, 1.0, 2.5])
def test_acceleration_does_not_bias_friction(phase):
    """A speed that swings or settles along the stroke takes torque, in both directions alike."""
    made = []
    for direction, shift in ((1, 0.0), (-1, 1.3)):
        time = np.arange(0.0, 1.2, 1.0 / RATE_HZ)
        angle = 2.0 * np.pi * 4.0 * time + phase + shift
        pace = 0.15 + 0.008 * np.sin(angle) + 0.004 * np.exp(-time / 0.3)
        acceleration = np.gradient(pace, time)
        travelled = np.cumsum(pace) / RATE_HZ
        position = travelled if direction > 0 else travelled[-1] - travelled
        torque = direction * (8.0 + 3.0 * acceleration)
        start = 5.0 * (direction < 0)
        pose = np.array([position.mean(), 0.2])
        made.append(SteadyStroke(0, direction, 0.15, start, start + 1.2, position, torque, pace, pose))
    (pair,), _ = pair_strokes(made, joint=0, starts=[0.0])
    assert pair.odd.mean() == pytest.approx(8.0, abs=0.03)
    biased = 0.5 * (made[0].torque.mean() - made[1].torque.mean())
    assert abs(pair.odd.mean() - 8.0) < 0.5 * abs(biased - 8.0)


def test_strokes_pair_by_speed_pose_and_direction():
    def made(direction, speed, start):
        return stroke(direction, speed=speed, low=-0.5, high=0.5, start=start, profile=np.cos, friction=1.0)

    strokes = [
        made(1, 0.1, 0.0),
        made(1, 0.5, 20.0),
        made(-1, 0.5, 30.0),
        made(-1, 0.1, 40.0),
        made(1, 0.2, 60.0),
    ]
    pairs, refused = pair_strokes(strokes, joint=0, starts=[100.0])
    assert [(pair.speed, pair.speed_number, pair.time) for pair in pairs] == [(0.1, 0, 0.0), (0.5, 1, 20.0)]
    assert refused == {"without-return": 1}
    elsewhere = SteadyStroke(**{**vars(strokes[2]), "pose": np.array([0.0, 0.5])})
    pairs, refused = pair_strokes([strokes[1], elsewhere], joint=0, starts=[0.0])
    assert not pairs
    assert refused == {"without-return": 2}


def motion(velocity: np.ndarray, other: np.ndarray | None = None) -> SweepMotion:
    """Joint 1 at a velocity (N,), joint 2 at another."""
    both = np.stack([velocity, np.zeros_like(velocity) if other is None else other], axis=1)
    position = np.cumsum(both, axis=0) / RATE_HZ
    time = np.arange(velocity.size) / RATE_HZ
    return SweepMotion(0, time, position, both, np.zeros_like(both))


def trapezoid(speed: float, *, ramp_s: float = 0.5, steady_s: float = 2.0) -> np.ndarray:
    ramp = np.linspace(0.0, speed, int(ramp_s * RATE_HZ))
    return np.concatenate([ramp, np.full(int(steady_s * RATE_HZ), speed), ramp[::-1], np.zeros(50)])


def test_ramps_are_left_out():
    found = find_steady_strokes(motion(trapezoid(0.3)), 0, unit=np.ones(2))
    (only,) = found.strokes
    assert not found.refused
    assert only.speed == pytest.approx(0.3, rel=1e-3)
    assert only.direction == 1
    assert 0.5 < only.start < only.end < 2.5


def test_an_overshoot_after_the_reversal_does_not_hide_the_speed():
    velocity = trapezoid(0.01, ramp_s=0.05, steady_s=3.0)
    time = np.arange(velocity.size) / RATE_HZ
    velocity = velocity * (1.0 + 2.0 * np.exp(-time / 0.1))
    (only,) = find_steady_strokes(motion(velocity), 0, unit=np.ones(2)).strokes
    assert only.speed == pytest.approx(0.01, rel=0.02)


@pytest.mark.parametrize("phase", [0.0, 0.1, 0.6, 0.9])
def test_a_short_slow_stroke_whose_speed_swings_keeps_its_steady_part(phase):
    """An end cut off where the speed swings makes the next one look worse."""
    time = np.arange(0.0, 0.93, 1.0 / RATE_HZ)
    settling = 0.03 * np.exp(-time / 0.15) * np.sin(2.0 * np.pi * 4.2 * time)
    swing = 0.0038 * np.sin(2.0 * np.pi * (2.2 * time + phase))
    velocity = 0.0351 * (1.0 - np.exp(-time / 0.04)) + settling + swing
    (only,) = find_steady_strokes(motion(velocity), 0, unit=np.ones(2)).strokes
    assert only.speed == pytest.approx(0.0351, rel=0.06)


@pytest.mark.parametrize(
    "velocity",
    [
        0.5 * np.sin(2.0 * np.pi * np.arange(1000) / 1000.0),
        np.concatenate([np.linspace(0.0, 0.5, 300), np.linspace(0.5, 0.0, 300)]),
        trapezoid(0.5, steady_s=0.05),
        np.full(500, np.radians(0.05)),
    ],
    ids=["swing", "ramps", "short", "creeping"],
)
def test_unsteady_strokes_are_refused(velocity):
    assert not find_steady_strokes(motion(velocity), 0, unit=np.ones(2)).strokes


def test_other_joints_must_be_at_rest():
    velocity = trapezoid(0.3)
    assert not find_steady_strokes(motion(velocity, 0.1 * velocity), 0, unit=np.ones(2)).strokes
    assert find_steady_strokes(motion(velocity, 0.004 * velocity), 0, unit=np.ones(2)).strokes
