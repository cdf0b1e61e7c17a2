"""The data of a live page, updated with new samples; without a clock or a thread of its own."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.diagnostics.channel_lag import LagInUse
from core.diagnostics.newest_samples import NewestSamples, mean_of_known
from core.diagnostics.signal_rows import SignalRows, lag_capacity, line_key
from core.diagnostics.signals import (
    ANGLES,
    Columns,
    Signal,
)
from core.diagnostics.spectra import longest_strokes_of, motor_turns, order_spectra_of, spectra_of
from core.diagnostics.tool_displacement import tool_lever, tool_translation
from core.diagnostics.torque_twist_loop import LoopTrace
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from core.signals.decimation import RunningMinMax
from core.signals.expression import Expression, Unit
from core.signals.spectrum import OrderSpectrum, Spectrum

SequenceArray = npt.NDArray[np.int64]
NOW_S, ZERO_S = 0.1, 0.5
"""Averaging times of the newest values and of a zero, s."""
LOOP_POINT_S = 0.01
_AT_ONCE = 4096
"""Samples of a long block processed together, so that results stay in the cache."""
STEADY_RATE, STEADY_SLIDE = np.deg2rad(0.2), 1e-3
"""Rate below which a joint is at rest, rad/s and m/s."""


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
