"""Stirring of the grease in a joint during the last seconds: a causal mean of the speed.

Grease that is sheared becomes thinner, and recovers at rest. The viscous friction of a real arm therefore
falls within seconds of motion. A first-order low-pass of the speed follows that from the motion alone; it
needs no knowledge of when the motion began.
"""

from dataclasses import dataclass, field

import numpy as np

from core.compiling import kernel
from core.recording import FloatArray

MEMORY_S = 10.0
"""Time constant of the mean. On a UR10e 30 s predicted motion kept back worse."""


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
        _run(step, self._level, level)
        if following > 0:
            self._level = level[following - 1]
        return level


def stirring_step(step_s: float) -> float:
    """Weight of a new sample in the mean."""
    return step_s / MEMORY_S


@kernel
def _run(weight: float, level: FloatArray, values: FloatArray) -> None:
    """Turn values (M, n) into their mean of first order, which was ``level`` (n,) before."""
    for joint in range(values.shape[1]):
        mean = level[joint]
        for row in range(values.shape[0]):
            mean = weight * values[row, joint] + (1.0 - weight) * mean
            values[row, joint] = mean
