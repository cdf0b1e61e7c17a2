"""One quantity of an arm in two visits, and a test whether it changed by more than the uncertainty."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import BadRequest
from core.signals.significance import threshold_stds

LEAST_SIZE_STDS = 3.0
"""Standard deviations from zero that a value needs before a relative change is reported."""


@dataclass(frozen=True)
class ValueChange:
    """A value before and after with its standard deviation, in SI; NaN where it was not measured.

    ``threshold`` is the number of standard deviations of the difference from which a change is
    significant. The visits are taken as independent: an error shared by both makes the test less
    sensitive, never too sensitive.
    """

    before: float
    before_std: float
    after: float
    after_std: float
    threshold: float = float("nan")

    @property
    def is_compared(self) -> bool:
        """True if both visits measured the value with a standard deviation."""
        known = all(math.isfinite(one) for one in (self.before, self.before_std, self.after, self.after_std))
        return known and self.difference_std > 0.0

    @property
    def is_measured_once(self) -> bool:
        """True if only one of the visits has a number."""
        return math.isfinite(self.before) != math.isfinite(self.after)

    @property
    def difference(self) -> float:
        """The value after minus the value before."""
        return self.after - self.before

    @property
    def difference_std(self) -> float:
        """Standard deviation of the difference, from both visits."""
        return math.hypot(self.before_std, self.after_std)

    @property
    def stds(self) -> float:
        """Size of the difference in its standard deviations."""
        return abs(self.difference) / self.difference_std if self.is_compared else float("nan")

    @property
    def least_seen(self) -> float:
        """Smallest difference that would be significant."""
        return self.threshold * self.difference_std

    @property
    def is_beyond_noise(self) -> bool:
        """True if the difference is larger than the threshold."""
        return self.is_compared and self.stds > self.threshold

    @property
    def relative(self) -> tuple[float, float] | None:
        """Relative change and its standard deviation, to first order; None if before is close to zero."""
        if not self.is_compared or abs(self.before) < LEAST_SIZE_STDS * self.before_std:
            return None
        ratio = self.after / self.before
        return ratio - 1.0, math.hypot(self.after_std, ratio * self.before_std) / abs(self.before)


def expect_one_robot(before: str, after: str) -> None:
    """Refuse to compare two visits to robots of different names.

    Raises
    ------
    BadRequest
        ``visits-of-other-robots``.
    """
    if before != after:
        raise BadRequest("visits-of-other-robots", before=before, after=after)


def judged_together(changes: Sequence[ValueChange]) -> tuple[ValueChange, ...]:
    """The same changes with a common threshold: a false-alarm rate of 1 % for all of them (Bonferroni)."""
    threshold = threshold_stds(sum(change.is_compared for change in changes))
    return tuple(replace(change, threshold=threshold) for change in changes)
