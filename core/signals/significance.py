"""Threshold for significant changes between two visits to one arm when many values are compared."""

from statistics import NormalDist

from core.quality import Reason, Verdict

TEMPERATURE_DIFFERENCE_K = 5.0
"""Temperature difference between visits above which it may explain a change, K."""
FALSE_ALARM_RATE = 0.01
"""Probability that any of one arm's comparisons is called a change although nothing changed."""


def threshold_stds(comparisons: int, *, false_alarm_rate: float = FALSE_ALARM_RATE) -> float:
    """Number of standard deviations from which one of many changes is significant, two-sided.

    Bonferroni: each of the ``comparisons`` may go wrong with an equal share of the rate, which
    holds whatever the comparisons have in common. Errors are taken as Gaussian.

    Parameters
    ----------
    comparisons
        Number of changes compared together; none counts as one.
    false_alarm_rate
        Wanted for all of them together.
    """
    return -NormalDist().inv_cdf(false_alarm_rate / 2.0 / max(comparisons, 1))


def temperature_reason(before: float | None, after: float | None) -> Reason | None:
    """The reason that the temperatures (K) of two visits give for a change; None if they are close."""
    if before is None or after is None:
        return Reason("compare-temperature-unknown", {}, Verdict.GOOD)
    difference = abs(after - before)
    if difference <= TEMPERATURE_DIFFERENCE_K:
        return None
    return Reason("compare-temperatures-differ", {"before": before, "after": after, "difference": difference})
