"""Maximum likelihood through the whole procedure: what measured noise and the period's basis buy."""

from dataclasses import replace

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.errors import BadRequest
from core.identification.identify import identify
from core.identification.settings import EstimatorKind, FrictionKind, IdentificationSettings
from core.recording import Quantity
from tests.core.identification.periodic_runs import LINKS, PERIOD_S, ROTOR, motion, recording, robot

WLS = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS, filter_hz=3.0, iterations=1)
ML = replace(WLS, estimator=EstimatorKind.ML)
SEEDS = 30
PRECISE, COARSE = 1e-6, 3e-3
"""Position noise, rad."""


def found_by(run, settings, *, periods=None):
    result = identify({run.label: run}, robot(), fit=(run.label,), settings=settings, periods=periods)
    count = len(result.base_parameters)
    return result.estimate[:count], np.sqrt(np.diag(result.covariance))[:count]


@pytest.fixture(scope="module")
def truth():
    base = find_base_parameters(robot(), rotor_inertia=True)
    return base.values(np.concatenate([LINKS.ravel(), ROTOR]))


def test_agrees_with_weighted_least_squares_for_precise_positions():
    # at 100 Hz, differences between samples are already off by more than the noise
    run = recording(1, position_noise=PRECISE, torque_noise=0.3, rate_hz=500.0)
    likely, _ = found_by(run, ML)
    weighted, std = found_by(run, WLS)
    assert np.max(np.abs(likely - weighted) / std) < 0.3
    assert np.sqrt(np.mean(((likely - weighted) / std) ** 2)) < 0.1


@pytest.mark.thorough
def test_beats_weighted_least_squares_for_coarse_positions(truth):
    likely, weighted = [], []
    for seed in range(SEEDS):
        run = recording(seed, position_noise=COARSE, torque_noise=0.3, cycles=2.0, series=motion(1))
        for settings, kept in ((ML, likely), (WLS, weighted)):
            kept.append(found_by(run, settings)[0] - truth)
    likely, weighted = (np.sqrt(np.mean(np.square(kept), axis=0)) for kept in (likely, weighted))
    assert np.exp(np.mean(np.log(likely / weighted))) < 0.8
    # and no luck of one parameter: most of them gain
    assert np.mean(likely < weighted) > 0.75


def test_a_period_may_be_given():
    run = recording(1, position_noise=PRECISE, torque_noise=0.3)
    searched, std = found_by(run, ML)
    given, _ = found_by(run, ML, periods={run.label: PERIOD_S})
    assert np.max(np.abs(searched - given) / std) < 0.01


def test_maximum_likelihood_is_refused_without_repetition():
    run = recording(1, cycles=1.4, torque_noise=0.3)
    with pytest.raises(BadRequest, match="ml-needs-periods") as refusal:
        found_by(run, ML)
    assert refusal.value.facts == {"recording": "periodic"}
    assert np.isfinite(found_by(run, WLS)[0]).all()


def test_impossible_periods_are_refused():
    run = recording(1, torque_noise=0.3)
    with pytest.raises(BadRequest, match="unknown-recording"):
        found_by(run, WLS, periods={"another": PERIOD_S})
    with pytest.raises(BadRequest, match="setting-not-above"):
        found_by(run, WLS, periods={run.label: -1.0})
    with pytest.raises(BadRequest, match="period-too-short"):
        found_by(run, WLS, periods={run.label: 1e-9})


def test_model_errors_repeated_in_every_period_count_once(truth):
    """Errors of the model come back in every period: four periods tell no more of them than two."""
    stds = []
    for cycles in (2.0, 4.0):
        run = recording(1, cycles=cycles, torque_noise=0.01)
        error = 3.0 * np.sign(np.sin(17.0 * np.asarray(run.columns[Quantity.POSITION])))
        columns = {**run.columns, Quantity.TORQUE: np.asarray(run.columns[Quantity.TORQUE]) + error}
        stds.append(found_by(replace(run, columns=columns), WLS)[1])
    assert np.median(stds[1] / stds[0]) == pytest.approx(1.0, abs=0.1)
