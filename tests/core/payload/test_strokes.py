"""Strokes found in the motion itself: only what is steady, of joints that were swept, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadRequest, NotEnoughData, NotIdentifiable
from core.monitor import NullMonitor
from core.payload.strokes import (
    FEWEST_SAMPLES,
    SWEEP_BEGINS,
    SWEEP_ENDS,
    FoundSweeps,
    PayloadStroke,
    expect_same_arm,
    find_sweeps,
)
from core.recording import Event, MissingSamples, Origin, Quantity, Recording
from tests.core.payload.sweep_examples import (
    DEGREE,
    EC66,
    LOADED,
    RATE_HZ,
    UNLOADED,
    WRISTS,
    MadeArm,
    Way,
    in_current,
    noisy,
    sweep,
    ways,
)

FOUR = ways(wrists=(WRISTS[0],))


def made(run: tuple[Way, ...] = FOUR) -> Recording:
    return noisy(sweep(MadeArm(friction=3.0), run, label=UNLOADED), seed=1)


def found(recording: Recording, **told: object) -> FoundSweeps:
    return find_sweeps(recording, EC66, drive_gain=None, monitor=NullMonitor(), **told)


def described(strokes: tuple[PayloadStroke, ...]) -> list[tuple[int, int]]:
    return [(stroke.joint, stroke.direction) for stroke in strokes]


def test_each_direction_is_one_stroke_at_its_speed() -> None:
    strokes = found(made()).strokes
    assert described(strokes) == [(1, 1), (1, -1), (2, 1), (2, -1)]
    for stroke in strokes:
        assert stroke.speed == pytest.approx(10.0 * DEGREE, rel=1e-3)
        assert np.diff(stroke.angle) * stroke.direction == pytest.approx(10.0 * DEGREE / RATE_HZ, rel=1e-6)
        assert np.ptp(stroke.angle) > 51.0 * DEGREE


def test_moves_between_the_sweeps_are_left_out() -> None:
    """Joint 6 turns alone from one orientation to the next."""
    recording = made(ways())
    assert found(recording).joints == (1, 2)
    assert len(found(recording).strokes) == 16
    assert found(recording, joints=(2,)).joints == (2,)


def test_events_select_the_motions_that_count() -> None:
    recording = made()
    strokes = found(recording).strokes
    events = []
    for stroke in strokes[:2]:
        events.append(Event(stroke.start - 0.5, SWEEP_BEGINS, {"joint": stroke.joint}))
        events.append(Event(stroke.end + 0.5, SWEEP_ENDS, {"joint": stroke.joint}))
    assert described(found(replace(recording, events=tuple(events))).strokes) == [(1, 1), (1, -1)]


def test_a_sweep_of_several_moves_is_several_strokes() -> None:
    there, back = FOUR[:2]
    half = there.pose[1] + 25.0 * DEGREE
    second = (there.pose[0], half, *there.pose[2:])
    strokes = found(made((replace(there, end=half), replace(there, pose=second), back))).strokes
    assert described(strokes) == [(1, 1), (1, 1), (1, -1)]


def test_a_gap_splits_a_stroke() -> None:
    recording = made()
    whole = found(recording).strokes[0]
    hole = int(0.5 * (whole.start + whole.end) * RATE_HZ)
    time = recording.time + np.where(np.arange(recording.time.size) > hole, 1.0, 0.0)
    holed = replace(recording, time=time, missing=(MissingSamples(hole, 124, "sequence"),))
    assert described(found(holed).strokes) == [(1, 1), (1, 1), (1, -1), (2, 1), (2, -1)]


def fast(slow: Recording) -> Recording:
    """The same at a kilohertz."""
    time = np.arange(8 * slow.sample_count) / (8.0 * RATE_HZ)
    columns = {
        name: np.column_stack([np.interp(time, slow.time, column) for column in np.asarray(values).T])
        for name, values in slow.columns.items()
    }
    return noisy(replace(slow, time=time, columns=columns), seed=1)


@pytest.mark.parametrize("length", [2 * FEWEST_SAMPLES, 150, 300])
def test_a_stretch_between_two_gaps_that_is_too_short_has_no_stroke(length: int) -> None:
    """Nor does it keep the others from being found."""
    recording = fast(sweep(MadeArm(), FOUR, label=UNLOADED))
    before, after = found(recording).strokes[1:3]
    hole = int(0.5 * (before.end + after.start) * 8.0 * RATE_HZ)
    rows = np.arange(recording.time.size)
    time = recording.time + 1.0 * (rows > hole) + 1.0 * (rows > hole + length)
    missing = tuple(MissingSamples(place, 124, "sequence") for place in (hole, hole + length))
    holed = replace(recording, time=time, missing=missing)
    assert described(found(holed).strokes) == [(1, 1), (1, -1), (2, 1), (2, -1)]


def test_fast_samples_are_averaged() -> None:
    """A kilohertz tells no more than what is kept of it, each with a part of the noise."""
    stroke = found(fast(sweep(MadeArm(), FOUR, label=UNLOADED))).strokes[0]
    assert stroke.angle.size == pytest.approx(250.0 * (stroke.end - stroke.start), rel=0.02)
    smooth = np.polynomial.Polynomial.fit(stroke.angle, stroke.torque, 4)(stroke.angle)
    assert np.std(stroke.torque - smooth) == pytest.approx(0.3 / 2.0, rel=0.1)


@pytest.mark.parametrize(("percent", "width"), [(100.0, 55.0), (25.0, 14.0)])
def test_too_few_samples_are_refused(percent: float, width: float) -> None:
    """Of the joint's speed: at a quarter of it a narrow sweep is over in half a second."""
    speed = percent / 100.0 * float(np.degrees(EC66.velocity_limit[1]))
    fast = ways(speed=speed, width=width, wrists=(WRISTS[0],))
    with pytest.raises(NotEnoughData) as caught:
        found(made(fast))
    assert caught.value.code == "payload-too-few-samples"
    assert caught.value.facts == {"recording": UNLOADED, "fewest": FEWEST_SAMPLES}


def test_refused_strokes_are_listed_when_others_suffice() -> None:
    fast = ways(speed=150.0, wrists=(WRISTS[0],))[:2]
    left_out = found(made((*FOUR, *fast))).refused
    assert [(one.joint, one.code, one.count) for one in left_out] == [(1, "payload-too-few-samples", 2)]


@pytest.mark.parametrize("seconds", [0.1, 20.0])
def test_an_arm_at_rest_has_no_sweeps(seconds: float) -> None:
    count = int(seconds * RATE_HZ)
    source = np.random.default_rng(1)
    columns = {
        Quantity.POSITION: source.normal(0.0, 1e-6, (count, 6)),
        Quantity.TORQUE: source.normal(0.0, 0.3, (count, 6)),
    }
    with pytest.raises(NotEnoughData) as caught:
        found(Recording(UNLOADED, np.arange(count) / RATE_HZ, columns))
    assert caught.value.code == "payload-no-sweeps"


@pytest.mark.parametrize("stuck_at", [0.0, 7.3])
def test_a_stuck_channel_is_named(stuck_at: float) -> None:
    recording = made()
    torque = np.array(recording.columns[Quantity.TORQUE])
    torque[:, 2] = stuck_at
    columns = {**recording.columns, Quantity.TORQUE: torque}
    with pytest.raises(NotIdentifiable) as caught:
        found(replace(recording, columns=columns))
    assert caught.value.code == "payload-torque-stuck"
    assert caught.value.facts == {"joint": "joint_3", "recording": UNLOADED}


def test_a_channel_that_sticks_halfway_is_named_too() -> None:
    recording = made(ways())
    torque = np.array(recording.columns[Quantity.TORQUE])
    torque[torque.shape[0] // 2 :, 2] = torque[torque.shape[0] // 2, 2]
    columns = {**recording.columns, Quantity.TORQUE: torque}
    with pytest.raises(NotIdentifiable) as caught:
        found(replace(recording, columns=columns))
    assert caught.value.facts["joint"] == "joint_3"


def test_currents_become_torques() -> None:
    recording, gain = made(), np.arange(5.0, 11.0)
    by_current = find_sweeps(
        in_current(recording, drive_gain=gain), EC66, drive_gain=gain, monitor=NullMonitor()
    )
    for one, other in zip(found(recording).strokes, by_current.strokes, strict=True):
        np.testing.assert_allclose(one.torque, other.torque, rtol=1e-12)


def test_two_serial_numbers_are_two_arms() -> None:
    empty, loaded = made(), replace(made(), label=LOADED)
    unnamed = replace(loaded, origin=Origin())
    expect_same_arm([empty, unnamed, loaded])
    with pytest.raises(BadRequest) as caught:
        expect_same_arm([empty, unnamed, replace(loaded, origin=Origin(serial="B2"))])
    assert caught.value.code == "payload-reference-other-arm"
    assert caught.value.facts == {"file": UNLOADED, "reference": "A1", "arm": "B2"}
