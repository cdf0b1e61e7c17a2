"""A repeated period in a recording: its detection, and every period at the same times after its start."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.errors import NotEnoughData
from core.identification.joint_side import POSITION_SOURCES
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray, Recording, columns_missing
from core.robot.measured_joints import joint_position
from core.robot.model import RobotModel
from core.signals.filters import moving_mean
from core.signals.resampling import sample_rate

HOLE = 1.5
"""Length of a gap relative to the usual sample step; nothing is interpolated across a gap."""
_BESIDE_HOLE = 2
"""Samples on either side of a gap whose interpolation would use values across it."""

ComplexArray = npt.NDArray[np.complex128]
FEWEST_CYCLES = 1.9
"""Smallest number of periods; nearly every time of one can then be compared with another."""
_SAME = 2e-3
"""Largest difference between two periods of one motion, relative to a joint's travel."""
_NEARLY = 10.0 * _SAME
"""The same while the lag is not yet exact."""
_NOISE_REACH = 8.0
"""Ratio to the median difference that noise does not exceed in a whole recording."""
_REPEATED_SHARE = 0.8
"""Share of the sample pairs one period apart that must agree; the rest is rest before and after."""
_SHORTEST_S = 1.0
_SEARCH_S = 300.0
"""Length of a recording in which its period is searched for, s; the period is at most half of it."""
_COARSE_S = 0.1
"""Time step of the search, s; positions are averaged over the same time."""
_HALF_STEP = 0.6
_FEWEST_POINTS = 300
_FINE_POINTS, _FINE_RATE_HZ = 20_000, 50.0
"""Number of samples used: this many, or at this rate if that gives more."""
_STEPS, _ROUNDS = 20, 2
"""Number of lags on either side of the best one in each refinement, and of refinements."""
_USUAL_SHARE = 0.8
_UNUSUAL = 3.0
"""Ratio to the 80 % quantile of the differences above which the motion is another one."""
_WINDOW = 0.01
"""Share of the period over which differences are averaged; half of it is left out at either end."""


@dataclass(frozen=True)
class RepeatedPeriod:
    """From ``began`` to ``ended`` s on the recording's clock the motion repeats every ``period_s`` s."""

    period_s: float
    began: float
    ended: float

    @property
    def cycles(self) -> float:
        """Number of periods in the span, not always an integer."""
        return (self.ended - self.began) / self.period_s

    def covers(self, time: FloatArray) -> npt.NDArray[np.bool_]:
        """Mask of the times (N,) in s within the span."""
        return np.asarray((time >= self.began) & (time <= self.ended))

    def phase(self, time: FloatArray) -> FloatArray:
        """Time since the start of the period for each of the times, (N,) s."""
        return np.asarray(np.mod(time - self.began, self.period_s))


def find_repeated_period(
    recording: Recording,
    robot: RobotModel,
    *,
    period_s: float | None = None,
    monitor: Monitor | None = None,
) -> RepeatedPeriod | None:
    """Find the span in which the motion repeats a period; None if there are fewer than two periods.

    Parameters
    ----------
    recording
        Any recording; a long one is read in steps.
    period_s
        Length in s, refined by one least-squares step; searched for where None.
    """
    watching = monitor or NullMonitor()
    time, position = _thinned(recording, robot, watching)
    travel = np.ptp(position, axis=0)
    moving = travel > 0.01 * travel.max(initial=0.0)
    if time.size < _STEPS or not moving.any():
        return None
    # smoothing removes noise and keeps the period
    smoothed = max(int(_COARSE_S * time.size / float(time[-1] - time[0])), 1)
    scaled = moving_mean(position[:, moving] / travel[moving], smoothed)
    lag = _search(time, scaled, monitor=watching) if period_s is None else period_s
    if lag is None or lag >= time[-1] - time[0]:
        return None
    lag += _rest(time, scaled, lag)
    found = _stretch(time, scaled, lag)
    if found is None:
        return None
    # refine again without the rest at both ends
    inside = found.covers(time)
    return replace(found, period_s=lag + _rest(time[inside], scaled[inside], lag))


def _thinned(recording: Recording, robot: RobotModel, monitor: Monitor) -> tuple[FloatArray, FloatArray]:
    """Evenly chosen times (M,) s and positions (M, n), as recorded."""
    total = recording.time.shape[0]
    at_rate = int(total / max(recording.duration * _FINE_RATE_HZ, 1.0))
    step = max(1, min(total // _FINE_POINTS, at_rate))
    times, positions = [], []
    for first in range(0, total, step * 1000):
        monitor.check()
        block = recording.block(first, min(first + step * 1000, total))
        times.append(np.asarray(block.time)[::step])
        positions.append(_positions(block, robot)[::step])
    return np.concatenate(times), np.concatenate(positions)


def _positions(block: Recording, robot: RobotModel) -> FloatArray:
    columns = {quantity: np.asarray(column[:]) for quantity, column in block.columns.items()}
    found = joint_position(robot, columns)
    if found is None:
        raise columns_missing("no-position", block.label, has=columns, needed=POSITION_SOURCES)
    return found


def _search(time: FloatArray, scaled: FloatArray, *, monitor: Monitor) -> float | None:
    """The shortest lag after which the motion repeats."""
    seconds = min(float(time[-1] - time[0]), _SEARCH_S)
    points = max(int(seconds / _COARSE_S), _FEWEST_POINTS)
    step = seconds / points
    grid = time[0] + step * np.arange(points + 1)
    coarse = np.stack([np.interp(grid, time, column) for column in scaled.T], axis=1)
    # a lag among these is up to half a step off
    nearly = max(_NEARLY, _HALF_STEP * float(np.abs(np.diff(coarse, axis=0)).max()))
    first = max(int(np.ceil(_SHORTEST_S / step)), 2)
    last = int(points / FEWEST_CYCLES)
    found = []
    for lag in range(first, last):
        if lag % 50 == 0:
            monitor.check()
        found.append(float(np.mean(np.abs(coarse[lag:] - coarse[:-lag]).max(axis=1) < nearly)))
    shares = np.array(found)
    good = np.flatnonzero(shares > 0.9 * _REPEATED_SHARE)
    if not good.size or _is_at_rest(coarse, first):
        return None
    # the lags about the first good one: the best of these
    near = good[good < good[0] * 1.05 + 3]
    best = first + int(near[np.argmax(shares[near])])
    return _refined(time, scaled, best * step, within=2.0 * step)


def _is_at_rest(coarse: FloatArray, lag: int) -> bool:
    """True if the arm is mostly at rest, which repeats with any period."""
    return float(np.mean(np.abs(coarse[lag:] - coarse[:-lag]).max(axis=1) < _SAME)) > _REPEATED_SHARE


def _refined(time: FloatArray, scaled: FloatArray, lag: float, *, within: float) -> float:
    for _ in range(_ROUNDS):
        tried = lag + np.linspace(-within, within, 2 * _STEPS + 1)
        misses = [float(np.mean(np.abs(_change(time, scaled, one)).max(axis=1))) for one in tried]
        lag, within = float(tried[int(np.argmin(misses))]), 2.0 * within / _STEPS
    return lag


def _rest(time: FloatArray, scaled: FloatArray, lag: float) -> float:
    """Correction of the lag, s: one least-squares step with the speeds as derivative."""
    change = _change(time, scaled, lag)
    speed = np.gradient(scaled[: change.shape[0]], time[: change.shape[0]], axis=0)
    same = np.abs(change).max(axis=1) < _NEARLY
    square = float(np.sum(speed[same] ** 2))
    return -float(np.sum(speed[same] * change[same])) / square if square > 0.0 else 0.0


def _change(time: FloatArray, scaled: FloatArray, lag: float) -> FloatArray:
    """Change (M, n) of the first M positions after one lag."""
    early = time[time <= time[-1] - lag]
    later = np.stack([np.interp(early + lag, time, column) for column in scaled.T], axis=1)
    return np.asarray(later - scaled[: early.size])


def _stretch(time: FloatArray, scaled: FloatArray, lag: float) -> RepeatedPeriod | None:
    """The longest span in which the motion agrees with itself one lag later."""
    window = max(int(_WINDOW * np.count_nonzero(time < time[0] + lag)), 1)
    smooth = moving_mean(_change(time, scaled, lag), window)
    difference = np.abs(smooth).max(axis=1)
    near = difference[difference < _NEARLY]
    noise = _NOISE_REACH * float(np.median(near)) if near.size else 0.0
    rough = _longest(difference < min(max(_SAME, noise), _NEARLY))
    if rough is None:
        return None
    # an arm at rest at its start is close to its motion too, so the usual difference sets the limit
    size = np.sqrt(moving_mean(difference[rough] ** 2, window))
    inside = rough.start + np.flatnonzero(size <= _UNUSUAL * np.quantile(size, _USUAL_SHARE))
    trim = _WINDOW / 2.0 * lag
    began, ended = float(time[inside[0]]) + trim, float(time[inside[-1]]) + lag - trim
    found = RepeatedPeriod(lag, began, ended)
    return found if found.cycles >= FEWEST_CYCLES else None


def _longest(holds: npt.NDArray[np.bool_]) -> slice | None:
    """The longest run of True values."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], holds.astype(np.intp), [0]))))
    if not edges.size:
        return None
    begins, ends = edges[::2], edges[1::2]
    longest = int(np.argmax(ends - begins))
    return slice(int(begins[longest]), int(ends[longest]))


@dataclass(frozen=True, eq=False)
class PeriodGrid:
    """Values (P, M, n) of P periods at M moments, evenly over a period; NaN where there were none."""

    span: RepeatedPeriod
    values: FloatArray

    @property
    def count(self) -> FloatArray:
        """Number of measured periods at each time, (M, n)."""
        return np.asarray(np.isfinite(self.values).sum(axis=0), dtype=np.float64)

    @property
    def mean(self) -> FloatArray:
        """The mean period (M, n) ([Wu] equation 18).

        Raises
        ------
        NotEnoughData
            ``periods-not-covered`` where some moment was never measured.
        """
        count = self.count
        if not count.all():
            raise NotEnoughData(
                "periods-not-covered", samples=int(count.sum()), cycles=int(self.values.shape[0])
            )
        return np.asarray(np.nansum(self.values, axis=0) / count)

    @property
    def frequency(self) -> FloatArray:
        """Frequencies of the lines of ``noise_power`` from 0 on, (F,) Hz."""
        return np.arange(self.values.shape[1] // 2 + 1) / self.span.period_s

    def noise_power(self) -> FloatArray:
        """Power (F, n) per Fourier coefficient of the non-repeating part ([Wu] equation 19).

        Unbiased estimate of ``|rfft / M|²`` of one period's difference from the mean.
        """
        rest = np.nan_to_num(self.values - self.mean)
        # a moment that was measured c times keeps (c − 1)/c of its noise in the difference
        kept = np.maximum(self.count - 1.0, 0.0).sum(axis=0) / self.values.shape[1]
        power = np.sum(np.abs(np.fft.rfft(rest, axis=1) / rest.shape[1]) ** 2, axis=0)
        return np.asarray(power / np.where(kept > 0.0, kept, np.nan))


def period_grid(
    time: FloatArray, values: FloatArray, span: RepeatedPeriod, *, most_samples: int = 600_000
) -> PeriodGrid:
    """The periods of ``values`` (N, n) on the clock ``time`` (N,) s as one grid.

    Values are interpolated with cubic splines, so that a low sample rate causes little error. Of long
    recordings only the periods within the first ``most_samples`` samples are used.
    """
    from scipy.interpolate import CubicSpline  # slow to import, and most fits need none

    last = int(np.searchsorted(time, span.ended, side="right"))
    first = int(np.searchsorted(time, span.began))
    last = min(last, first + most_samples)
    clock, found = time[first:last], values[first:last]
    count = max(round(span.period_s * sample_rate(clock)), 2)
    cycles = int(np.ceil((clock[-1] - span.began) / span.period_s - 1e-9))
    phase = span.period_s * np.arange(count) / count
    moments = span.began + span.period_s * np.arange(cycles)[:, np.newaxis] + phase
    on_grid = CubicSpline(clock, found)(np.clip(moments, clock[0], clock[-1]))
    on_grid[~_known(clock, moments)] = np.nan
    return PeriodGrid(span, on_grid)


def _known(clock: FloatArray, moments: FloatArray) -> npt.NDArray[np.bool_]:
    """Mask of the times (P, M) that lie among samples without a gap nearby."""
    step = np.diff(clock)
    holes = np.flatnonzero(step > HOLE * np.median(step))
    begins = clock[np.maximum(holes - _BESIDE_HOLE, 0)]
    ends = clock[np.minimum(holes + 1 + _BESIDE_HOLE, clock.size - 1)]
    known = (moments >= clock[0]) & (moments <= clock[-1])
    for begin, end in zip(begins, ends, strict=True):
        known &= (moments <= begin) | (moments >= end)
    return np.asarray(known, dtype=np.bool_)
