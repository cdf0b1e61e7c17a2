"""The interior point method with finite differences, as [Szabo] plans, from random starts.

The barrier and the damped BFGS are those of the default method, so that the two differ in the gradient
alone: here it costs one evaluation of the exact criterion per coordinate. SciPy's ``trust-constr``
needs ten times as long for each step with this many limits, and ended no lower.
"""

import numpy as np

from core.excitation.optimisers.barrier import Descent, Stage
from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.search import Search, SearchEnded
from core.recording import FloatArray

DRAWS = 30
"""Number of random motions, of which a descent starts from the best."""
DIFFERENCE = 1e-6
"""Step of the finite differences in the whitened coordinates."""
STAGES = tuple(
    Stage(sharpness=float("inf"), barrier=barrier, keep_out_weight=weight, steps=30)
    for barrier, weight in ((1e-3, 0.3), (2e-4, 1.0), (5e-5, 10.0))
)


def search_by_finite_differences(problem: Problem, search: Search) -> None:
    """Search until the time or the budget is used up; see the module."""

    def merit(x: FloatArray, stage: Stage) -> float:
        search.check()
        return problem.merit(x, keep_out_weight=stage.keep_out_weight)

    def objective(x: FloatArray, stage: Stage) -> tuple[float, FloatArray]:
        here = merit(x, stage)
        steps = DIFFERENCE * np.eye(x.size)
        return here, np.array([(merit(x + step, stage) - here) / DIFFERENCE for step in steps])

    while True:
        descent = Descent(problem.basis, objective, _start(problem, search))
        for stage in STAGES:
            try:
                descent.run([stage])
            except SearchEnded:
                search.offer(descent.x)
                raise
            search.offer(descent.x)


def _start(problem: Problem, search: Search) -> FloatArray:
    """The best of a few random motions."""
    best, lowest = np.zeros(problem.size), float("inf")
    for _ in range(DRAWS):
        search.check()
        x = problem.random(search.generator)
        merit = problem.merit(x, keep_out_weight=STAGES[0].keep_out_weight)
        if merit < lowest:
            best, lowest = x, merit
    search.offer(best)
    return best
