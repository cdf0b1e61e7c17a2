"""Random restarts and generalized pattern search, as [Liu] plans.

Torczon, SIAM J. Optim. 7, 1997: the coordinate directions and their opposites are polled around
the best point; the mesh grows after a success and shrinks after a poll without one.
"""

import numpy as np

from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.search import Search
from core.recording import FloatArray

DRAWS = 100
"""Number of random motions, of which a search starts from the best."""
FIRST_MESH = 0.5
SMALLEST_MESH = 0.004
"""First and smallest mesh size in the whitened coordinates."""
LARGEST_MESH = 2.0
EXPANSION = 2.0
CONTRACTION = 0.5
KEEP_OUT_WEIGHT = 10.0


def search_by_pattern(problem: Problem, search: Search) -> None:
    """Search until the time or the budget is used up; see the module."""
    while True:
        PatternSearch(problem, search).run()


class PatternSearch:
    """One pattern search from the best of a few random motions down to the smallest mesh."""

    def __init__(self, problem: Problem, search: Search) -> None:
        self._problem, self._search = problem, search
        self._x, self._merit = np.zeros(problem.size), float("inf")

    def run(self) -> None:
        """Draw random motions, then poll until the mesh reaches its smallest size."""
        for _ in range(DRAWS):
            self._try(self._problem.random(self._search.generator))
        mesh, last = FIRST_MESH, np.zeros(self._problem.size)
        while mesh > SMALLEST_MESH:
            step = self._poll(mesh, last)
            if step is None:
                mesh *= CONTRACTION
            else:
                mesh, last = min(mesh * EXPANSION, LARGEST_MESH), step

    def _poll(self, mesh: float, last: FloatArray) -> FloatArray | None:
        """The first step that improves: the last successful one, then all directions in random order."""
        if last.any() and self._try(self._x + last):
            return last
        order = self._search.generator.permutation(2 * self._problem.size)
        for number in order:
            step = np.zeros(self._problem.size)
            step[number // 2] = mesh if number % 2 else -mesh
            if self._try(self._x + step):
                return step
        return None

    def _try(self, x: FloatArray) -> bool:
        """True if a motion, scaled into its limits, is better than the best of this search.

        Then it is kept.
        """
        self._search.check()
        tried = self._problem.inside(x)
        merit = self._problem.merit(tried, keep_out_weight=KEEP_OUT_WEIGHT)
        if not merit < self._merit:
            return False
        self._x, self._merit = tried, merit
        self._search.offer(tried, value=self._problem.latest_value)
        return True
