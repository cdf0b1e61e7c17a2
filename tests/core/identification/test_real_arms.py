"""Real recordings of real arms: errors on motion kept back, known parameters, honest verdicts."""

from pathlib import Path

import numpy as np
import pytest

from core.exchange.import_recording import import_recording
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import EstimatorKind, FrictionKind, IdentificationSettings
from core.quality import Verdict
from core.recording import Quantity, Recording
from core.robot.library import load_robot

UR10E_ROWS = {
    "20_02_10-30sec_12harm": (635, 3510),
    "20_02_12-40sec_12harm": (500, 4460),
    "20_02_12-50sec_12harm": (355, 5090),
    "20_02_05-20sec_8harm": (320, 2310),
    "20_02_19_14harm50sec": (195, 4966),
}
UR10E_HELD_OUT = "20_02_19_14harm50sec"
UR10E_FITTED = [label for label in UR10E_ROWS if label != UR10E_HELD_OUT]


@pytest.fixture(scope="module")
def ur10e_recordings(shared_data: Path) -> dict[str, Recording]:
    return {
        label: import_recording(shared_data / "ur10e" / f"{label}.csv", layout="ur10e-31", rows=rows)
        for label, rows in UR10E_ROWS.items()
    }


@pytest.fixture(scope="module")
def ur10e(ur10e_recordings: dict[str, Recording]) -> dict[FrictionKind, IdentificationResult]:
    return {
        friction: identify(
            ur10e_recordings,
            load_robot("ur10e"),
            fit=UR10E_FITTED,
            validate=[UR10E_HELD_OUT],
            settings=IdentificationSettings(friction=friction, estimator=EstimatorKind.WLS, filter_hz=6.0),
        )
        for friction in (FrictionKind.COULOMB_VISCOUS, FrictionKind.LOAD_DEPENDENT)
    }


def test_ur10e_model_predicts_held_out_motion(ur10e: dict[FrictionKind, IdentificationResult]) -> None:
    result = ur10e[FrictionKind.LOAD_DEPENDENT]
    held_out = result.validation[-1]
    assert result.base_parameter_count == 40
    assert held_out.recording == UR10E_HELD_OUT
    assert not held_out.used_in_fit
    assert held_out.total_rms_current is not None
    assert held_out.total_rms_current <= 0.165
    assert result.judgement.verdict in (Verdict.GOOD, Verdict.USABLE)


def test_ur10e_load_dependent_friction_halves_the_coulomb_residual(
    ur10e: dict[FrictionKind, IdentificationResult],
) -> None:
    plain = ur10e[FrictionKind.COULOMB_VISCOUS].validation[-1].total_rms_current
    better = ur10e[FrictionKind.LOAD_DEPENDENT].validation[-1].total_rms_current
    assert plain is not None
    assert better is not None
    assert 0.3 < plain < 0.4
    assert better < 0.5 * plain


def test_ur10e_regressor_agrees_with_the_controllers_rigid_body_torque(
    ur10e_recordings: dict[str, Recording],
) -> None:
    rigid = {}
    for label, recording in ur10e_recordings.items():
        columns = {
            Quantity.POSITION: recording.columns[Quantity.POSITION],
            Quantity.VELOCITY: recording.columns[Quantity.VELOCITY],
            Quantity.TORQUE: recording.columns[Quantity.TORQUE_REFERENCE],
        }
        rigid[label] = Recording(label, recording.time, columns)
    result = identify(
        rigid,
        load_robot("ur10e"),
        fit=UR10E_FITTED,
        validate=[UR10E_HELD_OUT],
        settings=IdentificationSettings(
            friction=FrictionKind.COULOMB_VISCOUS, filter_hz=5.0, moving_only=False
        ),
    )
    assert np.all(result.validation[-1].rms_torque <= [0.30, 0.45, 0.19, 0.02, 0.015, 0.015])


def test_tx40_finds_the_published_parameters(shared_data: Path) -> None:
    recording = import_recording(shared_data / "tx40" / "tx40.npz", layout="npz")
    settings = IdentificationSettings(
        friction=FrictionKind.COULOMB_VISCOUS, filter_hz=10.0, moving_only=False
    )
    result = identify({"tx40": recording}, load_robot("tx40"), fit=["tx40"], settings=settings)
    assert len(result.column_names) == 61
    assert len(result.coupling) == 3
    assert result.validation[0].weighted_relative_error <= 0.061
    viscous = [joint.coefficients[1] for joint in result.friction]
    coulomb = [joint.coefficients[0] for joint in result.friction]
    published_viscous = [8.05, 5.53, 1.97, 1.11, 1.86, 0.65]
    assert [parameter.value for parameter in viscous] == pytest.approx(published_viscous, rel=0.05)
    assert [parameter.value for parameter in coulomb[:5]] == pytest.approx(
        [7.14, 8.26, 6.34, 2.48, 3.03], rel=0.12
    )
    rotors = {p.expression: p.value for p in result.base_parameters if p.expression.startswith("Ia")}
    assert [rotors[f"Ia_{joint}"] for joint in (3, 4, 5)] == pytest.approx([0.0988, 0.0313, 0.0468], rel=0.12)
    assert coulomb[5].judgement.verdict is not Verdict.GOOD
    scatter = [(parameter.statistical or 0.0) / parameter.value for parameter in coulomb]
    assert scatter[5] > 3 * max(scatter[:5])


def test_kr300_short_run_is_judged_not_enough(shared_data: Path) -> None:
    runs = {
        name: import_recording(shared_data / "kr300" / f"kr300_{name}.npz", layout="npz", label=name)
        for name in ("A", "B")
    }
    result = identify(
        runs,
        load_robot("kr300"),
        fit=["A"],
        validate=["B"],
        settings=IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS),
    )
    assert len(result.column_names) == 58
    assert result.validation[-1].moving_relative_error <= 0.27
    assert result.judgement.verdict is Verdict.REPEAT
    assert "does-not-generalise" in {reason.code for reason in result.judgement.reasons}


@pytest.mark.parametrize("shipped", [True, False])
def test_lwr4_model_generalises_with_urdf_and_shipped_description(
    shared_data: Path, *, shipped: bool
) -> None:
    folder = shared_data / "lwr4"
    runs = {
        name: import_recording(folder / f"lwr4_{name}.npz", layout="npz", label=name) for name in ("1", "3")
    }
    settings = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS, estimator=EstimatorKind.LS)
    robot = load_robot("lwr4" if shipped else str(folder / "kuka_lwr4.urdf"))
    result = identify(runs, robot, fit=["3"], validate=["1"], settings=settings)
    assert result.validation[-1].total_relative_error <= 0.054
    # the shipped description knows of the sensors behind the gears; the URDF does not say
    assert result.base_parameter_count == (43 if shipped else 48)
    codes = {reason.code for reason in result.judgement.reasons}
    assert ("friction-behind-sensor" in codes) == shipped
