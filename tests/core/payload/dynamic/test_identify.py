"""All ten parameters of a payload from excitation runs: known answers, real and virtual arms."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from core.exchange.import_recording import import_recording
from core.fields import from_fields, to_fields
from core.friction.models import FrictionKind
from core.monitor import Cancelled, NullMonitor
from core.payload.dynamic.identify import identify_payload_dynamically
from core.payload.result import PayloadResult
from core.payload.settings import GainKnowledge, GainSource, PayloadMethod
from core.quality import Verdict
from core.recording import FloatArray, Quantity, Recording, TorqueKind
from core.robot.inertia import about_origin, pseudo_inertia
from core.robot.library import load_robot
from tests.core.payload.dynamic.dynamic_runs import (
    AS_SHOWN,
    BODY,
    CENTER,
    GAIN,
    MASS,
    ROBOT,
    ROTORS,
    VISCOUS,
    Made,
    made_pair,
    made_run,
)

EXACT = GainKnowledge.exact(6)
PAIR = ("20_02_19_14harm50sec", "20_02_19_14harm50secLoad")
CAMPAIGNS = Path(__file__).parents[3] / "campaigns"


class Watching(NullMonitor):
    """A monitor that records progress and preliminary results."""

    def __init__(self) -> None:
        self.fractions: list[float] = []
        self.kept: list[object] = []

    def report(self, fraction: float, text: str = "") -> None:
        self.fractions.append(fraction)

    def keep(self, result: object) -> None:
        self.kept.append(result)


def payload_of(runs: dict[str, Recording], **other: object) -> PayloadResult:
    chosen = {"unloaded": ["free"], "loaded": ["loaded"], "gains": EXACT}
    chosen |= {"friction": FrictionKind.COULOMB_VISCOUS, **other}
    return identify_payload_dynamically(runs, ROBOT, **chosen)  # type: ignore[arg-type]


def codes(result: PayloadResult) -> set[str]:
    return {reason.code for reason in result.judgement.reasons}


@pytest.fixture(scope="module")
def pair() -> dict[str, Recording]:
    return made_pair()


@pytest.fixture(scope="module")
def found(pair: dict[str, Recording]) -> PayloadResult:
    return payload_of(pair)


def test_all_ten_parameters_are_exact_with_warmed_gears(found: PayloadResult) -> None:
    assert found.method is PayloadMethod.DYNAMIC
    assert found.estimate.mass == pytest.approx(MASS, abs=0.002)
    assert found.estimate.center_of_mass == pytest.approx(CENTER, abs=3e-4)
    assert found.inertia == pytest.approx(BODY[AS_SHOWN], abs=2e-3)
    assert found.inertia is not None
    assert found.inertia_std is not None
    assert np.all(np.abs(found.inertia - BODY[AS_SHOWN]) < 4.0 * found.inertia_std)
    assert np.all(found.inertia_std[4:] < 2e-3)
    assert found.judgement.verdict is Verdict.GOOD
    assert found.recordings == ("loaded",)
    assert found.reference is not None
    assert found.reference.recordings == ("free",)


def test_the_loaded_run_is_predicted_with_the_friction_of_the_unloaded_one(
    pair: dict[str, Recording], found: PayloadResult
) -> None:
    (prediction,) = found.predictions
    assert prediction.unit == "A"
    assert prediction.total_without > 2.0
    assert prediction.rms == pytest.approx(_warmth(pair), rel=0.05)
    assert found.residual < 0.02


def _warmth(pair: dict[str, Recording]) -> FloatArray:
    """(n,) A, root mean square, by which warmer gears took less."""
    speed = np.asarray(pair["loaded"].columns[Quantity.VELOCITY])
    return np.asarray(0.1 * VISCOUS * np.sqrt(np.mean(speed**2, axis=0)) / GAIN)


def test_several_runs_of_different_motions_are_combined() -> None:
    runs = {
        "free": made_run("free", Made()),
        "free-2": made_run("free-2", Made(seed=2)),
        "loaded": made_run("loaded", Made(body=BODY, warm=0.9, seed=3)),
        "loaded-2": made_run("loaded-2", Made(body=BODY, warm=0.8, seed=2)),
    }
    result = payload_of(runs, unloaded=["free", "free-2"], loaded=["loaded", "loaded-2"])
    assert result.estimate.mass == pytest.approx(MASS, abs=0.002)
    assert result.estimate.center_of_mass == pytest.approx(CENTER, abs=3e-4)
    assert [one.recording for one in result.predictions] == ["loaded", "loaded-2"]
    assert result.robot_seconds == pytest.approx(sum(runs[name].duration for name in result.recordings))


@pytest.mark.parametrize("joint", [1, 4])
def test_gain_uncertainty_equals_the_shift_by_another_gain(
    pair: dict[str, Recording], found: PayloadResult, joint: int
) -> None:
    covariance = np.zeros((6, 6))
    error = 1e-4  # so little that the joint keeps its weight in the fit
    covariance[joint, joint] = error**2
    doubted = payload_of(pair, gains=GainKnowledge(GainSource.IDENTIFIED, covariance))
    changed = GAIN.copy()
    changed[joint] *= 1.0 + error
    other = payload_of(pair, drive_gain=changed)
    more = np.sqrt(np.diag(doubted.estimate.covariance - found.estimate.covariance))
    moved = np.append(
        other.estimate.mass - found.estimate.mass,
        other.estimate.center_of_mass - found.estimate.center_of_mass,
    )
    assert np.abs(moved) == pytest.approx(more, rel=0.1, abs=1e-6)
    assert doubted.gains is not None
    assert doubted.gains.source is GainSource.IDENTIFIED
    assert doubted.gains.std[joint] == pytest.approx(error)


def test_gains_default_to_a_data_sheet_uncertainty(pair: dict[str, Recording]) -> None:
    usual = payload_of(pair, gains=None)
    assert usual.gains is not None
    assert usual.gains.source is GainSource.MANUFACTURER
    assert usual.estimate.mass_std > 0.01 * MASS
    assert usual.estimate.judgements[0].verdict is Verdict.USABLE
    assert "payload-mass-by-gains" in codes(usual)


def test_unknown_gains_give_no_mass_but_a_verdict(pair: dict[str, Recording]) -> None:
    result = payload_of(pair, gains=GainKnowledge.unknown(6))
    assert result.estimate.judgements[0].verdict in (Verdict.REPEAT, Verdict.NOT_MEASURABLE)
    assert np.all(np.isfinite(result.estimate.center_of_mass))


def test_torque_measured_behind_the_gears_needs_no_gain(pair: dict[str, Recording]) -> None:
    torque = {
        label: replace(
            run,
            columns={
                Quantity.POSITION: run.columns[Quantity.POSITION],
                Quantity.VELOCITY: run.columns[Quantity.VELOCITY],
                Quantity.TORQUE: run.columns[Quantity.CURRENT] * GAIN - _rotors(run),
            },
            torque_kind=TorqueKind.LINK_SENSOR,
        )
        for label, run in pair.items()
    }
    result = identify_payload_dynamically(
        torque,
        replace(ROBOT, drive_gain=None),
        unloaded=["free"],
        loaded=["loaded"],
        friction=FrictionKind.COULOMB_VISCOUS,
    )
    assert result.estimate.mass == pytest.approx(MASS, abs=0.01)
    assert result.gains is not None
    assert result.gains.source is GainSource.EXACT
    assert result.predictions[0].unit == "N·m"


def _rotors(run: Recording) -> FloatArray:
    """N·m that the rotors took, by the very velocities."""
    velocity = np.asarray(run.columns[Quantity.VELOCITY])
    return ROTORS * np.gradient(velocity, run.time, axis=0)


def test_an_empty_flange_has_no_centre_of_mass() -> None:
    result = payload_of(made_pair(body=None))
    assert abs(result.estimate.mass) < 0.02
    assert [one.verdict for one in result.estimate.judgements[1:]] == [Verdict.NOT_MEASURABLE] * 3
    assert np.all(np.isnan(result.estimate.center_of_mass))
    assert np.all(np.isnan(result.estimate.center_of_mass_std))
    assert "payload-too-light" in codes(result)


def test_exchanged_runs_are_named(pair: dict[str, Recording]) -> None:
    result = payload_of(pair, unloaded=["loaded"], loaded=["free"])
    reasons = {reason.code: reason for reason in result.judgement.reasons}
    assert reasons["payload-negative"].facts["mass"] == pytest.approx(-MASS, abs=0.01)
    assert result.estimate.judgements[0].verdict is Verdict.REPEAT


def test_a_payload_change_during_the_run_lowers_the_verdict(pair: dict[str, Recording]) -> None:
    heavier = made_run("loaded", Made(body=1.3 * BODY, warm=0.9))
    free, loaded = pair["free"], pair["loaded"]
    current = np.array(loaded.columns[Quantity.CURRENT])
    half = current.shape[0] // 2
    current[half:] = heavier.columns[Quantity.CURRENT][half:]
    changed = replace(loaded, columns={**loaded.columns, Quantity.CURRENT: current})
    result = payload_of({"free": free, "loaded": changed})
    assert result.judgement.verdict is Verdict.REPEAT
    assert "payload-run-unlike" in codes(result)


def test_parameters_hidden_by_resting_wrist_joints_are_not_measurable() -> None:
    still = (1, 2, 3, 4, 5)
    runs = {
        "free": made_run("free", Made(still=still)),
        "loaded": made_run("loaded", Made(body=BODY, still=still)),
    }
    result = payload_of(runs)
    assert [one.verdict for one in result.estimate.judgements] == [Verdict.NOT_MEASURABLE] * 4
    assert result.inertia_std is not None
    assert np.all(np.isnan(result.inertia_std))
    assert np.isnan(result.estimate.mass_std)


def test_a_thin_plate_is_found_physically_consistent() -> None:
    plate = about_origin(2.0, center=CENTER, inertia=np.diag([0.02, 0.02, 0.04]))
    noisy = {
        "free": made_run("free", Made(noise=1.0)),
        "loaded": made_run("loaded", Made(body=plate, noise=1.0)),
    }
    result = payload_of(noisy)
    assert result.inertia is not None
    assert np.linalg.eigvalsh(pseudo_inertia(result.inertia[AS_SHOWN]))[0] > 0.0
    assert abs(result.estimate.mass - 2.0) < 4.0 * result.estimate.mass_std


def test_progress_rises_and_preliminary_results_are_offered(pair: dict[str, Recording]) -> None:
    watching = Watching()
    result = payload_of(pair, monitor=watching)
    assert watching.fractions == sorted(watching.fractions)
    assert watching.fractions[-1] == pytest.approx(1.0)
    kept = watching.kept[-1]
    assert isinstance(kept, PayloadResult)
    assert kept.estimate.mass == pytest.approx(result.estimate.mass)
    assert kept.predictions == ()


def test_identification_can_be_cancelled(pair: dict[str, Recording]) -> None:
    class Stopping(NullMonitor):
        def check(self) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        payload_of(pair, monitor=Stopping())


def test_result_survives_storing(found: PayloadResult) -> None:
    again = from_fields(PayloadResult, to_fields(found))
    assert np.array_equal(again.estimate.covariance, found.estimate.covariance)
    assert again.inertia is not None
    assert np.array_equal(again.inertia, found.inertia)
    assert again.judgement == found.judgement


def test_ur10e_payload_is_found_with_the_makers_gains(shared_data: Path) -> None:
    """2.805 kg were weighed. Prediction: the arm, the payload, and the friction of the unloaded run."""
    rows = dict(zip(PAIR, ((195, 4966), (308, 5071)), strict=True))
    runs = {
        label: import_recording(shared_data / "ur10e" / f"{label}.csv", layout="ur10e-31", rows=rows[label])
        for label in PAIR
    }
    result = identify_payload_dynamically(runs, load_robot("ur10e"), unloaded=PAIR[:1], loaded=PAIR[1:])
    assert result.estimate.mass == pytest.approx(2.805, rel=0.015)
    assert abs(result.estimate.mass - 2.805) < 2.0 * result.estimate.mass_std
    (prediction,) = result.predictions
    assert prediction.total < 0.19
    assert 2.1 < prediction.total_without < 2.4
    assert result.judgement.verdict is Verdict.USABLE
    assert result.inertia is not None
    assert np.linalg.eigvalsh(pseudo_inertia(result.inertia[AS_SHOWN]))[0] > 0.0


@pytest.fixture
def twist() -> Iterator[ModuleType]:
    sys.path.insert(0, str(CAMPAIGNS))
    try:
        import _virtual_twist

        yield _virtual_twist
    finally:
        sys.path.remove(str(CAMPAIGNS))


@pytest.mark.thorough
def test_virtual_ec66_payload_is_found_with_every_imperfection(twist: ModuleType) -> None:
    """One kilogram 24 mm out ([Gao] 3.4), gains as the controller tells them, each up to 3 % off."""
    from devices.virtual.physics.readings import Payload

    mass, center = 1.0, np.array([0.0, 0.0, 0.024])
    payload = Payload(mass, center, np.eye(3) * mass * 0.03**2)
    free = twist.virtual_twist("ec66", 12)
    loaded = twist.virtual_twist("ec66", 12, payload=payload, power_on="second")
    motion = free.excitation(seed=7, period_s=16.0)
    runs = {
        "free": free.record(motion, "free"),
        "loaded": replace(loaded.record(motion, "loaded"), payload_mass=None),
    }
    result = identify_payload_dynamically(runs, free.robot, unloaded=["free"], loaded=["loaded"])
    assert result.estimate.mass_std < 0.015
    assert abs(result.estimate.mass - mass) < 4.0 * result.estimate.mass_std
    assert np.all(np.abs(result.estimate.center_of_mass - center) < 4.0 * result.estimate.center_of_mass_std)
    assert result.estimate.center_of_mass_std[2] < 0.003
    assert result.serial == "V-ec66-0012"
    true_gain = free.truth.arm.drive.gain
    exact = identify_payload_dynamically(
        runs, free.robot, unloaded=["free"], loaded=["loaded"], gains=EXACT, drive_gain=true_gain
    )
    assert exact.estimate.mass == pytest.approx(mass, abs=0.004)
    assert exact.estimate.center_of_mass == pytest.approx(center, abs=0.001)
