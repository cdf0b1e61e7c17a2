"""Offset and drift of a device's clock against this computer's, from the arrival times of samples.

A sample arrives late, never early, and its delay depends on buffers and bursts. Only the earliest
arrival of each second is therefore used. The line through these is the median of all pairwise slopes
(Theil 1950, Sen 1968), which bursts and pauses hardly affect. Memory and time stay bounded for a stream
of any length.
"""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray

FIRST_BIN_S = 0.5
MOST_BINS = 256
"""Largest number of bins; beyond it neighbours are merged and a bin doubles in length."""
JUMP_S = 0.1
"""A sample earlier than the earliest one so far by more than this means that a clock jumped, s."""
_FEWEST_BINS = 3


@dataclass(frozen=True)
class ClockFit:
    """The line ``host time = offset + (1 + drift) · device time`` through the earliest arrivals.

    ``offset`` in s contains the smallest delay from device to host, which cannot be separated from the
    clocks' offset. ``jitter`` in s is the robust standard deviation of the earliest arrivals about the
    line; ``span`` is the observed device time in s.
    """

    offset: float
    drift: float
    jitter: float
    span: float

    def host_time(self, device_time: FloatArray | float) -> FloatArray | float:
        """The time on this computer's clock for a time on the device's."""
        return self.offset + (1.0 + self.drift) * device_time

    def device_time(self, host_time: FloatArray | float) -> FloatArray | float:
        """The time on the device's clock for a time on this computer's."""
        return (host_time - self.offset) / (1.0 + self.drift)


class DeviceClock:
    """Fits the relation of a device's clock to the host's while samples stream in."""

    def __init__(self) -> None:
        self._bin_s = FIRST_BIN_S
        self._bins: dict[int, tuple[float, float]] = {}
        """Earliest sample of each bin of device time: device time and lateness, s."""
        self._last = float("-inf")
        self.restarts = 0
        """Number of clock jumps; each one restarts the fit."""

    def feed(self, device_time: FloatArray, host_time: FloatArray) -> None:
        """Add samples: device time (N,) and time of arrival (N,), s."""
        lateness = host_time - device_time
        jumped = self._jump(device_time, lateness)
        if jumped is not None:
            device_time, lateness = device_time[jumped:], lateness[jumped:]
            self._bins, self._bin_s = {}, FIRST_BIN_S
            self.restarts += 1
        if not device_time.shape[0]:
            return
        self._last = float(device_time[-1])
        number = np.floor(device_time / self._bin_s).astype(np.int64)
        for key in np.unique(number).tolist():
            inside = np.flatnonzero(number == key)
            best = inside[np.argmin(lateness[inside])]
            self._offer(key, float(device_time[best]), float(lateness[best]))
        while len(self._bins) > MOST_BINS:
            self._merge()

    def fit(self) -> ClockFit | None:
        """The fitted line so far; None while there are too few bins."""
        if len(self._bins) < _FEWEST_BINS:
            return None
        time, lateness = np.array(sorted(self._bins.values())).T
        first, second = np.triu_indices(time.shape[0], k=1)
        drift = float(np.median((lateness[second] - lateness[first]) / (time[second] - time[first])))
        rest = lateness - drift * time
        offset = float(np.median(rest))
        jitter = 1.4826 * float(np.median(np.abs(rest - offset)))
        return ClockFit(offset, drift, jitter, span=float(time[-1] - time[0]))

    def _jump(self, device_time: FloatArray, lateness: FloatArray) -> int | None:
        """Index of the first sample after a clock jump: device time went back, or it arrived too early."""
        if not self._bins:
            return None
        back = np.diff(device_time, prepend=self._last) < 0.0
        early = lateness < self._bins[max(self._bins)][1] - JUMP_S
        jumps = np.flatnonzero(back | early)
        return int(jumps[0]) if jumps.shape[0] else None

    def _offer(self, key: int, time: float, lateness: float) -> None:
        kept = self._bins.get(key)
        if kept is None or lateness < kept[1]:
            self._bins[key] = (time, lateness)

    def _merge(self) -> None:
        """Double the length of the bins; of two samples the one earlier relative to the line is kept."""
        line = self.fit()
        drift = 0.0 if line is None else line.drift
        former, self._bins = self._bins, {}
        self._bin_s *= 2.0
        for key, (time, lateness) in former.items():
            kept = self._bins.get(key // 2)
            # Without the drift, the same half of a bin would always win.
            if kept is None or lateness - drift * time < kept[1] - drift * kept[0]:
                self._bins[key // 2] = (time, lateness)
