"""One number of an arm in two visits, and whether it changed by more than the uncertainty of both."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.signals.significance import threshold_stds

LEAST_SIZE_STDS = 3.0
"""Relative changes are told of values at least so many standard deviations from zero."""


@dataclass(frozen=True)
class ValueChange:
    """A value before and after with its standard deviation, in SI; NaN where it was not measured.

    ``threshold`` is from how many standard deviations of the difference on a change counts.
    The visits are taken as independent: a doubt that both share makes the comparison blunter,
    never too keen.
    """

    before: float
    before_std: float
    after: float
    after_std: float
    threshold: float = float("nan")

    @property
    def is_compared(self) -> bool:
        """Whether both visits measured it, with a doubt of their own."""
        known = all(math.isfinite(one) for one in (self.before, self.before_std, self.after, self.after_std))
        return known and self.difference_std > 0.0

    @property
    def is_measured_once(self) -> bool:
        """Whether only one of the visits has a number."""
        return math.isfinite(self.before) != math.isfinite(self.after)

    @property
    def difference(self) -> float:
        """After less before."""
        return self.after - self.before

    @property
    def difference_std(self) -> float:
        """From both visits."""
        return math.hypot(self.before_std, self.after_std)

    @property
    def stds(self) -> float:
        """Size of the difference in its standard deviations."""
        return abs(self.difference) / self.difference_std if self.is_compared else float("nan")

    @property
    def least_seen(self) -> float:
        """How large a difference would have counted."""
        return self.threshold * self.difference_std

    @property
    def is_beyond_noise(self) -> bool:
        """Whether the difference is more than the uncertainty of both."""
        return self.is_compared and self.stds > self.threshold

    @property
    def relative(self) -> tuple[float, float] | None:
        """The difference in units of before, to first order; None where before is hardly away from zero."""
        if not self.is_compared or abs(self.before) < LEAST_SIZE_STDS * self.before_std:
            return None
        ratio = self.after / self.before
        return ratio - 1.0, math.hypot(self.after_std, ratio * self.before_std) / abs(self.before)


def judged_together(changes: Sequence[ValueChange]) -> tuple[ValueChange, ...]:
    """The same, each held to its share of a false-alarm rate of 1 % for all of them (Bonferroni)."""
    threshold = threshold_stds(sum(change.is_compared for change in changes))
    return tuple(replace(change, threshold=threshold) for change in changes)
