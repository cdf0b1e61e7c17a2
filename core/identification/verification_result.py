"""Motions and result of a verification: errors, limits, pass or fail per recording and joint; two compared.

A joint is judged on the samples in which it moves, because stiction hides the torque at rest. The
default limit is a relative error of ``JOINT_ERROR_USABLE``, from which a model counts as inaccurate for
a joint (``core.identification.judgement``).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import (
    Bounds,
    Count,
    Duration,
    Evaluations,
    Height,
    Length,
    Period,
    Seed,
    ToolSpeed,
    check_bounds,
)
from core.errors import BadRequest
from core.identification.judgement import JOINT_ERROR_USABLE
from core.identification.result import Validation
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Mark
from core.setting import setting

VERIFICATION = "verification"
"""Kind under which verifications are stored in a visit."""
HARMONICS = Bounds(lower=2, upper=50, whole=True)


class VerifiedMotion(StrEnum):
    """Kind of motion of a recording."""

    EXCITATION = "excitation"
    POINTS = "point-to-point"
    CIRCLE = "circle"
    OTHER = "other"
    """Any other recorded motion."""


ALL_MOTIONS = (VerifiedMotion.EXCITATION, VerifiedMotion.POINTS, VerifiedMotion.CIRCLE)


@dataclass(frozen=True)
class VerificationMotions:
    """The verification motions and their planning; SI."""

    motions: tuple[VerifiedMotion, ...] = setting(
        ALL_MOTIONS,
        "Motions, in their order; a controller that runs no trajectories is moved from pose to pose only.",
        auto="all",
    )
    seed: Seed = setting(
        1, "Number that chooses the motions; the excitation never has the seed of the visit's plan."
    )
    period_s: Period = setting(10.0, "Length of the excitation.", option="period")
    harmonics: Annotated[int, HARMONICS] = 5
    seconds: Duration = setting(4.0, "Time to plan the excitation.")
    evaluations: Evaluations | None = setting(
        None, "Number of evaluations of the criterion after which planning ends instead."
    )
    moves: Count = setting(6, "Number of moves between poses.")
    rounds: Count = setting(5, "Number of rounds of the circle at full speed.")
    diameter_m: Length = 0.1
    top_speed: ToolSpeed = setting(0.5, "Largest speed of the flange on the circle.")
    collision: bool = True
    floor_height: Height | None = setting(
        0.0,
        "Height of the floor over the base where the visit's plan says nothing; none for no floor.",
        option="floor",
    )

    def __post_init__(self) -> None:
        """Raise an error for impossible values, with the name of the setting."""
        check_bounds(self)


LARGEST_ERROR = Bounds("", 0.0, 1e3, above=True, endless=True)
LARGEST_TORQUE = Bounds("N·m", 0.0, 1e6, above=True, endless=True)


@dataclass(frozen=True)
class VerificationLimits:
    """Largest permitted errors, one number per joint; infinite without a limit.

    ``relative_error`` is the share of the joint's torque while it moves, ``rms_torque`` N·m (N)
    over all samples. A joint has to keep both.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    relative_error: tuple[Annotated[float, LARGEST_ERROR], ...]
    rms_torque: tuple[Annotated[float, LARGEST_TORQUE], ...]

    def __post_init__(self) -> None:
        """Raise an error for limits that no model can keep."""
        check_bounds(self)

    @classmethod
    def of(
        cls,
        joints: int,
        *,
        relative_error: Sequence[float] | float | None = None,
        rms_torque: Sequence[float] | float | None = None,
    ) -> "VerificationLimits":
        """Limits for an arm with ``joints`` joints; a single number holds for each.

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
        """Label of the recording."""
        return self.validation.recording

    @property
    def passed(self) -> bool:
        """True if every judged joint keeps its limits."""
        return all(joint.passed is not False for joint in self.joints)


@dataclass(frozen=True)
class Verification:
    """The verification of a stored model on recordings.

    ``model`` is its key, made at ``model_created_at``; ``unseen`` what the recordings could not have shown.
    """

    model: str
    model_created_at: str
    limits: VerificationLimits
    recordings: tuple[RecordingVerification, ...]
    judgement: Judgement
    software: str
    created_at: str
    mark: Mark = Mark.NONE
    unseen: tuple[Reason, ...] = ()

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints, from base to flange."""
        return tuple(joint.joint for joint in self.recordings[0].joints)

    @property
    def passed(self) -> bool:
        """True if every joint was judged at least once and always kept its limits."""
        return all(passed is True for passed in self.joint_passed)

    @property
    def joint_passed(self) -> tuple[bool | None, ...]:
        """Verdict of each joint over all recordings; None if it was judged on none."""
        found = zip(*(recording.joints for recording in self.recordings), strict=True)
        return tuple(_over_all([joint.passed for joint in joints]) for joints in found)

    @property
    def worst_joint(self) -> int | None:
        """The joint (from 0) with the largest relative error of those that moved; None if none did."""
        errors = self.relative_error
        return None if np.all(np.isnan(errors)) else int(np.nanargmax(errors))

    @property
    def relative_error(self) -> FloatArray:
        """Largest relative error (joints,) over the recordings in motion.

        NaN for a joint that hardly moved.
        """
        errors = np.array([[joint.relative_error for joint in one.joints] for one in self.recordings])
        known = ~np.isnan(errors)
        return np.where(known.any(axis=0), np.where(known, errors, -np.inf).max(axis=0), np.nan)


def _over_all(passed: Sequence[bool | None]) -> bool | None:
    judged = [one for one in passed if one is not None]
    return all(judged) if judged else None


@dataclass(frozen=True)
class JointVerificationChange:
    """One joint over the motions that both visits ran; largest errors as shares of its torque.

    NaN where it hardly moved; ``passed`` is None where it was not judged.
    """

    joint: str
    number: int
    """Number of the joint, from 0."""
    before: float
    before_limit: float
    before_passed: bool | None
    after: float
    after_limit: float
    after_passed: bool | None
    same_limits: bool

    @property
    def is_compared(self) -> bool:
        """True if both visits judged the joint against the same limits."""
        return self.same_limits and self.before_passed is not None and self.after_passed is not None

    @property
    def is_worse(self) -> bool:
        """True if the joint kept its limits before and exceeds them now."""
        return self.is_compared and self.before_passed is True and self.after_passed is False

    @property
    def is_better(self) -> bool:
        """True if the joint keeps its limits now and did not before."""
        return self.is_compared and self.before_passed is False and self.after_passed is True


@dataclass(frozen=True)
class VerificationComparison:
    """All joints that both visits verified, over ``motions``.

    The error of a model has no standard deviation. A change is therefore reported only if a limit is kept
    in one visit and not in the other, with the same limit in both.
    """

    joints: tuple[JointVerificationChange, ...]
    motions: tuple[VerifiedMotion, ...]
    judgement: Judgement

    @property
    def is_compared(self) -> bool:
        """True if some joint was judged in both visits."""
        return any(joint.is_compared for joint in self.joints)

    @property
    def found(self) -> tuple[JointVerificationChange, ...]:
        """Joints that keep their limits in one visit only."""
        return tuple(joint for joint in self.joints if joint.is_worse or joint.is_better)


def compare_verifications(before: Verification, after: Verification) -> VerificationComparison:
    """Compare the verifications of two visits, each of its own model on new motion."""
    motions = tuple(
        motion
        for motion in VerifiedMotion
        if all(any(one.motion is motion for one in found.recordings) for found in (before, after))
    )
    earlier, later = _by_joint(before, motions), _by_joint(after, motions)
    joints = tuple(
        _joint(name, number, earlier[name], later[name])
        for number, name in enumerate(after.joints)
        if name in earlier and name in later
    )
    return VerificationComparison(joints, motions, Judgement.of(_reasons(before, after, joints)))


def _by_joint(
    found: Verification, motions: Sequence[VerifiedMotion]
) -> dict[str, tuple[JointVerification, ...]]:
    recordings = [one for one in found.recordings if one.motion in motions]
    if not recordings:
        return {}
    return {joints[0].joint: joints for joints in zip(*(one.joints for one in recordings), strict=True)}


def _joint(
    name: str, number: int, before: Sequence[JointVerification], after: Sequence[JointVerification]
) -> JointVerificationChange:
    return JointVerificationChange(
        joint=name,
        number=number,
        before=_largest(before),
        before_limit=before[0].relative_limit,
        before_passed=_passed(before),
        after=_largest(after),
        after_limit=after[0].relative_limit,
        after_passed=_passed(after),
        same_limits=before[0].relative_limit == after[0].relative_limit
        and before[0].rms_limit == after[0].rms_limit,
    )


def _largest(joints: Sequence[JointVerification]) -> float:
    known = [joint.relative_error for joint in joints if math.isfinite(joint.relative_error)]
    return max(known, default=float("nan"))


def _passed(joints: Sequence[JointVerification]) -> bool | None:
    judged = [joint.passed for joint in joints if joint.passed is not None]
    return all(judged) if judged else None


def _reasons(
    before: Verification, after: Verification, joints: Sequence[JointVerificationChange]
) -> Iterator[Reason]:
    if before.mark is not after.mark:
        yield Reason("compare-marks-differ", {}, Verdict.REPEAT)
    if not joints:
        yield Reason("compare-verification-motions", {}, Verdict.NOT_MEASURABLE)
        return
    if not all(joint.same_limits for joint in joints):
        yield Reason("compare-verification-limits", {}, Verdict.USABLE)
