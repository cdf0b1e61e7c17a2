"""Everything a live page shows, fed with what is new; no clock and no thread of its own."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.diagnostics.lag_in_use import LONGEST_S, LagInUse
from core.diagnostics.loop import LoopTrace
from core.diagnostics.newest import NewestSamples, mean_of_known
from core.diagnostics.signal_rows import SignalRows
from core.diagnostics.signals import ANGLES, Columns, Signal
from core.diagnostics.spectra import longest_strokes_of, motor_turns, order_spectra_of, spectra_of
from core.diagnostics.tool import tool_lever, tool_translation
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from core.signals.running_decimation import RunningMinMax
from core.signals.spectrum import OrderSpectrum, Spectrum

SequenceArray = npt.NDArray[np.int64]
NOW_S, ZERO_S = 0.1, 0.5
"""Newest values are means over the one, zeros over the other."""
LOOP_POINT_S = 0.01
_AT_ONCE = 4096
"""Samples of a long block that are worked on together, so that what they become stays in the cache."""
STEADY_RATE, STEADY_SLIDE = np.deg2rad(0.2), 1e-3
"""rad/s and m/s, below which a joint stands still."""


class LiveSignals:
    """Running curves, newest values, loops and zero of all signals that an arm's stream offers.

    A device that counts anew (a sequence that goes back) starts everything over but the zero and
    the lag between the encoders' channels.

    Parameters
    ----------
    robot
        The description.
    quantities
        What is streamed.
    rate_hz
        Samples per second of the stream.
    window_s, buckets
        How long the curves are, and of how many min/max pairs about.
    gear_ratio, drive_gain
        (n,) as the controller tells them, signed motor turns per joint turn and N·m/A; a told
        gear ratio goes before the description's, a described drive gain before the told one.
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
            capacity=max(
                round(ZERO_S * rate_hz), self._signals.lag + 1, round(2.0 * LONGEST_S * rate_hz) + 8
            ),
            curves=self._signals.count,
        )
        self.lag = LagInUse(robot.joint_count, rate_hz=rate_hz)
        """What is known of the lag between the encoders' channels."""
        self._running = self._curves_over(window_s)
        self.loop = LoopTrace(robot.joint_count, samples_per_point=max(1, round(LOOP_POINT_S * rate_hz)))
        self._in_loop: int | None = None
        """Number of the last sample that the loops have had."""
        self._link_seen: npt.NDArray[np.bool_] | None = None
        self._zero: FloatArray | None = None
        self._zero_is_steady: bool | None = None
        self._zero_rate = np.zeros(robot.joint_count)
        """At which the joints moved while the zero was taken: a lag is in it too."""
        self._now: dict[Signal, FloatArray] | None = None

    @property
    def offered(self) -> tuple[Signal, ...]:
        """The signals that the stream lets us watch."""
        return self._signals.offered

    @property
    def has_link(self) -> npt.NDArray[np.bool_]:
        """(n,) which joints have a link encoder: those that told something, all before the first sample."""
        if self._link_seen is not None:
            return self._link_seen.copy()
        return np.full(self._robot.joint_count, Signal.LINK_ANGLE in self._rows)

    @property
    def zero(self) -> FloatArray | None:
        """(n,) rad (m) that counts as no deflection; None while nothing was zeroed."""
        return self._zero

    @property
    def zero_is_steady(self) -> bool | None:
        """Whether the arm stood still while the zero was taken; None without a zero."""
        return self._zero_is_steady

    def feed(self, sequence: SequenceArray, time: FloatArray, columns: Columns) -> None:
        """Take in what is new.

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
        self, *, window_s: float, sequence: SequenceArray, time: FloatArray, columns: Columns
    ) -> None:
        """Curves over another window, from the samples (N,), (N, n) at hand; the zero stays.

        Loops go on with those that they have not had yet. A new zero needs no restart: it counts
        for everything at once.
        """
        self._running = self._curves_over(window_s)
        self._newest.clear()
        self._now = None
        if sequence.size and self._in_loop is not None and sequence[-1] < self._in_loop:
            self._clear_loop()
        self.refill(sequence, time, columns)

    def refill(self, sequence: SequenceArray, time: FloatArray, columns: Columns) -> None:
        """Fill a long window piece by piece, after a ``restart`` without samples: the oldest piece first.

        Loops go on with the samples that they have not had yet.
        """
        self._take_all(sequence, time, columns)

    def set_zero(self) -> FloatArray:
        """Make the mean deflection of the last 0.5 s count as none, for all curves and loops.

        Returns
        -------
        (n,) rad (m), NaN for joints without a link encoder. Where nothing is known of any joint
        the zero stays what it was.
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

    def take_lag(self) -> None:
        """Take the lag out that should be; a ``restart`` has to follow, and loops begin anew with it."""
        before, now = self._signals.channel_lag, self.lag.take()
        if self._zero is not None:
            change = (0.0 if now is None else now) - (0.0 if before is None else before)
            self._set_zero(self._zero - change * self._zero_rate)
        self._signals.channel_lag = now
        self._clear_loop()

    def clear_zero(self) -> None:
        """Deflections as the encoders say them."""
        self._zero_is_steady = None
        self._set_zero(None)

    def curves(self) -> tuple[FloatArray, Mapping[Signal, FloatArray]]:
        """The curves for the screen.

        Returns
        -------
        Time (M,) s counted from the newest sample, at most 0, and each signal (M, n) in SI units;
        NaN points break the lines where samples are missing. Each curve is contiguous in memory.
        """
        time, values = self._running.curves()
        if self._zero is not None:
            values[:, self._rows[Signal.DEFLECTION]] -= self._zero
        if time.size:
            time -= time[-1]
        return time, {signal: values[:, rows] for signal, rows in self._rows.items()}

    def now(self) -> Mapping[Signal, FloatArray]:
        """Each signal's mean (n,) over the last 0.1 s; NaN where nothing was told."""
        if self._now is None:
            window = self._newest_values(NOW_S)
            means = mean_of_known(window)
            self._now = {signal: means[rows] for signal, rows in self._rows.items()}
            if self._zero is not None:
                self._now[Signal.DEFLECTION] = self._now[Signal.DEFLECTION] - self._zero
        return self._now

    def pose(self) -> FloatArray:
        """(n,) model joint positions, rad (m), by the first encoder that tells one; NaN where none does."""
        reported = np.full(self._robot.joint_count, np.nan)
        for signal in ANGLES:
            if signal in self._rows:
                reported = np.where(np.isnan(reported), self.now()[signal], reported)
        return self._robot.position_from_reported(reported)

    def tool_deflection(self) -> FloatArray:
        """(n,) m that each joint's deflection moves the tool, signed as it; NaN without link encoder."""
        return tool_lever(self._robot, self.pose()) * self._deflection()

    def tool_translation(self) -> FloatArray:
        """(3,) m by which all deflections together move the flange; NaN where none is known."""
        return tool_translation(self._robot, self.pose(), self._deflection())

    def tool_shift(self) -> float:
        """How far that is, m."""
        return float(np.linalg.norm(self.tool_translation()))

    def values(self, signal: Signal, time: FloatArray, columns: Columns) -> FloatArray:
        """A signal (N, n) of full-rate samples (N,) s and (N, n), SI, the zero taken away."""
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

        None for a joint whose gear ratio nobody knows, or that made too few turns in one direction.
        """
        values = self._signals.of_block(signal, time, columns)
        return order_spectra_of(values, joints, time=time, turns=self.motor_turns(columns))

    def longest_strokes(self, joints: Collection[int], columns: Columns) -> dict[int, float]:
        """Motor turns of the longest stroke in one direction, to say what an order spectrum lacks.

        NaN for a joint whose gear ratio nobody knows.
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
        """The first row to take in: past samples that are here already, or where the device counts anew."""
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
        """Take in the samples from row ``first`` on."""
        if not self.offered:
            return
        for begin in range(first, sequence.size, _AT_ONCE):
            rows = slice(begin, begin + _AT_ONCE)
            self._take(sequence[rows], time[rows], {name: column[rows] for name, column in columns.items()})

    def _take(self, sequence: SequenceArray, time: FloatArray, columns: Columns) -> None:
        values = self._signals.values(sequence, time, columns, earlier=self._newest)
        self._running.feed(sequence, time, values.T)
        new = 0 if self._in_loop is None else int(np.searchsorted(sequence, self._in_loop, side="right"))
        self._feed_loop(sequence[new:], values[:, new:])
        self._newest.append(sequence, time, values)
        self._now = None
        if Signal.DEFLECTION in self._rows and self.lag.is_new(sequence):
            self.lag.feed(sequence, *self._signals.raw_deflection(values))
        if Signal.LINK_ANGLE in self._rows:
            told = np.asarray(np.isfinite(values[self._rows[Signal.LINK_ANGLE]]).any(axis=1))
            self._link_seen = told if self._link_seen is None else np.logical_or(self._link_seen, told)

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
        self.loop.set_zero(zero)

    def _newest_values(self, seconds: float) -> FloatArray:
        """(K, m) of the last ``seconds``; a sample on the edge counts whatever the clock rounds to."""
        return self._newest.window(max(0.0, seconds - 0.5 / self._rate_hz))

    def _deflection(self) -> FloatArray:
        return self.now().get(Signal.DEFLECTION, np.full(self._robot.joint_count, np.nan))
