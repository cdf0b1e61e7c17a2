"""The data of a live page, updated with new samples; without a clock or a thread of its own."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.diagnostics.channel_lag import LONGEST_S, LagInUse
from core.diagnostics.named_signals import SignalValues, WorkedOut, kind_and_joint, named_signals
from core.diagnostics.newest_samples import NewestSamples, mean_of_known
from core.diagnostics.signals import (
    ANGLES,
    Columns,
    Formulas,
    Signal,
    backward_rate,
    offered_signals,
    rate_lag,
)
from core.diagnostics.spectra import longest_strokes_of, motor_turns, order_spectra_of, spectra_of
from core.diagnostics.tool_displacement import tool_lever, tool_translation
from core.diagnostics.torque_twist_loop import LoopTrace
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from core.signals.decimation import RunningMinMax
from core.signals.expression import Expression, Unit, read_expression
from core.signals.spectrum import OrderSpectrum, Spectrum

SequenceArray = npt.NDArray[np.int64]
NOW_S, ZERO_S = 0.1, 0.5
"""Averaging times of the newest values and of a zero, s."""
LOOP_POINT_S = 0.01
_AT_ONCE = 4096
"""Samples of a long block processed together, so that results stay in the cache."""
STEADY_RATE, STEADY_SLIDE = np.deg2rad(0.2), 1e-3
"""Rate below which a joint is at rest, rad/s and m/s."""
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


class LiveSignals:
    """Running curves, newest values, loops and zero of all signals of an arm's stream.

    A restart of the device's sample count (a sequence that goes back) resets everything except the
    zero and the lag between the encoders' channels.

    Parameters
    ----------
    robot
        The description.
    quantities
        The streamed quantities.
    rate_hz
        Samples per second of the stream.
    window_s, buckets
        Length of the curves in s, and their approximate number of min/max pairs.
    gear_ratio, drive_gain
        (n,) as the controller reports them, signed motor turns per joint turn and N·m/A; a reported
        gear ratio overrides the description's, a described drive gain the reported one.
    """

    def __init__(
        self,
        robot: RobotModel,
        quantities: Collection[Quantity],
        *,
        rate_hz: float,
        window_s: float = 10.0,
        buckets: int = 600,
        gear_ratio: FloatArray | None = None,
        drive_gain: FloatArray | None = None,
    ) -> None:
        if robot.drive_gain is None and drive_gain is not None:
            robot = replace(robot, drive_gain=drive_gain)
        self._robot, self._gear_ratio = robot, gear_ratio
        self._rate_hz, self._buckets = rate_hz, buckets
        self._signals = SignalRows(robot, quantities, rate_hz=rate_hz)
        self._rows = self._signals.rows
        self._newest = NewestSamples(
            capacity=max(round(ZERO_S * rate_hz), lag_capacity(rate_hz, self._signals.lag)),
            curves=self._signals.count,
        )
        self.lag = LagInUse(robot.joint_count, rate_hz=rate_hz)
        """The lag between the encoders' channels."""
        self._window_s = window_s
        self._running = self._curves_over(window_s)
        self.loop = LoopTrace(robot.joint_count, samples_per_point=max(1, round(LOOP_POINT_S * rate_hz)))
        self._in_loop: int | None = None
        """Number of the last sample added to the loops."""
        self._link_seen: npt.NDArray[np.bool_] | None = None
        self._zero: FloatArray | None = None
        self._zero_is_steady: bool | None = None
        self._zero_rate = np.zeros(robot.joint_count)
        """Rate of the joints while the zero was taken; a lag is part of that zero."""
        self._now: dict[str, FloatArray] | None = None
        self.follows_lag = True
        """False where the stream is not asked for the lag between the encoders' channels."""
        self.draws = True
        """False while ``curves`` is not asked for; a ``restart`` must follow before it is."""

    @property
    def offered(self) -> tuple[Signal, ...]:
        """The signals that the stream provides."""
        return self._signals.offered

    @property
    def names(self) -> Mapping[str, Unit]:
        """Names and units of the signals that lines may have."""
        return self._signals.names

    @property
    def lines(self) -> Mapping[str, Expression]:
        """Lines whose values are among the curves, by their names."""
        return self._signals.lines

    def set_lines(self, lines: Mapping[str, str]) -> None:
        """Work these lines out from now on; a ``restart`` must follow, or else the curves begin here.

        Raises
        ------
        BadRequest
            As ``core.signals.expression.read_expression``; the lines before stay.
        """
        self._signals.read_lines(lines)
        capacity = self._newest.capacity
        self._newest = NewestSamples(capacity=capacity, curves=self._signals.count)
        self._running, self._now = self._curves_over(self._window_s), None

    def named_now(self, columns: Columns) -> dict[str, float]:
        """Values, SI, of the named signals that lines alone show, in one sample (1, n), and of the lines."""
        found = self._signals.others_of(columns) if columns else {}
        return found | {name: float(self.now()[line_key(name)]) for name in self.lines}

    def line_values(self, name: str, time: FloatArray, columns: Columns) -> FloatArray:
        """A line (N,) of full-rate samples (N,) s and (N, n), SI."""
        return self._signals.line_values(name, time, columns)

    @property
    def has_link(self) -> npt.NDArray[np.bool_]:
        """Mask (n,) of the joints with link encoder values; all before the first sample."""
        if self._link_seen is not None:
            return self._link_seen.copy()
        return np.full(self._robot.joint_count, Signal.LINK_ANGLE in self._rows)

    @property
    def zero(self) -> FloatArray | None:
        """Deflection (n,) that is taken as zero, rad (m); None without a zero."""
        return self._zero

    @property
    def zero_is_steady(self) -> bool | None:
        """True if the arm was at rest while the zero was taken; None without a zero."""
        return self._zero_is_steady

    def feed(self, sequence: SequenceArray, time: FloatArray, columns: Columns) -> None:
        """Add new samples to all curves and loops.

        Parameters
        ----------
        sequence
            (N,) the device's count of its samples.
        time
            (N,) s on the device's clock.
        columns
            (N, n) each, SI units, NaN where a joint has no such channel.
        """
        first = self._first_new(sequence, time)
        self._take_all(sequence, time, columns, first=first)

    def restart(
        self,
        *,
        window_s: float,
        sequence: SequenceArray,
        time: FloatArray,
        columns: Columns,
        keeps_loops: bool = True,
    ) -> None:
        """Curves over another window, from the samples (N,), (N, n) at hand; the zero stays.

        Loops continue with the samples that are new to them, unless they are of another time. A new zero
        needs no restart, because it applies to everything at once.
        """
        self._signals.read_lines({name: line.line for name, line in self.lines.items()})
        self._window_s, self._running = window_s, self._curves_over(window_s)
        self._newest.clear()
        self._now = None
        goes_back = sequence.size and self._in_loop is not None and sequence[-1] < self._in_loop
        if goes_back or not keeps_loops:
            self._clear_loop()
        self.refill(sequence, time, columns)

    def refill(self, sequence: SequenceArray, time: FloatArray, columns: Columns) -> None:
        """Fill a long window piece by piece, after a ``restart`` without samples: the oldest piece first.

        Loops continue with the samples that are new to them.
        """
        self._take_all(sequence, time, columns)

    def set_zero(self) -> FloatArray:
        """Set the mean deflection of the last 0.5 s as zero for all curves and loops.

        Returns
        -------
        (n,) rad (m), NaN for joints without a link encoder. If no joint has a value, the zero is
        unchanged.
        """
        if Signal.DEFLECTION not in self._rows:
            return np.full(self._robot.joint_count, np.nan)
        window = self._newest_values(ZERO_S)
        found = mean_of_known(window[self._rows[Signal.DEFLECTION]])
        if np.isfinite(found).any():
            standstill = np.where(self._robot.is_prismatic, STEADY_SLIDE, STEADY_RATE)
            rate = window[self._rows[Signal.RATE]]
            self._zero_rate = np.nan_to_num(mean_of_known(rate))
            is_slow = (np.abs(rate) < standstill[:, np.newaxis]) | np.isnan(rate)
            self._zero_is_steady = bool(np.all(is_slow))
            self._set_zero(np.nan_to_num(found))
        return found

    def use_zero(self, zero: FloatArray | None) -> None:
        """Take this deflection (n,), rad (m), as zero, or none."""
        self._zero_is_steady = None if zero is None else True
        self._set_zero(zero)

    def take_lag(self) -> None:
        """Apply the wanted lag; a ``restart`` must follow, and loops start again with it."""
        before, now = self._signals.channel_lag, self.lag.take()
        if self._zero is not None:
            change = (0.0 if now is None else now) - (0.0 if before is None else before)
            self._set_zero(self._zero - change * self._zero_rate)
        self._signals.channel_lag = now
        self._clear_loop()

    def clear_zero(self) -> None:
        """Remove the zero: deflections as the encoders report them."""
        self._zero_is_steady = None
        self._set_zero(None)

    def curves(self) -> tuple[FloatArray, Mapping[str, FloatArray]]:
        """The curves for the screen.

        Returns
        -------
        Time (M,) s counted from the newest sample, at most 0, and each signal (M, n) in SI units, and each
        line (M,) under ``line_key``; NaN points break the lines where samples are missing. Each curve is
        contiguous in memory.
        """
        time, values = self._running.curves()
        if self._zero is not None:
            values[:, self._rows[Signal.DEFLECTION]] -= self._zero
        if time.size:
            time -= time[-1]
        lines = {line_key(name): values[:, row] for name, row in self._signals.line_rows.items()}
        return time, {signal: values[:, rows] for signal, rows in self._rows.items()} | lines

    def now(self) -> Mapping[str, FloatArray]:
        """Mean (n,) of each signal over the last 0.1 s, and () of each line; NaN without values."""
        if self._now is None:
            window = self._newest_values(NOW_S)
            means = mean_of_known(window)
            self._now = {str(signal): means[rows] for signal, rows in self._rows.items()}
            self._now |= {line_key(name): means[row] for name, row in self._signals.line_rows.items()}
            if self._zero is not None:
                self._now[Signal.DEFLECTION] = self._now[Signal.DEFLECTION] - self._zero
        return self._now

    def pose(self) -> FloatArray:
        """Joint positions (n,) of the model, rad (m), by the first encoder with a value.

        NaN if there is none.
        """
        reported = np.full(self._robot.joint_count, np.nan)
        for signal in ANGLES:
            if signal in self._rows:
                reported = np.where(np.isnan(reported), self.now()[signal], reported)
        return self._robot.position_from_reported(reported)

    def tool_deflection(self) -> FloatArray:
        """Tool displacement (n,) by each joint's deflection with its sign, m; NaN without link encoder."""
        return tool_lever(self._robot, self.pose()) * self._deflection()

    def tool_translation(self) -> FloatArray:
        """Displacement (3,) of the flange by all deflections together, m; NaN if none is known."""
        return tool_translation(self._robot, self.pose(), self._deflection())

    def tool_shift(self) -> float:
        """Length of the tool's displacement, m."""
        return float(np.linalg.norm(self.tool_translation()))

    def values(self, signal: Signal, time: FloatArray, columns: Columns) -> FloatArray:
        """A signal (N, n) of full-rate samples (N,) s and (N, n), SI, minus the zero."""
        values = self._signals.of_block(signal, time, columns)
        return values - self._zero if signal is Signal.DEFLECTION and self._zero is not None else values

    def spectra(
        self, signal: Signal, joints: Collection[int], time: FloatArray, columns: Columns
    ) -> dict[int, Spectrum | None]:
        """Amplitudes over Hz of the chosen joints from full-rate samples (N,) s and (N, n).

        None for a joint without enough samples in a row. SI units, peak amplitude.
        """
        return spectra_of(self._signals.of_block(signal, time, columns), joints, time=time)

    def order_spectra(
        self, signal: Signal, joints: Collection[int], time: FloatArray, columns: Columns
    ) -> dict[int, OrderSpectrum | None]:
        """Amplitudes over cycles per motor turn, from full-rate samples as for :meth:`spectra`.

        None for a joint with an unknown gear ratio, or with too few turns in one direction.
        """
        values = self._signals.of_block(signal, time, columns)
        return order_spectra_of(values, joints, time=time, turns=self.motor_turns(columns))

    def longest_strokes(self, joints: Collection[int], columns: Columns) -> dict[int, float]:
        """Motor turns of the longest stroke in one direction, to explain a missing order spectrum.

        NaN for a joint with an unknown gear ratio.
        """
        return longest_strokes_of(self.motor_turns(columns), joints)

    def motor_turns(self, columns: Columns) -> FloatArray:
        """(N, n) turns of the motors' shafts; NaN where the gear ratio is unknown."""
        return motor_turns(columns, self._robot, gear_ratio=self._gear_ratio)

    def _curves_over(self, window_s: float) -> RunningMinMax:
        samples = max(1, int(np.ceil(window_s * self._rate_hz)))
        size = -(-samples // self._buckets)
        # one more than fit into the window, because the oldest one is partly out of it
        return RunningMinMax(
            buckets=-(-samples // size) + 1,
            samples_per_bucket=size,
            curves=max(1, self._signals.count),
        )

    def _first_new(self, sequence: SequenceArray, time: FloatArray) -> int:
        """Index of the first new row: after known samples, or at a restart of the device's sample count."""
        last = self._newest.last_sequence
        back = np.flatnonzero(np.diff(sequence) <= 0)
        if back.size:
            self._start_over()
            return int(back[-1]) + 1
        if last is None or not sequence.size or sequence[0] > last:
            return 0
        if self._newest.holds(int(sequence[0]), float(time[0])):
            return int(np.searchsorted(sequence, last, side="right"))
        self._start_over()
        return 0

    def _start_over(self) -> None:
        self._newest.clear()
        self._now = None
        self._clear_loop()
        self.lag.count_anew()

    def _clear_loop(self) -> None:
        self.loop.clear()
        self._in_loop = None

    def _take_all(
        self, sequence: SequenceArray, time: FloatArray, columns: Columns, *, first: int = 0
    ) -> None:
        """Add the samples from row ``first`` on."""
        if not self.offered:
            return
        for begin in range(first, sequence.size, _AT_ONCE):
            rows = slice(begin, begin + _AT_ONCE)
            self._take(sequence[rows], time[rows], {name: column[rows] for name, column in columns.items()})

    def _take(self, sequence: SequenceArray, time: FloatArray, columns: Columns) -> None:
        values = self._signals.values(sequence, time, columns, earlier=self._newest)
        if self.draws:
            self._running.feed(sequence, time, values.T)
        new = 0 if self._in_loop is None else int(np.searchsorted(sequence, self._in_loop, side="right"))
        self._feed_loop(sequence[new:], values[:, new:])
        self._newest.append(sequence, time, values)
        self._now = None
        if self.follows_lag and Signal.DEFLECTION in self._rows and self.lag.is_new(sequence):
            self.lag.feed(sequence, *self._signals.raw_deflection(values))
        if Signal.LINK_ANGLE in self._rows:
            seen = np.asarray(np.isfinite(values[self._rows[Signal.LINK_ANGLE]]).any(axis=1))
            self._link_seen = seen if self._link_seen is None else np.logical_or(self._link_seen, seen)

    def _feed_loop(self, sequence: SequenceArray, values: FloatArray) -> None:
        if not sequence.size or not {Signal.TORQUE, Signal.DEFLECTION} <= self._rows.keys():
            return
        torque, deflection = values[self._rows[Signal.TORQUE]].T, values[self._rows[Signal.DEFLECTION]].T
        before = int(sequence[0]) - 1 if self._in_loop is None else self._in_loop
        holes = np.flatnonzero(np.diff(sequence, prepend=before) > 1)
        edges = [*holes.tolist(), sequence.size]
        self.loop.feed(torque[: edges[0]], deflection[: edges[0]])
        for first, end in pairwise(edges):
            self.loop.interrupt()
            self.loop.feed(torque[first:end], deflection[first:end])
        self._in_loop = int(sequence[-1])

    def _set_zero(self, zero: FloatArray | None) -> None:
        self._zero, self._now = zero, None
        self._signals.zero = zero
        self.loop.set_zero(zero)

    def _newest_values(self, seconds: float) -> FloatArray:
        """Values (K, m) of the last ``seconds``; a sample at the edge is included despite rounding."""
        return self._newest.window(max(0.0, seconds - 0.5 / self._rate_hz))

    def _deflection(self) -> FloatArray:
        return self.now().get(Signal.DEFLECTION, np.full(self._robot.joint_count, np.nan))
