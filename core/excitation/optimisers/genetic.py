"""Evolution of a population of motions, in place of the genetic algorithm of [Wu].

Differential evolution (Storn and Price, J. Global Optim. 11, 1997) by SciPy. A real-coded genetic
algorithm with simulated binary crossover was tried and found worse motions in the same time.
"""

import numpy as np

from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.search import Search
from core.recording import FloatArray

POPULATION = 60
"""Size of the population; SciPy's default of 15 per coordinate would leave too few generations."""
STRATEGY = "best1bin"
FURTHEST = 2.5
"""Bound of the whitened coordinates.

Motions inside the limits have less than 0.6, but others are scaled into them, and with tighter bounds
the evolution finds worse motions.
"""
ALIKE = 1e-6
"""Spread of a population's merits below which it is drawn again."""
GENERATIONS = 100_000
KEEP_OUT_WEIGHT = 10.0


def search_by_evolution(problem: Problem, search: Search) -> None:
    """Search until the time or the budget is used up; see the module."""
    from scipy.optimize import differential_evolution

    def merit(x: FloatArray) -> float:
        search.check()
        inside = problem.inside(x)
        found = problem.merit(inside, keep_out_weight=KEEP_OUT_WEIGHT)
        if problem.latest_value < search.best_value:
            search.offer(inside, value=problem.latest_value)
        return found

    while True:  # a population that has converged is drawn again
        differential_evolution(
            merit,
            [(-FURTHEST, FURTHEST)] * problem.size,
            init=np.array([problem.random(search.generator) for _ in range(POPULATION)]),
            strategy=STRATEGY,
            maxiter=GENERATIONS,
            tol=0.0,
            atol=ALIKE,
            polish=False,
            rng=search.generator,
        )
