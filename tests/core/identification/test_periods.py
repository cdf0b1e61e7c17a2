"""Motion that repeats: where it does, its derivatives from its own basis, and the noise beside it."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadRequest, NotEnoughData
from core.identification.chunks import Conditioning
from core.identification.measurement_noise import channel_noise, measure_noise
from core.identification.periodic_motion import fit_periodic_motion
from core.identification.repeated_period import RepeatedPeriod, find_repeated_period, period_grid
from core.identification.synthetic import synthesize
from core.recording import MissingSamples, Quantity
from core.robot.library import load_robot
from tests.core.identification.periodic_runs import PERIOD_S, motion, recording, robot

CONDITIONING = Conditioning(6.0, None)


def measured(run):
    return run.time, np.asarray(run.columns[Quantity.POSITION])


def standing(run, *, seconds):
    """The run, with the arm standing before and after it where it begins and ends."""
    step = float(np.median(np.diff(run.time)))
    count = round(seconds / step)
    time = np.arange(run.time.size + 2 * count) * step
    columns = {
        name: np.pad(column, ((count, count), (0, 0)), mode="edge") for name, column in run.columns.items()
    }
    return replace(run, time=time, columns=columns)


@pytest.mark.parametrize("noise", [0.0, 1e-3])
@pytest.mark.parametrize("known", [None, 7.999])
def test_a_period_is_found_with_its_start_and_end(noise, known):
    run = standing(recording(3, position_noise=noise), seconds=1.5)
    found = find_repeated_period(run, robot(), period_s=known)
    assert found.period_s == pytest.approx(PERIOD_S, abs=2e-4 if noise else 2e-5)
    assert 1.5 <= found.began < 1.9
    assert 1.5 + 4 * PERIOD_S - 0.4 < found.ended <= 1.5 + 4 * PERIOD_S


def test_periods_are_independent_of_the_clock_offset():
    found = find_repeated_period(recording(3, began=7200.0), robot())
    assert found.period_s == pytest.approx(PERIOD_S, abs=2e-5)
    assert found.cycles > 3.9


@pytest.mark.parametrize("seed", range(3))
def test_motion_that_does_not_repeat_has_no_period(seed):
    arm = load_robot("ur10e")
    assert find_repeated_period(synthesize(arm, seed=seed, duration_s=40.0), arm) is None


def test_less_than_two_periods_give_no_period():
    assert find_repeated_period(recording(3, cycles=1.5), robot(), period_s=PERIOD_S) is None


def test_an_arm_at_rest_has_no_period():
    run = recording(3)
    still = {name: np.repeat(column[:1], run.time.size, axis=0) for name, column in run.columns.items()}
    assert find_repeated_period(replace(run, columns=still), robot()) is None


@pytest.mark.parametrize("harmonics", [None, 5])
def test_derivatives_are_those_of_the_motion(harmonics):
    noise, series = 1e-3, motion(2)
    run = recording(2, position_noise=noise)
    span = RepeatedPeriod(PERIOD_S, 0.0, 4 * PERIOD_S - 0.01)
    found = fit_periodic_motion(*measured(run), span, highest_hz=20.0, harmonics=harmonics)
    assert found.harmonics == 5
    assert found.noise == pytest.approx(np.full(3, noise), rel=0.05)
    time = np.linspace(0.5, 31.0, 999)
    at, true = found.evaluate(time), series.evaluate(time)
    # of the white noise, 11 coefficients of 3200 samples are left
    left = noise * np.sqrt(11 / 3200)
    assert np.std(at.position - true.position) < 1.5 * left
    assert np.std(at.velocity - true.velocity) < 1.5 * left * 5 * 2 * np.pi / PERIOD_S
    assert np.std(at.acceleration - true.acceleration) < 1.5 * left * (5 * 2 * np.pi / PERIOD_S) ** 2


def test_low_rates_and_fractional_periods_keep_the_accuracy():
    series = motion(5, period_s=7.0391)
    run = recording(5, rate_hz=50.0, series=series)
    span = RepeatedPeriod(7.0391, 0.0, 28.1)
    found = fit_periodic_motion(*measured(run), span, highest_hz=10.0, harmonics=5)
    at, true = found.evaluate(run.time), series.evaluate(run.time)
    assert np.abs(at.position - true.position).max() < 1e-6
    assert np.abs(at.acceleration - true.acceleration).max() < 1e-5


def test_a_phase_without_samples_is_refused():
    run = recording(2)
    kept = (run.time % PERIOD_S < 2.0) | (run.time % PERIOD_S > 3.0)
    columns = {name: column[kept] for name, column in run.columns.items()}
    holes = replace(run, time=run.time[kept], columns=columns, missing=(MissingSamples(200, 100, "dropped"),))
    with pytest.raises(NotEnoughData, match="periods-not-covered"):
        fit_periodic_motion(*measured(holes), RepeatedPeriod(PERIOD_S, 0.0, 31.9), highest_hz=10.0)


def test_a_gap_in_one_period_is_filled_by_the_others():
    run = recording(2)
    kept = (run.time < 10.0) | (run.time > 11.0)
    found = fit_periodic_motion(
        run.time[kept], measured(run)[1][kept], RepeatedPeriod(PERIOD_S, 0.0, 31.9), highest_hz=10.0
    )
    true = motion(2).evaluate(run.time)
    assert np.abs(found.evaluate(run.time).acceleration - true.acceleration).max() < 1e-4


@pytest.mark.parametrize("rate_hz", [100.0, 500.0])
def test_noise_std_is_estimated(rate_hz):
    run = recording(4, position_noise=2e-4, torque_noise=0.5, rate_hz=rate_hz)
    span = find_repeated_period(run, robot())
    found = measure_noise(run, robot(), span, conditioning=CONDITIONING)
    assert found.torque.white == pytest.approx(np.full(3, 0.5), rel=0.1)
    assert found.position.white == pytest.approx(np.full(3, 2e-4), rel=0.1)
    assert np.all(found.torque.unsteady < 0.1)
    assert np.all(found.torque.drift < 0.15)


def test_stated_noise_gain_of_the_filter_is_the_measured_one():
    low_pass = CONDITIONING.column_filter(500.0)
    random = np.random.default_rng(0)
    white = random.standard_normal((200_000, 1))
    run = recording(4, torque_noise=1.0, rate_hz=500.0)
    torque = measure_noise(run, robot(), find_repeated_period(run, robot()), conditioning=CONDITIONING).torque
    filtered = low_pass.apply(white)
    left = [filtered.std(), np.gradient(filtered[:, 0], 0.002).std()]
    ratio = [torque.filtered(derivative=order).mean() / torque.white.mean() for order in range(2)]
    assert ratio == pytest.approx(left, rel=0.03)


def test_drift_is_separated_from_noise():
    run = recording(4, torque_noise=0.5, drift=1.5, rate_hz=200.0)
    found = measure_noise(run, robot(), find_repeated_period(run, robot()), conditioning=CONDITIONING)
    assert found.torque.drift[0] == pytest.approx(1.5, rel=0.1)
    assert np.all(found.torque.drift[1:] < 0.15)
    assert found.torque.white == pytest.approx(np.full(3, 0.5), rel=0.1)
    assert found.torque.unsteady[0] > 5.0 * found.torque.unsteady[1]


def test_one_period_gives_no_noise():
    with pytest.raises(BadRequest, match="ml-needs-periods") as refusal:
        measure_noise(recording(4), robot(), None, conditioning=CONDITIONING)
    assert refusal.value.facts == {"recording": "periodic"}


def test_periods_are_stacked_by_phase():
    time = np.arange(0.0, 10.0, 0.1)
    grid = period_grid(time, np.sin(np.pi * time)[:, np.newaxis], RepeatedPeriod(2.0, 1.0, 9.0))
    assert grid.values.shape == (4, 20, 1)
    assert np.nanmax(np.abs(grid.values - grid.mean)) < 1e-4
    noise = channel_noise(grid, cutoff_hz=1.0)
    assert noise.white[0] < 1e-3
