"""Threshold for significant changes between two visits to one arm when many values are compared."""

import math
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


def student_quantile(share: float, freedom: int) -> float:
    """Value below which a ``share`` of Student's distribution lies; Abramowitz and Stegun 26.7.3 and 26.7.4.

    The same as ``scipy.special.stdtrit``, whose package takes a quarter of a second to import.
    """
    low, high = -0.5 * math.pi, 0.5 * math.pi  # of the angle whose tangent is the value over √freedom
    while (middle := 0.5 * (low + high)) not in (low, high):
        low, high = (middle, high) if _student_share(middle, freedom) < share else (low, middle)
    return math.tan(high) * math.sqrt(freedom)


def _student_share(angle: float, freedom: int) -> float:
    sine, cosine, is_odd = math.sin(angle), math.cos(angle), freedom % 2
    term, total = (cosine if is_odd else 1.0), 0.0
    for power in range(2 + is_odd, freedom + 1, 2):
        total += term
        term *= cosine**2 * (power - 1) / power
    inside = (angle + sine * total) * 2.0 / math.pi if is_odd else sine * total
    return 0.5 + 0.5 * inside


def temperature_reason(before: float | None, after: float | None) -> Reason | None:
    """The reason that the temperatures (K) of two visits give for a change; None if they are close."""
    if before is None or after is None:
        return Reason("compare-temperature-unknown", {}, Verdict.GOOD)
    difference = abs(after - before)
    if difference <= TEMPERATURE_DIFFERENCE_K:
        return None
    return Reason("compare-temperatures-differ", {"before": before, "after": after, "difference": difference})
