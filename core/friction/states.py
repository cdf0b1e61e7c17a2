"""States of a joint's friction beside its speed: presliding, and grease stirred in the last seconds.

The presliding state is the elastic deflection of the friction contact, from the position alone. It is a Dahl
state driven by distance, not by time: ``dz = (1 - z·sign(dq))·dq/xs``. After a reversal z changes sign within
a few ``xs`` of travel. This gives stiction and reversal their true shape, which sign and tanh do not.
"""

from dataclasses import dataclass, field

import numpy as np

from core.compiling import kernel
from core.recording import FloatArray

MEMORY_S = 10.0
"""Time constant of the mean. On a UR10e 30 s predicted motion kept back worse."""


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


# Stirring of the grease in a joint during the last seconds: a causal mean of the speed.
#
# Grease that is sheared becomes thinner, and recovers at rest. The viscous friction of a real arm therefore
# falls within seconds of motion. A first-order low-pass of the speed follows that from the motion alone; it
# needs no knowledge of when the motion began.


@dataclass
class StirringCarrier:
    """Carries the mean speed of every joint from chunk to chunk; a segment begins at rest."""

    _segment: int = -1
    _level: FloatArray = field(default_factory=lambda: np.zeros(0))

    def advance(self, velocity: FloatArray, *, segment: int, rate_hz: float, following: int) -> FloatArray:
        """Mean speed (M, n) along a chunk's velocity (M, n); the next chunk begins at its ``following``."""
        if segment != self._segment:
            self._segment, self._level = segment, np.zeros(velocity.shape[1])
        step = stirring_step(1.0 / rate_hz)
        level = np.abs(velocity)
        _run_mean(step, self._level, level)
        if following > 0:
            self._level = level[following - 1]
        return level


def stirring_step(step_s: float) -> float:
    """Weight of a new sample in the mean."""
    return step_s / MEMORY_S


@kernel
def _run_mean(weight: float, level: FloatArray, values: FloatArray) -> None:
    """Turn values (M, n) into their mean of first order, which was ``level`` (n,) before."""
    for joint in range(values.shape[1]):
        mean = level[joint]
        for row in range(values.shape[0]):
            mean = weight * values[row, joint] + (1.0 - weight) * mean
            values[row, joint] = mean
