"""All signals of an arm as rows of one array, for joint processing."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from core.diagnostics.late_channel import aligned_difference
from core.diagnostics.newest import NewestSamples
from core.diagnostics.signals import (
    ANGLES,
    Columns,
    Formulas,
    Signal,
    backward_rate,
    offered_signals,
    rate_lag,
)
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

_FROM_OTHERS = (Signal.DEFLECTION, Signal.RATE)
"""Signals computed from other rows."""
_ENCODERS = (Signal.MOTOR_ANGLE, Signal.LINK_ANGLE)
_BESIDE = 4
"""Samples beyond a lag needed for the parabola, whatever the rounding of the clock."""


class SignalRows:
    """Signals (K, N) of a stream, K = signals · joints; no zero is subtracted."""

    def __init__(self, robot: RobotModel, quantities: Collection[Quantity], *, rate_hz: float) -> None:
        self._formulas, self._rate_hz = Formulas(robot), rate_hz
        self.lag = rate_lag(rate_hz)
        """Number of samples before the present one that a differentiated rate uses."""
        self.channel_lag: FloatArray | None = None
        """Delay (n,) of the link encoders behind the motor encoders, removed from the deflection, s."""
        self.offered = offered_signals(quantities, robot)
        n = robot.joint_count
        self.rows = {signal: slice(n * i, n * (i + 1)) for i, signal in enumerate(self.offered)}
        self.count = n * len(self.offered)

    def values(
        self,
        sequence: npt.NDArray[np.int64],
        time: FloatArray,
        columns: Columns,
        *,
        earlier: NewestSamples,
    ) -> FloatArray:
        """Signals (K, N) of N samples; ``earlier`` holds the samples before them."""
        values = np.empty((self.count, sequence.size))
        for signal, rows in self.rows.items():
            if signal not in _FROM_OTHERS:
                values[rows] = self._formulas.values(signal, columns).T
        if Signal.DEFLECTION in self.rows:
            self._put_deflection(values, time, earlier)
        if Signal.RATE in self.rows:
            rate = self._formulas.streamed_rate(columns)
            if rate is None:
                rate = self._differences(sequence, time, values, earlier)
            values[self.rows[Signal.RATE]] = rate.T
        return values

    def of_block(self, signal: Signal, time: FloatArray, columns: Columns) -> FloatArray:
        """One signal (N, n) of a separate block."""
        if signal is Signal.DEFLECTION and self.channel_lag is not None:
            motor, link = (self._formulas.values(each, columns).T for each in _ENCODERS)
            return self._aligned(motor, link, time, first=0).T
        if signal is not Signal.RATE:
            return self._formulas.values(signal, columns)
        rate = self._formulas.streamed_rate(columns)
        if rate is not None:
            return rate
        angle = next(self._formulas.values(angle, columns) for angle in ANGLES if angle in self.rows)
        return backward_rate(angle, time, lag=self.lag)

    def raw_deflection(self, values: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Motor minus link angle without correction, and the motor angle, (n, N) of signals (K, N)."""
        motor, link = (values[self.rows[each]] for each in _ENCODERS)
        return motor - link, motor

    def _put_deflection(self, values: FloatArray, time: FloatArray, earlier: NewestSamples) -> None:
        """Compute the deflection without the lag, which needs samples before these."""
        out = values[self.rows[Signal.DEFLECTION]]
        if self.channel_lag is None:
            motor, link = (values[self.rows[each]] for each in _ENCODERS)
            np.subtract(motor, link, out=out)
            return
        count = int(np.ceil(np.max(np.abs(self.channel_lag)) * self._rate_hz)) + _BESIDE
        tails = [earlier.tail(count, self.rows[each]) for each in _ENCODERS]
        times = tails[0][1]
        motor, link = (
            np.concatenate([tail[2], values[self.rows[each]]], axis=1)
            for each, tail in zip(_ENCODERS, tails, strict=True)
        )
        out[:] = self._aligned(motor, link, np.concatenate([times, time]), first=times.size)

    def _aligned(self, motor: FloatArray, link: FloatArray, time: FloatArray, *, first: int) -> FloatArray:
        assert self.channel_lag is not None
        return aligned_difference(motor, link, time, lag=self.channel_lag, first=first, rate_hz=self._rate_hz)

    def _differences(
        self, sequence: npt.NDArray[np.int64], time: FloatArray, values: FloatArray, earlier: NewestSamples
    ) -> FloatArray:
        rows = next(self.rows[signal] for signal in ANGLES if signal in self.rows)
        numbers, times, angles = earlier.tail(self.lag, rows)
        rate = backward_rate(
            np.concatenate([angles, values[rows]], axis=1).T,
            np.concatenate([times, time]),
            lag=self.lag,
            sequence=np.concatenate([numbers, sequence]),
        )
        return rate[times.size :]
