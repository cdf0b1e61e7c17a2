"""A stored model verified on motion that it has not seen: per joint against limits, pass or fail.

A joint is judged on the samples in which it moves; what stiction holds at rest says little about
a model. Without limits of somebody's own a joint may be wrong by ``JOINT_ERROR_USABLE`` of its
torque, from which on a model counts as off for that joint (``core.identification.judgement``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from core.errors import BadRequest, Fact
from core.identification.judgement import JOINT_ERROR_USABLE, verification_judgement
from core.identification.model import Comparison, FittedModel
from core.identification.regression_rows import MOVING_SPEED
from core.identification.result import IdentificationResult, Validation
from core.identification.verify import validate_model
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Mark, Recording
from core.robot.model import RobotModel
from core.robot.point_speed import point_velocities
from core.stamp import Clock, software_name, time_stamp, utc_now

VERIFICATION = "verification"
"""Under this kind the verifications are stored in a visit."""
LEAST_MOVING_SHARE = 0.05
"""Of the samples in which a joint has to move to be judged on a recording."""


class VerifiedMotion(StrEnum):
    """What the arm did in a recording."""

    EXCITATION = "excitation"
    POINTS = "point-to-point"
    CIRCLE = "circle"
    OTHER = "other"
    """Whatever somebody recorded."""


@dataclass(frozen=True)
class VerificationLimits:
    """What a joint's error may be, one number per joint; infinite where there is no limit.

    ``relative_error`` is the share of the joint's torque while it moves, ``rms_torque`` N·m (N)
    over all samples. A joint has to keep both.

    Raises
    ------
    BadRequest
        ``verification-limit`` for one that is not positive, with its place (from 1).
    """

    relative_error: tuple[float, ...]
    rms_torque: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuse limits that no model can keep."""
        for name in ("relative_error", "rms_torque"):
            for joint, value in enumerate(getattr(self, name), start=1):
                if not value > 0.0:
                    raise BadRequest("verification-limit", limit=name, joint=joint, value=value)

    @classmethod
    def of(
        cls,
        joints: int,
        *,
        relative_error: Sequence[float] | float | None = None,
        rms_torque: Sequence[float] | float | None = None,
    ) -> "VerificationLimits":
        """Limits for an arm of so many joints; a single number holds for each.

        Where nothing is given at all, ``JOINT_ERROR_USABLE`` is the limit of the relative error.

        Raises
        ------
        BadRequest
            ``verification-limit-count`` where there are neither one nor as many as joints;
            ``verification-limit``.
        """
        if relative_error is None and rms_torque is None:
            relative_error = JOINT_ERROR_USABLE
        return cls(_per_joint(joints, relative_error), _per_joint(joints, rms_torque))


def _per_joint(joints: int, given: Sequence[float] | float | None) -> tuple[float, ...]:
    if given is None:
        return (float("inf"),) * joints
    values = (float(given),) if isinstance(given, int | float) else tuple(float(value) for value in given)
    if len(values) == 1:
        return values * joints
    if len(values) != joints:
        raise BadRequest("verification-limit-count", found=len(values), expected=joints)
    return values


@dataclass(frozen=True)
class JointVerification:
    """One joint on one recording.

    ``relative_error`` while it moves, NaN where it hardly does; ``rms_torque`` N·m (N) over all
    samples; ``passed`` is None where it moved too little to be judged.
    """

    joint: str
    moving_share: float
    rms_torque: float
    relative_error: float
    relative_limit: float
    rms_limit: float
    passed: bool | None


@dataclass(frozen=True)
class RecordingVerification:
    """One recording against the model; ``top_speed`` m/s is the fastest that the flange was."""

    motion: VerifiedMotion
    top_speed: float
    joints: tuple[JointVerification, ...]
    validation: Validation

    @property
    def recording(self) -> str:
        """Its label."""
        return self.validation.recording

    @property
    def passed(self) -> bool:
        """Whether every joint that was judged keeps its limits."""
        return all(joint.passed is not False for joint in self.joints)


@dataclass(frozen=True)
class Verification:
    """What a stored model is worth on recordings; ``model`` is its key, made at ``model_created_at``."""

    model: str
    model_created_at: str
    limits: VerificationLimits
    recordings: tuple[RecordingVerification, ...]
    judgement: Judgement
    software: str
    created_at: str
    mark: Mark = Mark.NONE

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints' names."""
        return tuple(joint.joint for joint in self.recordings[0].joints)

    @property
    def passed(self) -> bool:
        """Whether every joint was judged somewhere and kept its limits everywhere."""
        return all(passed is True for passed in self.joint_passed)

    @property
    def joint_passed(self) -> tuple[bool | None, ...]:
        """Per joint over all recordings; None where it was judged on none."""
        found = zip(*(recording.joints for recording in self.recordings), strict=True)
        return tuple(_over_all([joint.passed for joint in joints]) for joints in found)

    @property
    def worst_joint(self) -> int | None:
        """The joint (from 0) with the largest relative error of those that moved; None where none did."""
        errors = self.relative_error
        return None if np.all(np.isnan(errors)) else int(np.nanargmax(errors))

    @property
    def relative_error(self) -> FloatArray:
        """(joints,) the largest over the recordings while moving; NaN for a joint that hardly did."""
        errors = np.array([[joint.relative_error for joint in one.joints] for one in self.recordings])
        known = ~np.isnan(errors)
        return np.where(known.any(axis=0), np.where(known, errors, -np.inf).max(axis=0), np.nan)


def _over_all(passed: Sequence[bool | None]) -> bool | None:
    judged = [one for one in passed if one is not None]
    return all(judged) if judged else None


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
    """Judge a stored model on recordings ([Wu] 4.3), joint by joint against limits.

    Parameters
    ----------
    result
        What ``identify`` found.
    robot
        The arm that it was found for.
    recordings
        By their labels; those used in the fit are judged too, and said to be.
    model
        Key of the result where it is stored.
    motions
        What the arm does in a recording; ``other`` for those not named.
    limits
        The usual ones where None.

    Raises
    ------
    BadRequest
        ``nothing-to-verify`` without recordings, ``verification-limit-count``, and where a
        recording does not fit the robot or carries no torque.
    NotEnoughData
        One is too short to be filtered.
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
    return Verification(
        model=model,
        model_created_at=result.provenance.created_at,
        limits=agreed,
        recordings=tuple(judged),
        judgement=_judgement(result, judged, joints=robot.joint_names),
        software=software_name(),
        created_at=time_stamp(clock),
        mark=_mark(result, recordings),
    )


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
        """(joints,) of the samples."""
        return self.moving / max(self.samples, 1)

    @property
    def relative_error(self) -> FloatArray:
        """(joints,), NaN where a joint hardly moves."""
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
        used_in_fit=recording.label in result.provenance.recordings,
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
    """What the errors say by themselves, and what keeps a limit and what does not."""
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
        reasons.append(Reason("joint-not-verified", {"joints": still}))
    return Judgement.of(reasons)


def _mark(result: IdentificationResult, recordings: Mapping[str, Recording]) -> Mark:
    marks = [result.provenance.shown_mark, *(recording.origin.mark for recording in recordings.values())]
    return next((mark for mark in marks if mark is not Mark.NONE), Mark.NONE)
