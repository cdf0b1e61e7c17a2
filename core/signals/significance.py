"""What counts as a change between two visits to one arm, where many are looked at together."""

from statistics import NormalDist

from core.quality import Reason, Verdict

TEMPERATURE_DIFFERENCE_K = 5.0
"""Between visits, from which on a change may be the warmth's."""
FALSE_ALARM_RATE = 0.01
"""Chance that among all comparisons of one arm a single one is called a change though nothing changed."""


def threshold_stds(comparisons: int, *, false_alarm_rate: float = FALSE_ALARM_RATE) -> float:
    """Size in standard deviations from which one of many changes counts, two-sided.

    Bonferroni: each of the ``comparisons`` may go wrong with an equal share of the rate, which
    holds whatever the comparisons have in common. Errors are taken as Gaussian.

    Parameters
    ----------
    comparisons
        How many changes are looked at together; none counts as one.
    false_alarm_rate
        Wanted for all of them together.
    """
    return -NormalDist().inv_cdf(false_alarm_rate / 2.0 / max(comparisons, 1))


def temperature_reason(before: float | None, after: float | None) -> Reason | None:
    """What the temperatures (K) of two visits say about a change between them; None where nothing."""
    if before is None or after is None:
        return Reason("compare-temperature-unknown", {}, Verdict.GOOD)
    difference = abs(after - before)
    if difference <= TEMPERATURE_DIFFERENCE_K:
        return None
    return Reason("compare-temperatures-differ", {"before": before, "after": after, "difference": difference})
