"""Verification of a stored model on new motion ([Wu] 4.3): errors per joint against limits, pass or fail."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np

from core.errors import BadRequest, Fact
from core.identification.chunks import ChunkStream
from core.identification.joint_side import check_fits_robot, torque_source
from core.identification.judgement import verification_judgement
from core.identification.model import Comparison, FittedModel
from core.identification.regression_rows import MOVING_SPEED, RegressionRows, block_length
from core.identification.result import IdentificationResult, Validation
from core.identification.setup_checks.check import check_setup
from core.identification.setup_checks.result import SetupChecks
from core.identification.setup_checks.sums import CheckedModel
from core.identification.verification_result import (
    JointVerification,
    RecordingVerification,
    Verification,
    VerificationLimits,
    VerifiedMotion,
)
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Mark, Recording
from core.robot.kinematics import point_velocities
from core.robot.model import RobotModel
from core.stamp import Clock, software_name, time_stamp, utc_now

LEAST_MOVING_SHARE = 0.05
"""Smallest share of moving samples for a verdict on a joint."""
_FASTER = 1.05
"""Ratio to its top speed in the fit from which a joint counts as faster."""


def verify_model(
    result: IdentificationResult,
    robot: RobotModel,
    recordings: Mapping[str, Recording],
    *,
    model: str = "",
    motions: Mapping[str, VerifiedMotion] | None = None,
    limits: VerificationLimits | None = None,
    monitor: Monitor | None = None,
    clock: Clock = utc_now,
) -> Verification:
    """Errors of a stored model on recordings ([Wu] 4.3), joint by joint, against limits.

    Parameters
    ----------
    result
        The result of ``identify``.
    robot
        The arm of that result.
    recordings
        By their labels; those used in the fit are evaluated too, and marked as such.
    model
        Key of the result in the visit.
    motions
        Kind of motion by recording; ``other`` for those not named.
    limits
        The default limits where None.

    Raises
    ------
    BadRequest
        ``nothing-to-verify`` without recordings, ``verification-limit-count``, and where a
        recording does not fit the robot or carries no torque.
    NotEnoughData
        A recording is too short to be filtered.
    """
    if not recordings:
        raise BadRequest("nothing-to-verify")
    agreed = limits or VerificationLimits.of(robot.joint_count)
    if len(agreed.relative_error) != robot.joint_count:
        expected, found = robot.joint_count, len(agreed.relative_error)
        raise BadRequest("verification-limit-count", found=found, expected=expected)
    fitted = FittedModel.of(result, robot)
    watched, judged = monitor or NullMonitor(), []
    for number, (label, recording) in enumerate(recordings.items()):
        part = PartOfMonitor(watched, first=number / len(recordings), last=(number + 1) / len(recordings))
        motion = (motions or {}).get(label, VerifiedMotion.OTHER)
        judged.append(_judged(fitted, result, recording, motion=motion, limits=agreed, monitor=part))
    setup = check_fresh(fitted, result, recordings)
    reasons = () if setup is None else setup.reasons
    judgement = _judgement(result, judged, joints=robot.joint_names)
    return Verification(
        model=model,
        model_created_at=result.provenance.created_at,
        limits=agreed,
        recordings=tuple(judged),
        judgement=Judgement.of([*reasons, *judgement.reasons]),
        unseen=() if setup is None else setup.unseen,
        software=software_name(),
        created_at=time_stamp(clock),
        mark=_mark(result, recordings),
    )


def check_fresh(
    model: FittedModel, result: IdentificationResult, recordings: Mapping[str, Recording]
) -> SetupChecks | None:
    """Check the set-up of fresh recordings against the model; None where all were fitted."""
    fresh = [one for one in recordings.values() if not result.provenance.holds(one)]
    if not fresh:
        return None
    source = torque_source(fresh[0])
    streams = tuple(
        ChunkStream(one, model.plan.robot, replace(model.conditioning, torque_from=source))
        for one in fresh
        if torque_source(one) is source
    )
    block_s = block_length(
        [one.duration for one in fresh],
        longest_s=result.settings.block_s,
        cutoff_hz=model.conditioning.filter_hz,
    )
    known = CheckedModel.of(
        model.plan,
        result.estimate[: result.base_parameter_count],
        joint_std=result.residual_std,
        is_known=True,
    )
    rows = RegressionRows(streams, known.plan, block_s=block_s, moving_only=False)
    return check_setup(known, rows, torque_from=source, monitor=NullMonitor())


def verify(
    result: IdentificationResult,
    robot: RobotModel,
    recording: Recording,
    *,
    monitor: Monitor | None = None,
) -> Validation:
    """Validate a stored model on a recording ([Wu] 4.3).

    Parameters
    ----------
    result
        The result of ``identify``.
    robot
        The arm of that result.

    Raises
    ------
    BadRequest
        The recording does not fit the robot or carries no torque.
    NotEnoughData
        It is too short to be filtered.
    """
    return validate_model(
        FittedModel.of(result, robot),
        recording,
        joint_std=result.residual_std,
        used_in_fit=result.provenance.holds(recording),
        monitor=monitor or NullMonitor(),
    )


def validate_model(
    model: FittedModel,
    recording: Recording,
    *,
    joint_std: FloatArray,
    used_in_fit: bool,
    monitor: Monitor,
    watch: Callable[[Comparison], None] | None = None,
) -> Validation:
    """Validate a model in memory; ``joint_std`` (joints,) in N·m weights the weighted error.

    The ends of the recording are left out, as they are of a fit. ``watch`` receives all the rest.
    """
    check_fits_robot(recording, model.plan.robot)
    sums = _Sums(model.plan.robot, model.conditioning.drive_gain, model.plan.top_speed)
    for whole in model.compare(recording, monitor=monitor):
        comparison = whole.away_from_ends(model.conditioning.filter_hz)
        sums.add(comparison)
        if watch is not None:
            watch(comparison)
    return sums.validation(recording.label, joint_std=joint_std, used_in_fit=used_in_fit)


@dataclass
class _Sums:
    """Sums of squares over the samples seen so far, (joints,) each."""

    robot: RobotModel
    drive_gain: FloatArray | None
    top_speed: FloatArray | None = None
    samples: int = 0
    current: FloatArray = field(init=False)
    residual: FloatArray = field(init=False)
    measured: FloatArray = field(init=False)
    moving: FloatArray = field(init=False)
    moving_residual: FloatArray = field(init=False)
    moving_measured: FloatArray = field(init=False)
    moving_sum: FloatArray = field(init=False)
    beyond: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        sums = (one.name for one in fields(self) if not one.init)
        for name in sums:
            setattr(self, name, np.zeros(self.robot.joint_count))

    def add(self, comparison: Comparison) -> None:
        difference = comparison.measured - comparison.modelled
        if self.drive_gain is not None:
            current = self.robot.current_from_torque(difference, drive_gain=self.drive_gain)
            self.current += (current**2).sum(axis=0)
        squared = difference**2
        size = comparison.measured**2
        moves = np.abs(comparison.velocity) > MOVING_SPEED
        if self.top_speed is not None:
            self.beyond += (np.abs(comparison.velocity) > _FASTER * self.top_speed).sum(axis=0)
        self.samples += squared.shape[0]
        self.residual += squared.sum(axis=0)
        self.measured += size.sum(axis=0)
        self.moving += moves.sum(axis=0)
        self.moving_residual += (squared * moves).sum(axis=0)
        self.moving_measured += (size * moves).sum(axis=0)
        self.moving_sum += (comparison.measured * moves).sum(axis=0)

    def validation(self, label: str, *, joint_std: FloatArray, used_in_fit: bool) -> Validation:
        rms = np.sqrt(self.residual / self.samples)
        current = None if self.drive_gain is None else np.sqrt(self.current / self.samples)
        # a joint that was never fitted, because it stood still, has no deviation and does not count
        weight = np.divide(1.0, joint_std**2, out=np.zeros_like(joint_std), where=joint_std > 0.0)
        return Validation(
            recording=label,
            used_in_fit=used_in_fit,
            sample_count=self.samples,
            rms_torque=rms,
            rms_current=current,
            relative_error=_ratio(self.residual, self.measured),
            total_rms_torque=float(np.linalg.norm(rms)),
            total_rms_current=None if current is None else float(np.linalg.norm(current)),
            total_relative_error=float(_ratio(self.residual.sum(), self.measured.sum())),
            moving_rms_torque=np.sqrt(self.moving_residual / np.maximum(self.moving, 1.0)),
            moving_relative_error=float(_ratio(self.moving_residual.sum(), self.moving_measured.sum())),
            weighted_relative_error=float(
                _ratio((self.residual * weight).sum(), (self.measured * weight).sum())
            ),
            moving_joint_error=_ratio(self.moving_residual, self.moving_measured),
            unexplained=self._unexplained(),
            beyond_speed=None if self.top_speed is None else self.beyond / self.samples,
        )

    def _unexplained(self) -> FloatArray:
        count = np.maximum(self.moving, 1.0)
        variation = np.maximum(self.moving_measured - self.moving_sum**2 / count, 0.0)
        enough = self.moving >= LEAST_MOVING_SHARE * self.samples
        return np.where(enough, _ratio(self.moving_residual, variation), np.nan)


def _ratio(residual: FloatArray, measured: FloatArray) -> FloatArray:
    squared = np.divide(residual, measured, out=np.full(np.shape(residual), np.inf), where=measured > 0.0)
    return np.asarray(np.sqrt(squared))


@dataclass
class _Moving:
    """Sums over the samples in which a joint moves, (joints,) each, and the flange's top speed."""

    robot: RobotModel
    top_speed: float = 0.0
    samples: int = 0
    moving: FloatArray = field(init=False)
    residual: FloatArray = field(init=False)
    measured: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        for name in ("moving", "residual", "measured"):
            setattr(self, name, np.zeros(self.robot.joint_count))

    def __call__(self, comparison: Comparison) -> None:
        moves = np.abs(comparison.velocity) > MOVING_SPEED
        self.samples += moves.shape[0]
        self.moving += moves.sum(axis=0)
        self.residual += ((comparison.measured - comparison.modelled) ** 2 * moves).sum(axis=0)
        self.measured += (comparison.measured**2 * moves).sum(axis=0)
        speed = point_velocities(self.robot, comparison.position, comparison.velocity)[:, -1]
        self.top_speed = max(self.top_speed, float(np.linalg.norm(speed, axis=1).max(initial=0.0)))

    @property
    def share(self) -> FloatArray:
        """Share of the samples in which each joint moves, (joints,)."""
        return self.moving / max(self.samples, 1)

    @property
    def relative_error(self) -> FloatArray:
        """Relative error in motion, (joints,); NaN for a joint that hardly moves."""
        enough = (self.share >= LEAST_MOVING_SHARE) & (self.measured > 0.0)
        ratio = np.divide(self.residual, self.measured, out=np.full(enough.shape, np.nan), where=enough)
        return np.asarray(np.sqrt(ratio))


def _judged(
    model: FittedModel,
    result: IdentificationResult,
    recording: Recording,
    *,
    motion: VerifiedMotion,
    limits: VerificationLimits,
    monitor: Monitor,
) -> RecordingVerification:
    moving = _Moving(model.plan.robot)
    validation = validate_model(
        model,
        recording,
        joint_std=result.residual_std,
        used_in_fit=result.provenance.holds(recording),
        monitor=monitor,
        watch=moving,
    )
    errors, shares = moving.relative_error, moving.share
    joints = tuple(
        _joint(
            name,
            share=float(shares[joint]),
            rms=float(validation.rms_torque[joint]),
            error=float(errors[joint]),
            limits=(limits.relative_error[joint], limits.rms_torque[joint]),
        )
        for joint, name in enumerate(model.plan.robot.joint_names)
    )
    return RecordingVerification(motion, moving.top_speed, joints, validation)


def _joint(
    name: str, *, share: float, rms: float, error: float, limits: tuple[float, float]
) -> JointVerification:
    relative_limit, rms_limit = limits
    passed = None if np.isnan(error) else bool(error <= relative_limit and rms <= rms_limit)
    return JointVerification(name, share, rms, error, relative_limit, rms_limit, passed)


def _judgement(
    result: IdentificationResult, judged: Sequence[RecordingVerification], *, joints: Sequence[str]
) -> Judgement:
    """The verdict: reasons from the errors, and the limits that are kept or exceeded."""
    reasons = list(
        verification_judgement(result.validation, [one.validation for one in judged], joints=joints).reasons
    )
    for one in judged:
        failed = [joint for joint in one.joints if joint.passed is False]
        if failed:
            facts: dict[str, Fact] = {
                "recording": one.recording,
                "joints": tuple(joint.joint for joint in failed),
                "relative_error": max(joint.relative_error for joint in failed),
                "rms_torque": max(joint.rms_torque for joint in failed),
            }
            reasons.append(Reason("verification-limit-passed", facts, Verdict.REPEAT))
        if one.validation.used_in_fit:
            reasons.append(Reason("verified-on-fitted-motion", {"recording": one.recording}))
    still = tuple(
        name for joint, name in enumerate(joints) if all(one.joints[joint].passed is None for one in judged)
    )
    if still:
        verdict = Verdict.NOT_MEASURABLE if len(still) == len(joints) else Verdict.USABLE
        reasons.append(Reason("joint-not-verified", {"joints": still}, verdict))
    for one in judged:
        unknown = tuple(joint.joint for joint in one.joints if not np.isfinite(joint.rms_torque))
        if unknown:
            facts = {"recording": one.recording, "joints": unknown}
            reasons.append(Reason("error-not-a-number", facts, Verdict.NOT_MEASURABLE))
    return Judgement.of(reasons)


def _mark(result: IdentificationResult, recordings: Mapping[str, Recording]) -> Mark:
    marks = [result.provenance.shown_mark, *(recording.origin.mark for recording in recordings.values())]
    return next((mark for mark in marks if mark is not Mark.NONE), Mark.NONE)
