"""How long the three loops take on 20 s of excitation at 1 kHz, and against one dense solve of NumPy.

``torsion bench three_loops`` runs ``measure``. In a process of its own with one thread, compiled
code loaded before: seconds of each loop over all rounds, of the whole with judging, and of
``numpy.linalg.lstsq`` on the stacked rows of every sample, rows given. The ratio is of the
dynamics loops together, with weights, uncertainty and columns made again in every round, to that
single solve.
"""

from typing import Any

from tests.benchmarks._processes import race

DURATION_S = 20.0


def measure(*, duration_s: float = DURATION_S) -> dict[str, Any]:
    """Seconds and ratios; plain values that JSON can hold."""
    return race("_loops_race.py", duration_s)
