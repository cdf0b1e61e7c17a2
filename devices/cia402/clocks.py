"""Alignment of the joints' samples in time, from the clocks of the drives. Pure.

Each drive takes its sample at its own last control period before the SYNC, and stamps it with its own
clock, which began at another moment and runs a little fast or slow. Over a window of samples each clock
is a straight line of the first one; what is left over says how far apart the joints were sampled.
"""

from collections import deque

import numpy as np

from core.recording import FloatArray
from devices.protocol_open.unwrap import TimeUnwrapper

WINDOW = 500
"""Samples over which the clocks are compared."""
FEWEST = 20


class DriveClocks:
    """Unwraps the clocks (µs, 32 bit) of n drives and compares them."""

    def __init__(self, joints: int) -> None:
        self._unwrap = [TimeUnwrapper() for _ in range(joints)]
        self._rows: deque[FloatArray] = deque(maxlen=WINDOW)

    def take(self, ticks: tuple[int, ...]) -> FloatArray:
        """Take in the clocks of one sample; return them unwrapped, s, shape (n,)."""
        pairs = zip(self._unwrap, ticks, strict=True)
        row = np.array([1e-6 * clock.unwrap([tick])[0] for clock, tick in pairs])
        self._rows.append(row)
        return row

    @property
    def alignment(self) -> float:
        """Half the largest distance in time between two joints of one sample, s; NaN while unknown.

        Only what varies is seen: a drive that is always late by the same time looks aligned.
        """
        if len(self._rows) < FEWEST:
            return float("nan")
        rows = np.array(self._rows)
        first = rows[:, 0] - rows[0, 0]
        line = np.stack([first, np.ones_like(first)], axis=1)
        lateness = rows - line @ np.linalg.lstsq(line, rows, rcond=None)[0]
        return float(0.5 * np.ptp(lateness, axis=1).max())
