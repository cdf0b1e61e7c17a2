"""An industrial arm with both encoders: what its twist is known to be, and what it cannot tell."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.elasticity.identify import identify_elasticity
from core.elasticity.result import Elasticity
from core.encoders.link_position import find_link_position
from core.encoders.twist import twist
from core.exchange.import_recording import import_recording
from core.identification.identify import identify
from core.quality import Verdict
from core.recording import BOTH_ENCODERS, LinkPosition, Quantity
from core.robot.library import load_robot

ARCSECOND = np.pi / 180.0 / 3600.0


@pytest.fixture(scope="module")
def runs(shared_data: Path):
    return {
        name: import_recording(shared_data / "kr300" / f"kr300_{name}.npz", layout="npz", label=name)
        for name in ("A", "B")
    }


@pytest.fixture(scope="module")
def model(runs):
    return identify(runs, load_robot("kr300"), fit=["A", "B"], validate=[])


@pytest.fixture(scope="module")
def both(runs, model) -> Elasticity:
    return identify_elasticity(runs, load_robot("kr300"), model, fit=["A", "B"])


def test_most_of_the_raw_difference_is_a_lag_of_three_milliseconds(both):
    assert both.lag[1:3] == pytest.approx(3.0e-3, abs=0.2e-3)
    assert both.joints[0].lag.value == pytest.approx(3.0e-3, abs=0.2e-3)
    for joint in both.joints[:3]:
        assert joint.rms_raw > 120.0 * ARCSECOND
        assert joint.rms_explained < 13.0 * ARCSECOND


def test_kr300_stiffness_agrees_with_the_link_torque(both):
    assert 5.0e6 <= both.stiffness[1] <= 6.5e6
    assert 4.3e6 <= both.stiffness[2] <= 6.7e6


def test_stiffness_of_a_vertical_axis_is_reported_not_measurable(both):
    joint = both.joints[0]
    assert joint.stiffness is None
    assert joint.judgement.verdict is Verdict.NOT_MEASURABLE
    assert {reason.code for reason in joint.judgement.reasons} & {
        "twist-load-too-small",
        "twist-load-not-separable",
    }


def test_ripple_lines_of_kr300_axis_2_are_found(both):
    line = both.joints[1].ripple[0]
    assert line.cycles_per_motor_turn == pytest.approx(3.095, rel=0.005)
    assert 15.0 <= line.amplitude / ARCSECOND <= 17.0


@pytest.mark.parametrize(("fit", "other"), [("A", "B"), ("B", "A")])
def test_the_model_explains_a_run_that_was_not_fitted(runs, model, fit, other):
    found = identify_elasticity(runs, load_robot("kr300"), model, fit=[fit], validate=[other])
    (validation,) = found.validation
    assert np.all(validation.rms_explained[1:3] <= 13.0 * ARCSECOND)
    assert np.all(validation.rms_raw[1:3] > 110.0 * ARCSECOND)


def test_axes_without_a_link_encoder_are_named(both):
    for joint in both.joints[3:]:
        assert joint.judgement.verdict is Verdict.NOT_MEASURABLE
        assert [reason.code for reason in joint.judgement.reasons] == ["twist-no-link-encoder"]


def test_its_link_encoders_are_never_taken_for_computed_and_computed_ones_are_found_out(runs):
    robot = load_robot("kr300")
    for recording in runs.values():
        found = find_link_position([recording], robot)
        assert LinkPosition.COMPUTED not in {one.found for one in found.joints}
        motor, link = (np.asarray(recording.columns[one]) for one in BOTH_ENCODERS)
        torque = np.asarray(recording.columns[Quantity.MOTOR_TORQUE])
        computed = {
            **recording.columns,
            Quantity.LINK_POSITION: link + twist(motor, link, robot) - torque / 5e6,
        }
        faked = find_link_position([replace(recording, columns=computed)], robot)
        assert [one.found for one in faked.joints[:3]] == [LinkPosition.COMPUTED] * 3
    assert LinkPosition.MEASURED in {one.found for one in find_link_position([runs["B"]], robot).joints}
