"""Side by side: a reduced stiffness against what one would write with NumPy and SciPy, or with Pinocchio.

``torsion bench stiffness`` runs ``measure``, for [Mikhel]'s arms of three and of six links. Ours is
everything that a reduced stiffness comes with: compliances, errors at 2000 poses, contributions,
judgement; and the compliances alone, which is what the others have. ``tensor`` looks at all poses of a
grid at once in NumPy, Gauss-Legendre nodes of SciPy (10 for a joint with limits, 5 for a free one).
``pinocchio`` looks at our own nodes with Pinocchio's Jacobian, six virtual joints per link, and NumPy for
the rest. The answers are held against each other. Each race has a process of its own with one thread, the
sides taking turns; medians, and ratios above one mean that ours needs less. ``cold_seconds`` is the first
call in a process that never saw a robot, its description read, imports not counted.
"""

from statistics import median
from typing import Any

from tests.benchmarks._processes import race

ROBOTS = ("mikhel-3", "mikhel-6")
COLD_RUNS = 3
PUBLISHED_S = {"mikhel-3": 4.01}
"""[Mikhel], Table 4: computer algebra."""
ASKED_S = {"mikhel-6": 0.5}


def measure(*, robots: tuple[str, ...] = ROBOTS, cold_runs: int = COLD_RUNS) -> dict[str, Any]:
    """Times and ratios by robot; plain values that JSON can hold."""
    return {name: _of(name, cold_runs) for name in robots}


def _of(name: str, cold_runs: int) -> dict[str, Any]:
    cold = [race("_stiffness_race.py", name, "cold")["seconds"] for _ in range(cold_runs)]
    found: dict[str, Any] = {"cold_seconds": median(cold), **race("_stiffness_race.py", name, "race")}
    if name in PUBLISHED_S:
        found["published_seconds"] = PUBLISHED_S[name]
        found["published_over_ours"] = PUBLISHED_S[name] / found["seconds"]
    if name in ASKED_S:
        found["asked_seconds"] = ASKED_S[name]
    return found
