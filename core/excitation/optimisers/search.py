"""A search for the best motion: its random numbers, its time or budget, and the best found."""

import math
from collections.abc import Callable

import numpy as np

from core.excitation.optimisers.problem import Problem
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray

LOOK_EVERY_S = 0.03
"""Interval of progress reports and cancellation checks, s."""
BETTER = 1e-9
"""Relative improvement a motion needs to replace the best; less is rounding."""
_SHRINKING = (0.995, 0.98, 0.95, 0.9)
"""Shares of a motion tried where the motion itself is forbidden."""
_HOPELESS = 1.0
"""Penalty above which the exact check is skipped: on average the samples are a whole reserve short."""


class SearchEnded(Exception):
    """The time or the budget is used up; not an error."""


class Search:
    """The environment of an optimiser: time, budget and the best motion so far.

    Its steps follow from the seed alone: the clock only cuts them off. With a budget of
    evaluations instead, the result does not depend on the machine's speed.

    Parameters
    ----------
    problem : the problem to solve
    ends : the moment of ``clock`` at which the time is used up
    began : the moment that ``history`` counts from
    kept : called from time to time, to publish the best motion so far
    """

    def __init__(
        self,
        problem: Problem,
        *,
        clock: Callable[[], float],
        began: float,
        ends: float,
        monitor: Monitor | None = None,
        kept: Callable[[], None] = lambda: None,
    ) -> None:
        self.problem = problem
        self.generator = np.random.default_rng(problem.settings.seed)
        self.best: FloatArray | None = None
        self.best_value = float("inf")
        self.history: list[tuple[float, float]] = []
        """The condition number of the best motion after so many seconds, one entry per improvement."""
        self._clock, self._began, self._ends, self._kept = clock, began, ends, kept
        self._monitor = monitor or NullMonitor()
        self._looked = -float("inf")

    @property
    def fraction(self) -> float:
        """Share of the time or the budget that is used; more than 1 after the end."""
        budget = self.problem.settings.evaluations
        if budget is not None:
            return self.problem.evaluations / budget
        return (self._clock() - self._began) / max(self._ends - self._began, 1e-9)

    @property
    def over(self) -> bool:
        """True if the time or the budget is used up."""
        return self.fraction >= 1.0

    def check(self) -> None:
        """Check for the end; to be called before every evaluation.

        Raises
        ------
        SearchEnded
            At the end of the time or the budget.
        Cancelled
            When the monitor asks to stop.
        """
        now = self._clock()
        if now - self._looked >= LOOK_EVERY_S:
            self._looked = now
            self._monitor.check()
            self._monitor.report(min(self.fraction, 1.0))
            self._kept()
        if self.over:
            raise SearchEnded

    def begin_with(self, x: FloatArray) -> None:
        """Keep a first motion, which has passed the exact check already."""
        value = self.problem.value(x)
        if self._is_better(value):
            self._take(x, value)

    def offer(self, x: FloatArray, *, value: float | None = None) -> bool:
        """Keep x if it is better than the best so far and passes the exact check.

        A slightly forbidden motion is replaced by a slightly smaller one. ``value`` is the exact
        criterion at x, where it is known.
        """
        exact = self.problem.value(x) if value is None else value
        for share in (1.0, *_SHRINKING):
            smaller = x if share == 1.0 else share * x
            exact = exact if share == 1.0 else self.problem.value(smaller)
            if not self._is_better(exact):
                return False
            if self.problem.penalty(smaller) < _HOPELESS and self.problem.is_allowed(smaller):
                self._take(smaller, exact)
                return True
            self._monitor.check()
        return False

    def _is_better(self, value: float) -> bool:
        if self.best is None:
            return math.isfinite(value)
        return value < self.best_value - BETTER * abs(self.best_value)

    def _take(self, x: FloatArray, value: float) -> None:
        self.best, self.best_value = x.copy(), value
        seconds = self._clock() - self._began
        self.history.append((seconds, self.problem.condition_number(x, value=value)))
