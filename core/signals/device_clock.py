"""How a device's clock runs against this computer's: offset and drift from the arrival of samples.

A sample arrives late, never early, and by how much depends on buffers and bursts; so only
the promptest arrival of each second counts. Through these the line is drawn by the median
of all pairwise slopes (Theil 1950, Sen 1968), which bursts and pauses hardly move.
Memory and time stay bounded however long the stream lasts.
"""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray

FIRST_BIN_S = 0.5
MOST_BINS = 256
"""When there are more, neighbours are merged and a bin becomes twice as long."""
JUMP_S = 0.1
"""A sample that comes so much earlier than the promptest before it tells of a clock that jumped."""
_FEWEST_BINS = 3


@dataclass(frozen=True)
class ClockFit:
    """``host time = offset + (1 + drift) · device time``, for the promptest samples.

    ``offset`` in s contains the shortest way from device to host, which nothing can tell
    apart from the clocks themselves. ``jitter`` in s is the robust standard deviation of the
    promptest arrivals around the line; ``span`` the seconds of device time that were seen.
    """

    offset: float
    drift: float
    jitter: float
    span: float

    def host_time(self, device_time: FloatArray | float) -> FloatArray | float:
        """The moment on this computer's clock that belongs to one on the device's."""
        return self.offset + (1.0 + self.drift) * device_time

    def device_time(self, host_time: FloatArray | float) -> FloatArray | float:
        """The moment on the device's clock that belongs to one on this computer's."""
        return (host_time - self.offset) / (1.0 + self.drift)


class DeviceClock:
    """Fits a device's clock while samples stream in."""

    def __init__(self) -> None:
        self._bin_s = FIRST_BIN_S
        self._bins: dict[int, tuple[float, float]] = {}
        """For each bin of device time its promptest sample: device time and lateness, s."""
        self._last = float("-inf")
        self.restarts = 0
        """How often one of the clocks jumped, after which everything begins anew."""

    def feed(self, device_time: FloatArray, host_time: FloatArray) -> None:
        """Take in samples: device time (N,) and time of arrival (N,), s."""
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
        """The line so far; None before there is enough to draw one."""
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
        """Which sample comes after a jump: its clock went back, or it came earlier than any can."""
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
        """Make the bins twice as long; of two samples the prompter by the line so far stays."""
        line = self.fit()
        drift = 0.0 if line is None else line.drift
        former, self._bins = self._bins, {}
        self._bin_s *= 2.0
        for key, (time, lateness) in former.items():
            kept = self._bins.get(key // 2)
            if kept is None or lateness - drift * time < kept[1] - drift * kept[0]:
                self._bins[key // 2] = (time, lateness)
