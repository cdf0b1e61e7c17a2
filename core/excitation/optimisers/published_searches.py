"""The searches of the papers, to compare with: pattern search, evolution, and finite differences.

Random restarts and generalized pattern search are [Liu]'s. Torczon, SIAM J. Optim. 7, 1997: the coordinate
directions and their opposites are polled around the best point; the mesh grows after a success and shrinks
after a poll without one.
"""

import numpy as np

from core.excitation.optimisers.barrier import Descent, Stage
from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.search import Search, SearchEnded
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
_POPULATION = 60
"""Size of the population; SciPy's default of 15 per coordinate would leave too few generations."""
_STRATEGY = "best1bin"
_FURTHEST = 2.5
"""Bound of the whitened coordinates.

Motions inside the limits have less than 0.6, but others are scaled into them, and with tighter bounds
the evolution finds worse motions.
"""
_ALIKE = 1e-6
"""Spread of a population's merits below which it is drawn again."""
_GENERATIONS = 100_000
EVOLUTION_KEEP_OUT_WEIGHT = 10.0
DIFFERENCE_DRAWS = 30
"""Number of random motions, of which a descent starts from the best."""
_DIFFERENCE = 1e-6
"""Step of the finite differences in the whitened coordinates."""
_STAGES = tuple(
    Stage(sharpness=float("inf"), barrier=barrier, keep_out_weight=weight, steps=30)
    for barrier, weight in ((1e-3, 0.3), (2e-4, 1.0), (5e-5, 10.0))
)


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


# Evolution of a population of motions, in place of the genetic algorithm of [Wu].
#
# Differential evolution (Storn and Price, J. Global Optim. 11, 1997) by SciPy. A real-coded genetic
# algorithm with simulated binary crossover was tried and found worse motions in the same time.


def search_by_evolution(problem: Problem, search: Search) -> None:
    """Search until the time or the budget is used up; see the module."""
    from scipy.optimize import differential_evolution

    def merit(x: FloatArray) -> float:
        search.check()
        inside = problem.inside(x)
        found = problem.merit(inside, keep_out_weight=EVOLUTION_KEEP_OUT_WEIGHT)
        if problem.latest_value < search.best_value:
            search.offer(inside, value=problem.latest_value)
        return found

    while True:  # a population that has converged is drawn again
        differential_evolution(
            merit,
            [(-_FURTHEST, _FURTHEST)] * problem.size,
            init=np.array([problem.random(search.generator) for _ in range(_POPULATION)]),
            strategy=_STRATEGY,
            maxiter=_GENERATIONS,
            tol=0.0,
            atol=_ALIKE,
            polish=False,
            rng=search.generator,
        )


# The interior point method with finite differences, as [Szabo] plans, from random starts.
#
# The barrier and the damped BFGS are those of the default method, so that the two differ in the gradient
# alone: here it costs one evaluation of the exact criterion per coordinate. SciPy's ``trust-constr``
# needs ten times as long for each step with this many limits, and ended no lower.


def search_by_finite_differences(problem: Problem, search: Search) -> None:
    """Search until the time or the budget is used up; see the module."""

    def merit(x: FloatArray, stage: Stage) -> float:
        search.check()
        return problem.merit(x, keep_out_weight=stage.keep_out_weight)

    def objective(x: FloatArray, stage: Stage) -> tuple[float, FloatArray]:
        here = merit(x, stage)
        steps = _DIFFERENCE * np.eye(x.size)
        return here, np.array([(merit(x + step, stage) - here) / _DIFFERENCE for step in steps])

    while True:
        descent = Descent(problem.basis, objective, _start(problem, search))
        for stage in _STAGES:
            try:
                descent.run([stage])
            except SearchEnded:
                search.offer(descent.x)
                raise
            search.offer(descent.x)


def _start(problem: Problem, search: Search) -> FloatArray:
    """The best of a few random motions."""
    best, lowest = np.zeros(problem.size), float("inf")
    for _ in range(DIFFERENCE_DRAWS):
        search.check()
        x = problem.random(search.generator)
        merit = problem.merit(x, keep_out_weight=_STAGES[0].keep_out_weight)
        if merit < lowest:
            best, lowest = x, merit
    search.offer(best)
    return best
