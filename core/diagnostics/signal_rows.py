"""Rows of signals of a stream or a recording: the joints' own, and lines of a person, worked out alike."""

from collections.abc import Collection, Mapping

import numpy as np
import numpy.typing as npt

from core.diagnostics.channel_lag import LONGEST_S
from core.diagnostics.named_signals import SignalValues, WorkedOut, kind_and_joint, named_signals
from core.diagnostics.newest_samples import NewestSamples
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
from core.signals.expression import Expression, Unit, read_expression

_FROM_OTHERS = (Signal.DEFLECTION, Signal.RATE)
"""Signals computed from other rows."""
_KINDS = frozenset(
    {
        *(WorkedOut.TWIST, Quantity.POSITION, Quantity.VELOCITY, Quantity.MOTOR_POSITION),
        *(WorkedOut.MODEL, WorkedOut.RESIDUAL),
        *(Quantity.LINK_POSITION, Quantity.CURRENT, Quantity.TORQUE, Quantity.TEMPERATURE),
    }
)
"""Kinds of named signals that a ``Signal`` shows."""
_ENCODERS = (Signal.MOTOR_ANGLE, Signal.LINK_ANGLE)
_BESIDE = 4
"""Samples beyond a lag needed for the parabola, whatever the rounding of the clock."""
_HOLE_PERIODS = 3.5
"""Longest gap between samples, in periods, over which values are interpolated."""


def line_key(name: str) -> str:
    """Key of a line's values among those of the signals; no signal begins so."""
    return f"={name}"


def lag_capacity(rate_hz: float, lag: int) -> int:
    """Earlier samples that a rate over ``lag`` samples and a twist without the channels' lag may need."""
    return max(lag + 1, round(2.0 * LONGEST_S * rate_hz) + 8)


def aligned_difference(
    motor: FloatArray, link: FloatArray, time: FloatArray, *, lag: FloatArray, first: int, rate_hz: float
) -> FloatArray:
    """Motor minus link angle, both at the same moment.

    The earlier channel is evaluated at the time when the other one was read, on the parabola
    through the samples before, within and after that time. The result is older by the lag and
    needs no future sample, so pieces agree with the whole.

    Parameters
    ----------
    motor, link
        (n, M) rad (m).
    time
        (M,) s, increasing.
    lag
        (n,) s by which each joint's link channel is late; negative where the motor's is.
    first
        Index of the first sample of the result; those before serve for interpolation.
    rate_hz
        Samples per second, where none is missing.

    Returns
    -------
    (n, M - first); NaN where a sample is missing that would be needed.
    """
    difference = motor[:, first:] - link[:, first:]
    for each in np.unique(lag[lag != 0.0]):
        joints = lag == each
        sooner, later = (motor, link) if each > 0.0 else (link, motor)
        then = _at(sooner[joints], time, time[first:] - abs(each), hole_s=_HOLE_PERIODS / rate_hz)
        sign = 1.0 if each > 0.0 else -1.0
        difference[joints] = sign * (then - later[joints, first:])
    return np.asarray(difference)


def _at(values: FloatArray, time: FloatArray, moment: FloatArray, *, hole_s: float) -> FloatArray:
    """Values (k, M) on the clock (M,) at moments (N,) inside it, by parabolas."""
    if time.size < 3:  # a parabola needs three
        return np.full((values.shape[0], moment.size), np.nan)
    after = np.searchsorted(time, moment, side="right")
    place = np.clip(after, 2, time.size - 1)
    t0, t1, t2 = time[place - 2], time[place - 1], time[place]
    w0 = (moment - t1) * (moment - t2) / ((t0 - t1) * (t0 - t2))
    w1 = (moment - t0) * (moment - t2) / ((t1 - t0) * (t1 - t2))
    w2 = (moment - t0) * (moment - t1) / ((t2 - t0) * (t2 - t1))
    found = w0 * values[:, place - 2] + w1 * values[:, place - 1] + w2 * values[:, place]
    is_missing = (after < 2) | (t2 - t1 > hole_s) | (t1 - t0 > hole_s)
    return np.where(is_missing, np.nan, found)


class SignalRows:
    """Signals (K, N) of a stream, K = signals · joints + lines; no zero is subtracted.

    Lines are of named signals (``core.diagnostics.named_signals``); twists in them count from the zero.
    """

    def __init__(self, robot: RobotModel, quantities: Collection[Quantity], *, rate_hz: float) -> None:
        self._formulas, self._rate_hz = Formulas(robot), rate_hz
        self._named = SignalValues(robot)
        self.names: dict[str, Unit] = named_signals(robot, quantities)
        self._others = [name for name in self.names if kind_and_joint(name)[0] not in _KINDS]
        self.zero: FloatArray | None = None
        """Twist (n,) taken as zero in lines, rad (m); None for the encoders' own zeros."""
        self.lines: dict[str, Expression] = {}
        self.lag = rate_lag(rate_hz)
        """Number of samples before the present one that a differentiated rate uses."""
        self.channel_lag: FloatArray | None = None
        """Delay (n,) of the link encoders behind the motor encoders, removed from the deflection, s."""
        self.offered = offered_signals(quantities, robot)
        n = robot.joint_count
        self.rows = {signal: slice(n * i, n * (i + 1)) for i, signal in enumerate(self.offered)}
        self._joints, self._own_count = n, n * len(self.offered)

    @property
    def count(self) -> int:
        """Number K of rows; the last ones are those of the lines."""
        return self._own_count + len(self.lines)

    @property
    def line_rows(self) -> dict[str, int]:
        """Row of each line."""
        return {name: self._own_count + place for place, name in enumerate(self.lines)}

    def read_lines(self, lines: Mapping[str, str]) -> None:
        """Read lines by their names; they remember nothing of earlier samples.

        Raises
        ------
        BadRequest
            As ``core.signals.expression.read_expression``.
        """
        self.lines = {name: read_expression(line, self.names) for name, line in lines.items()}

    def others_of(self, columns: Columns) -> dict[str, float]:
        """Values of the tool and of quantities without a ``Signal``, in one sample (1, n)."""
        self._take_named_zero()
        return {name: float(values[0]) for name, values in self._named.of(self._others, columns, 1).items()}

    def line_values(self, name: str, time: FloatArray, columns: Columns) -> FloatArray:
        """Values (N,) of a line in a separate block of samples."""
        line = read_expression(self.lines[name].line, self.names)
        twists = None
        if Signal.DEFLECTION in self.rows:
            twists = self.of_block(Signal.DEFLECTION, time, columns)
        return self._line_values(line, time, columns, twists)

    def _line_values(
        self, line: Expression, time: FloatArray, columns: Columns, twists: FloatArray | None
    ) -> FloatArray:
        """``twists`` (N, n) without a zero, with the lag of the channels taken out."""
        found = {}
        others = []
        for name in line.names:
            kind, joint = kind_and_joint(name)
            if kind == WorkedOut.TWIST and joint is not None and twists is not None:
                found[name] = twists[:, joint] - (0.0 if self.zero is None else self.zero[joint])
            else:
                others.append(name)
        if others:
            self._take_named_zero()
            found |= self._named.of(others, columns, time.size)
        return line.values(found, time).astype(np.float64)

    def _take_named_zero(self) -> None:
        self._named.zero = np.zeros(self._joints) if self.zero is None else self.zero

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
        if self.lines:
            has_twist = Signal.DEFLECTION in self.rows
            twists = values[self.rows[Signal.DEFLECTION]].T if has_twist else None
            for name, line in self.lines.items():
                values[self.line_rows[name]] = self._line_values(line, time, columns, twists)
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
