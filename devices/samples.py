"""A block of samples from a controller, with sequence numbers and the clocks of both sides."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity


@dataclass(frozen=True, eq=False)
class SampleBlock:
    """N consecutive samples; SI units, joint-wise columns (N, n).

    ``sequence`` (N,) numbers the samples that the device took, unwrapped: a step above 1 is a gap.
    ``device_time`` (N,) s is the device's clock, unwrapped; ``host_time`` (N,) s is this computer's
    monotonic clock at arrival. Positions of motors and links are in joint radians (counts are scaled
    by the channel table; the coupling of the motors is not undone), NaN where a joint has no such
    encoder.
    """

    sequence: npt.NDArray[np.int64]
    device_time: FloatArray
    host_time: FloatArray
    columns: Mapping[Quantity, FloatArray]

    @property
    def count(self) -> int:
        """Number of samples N in the block."""
        return int(self.sequence.shape[0])
