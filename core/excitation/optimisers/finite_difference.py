"""The interior point method with finite differences, as [Szabo] plans, from random starts; by SciPy.

SciPy's ``trust-constr`` follows Byrd, Hribar and Nocedal, SIAM J. Optim. 9, 1999: a barrier with
slack variables and a trust region. Every gradient costs one evaluation per coordinate.
"""

import numpy as np
import scipy.sparse
from scipy.optimize import BFGS, LinearConstraint, minimize

from core.excitation.problem import Problem
from core.excitation.search import Search
from core.recording import FloatArray

DRAWS = 30
"""Random motions, of which a descent starts from the best."""
STEPS = 300
DIFFERENCE = 1e-6
"""Step of the finite differences in the whitened coordinates."""
KEEP_OUT_WEIGHT = 10.0


def search_by_finite_differences(problem: Problem, search: Search) -> None:
    """Search until the time or the budget is used up; see the module."""
    limits = _limits(problem)

    def merit(x: FloatArray) -> float:
        search.check()
        return problem.merit(x, keep_out_weight=KEEP_OUT_WEIGHT)

    def gradient(x: FloatArray) -> FloatArray:
        here = merit(x)
        steps = np.eye(x.size) * DIFFERENCE
        return np.array([(merit(x + step) - here) / DIFFERENCE for step in steps])

    def reached(x: FloatArray, *_: object) -> bool:
        search.check()
        search.offer(problem.inside(x))
        return False

    while True:
        start = _start(problem, search)
        minimize(
            merit,
            start,
            method="trust-constr",
            jac=gradient,
            hess=BFGS(),
            constraints=[limits],
            callback=reached,
            options={"maxiter": STEPS},
        )


def _limits(problem: Problem) -> LinearConstraint:
    basis = problem.basis
    matrix = scipy.sparse.block_diag(list(basis.rows), format="csr")
    return LinearConstraint(matrix, basis.lower.ravel(), basis.upper.ravel(), keep_feasible=True)


def _start(problem: Problem, search: Search) -> FloatArray:
    """The best of a few random motions."""
    best, lowest = np.zeros(problem.size), float("inf")
    for _ in range(DRAWS):
        search.check()
        x = problem.random(search.generator)
        merit = problem.merit(x, keep_out_weight=KEEP_OUT_WEIGHT)
        if merit < lowest:
            best, lowest = x, merit
    search.offer(best)
    return best
