"""Which strokes are one sweep, which sweeps are compared, and what is said of those that are not."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.errors import BadRequest, NotIdentifiable
from core.monitor import NullMonitor
from core.payload.settings import PayloadSettings, SweepKey
from core.payload.strokes import find_sweeps
from core.payload.sweeps import ArrangedSweeps, Load, arrange_sweeps
from core.recording import Recording
from tests.core.payload.sweep_examples import (
    DEGREE,
    EC66,
    JOINT,
    JOINT_ONE_WAY,
    KNOWN,
    LOADED,
    UNLOADED,
    Hung,
    MadeArm,
    Way,
    sweep,
    ways,
)

RUN = ways(speed=20.0)


def made(run: Sequence[Way], label: str = UNLOADED) -> Recording:
    return sweep(MadeArm(), run, label=label)


def arranged(
    empty: Sequence[Way],
    loaded: Sequence[Way],
    *,
    settings: PayloadSettings = JOINT,
    needs_reference: bool = True,
) -> ArrangedSweeps:
    runs = ((made(empty), Load()), (made(loaded, LOADED), Load(is_sought=True)))
    found = [(find_sweeps(run, EC66, drive_gain=None, monitor=NullMonitor()), load) for run, load in runs]
    return arrange_sweeps(found, settings=settings, needs_reference=needs_reference)


def keys(found: ArrangedSweeps) -> list[SweepKey]:
    return [sweep.key for group in found.groups for sweep in group.loaded]


def turned(run: Sequence[Way], joint: int, by: float) -> list[Way]:
    """The same with another joint standing elsewhere."""
    poses = [np.array(way.pose) + by * np.eye(6)[joint] for way in run]
    return [replace(way, pose=tuple(pose.tolist())) for way, pose in zip(run, poses, strict=True)]


def test_orientations_are_numbered_in_order_of_appearance() -> None:
    found = arranged(RUN, RUN)
    assert found.joints == (1, 2)
    assert keys(found) == [
        SweepKey(LOADED, joint, orientation) for joint in (1, 2) for orientation in (1, 2, 3, 4)
    ]
    for group in found.groups:
        assert group.has_reference
        assert [sweep.has_both_ways for sweep in group.sweeps] == [True, True]


def test_the_reference_numbers_the_orientations() -> None:
    """Loaded in another order they keep their numbers."""
    found = arranged(RUN, [*RUN[8:], *RUN[:8]])
    swept = sorted((sweep for group in found.groups for sweep in group.loaded), key=lambda one: one.begins)
    assert [sweep.key.orientation for sweep in swept] == [3, 3, 4, 4, 1, 1, 2, 2]


def test_repeated_sweeps_are_numbered_as_rounds() -> None:
    found = arranged(RUN, [*RUN, *RUN[:2]])
    again = [key for key in keys(found) if key.round > 1]
    assert again == [SweepKey(LOADED, 1, 1, 2)]
    assert [len(group.sweeps) for group in found.groups] == [3, *[2] * 7]


def test_a_sweep_in_several_moves_is_one_round() -> None:
    there, back = RUN[:2]
    middle = there.pose[1] + 25.0 * DEGREE
    second = (there.pose[0], middle, *there.pose[2:])
    found = arranged(RUN, [replace(there, end=middle), replace(there, pose=second), back])
    assert keys(found) == [SweepKey(LOADED, 1, 1)]
    assert [len(sweep.strokes) for sweep in found.groups[0].sweeps] == [2, 3]


def test_left_out_sweeps_are_in_no_group() -> None:
    out = SweepKey(LOADED, 2, 3)
    found = arranged(RUN, RUN, settings=PayloadSettings(leave_out=(out,)))
    assert out not in keys(found)
    assert [sweep.key for sweep in found.left_out] == [out]
    assert (2, 3) not in [(group.joint, group.orientation) for group in found.groups]


def again(run: Sequence[Way], **told: Any) -> ArrangedSweeps:
    """All sweeps with the payload, then ``run`` in a recording of its own that measured them again."""
    later = f"{LOADED}-2"
    runs = [(made(RUN), False), (made(RUN, LOADED), True), (made(run, later), True)]
    found = [
        (find_sweeps(one, EC66, drive_gain=None, monitor=NullMonitor()), Load(is_sought=sought))
        for one, sought in runs
    ]
    told = {"settings": JOINT, "repeats": {later}, **told}
    return arrange_sweeps(found, needs_reference=True, **told)


def test_the_latest_of_a_repeated_sweep_counts() -> None:
    found = again(RUN[:2])
    early, late = SweepKey(LOADED, 1, 1), SweepKey(f"{LOADED}-2", 1, 1)
    assert late in keys(found)
    assert early not in keys(found)
    assert len(keys(found)) == 8
    assert found.replaced == tuple(sweep.key for sweep in found.left_out) == (early,)
    first = next(group for group in found.groups if (group.joint, group.orientation) == (1, 1))
    assert first.has_reference, "the reference of the place stays"


def test_the_earlier_sweep_counts_where_the_later_one_does_not() -> None:
    late = SweepKey(f"{LOADED}-2", 1, 1)
    found = again(RUN[:2], settings=PayloadSettings(leave_out=(late,)))
    assert SweepKey(LOADED, 1, 1) in keys(found)
    assert found.replaced == ()
    one_way = again(RUN[:3])  # joint 2 went one way alone
    assert SweepKey(LOADED, 2, 1) in keys(one_way)


def test_recordings_that_repeat_nothing_all_count() -> None:
    both = keys(again(RUN[:2], repeats=()))
    assert {SweepKey(LOADED, 1, 1), SweepKey(f"{LOADED}-2", 1, 1)} <= set(both)


def test_sweeps_without_a_reference_are_listed() -> None:
    found = arranged(RUN[:8], RUN)
    assert len(keys(found)) == 4
    assert [(one.recording, one.joint, one.code) for one in found.refused] == [
        (LOADED, joint, "no-unloaded-sweep") for joint in (1, 1, 2, 2)
    ]
    assert len(keys(arranged(RUN[:8], RUN, needs_reference=False))) == 8


@pytest.mark.parametrize("joint", [0, 3, 5])
def test_sweeps_from_other_poses_are_refused(joint: int) -> None:
    with pytest.raises(BadRequest) as caught:
        arranged(RUN, turned(RUN, joint, 5.0 * DEGREE))
    assert caught.value.code == "payload-sweeps-do-not-match"
    assert caught.value.facts == {"loaded": (LOADED,), "unloaded": (UNLOADED,)}
    assert len(keys(arranged(RUN, turned(RUN, joint, 0.5 * DEGREE)))) == 8


def test_sweeps_in_one_direction_are_refused() -> None:
    there = [way for place, way in enumerate(RUN) if place % 2 == 0]
    with pytest.raises(NotIdentifiable) as caught:
        arranged(there, there)
    assert caught.value.code == "payload-one-way"
    assert caught.value.facts == {"joints": 16}
    found = arranged(there, there, settings=JOINT_ONE_WAY)
    assert len(keys(found)) == 8
    found = arranged(RUN, [*RUN[:4], *there[2:]])
    assert len(keys(found)) == 2
    assert {(one.recording, one.code) for one in found.refused} >= {(LOADED, "one-way-only")}


def test_one_direction_uses_forward_strokes_only() -> None:
    found = arranged(RUN, RUN, settings=JOINT_ONE_WAY)
    strokes = [stroke for group in found.groups for sweep in group.sweeps for stroke in sweep.strokes]
    assert {stroke.direction for stroke in strokes} == {1}


def test_weighed_loads_are_grouped_separately() -> None:
    runs = (
        (made(RUN), Load()),
        (sweep(MadeArm(), RUN, label=KNOWN, load=Hung(2.0)), Load(known=0)),
        (made(RUN[:8], LOADED), Load(is_sought=True)),
    )
    found = arrange_sweeps(
        [(find_sweeps(run, EC66, drive_gain=None, monitor=NullMonitor()), load) for run, load in runs],
        settings=JOINT,
        needs_reference=True,
    )
    assert [len(group.sweeps) for group in found.groups] == [3, 3, 2, 2, 3, 3, 2, 2]
    assert [len(group.loaded) for group in found.groups] == [1, 1, 0, 0, 1, 1, 0, 0]
