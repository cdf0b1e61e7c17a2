"""Converts counters and clocks that wrap on the wire to numbers that do not."""

import numpy as np
import numpy.typing as npt

SEQUENCE_BITS = 16
TIME_BITS = 32


class SequenceUnwrapper:
    """A counter that never decreases: each value is the next one with the same low 16 bits.

    Correct if fewer than 65,536 counts are missing in a row, which is 65 s at 1 kHz; the link counts
    as lost long before.
    """

    def __init__(self) -> None:
        self._last: int | None = None

    def unwrap(self, low: int) -> int:
        """Return the full count for its low 16 bits."""
        last = low if self._last is None else self._last
        self._last = last + ((low - last) & (2**SEQUENCE_BITS - 1))
        return self._last


class TimeUnwrapper:
    """A clock in µs: each value is the one nearest to the last with the same low 32 bits.

    It follows a device's clock through every wrap (71.6 min), across gaps of up to 35 min. A clock
    that was set back gives smaller values, not values an hour ahead.
    """

    def __init__(self) -> None:
        self._last: int | None = None

    def unwrap(self, low: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the full times (N,) for their low 32 bits (N,), in order."""
        given = np.asarray(low, dtype=np.int64)
        if not given.size:
            return given
        first = int(given[0])
        start = first if self._last is None else self._last
        half = 2 ** (TIME_BITS - 1)
        if int(given.max()) - int(given.min()) < half:  # no wrap within them
            near: npt.NDArray[np.int64] = given + (start + (first - start + half) % (2 * half) - half - first)
            self._last = int(near[-1])
            return near
        # the smallest step with these low bits, forward or back, in [−2³¹, 2³¹)
        steps = given.copy()
        steps[1:] -= given[:-1]
        steps[0] -= start
        steps = (steps + half) % (2 * half) - half
        whole: npt.NDArray[np.int64] = start + np.cumsum(steps)
        self._last = int(whole[-1])
        return whole
