"""All offered signals of an arm as rows of one array, so that everything after handles them at once."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

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
"""Signals that follow from rows already there."""


class SignalRows:
    """Signals (K, N) of a stream, K = signals · joints; no zero is taken away."""

    def __init__(self, robot: RobotModel, quantities: Collection[Quantity], *, rate_hz: float) -> None:
        self._formulas = Formulas(robot)
        self.lag = rate_lag(rate_hz)
        """How many samples back a differentiated rate reaches."""
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
        """(K, N) of N samples; ``earlier`` holds those that came before them."""
        values = np.empty((self.count, sequence.size))
        for signal, rows in self.rows.items():
            if signal not in _FROM_OTHERS:
                values[rows] = self._formulas.values(signal, columns).T
        if Signal.DEFLECTION in self.rows:
            motor, link = self.rows[Signal.MOTOR_ANGLE], self.rows[Signal.LINK_ANGLE]
            np.subtract(values[motor], values[link], out=values[self.rows[Signal.DEFLECTION]])
        if Signal.RATE in self.rows:
            rate = self._formulas.streamed_rate(columns)
            if rate is None:
                rate = self._differences(sequence, time, values, earlier)
            values[self.rows[Signal.RATE]] = rate.T
        return values

    def of_block(self, signal: Signal, time: FloatArray, columns: Columns) -> FloatArray:
        """One signal (N, n) of a block on its own."""
        if signal is not Signal.RATE:
            return self._formulas.values(signal, columns)
        rate = self._formulas.streamed_rate(columns)
        if rate is not None:
            return rate
        angle = next(self._formulas.values(angle, columns) for angle in ANGLES if angle in self.rows)
        return backward_rate(angle, time, lag=self.lag)

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
