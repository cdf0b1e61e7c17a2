"""Comparison of the payloads of two visits to one arm, with the uncertainty of both."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.payload.result import QUANTITIES, PayloadResult
from core.quality import Judgement, Reason, Verdict, worst
from core.signals.significance import FALSE_ALARM_RATE
from core.signals.trend_line import DatedValue, ValueTrend, fit_trends
from core.signals.value_change import ValueChange, expect_one_robot, judged_together


@dataclass(frozen=True)
class PayloadComparison:
    """Mass and centre of mass in two visits; ``changes`` in the order of ``QUANTITIES``, kg and m."""

    robot: str
    changes: tuple[ValueChange, ...]
    judgement: Judgement
    false_alarm_rate: float = FALSE_ALARM_RATE

    @property
    def mass(self) -> ValueChange:
        """Change of the mass, kg."""
        return self.changes[0]

    @property
    def center(self) -> tuple[ValueChange, ...]:
        """The centre of mass along x, y and z of the flange, m."""
        return self.changes[1:]

    @property
    def named(self) -> Mapping[str, ValueChange]:
        """The changes by the names of ``QUANTITIES``."""
        return dict(zip(QUANTITIES, self.changes, strict=True))

    @property
    def comparisons(self) -> int:
        """Number of quantities compared together."""
        return sum(change.is_compared for change in self.changes)

    @property
    def is_compared(self) -> bool:
        """True if at least one quantity could be compared."""
        return self.comparisons > 0


def compare_payloads(before: PayloadResult, after: PayloadResult) -> PayloadComparison:
    """Compare the payloads of two visits.

    A change counts if it exceeds the uncertainty of both, two-sided, at a false-alarm rate of
    1 % for mass and the three coordinates together. The uncertainty of drive gains common to
    both visits stays in both standard deviations, which makes the test conservative.

    Raises
    ------
    BadRequest
        ``visits-of-other-robots``.
    """
    expect_one_robot(before.robot, after.robot)
    values = [quantity_values(one) for one in (before, after)]
    changes = judged_together([ValueChange(*earlier, *later) for earlier, later in zip(*values, strict=True)])
    reasons = tuple(_reasons(before, after))
    if not any(change.is_compared for change in changes):
        reasons = (Reason("compare-nothing", {}, Verdict.NOT_MEASURABLE), *reasons)
    return PayloadComparison(after.robot, changes, Judgement.of(reasons))


def payload_history(
    payloads: Sequence[PayloadResult | None], times: Sequence[float]
) -> dict[str, ValueTrend]:
    """Mass and centre of mass over the visits by ``QUANTITIES``; ``times`` in s, one per visit."""
    rows: dict[str, list[DatedValue]] = {name: [] for name in QUANTITIES}
    for place, (found, time) in enumerate(zip(payloads, times, strict=True)):
        if found is not None:
            for name, (value, std) in zip(QUANTITIES, quantity_values(found), strict=True):
                rows[name].append(DatedValue(place, time, value, std))
    return fit_trends(rows)


def quantity_values(found: PayloadResult) -> list[tuple[float, float]]:
    """Value and standard deviation of each of ``QUANTITIES``, kg and m; NaN where not measurable."""
    estimate = found.estimate
    stds = np.sqrt(np.diag(estimate.covariance))
    known = [judged.verdict is not Verdict.NOT_MEASURABLE for judged in estimate.judgements]
    pairs = zip((estimate.mass, *estimate.center_of_mass.tolist()), stds.tolist(), known, strict=True)
    return [(value, std) if is_known else (float("nan"), float("nan")) for value, std, is_known in pairs]


def _reasons(before: PayloadResult, after: PayloadResult) -> Iterator[Reason]:
    if before.serial and after.serial and before.serial != after.serial:
        yield Reason("compare-other-arm", {"before": before.serial, "after": after.serial})
    if before.mark is not after.mark:
        yield Reason("compare-marks-differ", {}, Verdict.REPEAT)
    if _gain_source(before) != _gain_source(after):
        yield Reason("compare-payload-gains-differ", {}, Verdict.USABLE)
    verdict = worst((before.judgement.verdict, after.judgement.verdict))
    if verdict is not Verdict.GOOD:
        lost = verdict is Verdict.REPEAT
        yield Reason("compare-payload-doubtful", {}, Verdict.REPEAT if lost else Verdict.USABLE)


def _gain_source(found: PayloadResult) -> str:
    return found.gains.source.value if found.gains is not None else ""
