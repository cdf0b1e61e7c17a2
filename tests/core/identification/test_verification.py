"""A stored model on motion it has not seen: per joint against limits, and what is said when one fails."""

from dataclasses import fields, replace

import numpy as np
import pytest

from core.errors import BadRequest
from core.fields import from_fields, to_fields
from core.identification.identify import identify
from core.identification.judgement import JOINT_ERROR_USABLE
from core.identification.model import Prediction, predict
from core.identification.regression_rows import MOVING_SPEED
from core.identification.result import IdentificationResult
from core.identification.synthetic import synthesize
from core.identification.verification import LEAST_MOVING_SHARE, verify_model
from core.identification.verification_result import Verification, VerificationLimits, VerifiedMotion
from core.quality import Verdict
from core.recording import Mark, Quantity
from core.robot.library import load_robot
from core.storage.visit import Visit
from tests.core.results_examples import same

SEED = 11
NAMES = ("first", "held out", "other")


@pytest.fixture(scope="module")
def robot():
    return load_robot("szabo-3r")


@pytest.fixture(scope="module")
def runs(robot):
    return {name: synthesize(robot, seed=SEED, duration_s=20.0, label=name) for name in NAMES}


@pytest.fixture(scope="module")
def result(robot, runs):
    return identify(runs, robot, fit=["first"], validate=["held out"])


@pytest.fixture(scope="module")
def found(robot, runs, result):
    fresh = {name: runs[name] for name in ("held out", "other")}
    return verify_model(
        result, robot, fresh, model="identification-001", motions={"other": VerifiedMotion.CIRCLE}
    )


def test_every_joint_passes_on_motion_of_the_same_arm(found, result):
    assert found.passed
    assert found.joint_passed == (True, True, True)
    assert found.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}
    assert (found.model, found.model_created_at) == ("identification-001", result.provenance.created_at)
    assert [one.motion for one in found.recordings] == [VerifiedMotion.OTHER, VerifiedMotion.CIRCLE]
    assert found.mark is Mark.SYNTHETIC
    assert found.limits.relative_error == (JOINT_ERROR_USABLE,) * 3


def test_the_fitted_file_by_another_label_is_no_fresh_motion(robot, runs):
    """A second import of the same rows verifies nothing; other rows of the file do."""
    origin = replace(runs["first"].origin, sha256="a" * 64)
    fitted = replace(runs["first"], origin=origin)
    again = replace(fitted, label="again")
    later = replace(
        runs["other"], origin=replace(origin, first_row=origin.last_row + 1, last_row=2 * origin.last_row)
    )
    known = identify(
        {"first": fitted, "again": again, "other": later}, robot, fit=["first"], validate=["again"]
    )
    assert [one.used_in_fit for one in known.validation] == [True, True]
    assert "not-validated" in {reason.code for reason in known.judgement.reasons}
    found = verify_model(known, robot, {"again": again})
    assert found.judgement.verdict is not Verdict.GOOD
    assert "not-validated" in {reason.code for reason in found.judgement.reasons}
    fresh = verify_model(known, robot, {"other": later})
    assert "not-validated" not in {reason.code for reason in fresh.judgement.reasons}


def without_ends(made: Prediction, result: IdentificationResult) -> Prediction:
    """The part of a prediction on which the model is judged: half a period of the cut-off from the ends."""
    edge = 0.5 / result.settings.filter_hz
    kept = (made.time >= edge) & (made.time[-1] - made.time >= edge)
    parts = {
        one.name: value[kept]
        for one in fields(made)
        if isinstance(value := getattr(made, one.name), np.ndarray)
    }
    return replace(made, **parts)


def test_a_recording_that_ends_in_motion_is_judged_as_one_that_ends_at_rest(robot, runs, result):
    """The filter's transient at the end is no error of the model."""
    whole = runs["other"]
    errors = []
    for share in (1.0, 0.7):
        part = replace(whole.block(0, round(share * whole.sample_count)), label="part")
        errors.append(verify_model(result, robot, {"part": part}).relative_error)
    assert np.all(errors[1] < 1.05 * errors[0])
    everything = predict(result, robot, part)
    missed = everything.measured - everything.modelled
    with_ends = np.linalg.norm(missed, axis=0) / np.linalg.norm(everything.measured, axis=0)
    assert np.max(with_ends / errors[1]) > 1.5


def test_errors_are_those_of_the_moving_samples(found, robot, runs, result):
    """Computed again from the prediction, without the ends that no fit uses either."""
    made = without_ends(predict(result, robot, runs["other"]), result)
    judged = found.recordings[1]
    moves = np.abs(made.velocity) > MOVING_SPEED
    rest = (made.measured - made.modelled) ** 2
    expected = np.sqrt((rest * moves).sum(axis=0) / (made.measured**2 * moves).sum(axis=0))
    assert [joint.relative_error for joint in judged.joints] == pytest.approx(expected.tolist())
    rms = np.sqrt(rest.mean(axis=0))
    assert [joint.rms_torque for joint in judged.joints] == pytest.approx(rms.tolist())
    assert [joint.moving_share for joint in judged.joints] == pytest.approx(moves.mean(axis=0).tolist())
    spread = [made.measured[moves[:, joint], joint].std() for joint in range(3)]
    left = np.sqrt((rest * moves).sum(axis=0) / moves.sum(axis=0)) / spread
    assert judged.validation.unexplained == pytest.approx(left)
    assert found.relative_error == pytest.approx(
        np.max([[joint.relative_error for joint in one.joints] for one in found.recordings], axis=0)
    )
    assert found.worst_joint == int(np.argmax(found.relative_error))


def test_the_top_flange_speed_is_reported(found, robot, runs):
    """Against the flange's own places along the recording."""
    from core.robot.kinematics import flange_transforms

    run = runs["other"]
    place = flange_transforms(robot, run.columns[Quantity.POSITION])[:, :3, 3]
    speed = np.linalg.norm(np.gradient(place, run.time, axis=0), axis=1)
    assert found.recordings[1].top_speed == pytest.approx(np.percentile(speed, 99.9), rel=0.05)


def test_a_given_limit_fails_the_joints_beyond_it(found, robot, runs, result):
    errors = found.relative_error
    worst = int(np.argmax(errors))
    tight = np.where(np.arange(3) == worst, 0.9 * errors, 1.1 * errors)
    limits = VerificationLimits.of(3, relative_error=tight.tolist())
    failed = verify_model(result, robot, {name: runs[name] for name in NAMES[1:]}, limits=limits)
    assert not failed.passed
    assert failed.joint_passed == tuple(joint != worst for joint in range(3))
    assert failed.judgement.verdict is Verdict.REPEAT
    reasons = [reason for reason in failed.judgement.reasons if reason.code == "verification-limit-passed"]
    assert {joint for reason in reasons for joint in reason.facts["joints"]} == {robot.joint_names[worst]}
    assert failed.recordings[0].passed + failed.recordings[1].passed < 2


def test_both_limits_must_be_kept(found, robot, runs, result):
    one = {"other": runs["other"]}
    rms = [joint.rms_torque for joint in found.recordings[1].joints]
    generous = VerificationLimits.of(3, relative_error=10.0, rms_torque=[1.1 * value for value in rms])
    assert verify_model(result, robot, one, limits=generous).passed
    mean = VerificationLimits.of(3, rms_torque=[1.1 * rms[0], 0.9 * rms[1], 1.1 * rms[2]])
    assert mean.relative_error == (float("inf"),) * 3, "none was asked for"
    assert verify_model(result, robot, one, limits=mean).joint_passed == (True, False, True)


def test_a_recording_of_another_arm_fails_the_verification(robot, runs, result):
    run = runs["other"]
    torque = run.columns[Quantity.TORQUE] * [1.0, 2.0, 1.0]
    odd = replace(run, columns={**run.columns, Quantity.TORQUE: torque})
    found = verify_model(result, robot, {"other": odd})
    assert found.joint_passed[1] is False
    assert found.judgement.verdict is Verdict.REPEAT


def test_a_resting_joint_is_not_judged(robot, runs, result):
    run = runs["other"]
    position = run.columns[Quantity.POSITION].copy()
    position[:, 2] = position[0, 2]
    still = replace(run, columns={**run.columns, Quantity.POSITION: position})
    still.columns.pop(Quantity.VELOCITY, None)
    found = verify_model(result, robot, {"other": still})
    third = found.recordings[0].joints[2]
    assert third.moving_share < LEAST_MOVING_SHARE
    assert np.isnan(third.relative_error)
    assert np.isnan(found.recordings[0].validation.unexplained[2])
    assert third.passed is None
    assert found.joint_passed[2] is None
    assert not found.passed, "nothing is known about joint 3"
    assert "joint-not-verified" in [reason.code for reason in found.judgement.reasons]


def test_verification_on_fitted_motion_is_reported(robot, runs, result):
    found = verify_model(result, robot, {"first": runs["first"]})
    assert found.recordings[0].validation.used_in_fit
    assert "verified-on-fitted-motion" in [reason.code for reason in found.judgement.reasons]


def test_verification_survives_storing_in_a_visit(found, robot, tmp_path):
    with Visit.create(tmp_path / "cell.h5", robot_toml='name = "x"') as visit:
        key = visit.add_result("verification", found)
    with Visit.open(tmp_path / "cell.h5") as visit:
        assert same(visit.result(key, Verification), found)
    assert same(from_fields(Verification, to_fields(found)), found)


def test_impossible_limits_are_refused(robot, runs, result):
    with pytest.raises(BadRequest, match="verification-limit-count"):
        VerificationLimits.of(3, relative_error=[0.1, 0.2])
    with pytest.raises(BadRequest, match="setting-not-above"):
        VerificationLimits.of(3, rms_torque=0.0)
    with pytest.raises(BadRequest, match="nothing-to-verify"):
        verify_model(result, robot, {})
    with pytest.raises(BadRequest, match="verification-limit-count"):
        verify_model(result, robot, runs, limits=VerificationLimits.of(6))
