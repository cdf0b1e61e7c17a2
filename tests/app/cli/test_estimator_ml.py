"""``identify --estimator ml``: the period of a run from the command line, the visit, or the motion itself."""

from dataclasses import replace

import numpy as np
import pytest

from app.features.identification.command import periods_of
from app.visit.stored_products import EXCITATION_RUN
from core.excitation.runs.excitation_run import ExcitationRun, MeasuredPeaks
from core.excitation.runs.periods import PeriodAverage
from core.excitation.trajectories.fourier_series import FourierSeries
from core.identification.synthetic import synthesize
from core.quality import Judgement
from core.recording import Quantity
from core.robot.dynamics import inverse_dynamics
from core.robot.toml_format import parse_toml
from core.storage.visit import Visit
from tests.app.cli.conftest import ARM

PERIOD_S, CYCLES, RATE_HZ = 6.0, 3, 100.0
ML = ("--friction", "coulomb-viscous", "--estimator", "ml")


def repeated(robot):
    """A run of ``CYCLES`` periods without friction, with noisy torques."""
    random = np.random.default_rng(3)
    series = FourierSeries(PERIOD_S, np.zeros(2), *random.uniform(-0.6, 0.6, (2, 2, 4)))
    time = np.arange(round(CYCLES * PERIOD_S * RATE_HZ)) / RATE_HZ
    meant = series.evaluate(time)
    torque = inverse_dynamics(robot, meant.position, meant.velocity, meant.acceleration)
    noisy = torque + 0.1 * random.standard_normal(torque.shape)
    once = synthesize(robot, seed=1, duration_s=5.0, label="once")
    columns = {Quantity.POSITION: meant.position, Quantity.TORQUE: noisy}
    return once, replace(once, label="repeated", time=time, columns=columns)


def excitation_run(label):
    none = np.zeros(2)
    peaks = MeasuredPeaks(none, none, none, none, np.zeros((2, 3)), 1.0, none, 10.0)
    average = PeriodAverage(np.zeros(1), CYCLES)
    return ExcitationRun(
        label, "excitation-plan-1", CYCLES, PERIOD_S, (0.0,), average, none, peaks, none, 0, Judgement.of([])
    )


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    path = tmp_path_factory.mktemp("ml") / "visit.h5"
    with Visit.create(path, robot_toml=ARM) as made:
        for recording in repeated(parse_toml(ARM)):
            made.add_recording(recording)
        made.add_result(EXCITATION_RUN, excitation_run("repeated"))
    return path


@pytest.mark.parametrize("more", [(), ("--period", PERIOD_S)])
def test_a_run_that_repeats_is_fitted(run_json, visit, more):
    code, document, err = run_json("identify", visit, "--fit", "repeated", *ML, *more)
    assert code in {0, 1}
    assert err == ""
    assert document["settings"]["estimator"] == "ml"


def test_a_run_that_does_not_is_refused_with_what_to_do(run, visit):
    code, _, err = run("identify", visit, "--fit", "once", *ML)
    assert code == 2
    assert "once does not repeat its motion" in err
    assert "two periods or more" in err
    code, _, err = run("identify", visit, "--fit", "repeated", *ML, "--period", "-2")
    assert code == 2
    assert "--period: '-2' is no number above 0" in err


def test_the_period_is_the_given_one_or_that_of_the_run(visit):
    with Visit.open(visit) as opened:
        assert periods_of(opened, ["repeated", "once"], 5.0) == {"repeated": 5.0, "once": 5.0}
        assert periods_of(opened, ["repeated", "once"], None) == {"repeated": PERIOD_S}
        assert periods_of(opened, ["once"], None) == {}
