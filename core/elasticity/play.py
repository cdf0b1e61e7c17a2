"""The play operator: what a gear's inner friction holds back, out of load and load alone.

A gear that loses energy whatever the speed is a spring beside friction elements that slip one after
the other. Its deflection over load is then a line and, for every element, the load with play: it
follows only once the load has gone back by twice the element's ``radius``.
"""

import numpy as np
from numba import njit

from core.recording import FloatArray


def with_play(load: FloatArray, radius: float) -> FloatArray:
    """The load as it comes through play, (M,) for (M,) of a stretch without holes.

    What the elements held before the stretch is unknown; they are taken to have held what they hold
    at its end, as in a motion that is repeated.

    Parameters
    ----------
    load
        N·m (N).
    radius
        Half the play, N·m (N).
    """
    passed = np.empty_like(load)
    if load.size:
        contiguous = np.ascontiguousarray(load)
        _run(contiguous, radius, contiguous[0], passed)
        _run(contiguous, radius, passed[-1], passed)
    return passed


@njit(cache=True, nogil=True)
def _run(load: FloatArray, radius: float, start: float, passed: FloatArray) -> None:
    held = start
    for row in range(load.size):
        held = min(max(held, load[row] - radius), load[row] + radius)
        passed[row] = held
