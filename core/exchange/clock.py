"""Regularity of a recording's clock: its usual period, its jitter, and where samples are missing."""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray

GAP_PERIODS = 2.5
"""A step longer than this many usual periods counts as a gap. Controllers that log every
fifth or sixth cycle jitter by up to one period, so a double step alone is no evidence."""

LONGEST_S = 1e5
"""A day and a few hours; a longer span needs a sample a second at least."""
MOST_PERIODS = 1e7
"""Work over the clock takes as long as its span, not as its samples: a span of more usual periods needs
one sample in ``MOST_PERIODS_PER_SAMPLE`` at least."""
MOST_PERIODS_PER_SAMPLE = 100.0
_MOST_MISSING = 2.0**53
"""Larger counts are not whole numbers of float64 any more."""


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
        Gap(index=int(index), missing=round(min(float(step[index]) / period, _MOST_MISSING)) - 1)
        for index in np.flatnonzero(wide)
    )
    return ClockReport(period, float(np.std(step[~wide])), float(step.max()), gaps)


def is_endless(time: FloatArray) -> bool:
    """Return True if ``time`` (N,) in s, strictly increasing, spans so much that no arm was recorded with it.

    >>> is_endless(np.array([0.0, 0.001, 1e12]))
    True
    """
    if time.shape[0] < 2:
        return False
    with np.errstate(over="ignore"):
        span = float(time[-1] - time[0])
    period = float(np.median(np.diff(time)))
    most = max(MOST_PERIODS_PER_SAMPLE * time.shape[0], MOST_PERIODS)
    return not (span <= max(LONGEST_S, time.shape[0]) and span <= most * period)
