"""Min/max decimation of curves that go on: finished points never change, so nothing shimmers."""

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray


class RunningMinMax:
    """The last ``buckets`` groups of ``samples_per_bucket`` samples of ``curves`` curves at once."""

    def __init__(self, *, buckets: int, samples_per_bucket: int, curves: int) -> None:
        raise NotImplementedError

    def feed(self, sequence: npt.NDArray[np.int64], time: FloatArray, values: FloatArray) -> None:
        """Take in samples: sequence (N,) increasing, time (N,) s, values (N, K)."""
        raise NotImplementedError

    def curves(self) -> tuple[FloatArray, FloatArray]:
        """Time (M,) and values (M, K), two points a bucket; a NaN point where samples are missing."""
        raise NotImplementedError
