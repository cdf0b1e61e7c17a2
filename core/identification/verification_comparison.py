"""Comparison of model verifications of two visits, joint by joint, on motions that both ran.

The error of a model has no standard deviation. A change is therefore reported only if a limit is kept
in one visit and not in the other, with the same limit in both.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.identification.verification_result import JointVerification, Verification, VerifiedMotion
from core.quality import Judgement, Reason, Verdict


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
    """All joints that both visits verified, over ``motions``."""

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
