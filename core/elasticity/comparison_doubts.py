"""Reasons against a comparison of two visits, as stable codes and facts."""

import math
from collections.abc import Iterator, Sequence

from core.elasticity.compared import Change, JointComparison
from core.elasticity.result import Elasticity, JointElasticity
from core.quality import Judgement, Reason, Verdict, worst
from core.signals.significance import temperature_reason

LOAD_DIFFERENCE = 0.15
"""Largest difference of the ends of the load ranges, relative to the larger range."""


def arm_judgement(
    before: Elasticity, after: Elasticity, *, joints: Sequence[JointComparison], gains_are_shared: bool
) -> Judgement:
    """The reasons for the whole arm, with the worst verdict of the compared joints."""
    reasons = tuple(_arm_reasons(before, after, gains_are_shared=gains_are_shared))
    compared = [joint.judgement.verdict for joint in joints if _is_compared(joint.changes)]
    if not compared:
        nothing = Reason("compare-nothing", {}, Verdict.NOT_MEASURABLE)
        return Judgement.of((nothing, *reasons))
    return Judgement(worst([*compared, *(reason.verdict for reason in reasons)]), reasons)


def joint_judgement(
    before: JointElasticity, after: JointElasticity, *, changes: Sequence[Change]
) -> Judgement:
    """The reasons for one joint's comparison."""
    return Judgement.of(_joint_reasons(before, after, changes))


def loads_agree(before: JointElasticity, after: JointElasticity) -> bool:
    """True if the gear carried similar loads in both visits, as far as these are known."""
    ends = (before.load_low, before.load_high, after.load_low, after.load_high)
    if not all(math.isfinite(end) for end in ends):
        return True
    span = max(before.load_high - before.load_low, after.load_high - after.load_low)
    furthest = max(abs(after.load_low - before.load_low), abs(after.load_high - before.load_high))
    return furthest <= LOAD_DIFFERENCE * span


def _arm_reasons(before: Elasticity, after: Elasticity, *, gains_are_shared: bool) -> Iterator[Reason]:
    if before.serial and after.serial and before.serial != after.serial:
        yield Reason("compare-other-arm", {"before": before.serial, "after": after.serial})
    elif not gains_are_shared and (before.gain_std > 0.0 or after.gain_std > 0.0):
        yield Reason("compare-gains-not-shared", {"before": before.gain_std, "after": after.gain_std})
    if not (before.serial and after.serial):
        yield Reason("compare-serial-unknown", {}, Verdict.GOOD)
    if before.mark is not after.mark:
        yield Reason("compare-marks-differ", {}, Verdict.REPEAT)
    warmth = temperature_reason(before.temperature, after.temperature)
    if warmth is not None:
        yield warmth


def _joint_reasons(
    before: JointElasticity, after: JointElasticity, changes: Sequence[Change]
) -> Iterator[Reason]:
    if not _is_compared(changes):
        yield Reason("compare-nothing-common", {"joint": after.number + 1}, Verdict.NOT_MEASURABLE)
        return
    if not loads_agree(before, after):
        before_span, after_span = before.load_high - before.load_low, after.load_high - after.load_low
        yield Reason(
            "compare-loads-differ", {"joint": after.number + 1, "before": before_span, "after": after_span}
        )
    verdict = worst((before.judgement.verdict, after.judgement.verdict))
    if verdict is not Verdict.GOOD:
        lost = verdict is Verdict.REPEAT
        yield Reason(
            "compare-visit-doubtful", {"joint": after.number + 1}, Verdict.REPEAT if lost else Verdict.USABLE
        )


def _is_compared(changes: Sequence[Change]) -> bool:
    return any(change.is_compared for change in changes)
