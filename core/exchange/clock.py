"""How regular a recording's clock is: its usual period, its jitter, and where samples are missing."""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray

GAP_PERIODS = 2.5
"""A step longer than this many usual periods counts as a gap. Controllers that log every
fifth or sixth cycle jitter by up to one period, so a double step alone is no evidence."""


@dataclass(frozen=True)
class Gap:
    """A hole in a recording: the sample after which it opens and how many samples it swallowed."""

    index: int
    missing: int


@dataclass(frozen=True)
class ClockReport:
    """The clock of one recording; ``period`` and ``jitter`` in s, NaN for fewer than two samples.

    ``period`` is the median step, ``jitter`` the standard deviation of the steps that
    are not gaps, ``longest_step`` the longest of all.
    """

    period: float
    jitter: float
    longest_step: float
    gaps: tuple[Gap, ...]

    @property
    def missing_samples(self) -> int:
        """Samples that all gaps together swallowed."""
        return sum(gap.missing for gap in self.gaps)


def clock_report(time: FloatArray) -> ClockReport:
    """Judge the clock ``time`` (N,) in s, strictly increasing.

    >>> clock_report(np.array([0.0, 0.5, 1.0, 3.0])).gaps
    (Gap(index=2, missing=3),)
    """
    if time.shape[0] < 2:
        return ClockReport(float("nan"), float("nan"), float("nan"), ())
    step = np.diff(time)
    period = float(np.median(step))
    wide = step > GAP_PERIODS * period
    gaps = tuple(
        Gap(index=int(index), missing=round(float(step[index]) / period) - 1)
        for index in np.flatnonzero(wide)
    )
    return ClockReport(period, float(np.std(step[~wide])), float(step.max()), gaps)
