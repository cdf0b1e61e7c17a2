"""Time of the monitor's frames: their count, fitted to the controller's clock.

The frames come every 8 ms and carry the controller's wall clock in whole milliseconds, which is coarse,
comes late when the controller is busy, and may be set. Their count is even: it is the time, and the clock
corrects its pace and shows where frames are missing.
"""

from collections import deque
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from devices.protocol_elite_ec.monitor import PERIOD_S

GAIN, PACE_GAIN = 0.02, 1e-4
"""Share of the difference that corrects the time and the pace with each frame: settled in a second."""
WORST_PACE = 0.005
JUMP_S = 0.1
"""A difference beyond this is no delay: frames are missing, or the clock was set."""
SKIP_SHARE = 0.75
"""Part of a period by which several frames in a row are late if one before them was left out."""
LOOKED_AT = 5


class FrameClock:
    """Numbers the frames of one connection and gives them times, s since its first."""

    def __init__(self) -> None:
        self._number, self._time = -1, 0.0
        self._period = PERIOD_S
        self._zero = 0.0
        self._arrived = 0.0
        self._late: deque[float] = deque(maxlen=LOOKED_AT)
        self.missed = 0
        """Number of frames that are missing."""
        self.jumps = 0
        """Number of times that the controller's clock was set."""
        self.jump_s = 0.0
        """By how much the last time, s."""

    def take(self, stamps_ms: Sequence[int], *, arrived: float) -> tuple[npt.NDArray[np.int64], FloatArray]:
        """Number (N,) and time (N,) of frames that ``arrived`` together, s on this computer's clock."""
        numbers, times = [], []
        for place, stamp in enumerate(stamps_ms):
            pause = arrived - self._arrived if place == 0 else 0.0
            self._step(1e-3 * stamp, pause=pause)
            numbers.append(self._number)
            times.append(self._time)
        self._arrived = arrived
        return np.array(numbers, dtype=np.int64), np.array(times)

    def _step(self, stamp: float, *, pause: float) -> None:
        if self._number < 0:
            self._number, self._zero = 0, stamp
            return
        difference = stamp - self._zero - (self._time + self._period)
        if abs(difference) > JUMP_S:
            # a pause of the stream: nothing came meanwhile. Otherwise the clock was set.
            skipped = round(difference / self._period) if pause > 0.5 * difference > 0.0 else 0
            if not skipped:
                self.jumps, self.jump_s = self.jumps + 1, difference
                self._zero += difference
            self._late.clear()
        else:
            self._late.append(difference)
            skipped = self._skipped()
        left = stamp - self._zero - (self._time + (1 + skipped) * self._period)
        self._number += 1 + skipped
        self.missed += skipped
        self._time += (1 + skipped) * self._period + GAIN * left
        self._period += PACE_GAIN * left
        self._period = min(max(self._period, PERIOD_S * (1.0 - WORST_PACE)), PERIOD_S * (1.0 + WORST_PACE))

    def _skipped(self) -> int:
        """Frames that were left out shortly before, seen by several that are late by as much."""
        if len(self._late) < LOOKED_AT:
            return 0
        usual = sorted(self._late)[LOOKED_AT // 2]
        if abs(usual) < SKIP_SHARE * self._period:
            return 0
        self._late.clear()
        if usual < 0.0:  # frames cannot be too many: the clock was set back a little
            self.jumps, self.jump_s = self.jumps + 1, usual
            self._zero += usual
            return 0
        return round(usual / self._period)
