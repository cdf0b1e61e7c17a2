"""Faults between and during the runs: each is named, and no number is given without a verdict."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from core.errors import BadRequest
from core.monitor import NullMonitor
from core.payload.result import PayloadResult
from core.payload.settings import Directions, GainKnowledge, PayloadSettings, SweepKey
from core.payload.strokes import find_sweeps
from core.quality import Verdict
from core.recording import Quantity, Recording
from tests.core.payload.sweep_examples import (
    DEGREE,
    EC66,
    GAO_LOAD,
    JOINT,
    LOADED,
    THREE_STEPS,
    UNLOADED,
    Hung,
    MadeArm,
    Way,
    both_runs,
    codes,
    deviations,
    errors,
    identified,
    sweep,
    ways,
)

RUN = ways(speed=20.0)
ARM = MadeArm(friction=3.0, load_friction=0.02)
OTHER_LOAD = Hung(2.468, (0.0, 0.05, 0.0))
either_method = pytest.mark.parametrize("settings", [JOINT, THREE_STEPS])


@cache
def good_runs() -> tuple[Recording, Recording]:
    return both_runs(ARM, RUN)


def unloaded() -> Recording:
    return good_runs()[0]


def test_good_sweeps_give_no_warning() -> None:
    found = identified(*good_runs(), seed=1)
    assert found.judgement.verdict is Verdict.GOOD
    assert not found.judgement.reasons
    assert {one.judgement.verdict for one in found.sweeps} == {Verdict.GOOD}
    assert not found.refused


@pytest.mark.parametrize("tilt", [2.0, -2.0, 1.0])
@either_method
def test_a_tilted_base_between_the_runs_is_reported(settings: PayloadSettings, tilt: float) -> None:
    """The arm's own weight changed too, which no payload explains in all orientations."""
    leaning = sweep(replace(ARM, tilt=tilt * DEGREE), RUN, label=LOADED, load=GAO_LOAD)
    found = identified(unloaded(), leaning, seed=1, settings=settings)
    assert found.judgement.verdict is Verdict.REPEAT
    assert "payload-contradiction" in codes(found)


@pytest.mark.parametrize("tilt", [0.1, 0.5, 2.0])
def test_a_contradiction_increases_the_stated_interval(tilt: float) -> None:
    leaning = sweep(replace(ARM, tilt=tilt * DEGREE), RUN, label=LOADED, load=GAO_LOAD)
    found = identified(unloaded(), leaning, seed=1, gains=GainKnowledge.manufacturer(6))
    assert (np.abs(errors(found)) <= 5.0 * deviations(found)).all()


@either_method
def test_sweeps_of_a_shifted_pose_are_refused(settings: PayloadSettings) -> None:
    turned = sweep(ARM, ways(speed=20.0, shifted=5.0), label=LOADED, load=GAO_LOAD)
    with pytest.raises(BadRequest) as caught:
        identified(unloaded(), turned, seed=1, settings=settings)
    assert caught.value.code == "payload-sweeps-do-not-match"


def test_unmatched_sweeps_are_left_out_and_listed() -> None:
    elsewhere = sweep(ARM, ways(speed=20.0, upright=95.0), label=LOADED, load=GAO_LOAD)
    found = identified(unloaded(), elsewhere, seed=1)
    reason = next(one for one in found.judgement.reasons if one.code == "payload-sweeps-without-reference")
    assert reason.facts == {"count": 4}
    assert reason.verdict is Verdict.USABLE
    assert {sweep.key.joint for sweep in found.sweeps} == {1}


@pytest.mark.parametrize("sweeps", [2, 4, 6])
@either_method
def test_a_payload_change_is_named_with_its_last_good_sweep(settings: PayloadSettings, sweeps: int) -> None:
    """Named with the last sweep before."""
    changed = sweep(ARM, RUN, label=LOADED, load=GAO_LOAD, then=(2 * sweeps, OTHER_LOAD))
    found = identified(unloaded(), changed, seed=1, settings=settings)
    reason = next(one for one in found.judgement.reasons if one.code == "payload-changed")
    assert reason.verdict is Verdict.REPEAT
    assert reason.facts["joint"] == 3
    assert reason.facts["orientation"] == sweeps // 2
    assert found.judgement.verdict is not Verdict.GOOD


@pytest.mark.parametrize("sweeps", [1, 7])
def test_one_sweep_with_another_payload_contradicts_the_others(sweeps: int) -> None:
    changed = sweep(ARM, RUN, label=LOADED, load=GAO_LOAD, then=(2 * sweeps, OTHER_LOAD))
    found = identified(unloaded(), changed, seed=1)
    assert "payload-contradiction" in codes(found)
    assert found.judgement.verdict is Verdict.REPEAT


def test_a_disturbed_sweep_is_named() -> None:
    """Joint 3 swept apart from the others, with more on the flange."""
    empty = unloaded()
    rubbing = sweep(ARM, RUN[6:8], label=LOADED, load=Hung(6.0, GAO_LOAD.center))
    whole = sweep(ARM, (*RUN[:6], *RUN[8:]), label=LOADED, load=GAO_LOAD)
    joined = replace(rubbing, label="payload-loaded-2")
    found = identified(empty, whole, joined, seed=1)
    worst = max(found.sweeps, key=lambda one: one.rms / one.expected)
    assert worst.key == SweepKey("payload-loaded-2", 2, 2)
    assert [reason.code for reason in worst.judgement.reasons] == ["payload-sweep-off"]
    reason = next(one for one in found.judgement.reasons if one.code == "payload-contradiction")
    assert (reason.facts["joint"], reason.facts["orientation"]) == (3, 2)
    without = identified(empty, whole, joined, seed=1, settings=PayloadSettings(leave_out=(worst.key,)))
    assert without.judgement.verdict is Verdict.GOOD
    assert abs(errors(without)[0]) < 0.01


@either_method
def test_a_sweep_stopped_at_a_limit_is_named_too_short(settings: PayloadSettings) -> None:
    run, half = list(RUN), RUN[4].pose[1] + 20.0 * DEGREE
    back = np.array(run[5].pose)
    back[1] = half
    run[4], run[5] = replace(run[4], end=half), replace(run[5], pose=tuple(back.tolist()))
    found = identified(unloaded(), sweep(ARM, run, label=LOADED, load=GAO_LOAD), seed=1, settings=settings)
    reason = next(one for one in found.judgement.reasons if one.code == "payload-sweep-short")
    assert (reason.facts["joint"], reason.facts["orientation"]) == (2, 2)
    assert reason.facts["degrees"] == pytest.approx(13.0, abs=1.0)
    assert reason.facts["expected"] == pytest.approx(49.0, abs=1.5)
    assert found.judgement.verdict is Verdict.REPEAT


def test_a_sweep_stopped_at_two_thirds_is_long_enough() -> None:
    run, end = list(RUN), RUN[4].pose[1] + 39.0 * DEGREE
    back = np.array(run[5].pose)
    back[1] = end
    run[4], run[5] = replace(run[4], end=end), replace(run[5], pose=tuple(back.tolist()))
    found = identified(unloaded(), sweep(ARM, run, label=LOADED, load=GAO_LOAD), seed=1)
    assert "payload-sweep-short" not in codes(found)


@either_method
def test_exchanged_runs_give_a_negative_mass_to_repeat(settings: PayloadSettings) -> None:
    empty, loaded = good_runs()
    found = identified(
        replace(loaded, label=UNLOADED), replace(empty, label=LOADED), seed=1, settings=settings
    )
    assert found.estimate.mass == pytest.approx(-GAO_LOAD.mass, abs=0.02)
    mass, *center = found.estimate.judgements
    assert mass.verdict is Verdict.REPEAT
    assert [reason.code for reason in mass.reasons] == ["payload-negative"]
    assert {judged.verdict for judged in center} == {Verdict.NOT_MEASURABLE}


@pytest.mark.parametrize(("factor", "code"), [(0.667, "effort-scale"), (-1.0, "weight-reversed")])
def test_torques_too_small_or_reversed_for_the_arm_itself_are_the_first_reason(
    factor: float, code: str
) -> None:
    """Percent of a rated torque, or counted the other way: the load is wrong by as much, with a small ±."""

    def other(run: Recording) -> Recording:
        torque = factor * np.asarray(run.columns[Quantity.TORQUE])
        return replace(run, columns={**run.columns, Quantity.TORQUE: torque})

    found = identified(*map(other, good_runs()), seed=1)
    assert found.judgement.reasons[0].code == code
    assert found.judgement.verdict is not Verdict.GOOD
    mass = found.estimate.judgements[0]
    assert (mass.verdict, mass.reasons[0].code) == (Verdict.REPEAT, code)


@pytest.mark.parametrize(("weighed", "is_wrong"), [(2.0, True), (4.11, False), (4.4, False)])
def test_a_load_that_was_weighed_otherwise_is_told(weighed: float, is_wrong: bool) -> None:  # noqa: FBT001
    empty, loaded = good_runs()
    found = identified(empty, replace(loaded, payload_mass=weighed), seed=1)
    assert ("payload-not-as-weighed" in codes(found)) is is_wrong
    assert (found.judgement.verdict is Verdict.REPEAT) is is_wrong


def test_the_same_file_without_and_with_the_load_is_refused() -> None:
    empty, _ = good_runs()
    one = replace(empty, origin=replace(empty.origin, sha256="a" * 64, first_row=1, last_row=900))
    with pytest.raises(BadRequest) as refused:
        identified(one, replace(one, label=LOADED), seed=1)
    assert refused.value.code == "payload-same-file"
    later = replace(one, label=LOADED, origin=replace(one.origin, first_row=901, last_row=1800))
    assert abs(identified(one, later, seed=1).estimate.mass) < 0.1


@either_method
def test_an_empty_flange_has_zero_mass_and_no_centre(settings: PayloadSettings) -> None:
    found = identified(unloaded(), replace(unloaded(), label=LOADED), seed=1, settings=settings)
    assert abs(found.estimate.mass) <= 3.5 * found.estimate.mass_std
    # three steps carry the ± of the joint fit beside their own
    assert found.estimate.mass_std < (0.01 if settings is JOINT else 0.015)
    mass, *center = found.estimate.judgements
    assert mass.verdict is Verdict.GOOD
    for judged in center:
        assert judged.verdict is Verdict.NOT_MEASURABLE
        assert [reason.code for reason in judged.reasons] == ["payload-too-light"]


@pytest.mark.parametrize(
    ("kept", "unknown"), [(RUN[:4], (3,)), ((*RUN[:4], *RUN[8:12]), ()), (RUN[2:4], (0, 1, 2, 3))]
)
def test_quantities_the_sweeps_do_not_determine_are_not_measurable(
    kept: tuple[Way, ...], unknown: tuple[int, ...]
) -> None:
    """One orientation hides z; a single sweep says nothing of any."""
    found = identified(*both_runs(ARM, kept), seed=1)
    judged = found.estimate.judgements
    hidden = tuple(place for place in range(4) if judged[place].verdict is Verdict.NOT_MEASURABLE)
    assert hidden == unknown
    seen = [place for place in range(4) if place not in unknown]
    assert (np.abs(errors(found)) <= 3.5 * deviations(found))[seen].all()


VISCOUS = 40.0
"""N·m·s/rad of every joint, so that friction depends on the speed."""


def with_viscous(recording: Recording) -> Recording:
    """The same arm with friction that grows with the speed."""
    speed = np.gradient(np.asarray(recording.columns[Quantity.POSITION]), recording.time, axis=0)
    torque = np.asarray(recording.columns[Quantity.TORQUE]) + VISCOUS * speed
    return replace(recording, columns={**recording.columns, Quantity.TORQUE: torque})


def viscous_runs(loaded: tuple[Way, ...], unloaded: tuple[Way, ...] = RUN) -> list[Recording]:
    empty = sweep(ARM, unloaded, label=UNLOADED)
    return [with_viscous(one) for one in (empty, sweep(ARM, loaded, label=LOADED, load=GAO_LOAD))]


def refusals(found: PayloadResult) -> dict[str, int]:
    """Number of strokes and sweeps left out, by cause."""
    count: dict[str, int] = {}
    for one in found.refused:
        count[one.code] = count.get(one.code, 0) + one.count
    return count


def test_ways_there_and_back_at_other_speeds_are_no_sweep() -> None:
    """A fast way back to the start of the next sweep is a move; taken as a sweep it moved the mass."""
    hasty = tuple(replace(way, speed=2.0 * way.speed) if place == 5 else way for place, way in enumerate(RUN))
    found = identified(*viscous_runs(hasty), seed=1)
    assert (refusals(found)["payload-move"], refusals(found)["one-way-only"]) == (1, 1)
    assert len([one for one in found.sweeps if one.is_used]) == 7
    assert (np.abs(errors(found)) <= 3.5 * deviations(found)).all()


def test_one_direction_is_compared_at_one_speed_only() -> None:
    settings = replace(JOINT, directions=Directions.FORWARD)
    mixed = tuple(
        replace(way, speed=2.0 * way.speed) if place in {4, 5} else way for place, way in enumerate(RUN)
    )
    found = identified(*viscous_runs(mixed), seed=1, settings=settings)
    assert refusals(found)["unloaded-at-another-speed"] == 1
    assert next(one for one in found.judgement.reasons if one.code == "payload-speeds-differ").facts == {
        "count": 1
    }
    level = identified(*viscous_runs(RUN), seed=1, settings=settings)
    assert np.abs(errors(found) - errors(level))[0] <= 3.5 * deviations(found)[0]


def test_an_unloaded_run_at_another_speed_is_reported() -> None:
    slow = tuple(replace(way, speed=0.5 * way.speed) for way in RUN)
    found = identified(*viscous_runs(RUN, slow), seed=1)
    assert "payload-speeds-differ" in codes(found)
    assert found.judgement.verdict is Verdict.USABLE
    assert (np.abs(errors(found)) <= 3.5 * deviations(found)).all()


@pytest.mark.parametrize("wrist_speed", [0.8, 6.0])
def test_a_sweep_during_which_the_wrist_moved_steadily_is_left_out_and_listed(wrist_speed: float) -> None:
    """In degrees per second; the slower one is below what counts as moving."""
    empty, loaded = good_runs()
    strokes = find_sweeps(loaded, EC66, drive_gain=None, monitor=NullMonitor()).strokes
    there = [stroke for stroke in strokes if stroke.joint == 1][2]
    turn = wrist_speed * DEGREE * (there.end - there.start)
    times = [there.start - 0.3, there.start - 0.2, there.end + 0.2, there.end + 0.3]
    position = np.array(loaded.columns[Quantity.POSITION])
    position[:, 4] += np.interp(loaded.time, times, [0.0, -0.5 * turn, 0.5 * turn, 0.0])
    turned = replace(loaded, columns={**loaded.columns, Quantity.POSITION: position})
    found = identified(empty, turned, seed=1)
    assert refusals(found)["payload-others-moved"] == 1
    assert "payload-not-steady" not in refusals(found)
    assert len([one for one in found.sweeps if one.is_used]) < 8
    assert (np.abs(errors(found)) <= 3.5 * deviations(found)).all()
