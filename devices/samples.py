"""A block of samples as it comes from a controller: whole, counted, with both clocks."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity


@dataclass(frozen=True, eq=False)
class SampleBlock:
    """N consecutive arrivals; SI units, joint-wise columns (N, n).

    ``sequence`` (N,) counts the samples the device took, unwrapped: a step above one is
    a gap. ``device_time`` (N,) s is the device's clock, unwrapped; ``host_time`` (N,) s
    this computer's monotonic clock at arrival. Positions of motors and links are in joint
    radians (counts are scaled by the channel table, the coupling not undone), NaN where a
    joint has no such encoder.
    """

    sequence: npt.NDArray[np.int64]
    device_time: FloatArray
    host_time: FloatArray
    columns: Mapping[Quantity, FloatArray]

    @property
    def count(self) -> int:
        """Number of samples N."""
        return int(self.sequence.shape[0])
