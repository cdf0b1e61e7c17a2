"""The presliding state: elastic deflection of a joint's friction contact, from its position alone.

A Dahl state driven by distance, not by time: ``dz = (1 - z·sign(dq))·dq/xs``. After a reversal z
changes sign within a few ``xs`` of travel. This gives stiction and reversal their true shape, which
sign and tanh do not.
"""

import numpy as np

from core.compiling import kernel
from core.recording import FloatArray


def presliding_state(
    position: FloatArray, *, distance: FloatArray, start: FloatArray | None = None
) -> FloatArray:
    """The state z of every joint along a motion.

    Parameters
    ----------
    position
        (N, joints) low-passed positions in rad or m on a uniform clock.
    distance
        (joints,) presliding distance xs, same unit.
    start
        (joints,) the state at the first sample; zero where unknown.

    Returns
    -------
    (N, joints) with values in [-1, 1].
    """
    state = np.empty_like(position)
    state[0] = 0.0 if start is None else start
    _run(position, np.asarray(distance, dtype=np.float64), state)
    return state


@kernel
def _run(position: FloatArray, distance: FloatArray, state: FloatArray) -> None:
    for joint in range(position.shape[1]):
        z = state[0, joint]
        for row in range(1, position.shape[0]):
            # Exact solution of the Dahl equation over one step with constant direction, so any step
            # size is stable.
            step = position[row, joint] - position[row - 1, joint]
            if step > 0.0:
                z = 1.0 + (z - 1.0) * np.exp(-step / distance[joint])
            elif step < 0.0:
                z = -1.0 + (z + 1.0) * np.exp(step / distance[joint])
            state[row, joint] = z
