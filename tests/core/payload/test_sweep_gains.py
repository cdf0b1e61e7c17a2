"""Drive gains in payload sweeps: what an error of them moves, what the sweeps say of it, and a known load."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from core.payload.settings import GainKnowledge, GainSource, PayloadMethod, PayloadSettings
from core.quality import Verdict
from core.recording import Quantity, Recording
from tests.core.payload.sweep_examples import (
    GAO_LOAD,
    JOINT,
    KNOWN,
    THREE_STEPS,
    Hung,
    MadeArm,
    both_runs,
    codes,
    deviations,
    errors,
    identified,
    in_current,
    sweep,
    ways,
)

RUN = ways(speed=10.0)
ARM = MadeArm(friction=3.0, load_friction=0.02)
WEIGHED = Hung(2.468, (0.0, 0.05, 0.0))
NOMINAL = np.array([9.0, 11.0, 7.0, 5.0, 5.0, 4.0])
DATA_SHEET = GainKnowledge.manufacturer(6)


@cache
def exact_runs() -> tuple[Recording, ...]:
    return (*both_runs(ARM, RUN), sweep(ARM, RUN, label=KNOWN, load=WEIGHED))


def told(second: float, third: float, *, with_known: bool = False) -> list[Recording]:
    """The runs with the torques of joints 2 and 3 so many times what they are."""
    factor = np.array([1.0, second, third, 1.0, 1.0, 1.0])
    runs = exact_runs() if with_known else exact_runs()[:2]
    return [
        replace(run, columns={**run.columns, Quantity.TORQUE: run.columns[Quantity.TORQUE] * factor})
        for run in runs
    ]


@pytest.mark.parametrize("settings", [THREE_STEPS, JOINT])
def test_a_common_gain_error_scales_the_mass(settings: PayloadSettings) -> None:
    """All torques 1 % too large weigh 1 % more; the centre stays."""
    off = errors(identified(*told(1.01, 1.01), settings=settings))
    assert off[0] == pytest.approx(0.01 * GAO_LOAD.mass, abs=0.001)
    assert np.abs(off[1:]).max() < 0.0002


def test_opposite_gain_errors_bias_the_three_step_method() -> None:
    off = errors(identified(*told(1.01, 0.99), settings=THREE_STEPS))
    assert off[0] == pytest.approx(0.112, abs=0.005)
    assert np.abs(off[1:]).max() == pytest.approx(0.022, abs=0.002)


def test_opposite_gain_errors_bias_the_joint_estimate_less() -> None:
    """The sweeps contradict gains that are taken for exact, and that is said."""
    found = identified(*told(1.01, 0.99), seed=1)
    assert 0.004 < np.abs(errors(found)[1:]).max() < 0.010
    assert {"payload-gain-ratio-off", "payload-contradiction"} <= codes(found)
    assert found.judgement.verdict is not Verdict.GOOD
    assert (np.abs(errors(found)) <= 5.0 * deviations(found)).all()


@pytest.mark.parametrize(("second", "third"), [(1.01, 1.01), (1.01, 0.99), (0.99, 1.01), (1.0, 1.03)])
def test_data_sheet_gain_uncertainty_covers_the_true_payload(second: float, third: float) -> None:
    found = identified(*told(second, third), seed=1, gains=DATA_SHEET)
    off, std = np.abs(errors(found)), deviations(found)
    assert (off <= 2.5 * std).all()
    assert off[1:].max() < 0.001
    # both gains together, which the sweeps' own scatter can only widen
    assert 0.95 < std[0] / (0.03 / np.sqrt(6.0) * GAO_LOAD.mass) < 1.25
    gains = found.gains
    assert gains is not None
    assert gains.joints == (1, 2)
    assert gains.ratio_found == pytest.approx(second / third, abs=3.0 * gains.ratio_std)
    assert gains.ratio_std < 0.002
    assert gains.ratio_known_std == pytest.approx(np.sqrt(2.0) * 0.03 / np.sqrt(3.0))
    assert found.estimate.judgements[0].reasons[0].code == "payload-mass-by-gains"


def test_a_gain_ratio_beyond_its_uncertainty_is_reported() -> None:
    assert "payload-gain-ratio-off" not in codes(identified(*told(1.0, 1.04), seed=1, gains=DATA_SHEET))
    found = identified(*told(1.0, 1.12), seed=1, gains=DATA_SHEET)
    reason = next(one for one in found.judgement.reasons if one.code == "payload-gain-ratio-off")
    assert reason.facts["percent"] == pytest.approx(100.0 * (1.0 / 1.12 - 1.0), abs=0.3)
    assert reason.verdict is Verdict.REPEAT


@pytest.mark.parametrize("method", [PayloadMethod.JOINT, PayloadMethod.THREE_STEP])
def test_unknown_gains_leave_the_mass_not_measurable(method: PayloadMethod) -> None:
    found = identified(
        *told(1.0, 1.0), seed=1, gains=GainKnowledge.unknown(6), settings=PayloadSettings(method=method)
    )
    assert "payload-gains-unknown" in codes(found)
    assert found.judgement.verdict is Verdict.NOT_MEASURABLE
    assert found.estimate.judgements[0].verdict is Verdict.NOT_MEASURABLE
    assert found.gains is not None
    assert found.gains.source is GainSource.UNKNOWN


def test_a_centre_needs_no_scale() -> None:
    """Its quotient with the mass is the same in any unit, once two joints agree on one."""
    found = identified(*told(1.3, 0.8), seed=1, gains=GainKnowledge.unknown(6))
    assert np.abs(errors(found)[1:]).max() < 0.001
    assert {judged.verdict for judged in found.estimate.judgements[1:]} == {Verdict.GOOD}


def test_a_weighed_load_gives_the_scale() -> None:
    """In amperes, with gains that no description has."""
    runs = [in_current(run, drive_gain=NOMINAL) for run in told(1.0, 1.0, with_known=True)]
    noisy = [
        replace(
            run,
            columns={
                **run.columns,
                Quantity.CURRENT: run.columns[Quantity.CURRENT]
                + np.random.default_rng(number).normal(
                    0.0, 0.3 / NOMINAL, run.columns[Quantity.CURRENT].shape
                ),
            },
        )
        for number, run in enumerate(runs)
    ]
    found = identified(*noisy, known=WEIGHED, gains=GainKnowledge.unknown(6))
    assert "payload-gains-unknown" not in codes(found)
    assert found.judgement.verdict == "good"
    assert (np.abs(errors(found)) <= 3.5 * deviations(found)).all()
    assert abs(errors(found)[0]) < 0.01
    assert deviations(found)[0] < 0.005
    assert found.known_recordings == (KNOWN,)
    gains = found.gains
    assert gains is not None
    assert gains.ratio_found == pytest.approx(NOMINAL[2] / NOMINAL[1], abs=3.0 * gains.ratio_std)


def test_a_weighed_load_corrects_wrong_gains() -> None:
    found = identified(*told(1.03, 0.98, with_known=True), seed=1, known=WEIGHED, gains=DATA_SHEET)
    assert (np.abs(errors(found)) <= 3.5 * deviations(found)).all()
    assert deviations(found)[0] < 0.005


def test_a_weighing_error_scales_the_payload_mass() -> None:
    """Its relative error is that of the payload: 1 % of a reference is 1 % of the payload."""
    believed = Hung(WEIGHED.mass * 1.01, WEIGHED.center)
    found = identified(
        *told(1.0, 1.0, with_known=True), seed=1, known=believed, gains=GainKnowledge.unknown(6)
    )
    assert errors(found)[0] == pytest.approx(0.01 * GAO_LOAD.mass, abs=0.01)


def test_default_gains_are_those_of_a_data_sheet() -> None:
    """A measured torque needs no gains.

    A current has those of a data sheet, with their standard deviation.
    """
    runs = told(1.0, 1.0)
    measured = identified(*runs, seed=1, gains=None)
    assert measured.gains is not None
    assert measured.gains.source is GainSource.EXACT
    currents = [in_current(run, drive_gain=NOMINAL) for run in runs]
    by_current = identified(*currents, gains=None, drive_gain=NOMINAL)
    assert by_current.gains is not None
    assert by_current.gains.source is GainSource.MANUFACTURER
    assert abs(errors(by_current)[0]) < 0.001
