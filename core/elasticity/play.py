"""The play operator: hysteresis of a gear as a function of load alone.

A gear with rate-independent losses is a spring in parallel with friction elements that slip one after
the other (Prandtl-Ishlinskii model). Its deflection over load is a line plus, for every element, the
load after play: it follows only after the load has reversed by twice the element's ``radius``.
"""

import numpy as np

from core.compiling import kernel
from core.recording import FloatArray


def with_play(load: FloatArray, radius: float) -> FloatArray:
    """The load after a play operator, (M,) for (M,) of a stretch without gaps.

    The initial state of the elements is unknown; it is taken equal to their state at the end,
    as in a repeated motion.

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
        # The second run starts from the final state of the first, so the state is periodic.
        _run(contiguous, radius, passed[-1], passed)
    return passed


@kernel
def _run(load: FloatArray, radius: float, start: float, passed: FloatArray) -> None:
    held = start
    for row in range(load.size):
        # The output stays until the load leaves the play around it, then follows at a distance of one
        # radius.
        held = min(max(held, load[row] - radius), load[row] + radius)
        passed[row] = held
