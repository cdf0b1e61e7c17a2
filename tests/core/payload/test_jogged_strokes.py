"""Jogged strokes judged while they happen: the same that a recording's search finds, each with its reason."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from core.monitor import NullMonitor
from core.payload.jogged_strokes import Notice, Seen, StrokeWatch, Tally, joined
from core.payload.parallel_joints import find_swept_joints
from core.payload.strokes import find_sweeps
from core.recording import Recording, TorqueKind
from tests.core.payload import sweep_examples
from tests.core.payload.sweep_examples import (
    DEGREE,
    EC66,
    UNLOADED,
    WRISTS,
    MadeArm,
    Way,
    held,
    noisy,
    sweep,
    ways,
)

ARM = MadeArm(friction=3.0)
JOINTS = find_swept_joints(EC66, start=np.zeros(6))
BLOCK = 7
"""Samples that arrive together, no divisor of anything."""
ONE, TWO = ways(speed=6.0, width=30.0, wrists=WRISTS[:1]), ways(speed=6.0, width=30.0, wrists=WRISTS[:2])


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever presses arrows looks between two of them."""
    monkeypatch.setattr(sweep_examples, "STILL_S", 0.6)


def jogged(run: Sequence[Way]) -> Recording:
    return noisy(sweep(ARM, (*run, held(run[-1])), label=UNLOADED), seed=1)


def watcher(**told: object) -> StrokeWatch:
    return StrokeWatch(EC66, drive_gain=None, torque_kind=TorqueKind.MOTOR_CURRENT, joints=JOINTS, **told)


def notices(watch: StrokeWatch, recording: Recording) -> Iterator[Notice]:
    for first in range(0, recording.sample_count, BLOCK):
        block = recording.block(first, min(first + BLOCK, recording.sample_count))
        yield from watch.take(block.time, block.columns)


def seen(run: Sequence[Way], watch: StrokeWatch | None = None) -> list[tuple[Seen, int]]:
    """What is said of jogged ways, without what is said of the moves between them."""
    found = notices(watch or watcher(), jogged(run))
    return [(one.seen, one.joint + 1) for one in found if one.seen not in {Seen.STEADY, Seen.PLACED}]


def test_both_joints_there_and_back_in_two_orientations_are_enough() -> None:
    watch = watcher()
    said = list(notices(watch, jogged(TWO)))
    counted = [one for one in said if one.seen is Seen.COUNTED]
    assert [(one.joint, one.facts["number"]) for one in counted] == [(1, 1), (2, 2), (1, 3), (2, 4)]
    assert watch.is_enough
    assert watch.tally.is_turned(JOINTS)
    order = [one.seen for one in said if one.joint == 1 and one.seen is not Seen.PLACED][:4]
    assert order == [Seen.STEADY, Seen.THERE, Seen.STEADY, Seen.COUNTED]


def test_what_counts_is_what_the_search_in_the_recording_finds() -> None:
    watch, recording = watcher(), jogged(ONE)
    assert list(notices(watch, recording))
    found = find_sweeps(recording, EC66, drive_gain=None, monitor=NullMonitor()).strokes
    strokes = [stroke for one in watch.counted for stroke in (one.there, one.back)]
    assert [(one.joint, one.direction) for one in strokes] == [(one.joint, one.direction) for one in found]
    for ours, theirs in zip(strokes, found, strict=True):
        assert (ours.start, ours.end) == pytest.approx((theirs.start, theirs.end), abs=0.1)
    kept = joined([one.samples for one in watch.counted])
    assert (np.diff(kept.time) > 0.0).all()
    again = find_sweeps(kept, EC66, drive_gain=None, monitor=NullMonitor()).strokes
    assert [(one.joint, one.direction) for one in again] == [(one.joint, one.direction) for one in found]


def test_the_same_sweeps_again_without_turning_the_flange_need_more() -> None:
    watch = watcher()
    assert [one for one in seen((*ONE, *ONE), watch) if one[0] is Seen.COUNTED]
    assert watch.tally.lacking(JOINTS) == {1: 2, 2: 2}
    assert not watch.tally.is_turned(JOINTS)
    seen((*ONE, *ONE), watch := watcher(tally=watch.tally))
    assert watch.is_enough


THERE, BACK = ONE[:2]
HALF = replace(THERE, end=THERE.pose[1] + 15.0 * DEGREE)
GOES_ON = replace(THERE, pose=(THERE.pose[0], HALF.end, *THERE.pose[2:]))
ELSEWHERE = replace(BACK, pose=(0.1, *BACK.pose[1:]))
SLOWER = replace(BACK, speed=0.6 * BACK.speed)
SHORT = replace(THERE, end=THERE.pose[1] + 6.0 * DEGREE)
CREEPING = replace(THERE, end=THERE.pose[1] + 14.0 * DEGREE, speed=0.4 * DEGREE)


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ((THERE,), [(Seen.THERE, 2)]),
        ((replace(THERE, speed=20.0 * DEGREE),), [(Seen.TOO_FAST, 2)]),
        ((replace(THERE, speed=60.0 * DEGREE),), [(Seen.TOO_FAST, 2)]),
        ((CREEPING,), [(Seen.TOO_SLOW, 2)]),
        ((SHORT,), [(Seen.TOO_SHORT, 2)]),
        ((HALF, GOES_ON), [(Seen.THERE, 2), (Seen.STOPPED, 2)]),
        ((HALF, GOES_ON, BACK), [(Seen.THERE, 2), (Seen.STOPPED, 2), (Seen.THERE, 2)]),
        ((THERE, SLOWER), [(Seen.THERE, 2), (Seen.OTHER_SPEED, 2)]),
        ((THERE, ELSEWHERE), [(Seen.THERE, 2), (Seen.NO_WAY_BACK, 2), (Seen.THERE, 2)]),
    ],
)
def test_each_stroke_that_does_not_count_has_its_reason(
    run: tuple[Way, ...], expected: list[tuple[Seen, int]]
) -> None:
    watch = watcher()
    assert seen(run, watch) == expected
    assert not watch.counted
    # and nothing is lost: the next sweep counts
    assert (Seen.COUNTED, 3) in seen((*run, *ONE[2:]))


def test_a_joint_that_moves_as_well_spoils_the_stroke() -> None:
    watch, recording = watcher(), jogged(ONE[:2])
    position = np.array(recording.columns["position"])
    position[:, 4] += 2.0 * DEGREE * np.clip((recording.time - 2.0) / 3.0, 0.0, 1.0)
    disturbed = replace(recording, columns={**recording.columns, "position": position})
    said = list(notices(watch, disturbed))
    moved = next(one for one in said if one.seen is Seen.OTHERS_MOVED)
    assert (moved.joint, moved.facts["others"]) == (1, (4,))
    assert not watch.counted


def test_stills_are_not_weighed() -> None:
    watch, recording = watcher(), jogged(ONE[:1])
    still = replace(
        recording,
        columns={
            name: np.tile(column[:1], (recording.sample_count, 1))
            for name, column in recording.columns.items()
        },
    )
    assert not list(notices(watch, still))


def test_lost_samples_spoil_a_stroke() -> None:
    watch, recording = watcher(), jogged(ONE[:1])
    time = recording.time + np.where(recording.time > 3.0, 0.5, 0.0)
    assert [one.seen for one in notices(watch, replace(recording, time=time))][-1] is Seen.LOST


def empty_strokes(run: Sequence[Way]) -> tuple:
    return find_sweeps(jogged(run), EC66, drive_gain=None, monitor=NullMonitor()).strokes


def test_a_stroke_with_a_load_has_to_be_one_of_the_empty_arm() -> None:
    empty = empty_strokes(ONE)
    watch = watcher(empty=empty)
    assert Seen.NOT_ON_EMPTY not in {one for one, _ in seen(ONE, watch)}
    assert len(watch.counted) == 2
    off = tuple(
        replace(way, pose=(*way.pose[:4], way.pose[4] + 5.0 * DEGREE, way.pose[5])) for way in ONE[:2]
    )
    found = [one for one in notices(watcher(empty=empty), jogged(off)) if one.seen is Seen.NOT_ON_EMPTY]
    assert [one.facts["off"] for one in found] == [4, 4]
    assert (found[0].facts["here"], found[0].facts["there"]) == pytest.approx((5.0 * DEGREE, 0.0), abs=1e-3)
    alone = list(notices(watcher(empty=empty_strokes(ONE[:2])), jogged(ONE[2:])))
    assert [dict(one.facts) for one in alone if one.seen is Seen.NOT_ON_EMPTY] == [{}, {}]


def test_a_range_of_the_empty_arm_is_named() -> None:
    far = ways(speed=6.0, width=30.0, wrists=WRISTS[:1], lows=(40.0, -90.0))[:2]
    found = [one for one in notices(watcher(empty=empty_strokes(ONE)), jogged(far)) if one.facts.get("low")]
    assert found[0].seen is Seen.NOT_ON_EMPTY
    assert found[0].facts["high"] == pytest.approx(30.0 * DEGREE, abs=1.5 * DEGREE)


def test_an_earlier_tally_counts() -> None:
    first, again = watcher(), watcher
    list(notices(first, jogged(ONE)))
    watch = again(tally=Tally(first.tally.sweeps))
    said = list(notices(watch, jogged(TWO[4:])))
    assert [one.facts["number"] for one in said if one.seen is Seen.COUNTED] == [3, 4]
    assert watch.is_enough
