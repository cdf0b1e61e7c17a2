"""Quantities measured from a recorded run, against runs whose true values are known."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import NotEnoughData
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.runs.measured_run import RunSpan, measure_run
from core.excitation.unplanned_motions import random_motion
from core.fields import from_fields, to_fields
from core.quality import Verdict
from core.recording import MissingSamples, Quantity, Recording
from core.robot.library import load_robot

ROBOT = load_robot("szabo-3r")
GAIN = np.array([12.0, 11.0, 10.0])
ARM = replace(ROBOT, drive_gain=GAIN, joints=tuple(replace(joint, torque=60.0) for joint in ROBOT.joints))
START = np.array([0.1, 0.4, -0.6])
PERIOD_S, RATE_HZ, BEGAN = 6.0, 250.0, 41.37
CYCLES = 4
SWING = np.array([3.0, 2.0, 1.0])
"""A of the currents, which swing once per period."""
NOISE = np.array([0.05, 0.2, 0.02])


@pytest.fixture(scope="module")
def motion():
    """One period of the commanded motion."""
    return random_motion(ARM, start=START, generator=np.random.default_rng(5), period_s=PERIOD_S)


def limits(arm=ARM):
    return motion_limits(arm, start=START)


def recorded(motion, *, cycles=CYCLES, error=0.0, extra=0.0, began=(BEGAN,)):
    """Runs of ``cycles`` each; ``error`` (n,) swings with the period, ``extra`` joins the currents."""
    whole = motion.repeated(cycles)
    time = np.arange(began[0] - 3.0, began[-1] + whole.duration + 3.0, 1.0 / RATE_HZ)
    random = np.random.default_rng(6)
    position = np.tile(START, (time.size, 1))
    current = np.zeros((time.size, 3))
    for begin in began:
        inside = (time >= begin) & (time < begin + whole.duration)
        since = time[inside] - begin
        turn = np.sin(2.0 * np.pi * since / PERIOD_S)[:, np.newaxis]
        position[inside] = whole.evaluate(since).position + error * turn
        current[inside] = SWING * turn + (extra(since, since // PERIOD_S) if callable(extra) else extra)
    current += random.normal(size=current.shape) * NOISE
    columns = {Quantity.POSITION: ARM.position_as_reported(position), Quantity.CURRENT: current}
    return Recording("excite", time, columns)


def spans(cycles=CYCLES, *, began=(BEGAN,)):
    """The news of a run come early and late."""
    return [RunSpan(begin - 0.4, begin + cycles * PERIOD_S + 0.7, cycles) for begin in began]


def measured(recording, motion, **more):
    given = {"spans": spans(), "limits": limits(), "plan": "excitation-plan-001", **more}
    return measure_run(recording, ARM, motion, **given)


def codes(run):
    return [reason.code for reason in run.judgement.reasons]


def test_start_noise_and_torque_are_found(motion):
    run = measured(recorded(motion), motion)
    assert run.began[0] == pytest.approx(BEGAN, abs=2e-3)
    assert (run.cycles, run.periods_used) == (CYCLES, CYCLES)
    np.testing.assert_allclose(run.average.noise["current"], NOISE, rtol=0.05)
    np.testing.assert_allclose(run.average.noise["torque"], NOISE * GAIN, rtol=0.05)
    np.testing.assert_allclose(run.torque_share, SWING * GAIN / 60.0, rtol=0.15)
    assert run.average.time.size <= 500
    assert run.judgement.verdict is Verdict.GOOD
    assert codes(run) == []


def test_the_following_error_is_in_the_peaks(motion):
    error = np.array([2e-3, 0.0, 5e-3])
    run = measured(recorded(motion, error=error), motion)
    assert run.following_error[2] == pytest.approx(5e-3, rel=0.5)
    bounds = motion.peak_bounds()
    assert np.all(np.abs(run.peaks.upper - bounds.upper) <= 5e-3 + 1e-3)
    rate = 2.0 * np.pi / PERIOD_S
    assert np.all(np.abs(run.peaks.velocity - bounds.velocity) <= 1.2 * rate * error + 2e-2)
    assert run.peaks.inside
    assert run.peaks.worst == pytest.approx(0.8, abs=0.03), "the motion uses 80 % of its limits"


def test_an_exceeded_limit_is_named(motion):
    bounds = motion.peak_bounds()
    tight = replace(limits(), velocity=np.array([10.0, 0.9 * bounds.velocity[1], 10.0]))
    run = measured(recorded(motion), motion, limits=tight)
    assert not run.peaks.inside
    (reason,) = run.judgement.reasons
    assert reason.code == "limit-passed-while-running"
    assert (reason.facts["joint"], reason.facts["limit"]) == (ARM.joint_names[1], "velocity")
    assert reason.facts["share"] == pytest.approx(1.0 / 0.9, rel=0.01)
    assert run.judgement.verdict is Verdict.USABLE


def test_a_first_period_that_differs_is_left_out(motion):
    def warming(since, cycle):
        return np.outer(cycle == 0, [0.0, 0.0, 0.3])

    run = measured(recorded(motion, extra=warming), motion)
    assert run.first_period_left_out
    assert run.periods_used == CYCLES - 1
    np.testing.assert_allclose(run.average.noise["current"], NOISE, rtol=0.05)
    assert codes(run) == ["first-period-left-out"]
    assert run.judgement.verdict is Verdict.GOOD


def test_continuous_warming_is_reported(motion):
    def warming(since, cycle):
        return np.outer(-0.2 * cycle, [0.0, 0.0, 1.0])

    run = measured(recorded(motion, extra=warming), motion)
    assert codes(run) == ["periods-still-drift"], "no period is odder than the others"
    assert run.judgement.reasons[0].facts["joint"] == ARM.joint_names[2]
    assert run.judgement.verdict is Verdict.USABLE


def test_several_runs_are_averaged_as_one(motion):
    begins = (BEGAN, BEGAN + 2 * PERIOD_S + 1.53)
    run = measured(recorded(motion, cycles=2, began=begins), motion, spans=spans(2, began=begins))
    assert run.began == pytest.approx(begins, abs=2e-3)
    assert (run.cycles, run.periods_used) == (4, 4)
    np.testing.assert_allclose(run.average.noise["current"], NOISE, rtol=0.05)


def test_gaps_high_torque_and_a_large_following_error_are_reported(motion):
    recording = recorded(motion, error=np.array([0.0, 0.02, 0.0]), extra=4.0)
    hole = (MissingSamples(2000, 12, "sequence"), MissingSamples(5, 100, "sequence"))
    run = measured(replace(recording, missing=hole), motion)
    assert run.missing_samples == 12, "what is missing before the run does not matter"
    assert set(codes(run)) >= {"run-misses-samples", "large-following-error", "torque-above-rating"}
    many = (MissingSamples(2000, 300, "sequence"),)
    assert measured(replace(recording, missing=many), motion).judgement.verdict is Verdict.REPEAT


def test_one_period_gives_no_noise(motion):
    run = measured(recorded(motion, cycles=1), motion, spans=spans(1))
    assert codes(run) == ["single-period"]
    assert np.isnan(run.average.noise["current"]).all()


def test_positions_alone_cannot_be_used(motion):
    recording = recorded(motion)
    columns = {Quantity.POSITION: recording.columns[Quantity.POSITION]}
    run = measured(replace(recording, columns=columns), motion)
    assert codes(run) == ["torque-not-recorded"]
    assert run.judgement.verdict is Verdict.NOT_MEASURABLE
    assert np.isnan(run.torque_share).all()


def test_what_cannot_be_measured_is_refused(motion):
    recording = recorded(motion)
    with pytest.raises(NotEnoughData, match="no-run-recorded"):
        measured(recording, motion, spans=())
    short = replace(
        recording,
        time=recording.time[:3000],
        columns={name: column[:3000] for name, column in recording.columns.items()},
    )
    with pytest.raises(NotEnoughData, match="periods-not-covered"):
        measured(short, motion)
    current = {Quantity.CURRENT: recording.columns[Quantity.CURRENT]}
    with pytest.raises(NotEnoughData, match="position-not-recorded"):
        measured(replace(recording, columns=current), motion)


def test_a_measured_run_survives_storing_in_a_visit(motion):
    run = measured(recorded(motion), motion)
    again = from_fields(type(run), to_fields(run))
    np.testing.assert_array_equal(again.average.noise["torque"], run.average.noise["torque"])
    np.testing.assert_array_equal(again.peaks.limit_use, run.peaks.limit_use)
    assert again.judgement == run.judgement
    assert again.began == run.began
