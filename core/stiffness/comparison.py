"""Comparison of a whole arm's stiffness between two visits, with the uncertainty of both."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.quality import Judgement, Reason, Verdict, worst
from core.signals.significance import FALSE_ALARM_RATE
from core.signals.value_change import ValueChange, expect_one_robot, judged_together
from core.stiffness.result import ReducedJoint, ReducedStiffness


@dataclass(frozen=True)
class JointStiffnessChange:
    """The stiffness of one joint including its links' share, N·m/rad (N/m)."""

    joint: str
    number: int
    """Number of the joint, from 0."""
    is_prismatic: bool
    change: ValueChange

    @property
    def is_worse(self) -> bool:
        """True if the joint became softer."""
        return self.change.difference < 0.0


@dataclass(frozen=True)
class StiffnessComparison:
    """All joints of a reduced stiffness in two visits."""

    robot: str
    joints: tuple[JointStiffnessChange, ...]
    judgement: Judgement
    false_alarm_rate: float = FALSE_ALARM_RATE

    @property
    def comparisons(self) -> int:
        """Number of joints compared together."""
        return sum(joint.change.is_compared for joint in self.joints)

    @property
    def is_compared(self) -> bool:
        """True if at least one joint could be compared."""
        return self.comparisons > 0

    @property
    def found(self) -> tuple[JointStiffnessChange, ...]:
        """Changes beyond the uncertainty of both visits."""
        return tuple(joint for joint in self.joints if joint.change.is_beyond_noise)


def compare_stiffness(before: ReducedStiffness, after: ReducedStiffness) -> StiffnessComparison:
    """Compare the whole arm in two visits, joint by joint, if both used the same route.

    A change counts if it exceeds the uncertainty of both, at a false-alarm rate of 1 % for
    the whole arm. Springs of a description have no standard deviation, and joints that
    kept them were not measured: neither is compared.

    Raises
    ------
    BadRequest
        ``visits-of-other-robots``.
    """
    expect_one_robot(before.robot, after.robot)
    earlier = {joint.joint: joint for joint in before.joints}
    pairs = [(earlier[joint.joint], joint) for joint in after.joints if joint.joint in earlier]
    same_route = before.route is after.route
    changes = judged_together([_change(one, other, same_route=same_route) for one, other in pairs])
    joints = tuple(
        JointStiffnessChange(joint.joint, joint.number, joint.is_prismatic, change)
        for (_, joint), change in zip(pairs, changes, strict=True)
    )
    reasons = tuple(_reasons(before, after, any_compared=any(one.is_compared for one in changes)))
    return StiffnessComparison(after.robot, joints, Judgement.of(reasons))


def _change(before: ReducedJoint, after: ReducedJoint, *, same_route: bool) -> ValueChange:
    is_comparable = same_route and not (before.is_held or after.is_held)
    stds = (before.stiffness_std, after.stiffness_std) if is_comparable else (float("nan"), float("nan"))
    return ValueChange(before.stiffness, stds[0], after.stiffness, stds[1])


def _reasons(before: ReducedStiffness, after: ReducedStiffness, *, any_compared: bool) -> Iterator[Reason]:
    if before.serial and after.serial and before.serial != after.serial:
        yield Reason("compare-other-arm", {"before": before.serial, "after": after.serial})
    if before.mark is not after.mark:
        yield Reason("compare-marks-differ", {}, Verdict.REPEAT)
    if before.route is not after.route:
        yield Reason("compare-stiffness-routes-differ", {}, Verdict.NOT_MEASURABLE)
    elif not any_compared:
        yield Reason("compare-stiffness-stated", {}, Verdict.NOT_MEASURABLE)
    verdict = worst((before.judgement.verdict, after.judgement.verdict))
    if verdict is not Verdict.GOOD:
        lost = verdict is Verdict.REPEAT
        yield Reason("compare-stiffness-doubtful", {}, Verdict.REPEAT if lost else Verdict.USABLE)
