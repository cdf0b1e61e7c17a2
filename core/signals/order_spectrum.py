"""Order spectrum: amplitudes over cycles per motor turn, independent of the motor's speed.

A motion is cut into strokes in one direction. Each stroke is resampled to equal steps of angle by
averaging within a step, and a low-order polynomial is subtracted: gravity and wind-up of the gear
change over a joint's range, ripple over a motor turn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.recording import FloatArray
from core.signals.spectrum import LINES_APART, OrderSpectrum
from core.signals.turning_points import turning_points

LEAST_STROKE_TURNS = 4.0
"""Shortest stroke, in motor turns; below it the once-per-turn component is not separable from the trend."""
MOST_STROKES = 12
"""Largest number of strokes used, newest first; more add little information."""
_STEPS_PER_CYCLE = 4.0
"""Angle steps per cycle of the highest order."""
_REVERSAL = 0.25
"""Reverse motion, in motor turns, that counts as a reversal and not as encoder noise."""
_SLOW = 0.25
"""Share of a stroke's top speed below which its ends, where lost motion is taken up, are cut off."""
_SAMPLES_PER_CYCLE = 4.0
"""Fewest samples per cycle that resolve an order."""
_LOWEST_ORDER = 2.0
"""A stroke too fast to resolve even this order is left out."""
_DEGREE = 3
"""Degree of the subtracted polynomial; over 4 turns it cannot follow a once-per-turn component."""
_SLOPE_SAMPLES = 4
"""Number of samples over which a speed is computed."""
_PADDING = 4
"""Zero padding: refinement of the axis over the longest stroke's resolution."""
_SMOOTH = 4
"""With this many samples per angle step, linear interpolation is as good as a spline."""
_PASSES = 24
"""Iterations; each at least halves the error of the slopes, together to 1e-7 of the steepest."""


@dataclass(frozen=True, eq=False)
class _Stroke:
    """Values (N,) at non-decreasing turns (N,), and the highest order that the samples resolve."""

    turns: FloatArray
    values: FloatArray
    carries: float

    @property
    def length(self) -> float:
        return float(self.turns[-1] - self.turns[0])


def order_spectrum(values: FloatArray, turns: FloatArray, *, highest: float = 8.0) -> OrderSpectrum | None:
    """Amplitudes over cycles per motor turn, averaged over the strokes of a motion.

    Parameters
    ----------
    values
        (N,) samples of the signal, any unit.
    turns
        (N,) turns of the motor shaft at the samples, which are evenly spaced in time.
    highest
        Orders up to this; fewer where the motor turned so fast that samples lie further apart
        than a quarter of a cycle.

    Returns
    -------
    Peak amplitudes of sines. None where no stroke in one direction is 4 turns long, where the
    motor was too fast for its samples, or where a sample is missing (NaN).
    """
    if not (np.all(np.isfinite(values)) and np.all(np.isfinite(turns))):
        return None
    strokes = [stroke for stroke in _strokes(values, turns) if stroke.carries >= _LOWEST_ORDER]
    longest = max((stroke.length for stroke in strokes), default=0.0)
    if longest < LEAST_STROKE_TURNS:
        return None
    least = max(LEAST_STROKE_TURNS, 0.5 * longest)  # so that all strokes have a similar resolution
    long_ones = [stroke for stroke in strokes if stroke.length >= least]
    return _averaged(long_ones[-MOST_STROKES:], highest=highest)


def longest_stroke(turns: FloatArray) -> float:
    """Length of the longest stroke in one direction in (N,) motor turns, slow ends cut off, in turns.

    Below ``LEAST_STROKE_TURNS`` it is too short for a spectrum. NaN counts as no motion.
    """
    if not turns.size or not np.all(np.isfinite(turns)):
        return 0.0
    return max((stroke.length for stroke in _strokes(turns, turns)), default=0.0)


def _strokes(values: FloatArray, turns: FloatArray) -> Iterator[_Stroke]:
    for first, end in pairwise([0, *turning_points(turns, reversal=_REVERSAL), turns.size]):
        stroke = _without_slow_ends(values[first:end], turns[first:end])
        if stroke is not None:
            yield stroke


def _without_slow_ends(values: FloatArray, turns: FloatArray) -> _Stroke | None:
    if turns.size <= 2 * _SLOPE_SAMPLES:
        return None
    way = np.sign(turns[-1] - turns[0]) * turns
    speed = (way[_SLOPE_SAMPLES:] - way[:-_SLOPE_SAMPLES]) / _SLOPE_SAMPLES
    fast = np.flatnonzero(speed > _SLOW * speed.max())
    if not fast.size or speed.max() <= 0.0:
        return None
    rows = slice(int(fast[0]), int(fast[-1]) + _SLOPE_SAMPLES + 1)
    rising = np.maximum.accumulate(way[rows])
    return _Stroke(rising, values[rows], carries=float(1.0 / (_SAMPLES_PER_CYCLE * speed.max())))


def _averaged(strokes: Sequence[_Stroke], *, highest: float) -> OrderSpectrum:
    highest = min(highest, *(stroke.carries for stroke in strokes))
    steps = int(np.ceil(_STEPS_PER_CYCLE * highest))
    length = sum(stroke.length for stroke in strokes)
    points = _PADDING * int(2 ** np.ceil(np.log2(steps * max(stroke.length for stroke in strokes))))
    axis = np.asarray(np.fft.rfftfreq(points, 1.0 / steps), dtype=np.float64)
    total = sum(stroke.length * _amplitudes(stroke, steps=steps, points=points) for stroke in strokes)
    shown = axis <= highest
    averaging = np.sinc(axis[shown] / steps)  # attenuation of a sine by the mean over an angle step
    return OrderSpectrum(
        axis=axis[shown],
        amplitude=np.asarray(total / length)[shown] / averaging,
        resolution=LINES_APART * len(strokes) / length,
        turns_covered=length,
        strokes=len(strokes),
    )


def _amplitudes(stroke: _Stroke, *, steps: int, points: int) -> FloatArray:
    even = _at_equal_angles(stroke, steps=steps)
    place = np.linspace(-1.0, 1.0, even.size)
    even = even - np.polynomial.legendre.legval(place, np.polynomial.legendre.legfit(place, even, _DEGREE))
    window = np.hanning(even.size)
    return np.asarray(2.0 * np.abs(np.fft.rfft(window * even, points)) / window.sum())


def curve_through(places: FloatArray, values: FloatArray, *, at: FloatArray) -> FloatArray:
    """The cubic spline through (N,) values at rising places, read at (M,) others.

    Two continuous derivatives; the first and the last slope are those of the parabolas through the
    outermost three samples (de Boor 2001, chapter IV). Beyond the ends the last cubic goes on.

    Examples
    --------
    >>> import numpy as np
    >>> places = np.array([0.0, 1.0, 2.5, 3.0, 4.0])
    >>> curve_through(places, places**2, at=np.array([0.5, 2.0, 3.5]))
    array([ 0.25,  4.  , 12.25])
    """
    if places.size < 3:
        return np.interp(at, places, values)
    step = np.diff(places)
    rise = np.diff(values) / step
    slope = _slopes(step, rise)
    left = np.clip(np.searchsorted(places, at, side="right") - 1, 0, step.size - 1)
    along, width = at - places[left], step[left]
    bend = (3.0 * rise[left] - 2.0 * slope[left] - slope[left + 1]) / width
    twist = (slope[left] + slope[left + 1] - 2.0 * rise[left]) / width**2
    return np.asarray(values[left] + along * (slope[left] + along * (bend + along * twist)))


def _slopes(step: FloatArray, rise: FloatArray) -> FloatArray:
    """The slopes (N,) with a continuous second derivative, by Jacobi iteration."""
    before = step[1:] / (step[:-1] + step[1:])
    after = 1.0 - before
    parabola = before * rise[:-1] + after * rise[1:]
    slope = np.concatenate(
        [[2.0 * rise[0] - parabola[0]], parabola, [2.0 * rise[-1] - parabola[-1]]],
    )
    for _ in range(_PASSES):
        # The system is diagonally dominant by a factor of two, so each pass halves the error.
        slope[1:-1] = 1.5 * parabola - 0.5 * (before * slope[:-2] + after * slope[2:])
    return slope


def _at_equal_angles(stroke: _Stroke, *, steps: int) -> FloatArray:
    """Means over equal steps of angle; averaging suppresses higher orders, so they do not alias."""
    count = int(stroke.length * steps)
    within = max(1, int(np.ceil(stroke.turns.size / count)))
    angle = stroke.turns[0] + (np.arange(count * within) + 0.5) / (steps * within)
    if within >= _SMOOTH:
        fine = np.interp(angle, stroke.turns, stroke.values)
    else:
        moved = np.diff(stroke.turns, prepend=-np.inf) > 0.0
        fine = curve_through(stroke.turns[moved], stroke.values[moved], at=angle)
    return np.asarray(fine.reshape(count, within).mean(axis=1))
