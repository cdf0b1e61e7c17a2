"""Sweeps in a payload's result: where it goes without each, what would improve it, how they are described."""

from functools import cache

import numpy as np
import pytest

from core.payload.result import PayloadResult, PayloadStage
from core.payload.settings import GainKnowledge, PayloadSettings, SweepKey
from core.quality import Verdict
from core.recording import Recording
from core.robot.kinematics import flange_transforms
from tests.core.payload.sweep_examples import (
    DEGREE,
    EC66,
    GAO_LOAD,
    LOADED,
    NOISE_NM,
    THREE_STEPS,
    UNLOADED,
    WRISTS,
    MadeArm,
    both_runs,
    deviations,
    errors,
    identified,
    noisy,
    sweep,
    ways,
)

RUN = ways(speed=10.0)
ARM = MadeArm(friction=3.0, load_friction=0.02)


@cache
def runs() -> tuple[Recording, Recording]:
    return both_runs(ARM, RUN)


@cache
def result() -> PayloadResult:
    return identified(*runs(), seed=1, gains=GainKnowledge.manufacturer(6))


@pytest.mark.parametrize("place", [0, 3, 6])
def test_leave_one_out_equals_refitting_without_the_sweep(place: int) -> None:
    swept = result().sweeps[place]
    out = PayloadSettings(leave_out=(swept.key,))
    again = identified(*runs(), seed=1, gains=GainKnowledge.manufacturer(6), settings=out)
    std = deviations(again)
    assert swept.mass_without == pytest.approx(again.estimate.mass, abs=0.1 * std[0])
    np.testing.assert_allclose(
        swept.center_without, again.estimate.center_of_mass, atol=float(0.2 * std[1:].max())
    )
    moved = np.abs(swept.center_without - result().estimate.center_of_mass).max()
    assert moved > 2.0 * np.abs(swept.center_without - again.estimate.center_of_mass).max()
    assert [one.key for one in again.sweeps if not one.is_used] == [swept.key]
    assert [one.key for one in again.sweeps] == [one.key for one in result().sweeps]


def test_every_sweep_is_described() -> None:
    sweeps = result().sweeps
    assert [(one.key.joint, one.key.orientation) for one in sweeps] == [
        (joint, orientation) for orientation in (1, 2, 3, 4) for joint in (1, 2)
    ]
    for one in sweeps:
        assert one.joint_name == EC66.joint_names[one.key.joint]
        assert one.speed == pytest.approx(10.0 * DEGREE, rel=1e-3)
        assert one.high - one.low == pytest.approx(52.0 * DEGREE, abs=2.5 * DEGREE)
        assert one.rms < 3.0 * one.expected
        assert abs(one.mean) <= one.rms
        assert one.expected < 0.2 * NOISE_NM
        np.testing.assert_allclose(one.flange.T @ one.flange, np.eye(3), atol=1e-12)
    middle = np.radians([0.0, 27.5, 0.0, *WRISTS[2]])
    directions = flange_transforms(EC66, middle[np.newaxis])[0, :3, :3]
    np.testing.assert_allclose(sweeps[4].flange, directions, atol=0.02)


def test_a_sweep_run_again_counts_as_well() -> None:
    z_orientations = RUN[8:16]
    empty = sweep(ARM, [*RUN, *z_orientations], label=UNLOADED)
    loaded = sweep(ARM, [*RUN, *z_orientations, *z_orientations], label=LOADED, load=GAO_LOAD)
    found = identified(empty, loaded, seed=1)
    again = [one.key for one in found.sweeps if one.key.round > 1]
    assert again == [
        SweepKey(LOADED, joint, orientation, number)
        for number in (2, 3)
        for orientation in (3, 4)
        for joint in (1, 2)
    ]
    assert (np.abs(errors(found)) <= 3.5 * deviations(found)).all()
    first = tuple(one.key for one in found.sweeps if one.key.orientation > 2 and one.key.round < 3)
    by_repeat = identified(empty, loaded, seed=1, settings=PayloadSettings(leave_out=first))
    assert (np.abs(errors(by_repeat)) <= 3.5 * deviations(by_repeat)).all()
    by_all = PayloadSettings(leave_out=tuple(one.key for one in found.sweeps if one.key.orientation > 2))
    assert np.isnan(deviations(identified(empty, loaded, seed=1, settings=by_all))[3])


def test_repeats_may_be_in_a_recording_of_their_own() -> None:
    repeat = sweep(ARM, RUN[12:16], label=f"{LOADED}-2", load=GAO_LOAD)
    found = identified(*runs(), repeat, seed=1)
    assert [one.key for one in found.sweeps if one.key.recording != LOADED] == [
        SweepKey(f"{LOADED}-2", joint, 4) for joint in (1, 2)
    ]
    assert found.recordings == (LOADED, f"{LOADED}-2")
    assert (np.abs(errors(found)) <= 3.5 * deviations(found)).all()


def test_what_was_measured_again_is_left_out_and_named() -> None:
    repeat = sweep(ARM, RUN[12:16], label=f"{LOADED}-2", load=GAO_LOAD)
    found = identified(*runs(), repeat, seed=1, repeats={repeat.label})
    out = tuple(SweepKey(LOADED, joint, 4) for joint in (1, 2))
    assert found.settings.leave_out == out
    assert tuple(one.key for one in found.sweeps if not one.is_used) == out
    both = identified(*runs(), repeat, seed=1)
    assert both.settings.leave_out == ()
    assert deviations(found)[0] > deviations(both)[0], "what counts once is no better known"


def test_good_results_suggest_no_sweeps() -> None:
    good = identified(*runs(), seed=1)
    assert {judged.verdict for judged in good.estimate.judgements} == {Verdict.GOOD}
    assert all(step.improved_by == () for step in good.steps)


def test_repeated_sweeps_do_not_reduce_gain_uncertainty() -> None:
    assert result().estimate.judgements[0].verdict is not Verdict.GOOD
    assert result().steps[-1].improved_by == ()


def test_the_orientation_that_determines_z_is_suggested() -> None:
    """It alone does, and it was swept over a small range with much noise."""
    run = (*ways(speed=10.0, wrists=WRISTS[:2]), *ways(speed=20.0, width=12.0, wrists=WRISTS[2:3]))
    loud = [noisy(one, seed=5, noise=2.0) for one in both_runs(ARM, run)]
    found = identified(*loud)
    verdicts = [judged.verdict for judged in found.estimate.judgements]
    assert verdicts == [Verdict.GOOD, Verdict.GOOD, Verdict.GOOD, Verdict.USABLE]
    assert found.steps[-1].improved_by[0] == 3


def test_each_step_lists_its_sweeps_and_known_quantities() -> None:
    steps = result().steps
    assert [step.stage for step in steps] == list(PayloadStage)
    known = [np.isfinite([step.estimate.mass, *step.estimate.center_of_mass]).tolist() for step in steps]
    assert known == [[True, False, False, False], [True, True, True, False], [True] * 4, [True] * 4]
    assert steps[0].sweeps == (SweepKey(LOADED, 1, 1), SweepKey(LOADED, 2, 1))
    assert steps[1].sweeps == (SweepKey(LOADED, 2, 1),)
    assert steps[2].sweeps == (SweepKey(LOADED, 2, 3),)
    assert len(steps[3].sweeps) == 8
    hidden = steps[0].estimate.judgements[1]
    assert hidden.verdict is Verdict.NOT_MEASURABLE


def test_three_step_method_has_a_leave_one_out_table() -> None:
    found = identified(*runs(), seed=1, settings=THREE_STEPS)
    assert [one.key for one in found.sweeps] == [one.key for one in result().sweeps]
    assert all(np.isfinite(one.rms) and np.isnan(one.mass_without) for one in found.sweeps)
