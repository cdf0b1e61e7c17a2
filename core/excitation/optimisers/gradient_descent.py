"""The default: descents by the analytic gradient from random motions, then basin hopping among the best.

Wales and Doye, J. Phys. Chem. A 101, 1997: a good motion is blended with a random one, in all joints or
in one alone, and descended again. The limits are convex, so a blend satisfies them. The criterion has
many local minima of nearly equal value; a few good ones are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.excitation.optimisers.barrier import Descent, Stage
from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.search import Search, SearchEnded
from core.recording import FloatArray

DRAWS = 12
"""Number of random motions, of which a descent starts from the best."""
STARTS = 8
"""Number of descents from random motions before the hopping begins."""
KEPT = 8
REACH = 1.5
"""``KEPT`` local minima are hopped from; ``REACH`` is the scale of the rank at which one is chosen."""
HOPS = 50
"""Number of hops without improvement after which the search restarts."""
BLEND = 0.4
BLEND_SPREAD = 0.5
"""Median share of the random motion in a blend, and the spread of its logarithm."""
SINGLE_JOINT = 0.5
"""Share of the blends that change one joint alone, by three times as much."""
_PULLED_IN = 0.97
"""Share of the limits to which a start is scaled, because it must be strictly inside."""
_SAME = 0.05
"""Relative distance below which two motions count as the same local minimum."""
_FORBIDDEN = 10.0
"""Weight of the penalties in the ranking of motions that are not known to be allowed."""
_SMALLEST = 0.1
"""Size of the smallest random motion with keep-outs: large motions collide almost always."""

_FROM_AFAR = (
    Stage(sharpness=2.0, barrier=3e-3, keep_out_weight=0.1, steps=25),
    Stage(sharpness=8.0, barrier=1e-3, keep_out_weight=0.3, steps=25),
    Stage(sharpness=16.0, barrier=2e-4, keep_out_weight=1.0, steps=25),
    Stage(sharpness=32.0, barrier=5e-5, keep_out_weight=10.0, steps=40),
)
_FROM_NEAR = (
    Stage(sharpness=8.0, barrier=4e-4, keep_out_weight=0.3, steps=20),
    Stage(sharpness=32.0, barrier=5e-5, keep_out_weight=10.0, steps=40),
)
"""The weak barrier keeps a blend near the limits that the good motion uses; a strong one moves it away."""


@dataclass(frozen=True, eq=False)
class Valley:
    """A local minimum or a start; a smaller ``rank`` means a better and more allowed motion."""

    x: FloatArray
    rank: float


def search_by_gradient(problem: Problem, search: Search) -> None:
    """Search until the time or the budget is used up; see the module."""
    while True:
        valleys: list[Valley] = []
        if search.best is not None and problem.keep_outs:  # the best so far is known to be allowed
            _add(valleys, _descend(problem, search, _PULLED_IN * search.best, _FROM_AFAR))
        for _ in range(STARTS):
            _add(valleys, _descend(problem, search, _start(problem, search), _FROM_AFAR))
        fruitless = 0
        while fruitless < HOPS:
            before = valleys[0].rank
            blend = _blended(problem, search.generator, _chosen(valleys, search.generator))
            _add(valleys, _descend(problem, search, blend, _FROM_NEAR))
            fruitless = 0 if valleys[0].rank < before else fruitless + 1


def _start(problem: Problem, search: Search) -> FloatArray:
    """The best of a few random motions."""
    drawn = []
    for _ in range(DRAWS):
        search.check()
        x = _random(problem, search.generator)
        drawn.append(Valley(x, _ranked(problem, x, problem.value(x))))
    return min(drawn, key=lambda found: found.rank).x


def _random(problem: Problem, generator: np.random.Generator) -> FloatArray:
    """A random motion at the limits, or of random size if there are keep-outs."""
    x = problem.random(generator)
    return x * generator.uniform(_SMALLEST, 1.0) if problem.keep_outs else x


def _ranked(problem: Problem, x: FloatArray, value: float) -> float:
    """The rank of a motion; by the logarithm, since a motion far inside an obstacle is thousands short."""
    return problem.logarithm(value) + float(np.log1p(_FORBIDDEN * problem.penalty(x)))


def _descend(problem: Problem, search: Search, x: FloatArray, stages: Sequence[Stage]) -> Valley:
    def objective(x: FloatArray, stage: Stage) -> tuple[float, FloatArray]:
        search.check()
        return problem.objective(x, sharpness=stage.sharpness, keep_out_weight=stage.keep_out_weight)

    descent = Descent(problem.basis, objective, x)
    try:
        end = descent.run(stages)
        search.check()
    except SearchEnded:
        search.offer(descent.x)
        raise
    value = problem.value(end)
    is_allowed = search.offer(end, value=value)
    return Valley(end, problem.logarithm(value) if is_allowed else _ranked(problem, end, value))


def _add(valleys: list[Valley], found: Valley) -> None:
    """Keep the best few; of the same local minimum keep the better one."""
    for place, known in enumerate(valleys):
        if np.linalg.norm(known.x - found.x) < _SAME * np.linalg.norm(known.x):
            if found.rank < known.rank:
                valleys[place] = found
            break
    else:
        valleys.append(found)
    valleys.sort(key=lambda valley: valley.rank)
    del valleys[KEPT:]


def _chosen(valleys: Sequence[Valley], generator: np.random.Generator) -> FloatArray:
    """One of the kept motions, the better the more often."""
    place = int(generator.exponential(REACH))
    return valleys[min(place, len(valleys) - 1)].x


def _blended(problem: Problem, generator: np.random.Generator, x: FloatArray) -> FloatArray:
    joints = len(problem.basis.free)
    old, new = (part.reshape(joints, -1) for part in (_PULLED_IN * x, problem.random(generator)))
    share = BLEND * float(np.exp(BLEND_SPREAD * generator.normal()))
    shares = np.full((joints, 1), min(share, 1.0))
    if generator.random() < SINGLE_JOINT:
        shares = np.zeros((joints, 1))
        shares[generator.integers(joints)] = min(3.0 * share, 1.0)
    return np.asarray(((1.0 - shares) * old + shares * new).ravel())
