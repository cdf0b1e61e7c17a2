"""The whole procedure on recordings whose truth is known, and what it refuses."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.errors import BadRequest, NotEnoughData
from core.identification.identify import identify
from core.identification.model import predict
from core.identification.result import IdentificationResult
from core.identification.settings import EstimatorKind, FrictionKind, GainSource, IdentificationSettings
from core.identification.synthetic import synthesize, synthetic_arm
from core.identification.verification import verify
from core.monitor import Cancelled, NullMonitor
from core.quality import Verdict
from core.recording import FloatArray, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.model import RobotModel

SEED = 11


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load_robot("ur10e")


@pytest.fixture(scope="module")
def runs(robot: RobotModel) -> dict[str, Recording]:
    return {
        label: synthesize(robot, seed=SEED, duration_s=duration, label=label)
        for label, duration in (("first", 36.0), ("second", 30.0), ("held out", 20.0))
    }


@pytest.fixture(scope="module")
def result(robot: RobotModel, runs: dict[str, Recording]) -> IdentificationResult:
    return identify(runs, robot, fit=["first", "second"], validate=["held out"])


Fitted = Callable[..., IdentificationResult]


@pytest.fixture(scope="module")
def fitted(robot: RobotModel, runs: dict[str, Recording]) -> Fitted:
    """The fit of one run by a friction model and an estimator; several tests look at the same one."""

    @cache
    def fit(
        friction: FrictionKind = FrictionKind.COULOMB_VISCOUS,
        estimator: EstimatorKind = EstimatorKind.WLS,
        *,
        validated: bool = True,
    ) -> IdentificationResult:
        settings = IdentificationSettings(friction=friction, estimator=estimator)
        validate = ["held out"] if validated else []
        return identify(runs, robot, fit=["second"], validate=validate, settings=settings)

    return fit


def _true_base_parameters(robot: RobotModel) -> FloatArray:
    arm = synthetic_arm(robot, seed=SEED)
    standard = np.concatenate([arm.parameters.ravel(), arm.rotor_inertia])
    return np.asarray(find_base_parameters(robot).grouping @ standard)


def test_error_bars_cover_the_true_values(robot: RobotModel, result: IdentificationResult) -> None:
    truth = _true_base_parameters(robot)
    found = np.array([parameter.value for parameter in result.base_parameters])
    std = np.array([parameter.std for parameter in result.base_parameters])
    errors = np.abs(found - truth) / std
    # the friction is none of the fitted forms, so some bias beyond the noise remains
    assert np.mean(errors < 3.0) >= 0.85
    assert np.median(errors) < 1.5


def test_the_model_predicts_held_out_motion(result: IdentificationResult) -> None:
    inside, outside = result.validation[0], result.validation[-1]
    assert inside.used_in_fit
    assert not outside.used_in_fit
    assert outside.moving_relative_error < 0.03
    assert outside.total_rms_current is not None
    assert result.judgement.verdict is Verdict.GOOD
    assert result.rank == len(result.column_names)
    assert "unscaled" in result.condition_convention


def test_provenance_names_runs_rows_and_that_they_are_synthetic(result: IdentificationResult) -> None:
    assert result.provenance.recordings == ("first", "second")
    assert result.provenance.synthetic
    assert result.gain_source is GainSource.MANUFACTURER


def test_friction_is_found(robot: RobotModel, result: IdentificationResult) -> None:
    arm = synthetic_arm(robot, seed=SEED)
    for joint, friction in enumerate(result.friction):
        assert friction.point_speed.size > 5
        middle = np.argmin(np.abs(friction.curve_speed - 0.3))
        true = arm.coulomb[joint] + arm.viscous[joint] * friction.curve_speed[middle]
        assert friction.curve_torque[middle] == pytest.approx(true, rel=0.15)


@pytest.mark.parametrize("kind", FrictionKind)
def test_every_friction_model_fits_and_can_be_verified_again(
    robot: RobotModel, runs: dict[str, Recording], fitted: Fitted, kind: FrictionKind
) -> None:
    found = fitted(kind)
    assert found.validation[-1].moving_relative_error < 0.1
    again = verify(found, robot, runs["held out"])
    assert again.total_rms_torque == pytest.approx(found.validation[-1].total_rms_torque, rel=1e-9)
    assert not again.used_in_fit


@pytest.mark.parametrize("estimator", [kind for kind in EstimatorKind if kind is not EstimatorKind.ML])
def test_estimators_agree_on_clean_recordings(fitted: Fitted, estimator: EstimatorKind) -> None:
    found = fitted(estimator=estimator)
    assert found.validation[-1].moving_relative_error < 0.06


def test_prediction_equals_that_of_the_validation(
    robot: RobotModel, runs: dict[str, Recording], result: IdentificationResult
) -> None:
    prediction = predict(result, robot, runs["held out"])
    edge = 0.5 / result.settings.filter_hz  # no fit uses the ends, and none is judged on them
    judged = (prediction.time >= edge) & (prediction.time[-1] - prediction.time >= edge)
    residual = (prediction.measured - prediction.modelled)[judged]
    assert np.sqrt(np.mean(residual**2, axis=0)) == pytest.approx(result.validation[-1].rms_torque)
    assert prediction.time[0] == 0.0
    assert prediction.velocity.shape == prediction.position.shape == prediction.measured.shape


def test_identification_is_independent_of_the_clock_offset(
    robot: RobotModel, runs: dict[str, Recording], fitted: Fitted
) -> None:
    settings = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS)
    shifted = replace(runs["second"], time=runs["second"].time + 7200.0)
    one = fitted(validated=False)
    two = identify({"second": shifted}, robot, fit=["second"], settings=settings)
    assert two.estimate == pytest.approx(one.estimate, rel=1e-6, abs=1e-6)


def test_wrong_sign_of_one_joint_is_not_called_good(robot: RobotModel, runs: dict[str, Recording]) -> None:
    flipped = {}
    for label, run in runs.items():
        current = np.array(run.columns[Quantity.CURRENT])
        current[:, 1] *= -1.0
        flipped[label] = replace(run, columns={**run.columns, Quantity.CURRENT: current})
    found = identify(flipped, robot, fit=["first", "second"], validate=["held out"])
    assert found.judgement.verdict is Verdict.REPEAT


def test_a_short_run_of_one_joint_is_not_enough(robot: RobotModel, runs: dict[str, Recording]) -> None:
    short = runs["first"].block(600, 1600)
    found = identify({**runs, "short": short}, robot, fit=["short"], validate=["held out"])
    assert found.judgement.verdict is not Verdict.GOOD
    assert "short-motion" in {reason.code for reason in found.judgement.reasons}


def test_missing_validation_data_is_reported(fitted: Fitted) -> None:
    found = fitted(validated=False)
    assert "not-validated" in {reason.code for reason in found.judgement.reasons}
    assert found.judgement.verdict is not Verdict.GOOD


def test_a_link_side_sensor_gets_no_rotor_inertia_and_a_warning(
    robot: RobotModel, runs: dict[str, Recording]
) -> None:
    run = runs["second"]
    assert robot.drive_gain is not None
    columns = {
        **{key: value for key, value in run.columns.items() if key is not Quantity.CURRENT},
        Quantity.TORQUE: np.asarray(run.columns[Quantity.CURRENT]) * robot.drive_gain,
    }
    sensed = replace(run, columns=columns, torque_kind=TorqueKind.LINK_SENSOR)
    settings = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS)
    found = identify({"run": sensed}, robot, fit=["run"], settings=settings)
    assert found.base_parameter_count == 36
    assert not found.with_rotor_inertia
    assert "friction-behind-sensor" in {reason.code for reason in found.judgement.reasons}


class _StopAfter:
    """Cancels at the n-th check and remembers what was kept."""

    def __init__(self, checks: int) -> None:
        self.left, self.kept, self.fractions = checks, [], []

    def report(self, fraction: float, text: str = "") -> None:
        self.fractions.append(fraction)

    def keep(self, result: object) -> None:
        self.kept.append(result)

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def test_cancelled_work_keeps_the_last_pass(robot: RobotModel, runs: dict[str, Recording]) -> None:
    watching = _StopAfter(10**9)
    identify(runs, robot, fit=["second"], validate=["held out"], monitor=watching)
    total = 10**9 - watching.left
    assert watching.fractions == sorted(watching.fractions)
    assert watching.fractions[-1] == pytest.approx(1.0)
    robust = _StopAfter(10**9)
    settings = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS, estimator=EstimatorKind.ROBUST)
    identify(runs, robot, fit=["second"], settings=settings, monitor=robust)
    assert robust.fractions == sorted(robust.fractions)
    stopped = _StopAfter(int(total * 0.7))
    with pytest.raises(Cancelled):
        identify(runs, robot, fit=["second"], monitor=stopped)
    assert isinstance(stopped.kept[-1], IdentificationResult)


def test_refusals_name_what_is_wrong(robot: RobotModel, runs: dict[str, Recording]) -> None:
    def code(**arguments: object) -> str:
        with pytest.raises((BadRequest, NotEnoughData)) as refused:
            identify(**{"recordings": runs, "robot": robot, "fit": ["first"], **arguments})
        return refused.value.code

    assert code(fit=[]) == "nothing-to-fit"
    assert code(fit=["nobody"]) == "unknown-recording"
    assert code(validate=["first"]) == "fit-and-validate-overlap"
    assert code(fit=["first", "second", "first"]) == "recording-chosen-twice"
    torque = {Quantity.POSITION: runs["second"].columns[Quantity.POSITION]}
    torque[Quantity.TORQUE] = runs["second"].columns[Quantity.CURRENT]
    mixed = {**runs, "second": replace(runs["second"], columns=torque)}
    assert code(recordings=mixed, validate=["second"]) == "torque-sources-differ"
    assert code(robot=load_robot("szabo-3r")) == "joint-count-differs"
    assert code(robot=replace(robot, drive_gain=None)) == "no-drive-gain"
    assert code(recordings={"first": runs["first"].block(0, 40)}) == "recording-too-short"
    position_only = {Quantity.POSITION: runs["first"].columns[Quantity.POSITION]}
    assert code(recordings={"first": replace(runs["first"], columns=position_only)}) == "no-torque"


def test_nothing_is_filtered_across_a_time_gap(robot: RobotModel, runs: dict[str, Recording]) -> None:
    run = runs["second"]
    early, late = run.block(0, 1500), run.block(2100, run.sample_count)
    holed = replace(
        run,
        time=np.concatenate((early.time, late.time)),
        columns={
            key: np.concatenate((np.asarray(early.columns[key]), np.asarray(late.columns[key])))
            for key in run.columns
        },
    )
    settings = IdentificationSettings(friction=FrictionKind.LOAD_DEPENDENT)
    found = identify({**runs, "holed": holed}, robot, fit=["holed"], validate=["held out"], settings=settings)
    assert found.validation[-1].moving_relative_error < 0.05
    assert predict(found, robot, holed, monitor=NullMonitor()).time.size < run.sample_count


def test_samples_before_the_first_motion_are_left_out(robot: RobotModel, runs: dict[str, Recording]) -> None:
    """The holding torque may be any value within stiction, so it must not be taken for friction or weight."""
    plain = runs["second"]
    standing = 300
    step = float(np.median(np.diff(plain.time)))
    time = np.concatenate([plain.time[0] - step * np.arange(standing, 0, -1), plain.time])
    columns = {
        quantity: np.concatenate([np.repeat(values[:1], standing, axis=0), values])
        for quantity, values in plain.columns.items()
    }
    wound_up = {**columns, Quantity.CURRENT: columns[Quantity.CURRENT].copy()}
    stiction = 1.5 * synthetic_arm(robot, seed=SEED).coulomb / robot.drive_gain
    wound_up[Quantity.CURRENT][:standing] += stiction
    first, other = (
        identify({"run": Recording("run", time, chosen, TorqueKind.MOTOR_CURRENT)}, robot, fit=["run"])
        for chosen in (columns, wound_up)
    )
    spread = np.sqrt(np.diag(first.covariance))
    # the low-pass carries a little of the step over; taken as it is, the step moves one by 90 of them
    assert np.max(np.abs(first.estimate - other.estimate) / spread) < 3.0
