"""Ripple: spectral lines of a deflection's residual over motor turns.

Lines are searched for over the angle that the motor turned, not over time, with all strokes of a motion
together, so that the whole range of turns gives the resolution in order. A line must exceed its
neighbourhood and be the same in every block of the motion. For its amplitude each sample has the same
weight, which favours slow stretches: the faster a motor turns, the more the arm's inertia suppresses a
gear's error. Each recording has its own phase, because the zero of the motor's angle differs from one
power-on to the next.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.elasticity.joint_parts import FEWEST_BLOCKS, IntArray, fit_parts
from core.elasticity.result import Measured, Ripple, RippleCause, RippleSpectrum
from core.recording import FloatArray

FEWEST_CYCLES = 6.0
"""Fewest cycles in the range of turns; fewer look like the trend of gravity and wind-up."""
FOLLOWED_HZ = 10.0
"""Highest frequency, Hz, that the arm follows; faster lines excite its resonances."""
LOWEST_ORDER = 0.5
"""Lowest order; below it a range of a few tens of turns has too few cycles."""
_STANDS_OUT = 4.0
"""Amplitude of a line relative to the median of the neighbouring orders; noise alone reaches 3 to 3.5."""
_NEIGHBOURHOOD = 0.75
"""Width of the neighbourhood on either side, in orders."""
_APART = 1.5
"""Distance in resolutions below which two peaks belong to one line with a varying amplitude."""
_APART_SHARE = 0.05
"""The same as a share of the order, because the arm's resonance amplifies some speeds more than others."""
_SIDEBAND_SHARE, _SIDEBAND_HEIGHT = 0.15, 0.3
"""Limits in order and amplitude below which a smaller peak is a sideband of a line."""
LET_THROUGH = 0.2
"""Relative uncertainty of a line's amplitude from the arm's inertia."""
_SURE = 4.0
"""Standard deviations from which an amplitude is significant."""
_SAMPLES_PER_CYCLE = 2.5
"""Fewest samples per cycle that resolve an order."""
_WHOLE = 0.02
"""Largest relative distance from an integer order."""
_SHOWN_POINTS = 2000
_STEPS = 6
_BINS_PER_CYCLE = 4.0
_FINER = 4
"""Refinement of the order grid over the resolution from the range of turns."""


@dataclass(frozen=True, eq=False)
class RippleLines:
    """The lines, strongest first, with their waves in each recording, and the spectrum.

    ``waves`` (k, R, 2) rad (m) are sines and cosines of motor turns minus ``centre`` (R,) turns.
    """

    lines: tuple[Ripple, ...]
    waves: FloatArray
    centre: FloatArray
    spectrum: RippleSpectrum

    def at(self, turns: FloatArray, *, recording: int, gain: Callable[[float], FloatArray]) -> FloatArray:
        """Sum (M,) of all lines at motor turns (M,), rad (m); ``gain`` is the attenuation of an order."""
        found = np.zeros(turns.size)
        for line, wave in zip(self.lines, self.waves, strict=True):
            order = line.cycles_per_motor_turn
            phase = 2.0 * np.pi * order * (turns - self.centre[recording])
            sine, cosine = wave[recording]
            found += gain(order) * (sine * np.sin(phase) + cosine * np.cos(phase))
        return found


def lowest_order(turns: float) -> float:
    """Lowest order that a range of ``turns`` separates from the trend."""
    return max(LOWEST_ORDER, FEWEST_CYCLES / turns) if turns > 0.0 else float("inf")


@dataclass(frozen=True, eq=False)
class RippleSamples:
    """Residual of a deflection (N,) rad (m) at motor turns (N,), with time blocks (N,) from 0.

    Only samples with a moving motor; ``travel`` (N,) are the turns to the next sample.
    """

    rest: FloatArray
    turns: FloatArray
    travel: FloatArray
    speed: FloatArray
    """Motor speed (N,), turns per second."""
    blocks: IntArray
    recording: IntArray
    """Number of the recording (N,), from 0."""
    recordings: int
    """Number of recordings, including those without samples."""

    @cached_property
    def spans(self) -> tuple[IntArray, ...]:
        """Indices of the samples of each recording."""
        return tuple(np.flatnonzero(self.recording == number) for number in range(self.recordings))

    @cached_property
    def range(self) -> float:
        """Range of turns of the recording with the widest range."""
        return max((float(np.ptp(self.turns[rows])) for rows in self.spans if rows.size), default=0.0)

    @cached_property
    def from_centre(self) -> FloatArray:
        """Turns (N,) from the centre of each recording, where phase and order are uncorrelated."""
        found = self.turns.copy()
        for rows in self.spans:
            found[rows] -= self.turns[rows].mean() if rows.size else 0.0
        return found


@dataclass(frozen=True, eq=False)
class OrderGrid:
    """Orders (K,) of a Fourier transform over angle bins."""

    orders: FloatArray
    shown: slice
    place: IntArray
    """Angle bin (N,) of each sample; every recording begins at 0."""
    samples: RippleSamples
    bins: int
    averaging: FloatArray

    @classmethod
    def of(cls, samples: RippleSamples, *, low: float, high: float) -> "OrderGrid":
        """Orders between ``low`` and ``high``, fine enough for the widest range of turns."""
        per_turn = int(np.ceil(_BINS_PER_CYCLE * high))
        place = np.zeros(samples.turns.size, dtype=np.intp)
        for rows in samples.spans:
            if rows.size:
                place[rows] = (samples.turns[rows] - samples.turns[rows].min()) * per_turn
        bins = int(2 ** np.ceil(np.log2(_FINER * (place.max() + 1))))
        every = np.fft.rfftfreq(bins, 1.0 / per_turn)
        shown = slice(int(np.searchsorted(every, low)), int(np.searchsorted(every, high, side="right")))
        orders = np.asarray(every[shown], dtype=np.float64)
        # attenuation of a sine by the mean over an angle bin
        return cls(orders, shown, place, samples, bins, np.sinc(orders / per_turn))

    def amplitudes(self, rest: FloatArray) -> FloatArray:
        """Peak amplitudes (K,) of sines, averaged over the recordings with the motor's travel as weight."""
        power = np.zeros(self.orders.size)
        for rows in self.samples.spans:
            travel = self.samples.travel[rows]
            weight = float(travel.sum())
            if weight <= 0.0:
                continue
            mean = float(travel @ rest[rows] / weight)
            sums = np.bincount(self.place[rows], travel * (rest[rows] - mean), minlength=self.bins)
            power += np.square(np.abs(np.fft.rfft(sums)[self.shown])) / weight
        return np.asarray(2.0 * np.sqrt(power / self.samples.travel.sum()) / self.averaging)


def find_ripple(samples: RippleSamples, *, highest: float, most: int) -> RippleLines | None:
    """The lines up to an order.

    Parameters
    ----------
    samples
        Samples of one joint from all recordings.
    highest
        Cycles per motor turn; fewer where the motor turned so fast that samples lie too far apart.
    most
        Largest number of lines.

    Returns
    -------
    None where the motor turned too little, or too fast, to resolve any order.
    """
    low, high = lowest_order(samples.range), _highest(samples, highest)
    if high <= 1.2 * low or int(samples.blocks.max(initial=-1)) + 1 < FEWEST_BLOCKS:
        return None
    grid = OrderGrid.of(samples, low=low, high=high)
    shown = grid.amplitudes(samples.rest)
    found = _lines(samples, grid, most=most)
    return _measured(samples, found, RippleSpectrum(*_thinned(grid.orders, shown)))


def _highest(samples: RippleSamples, wanted: float) -> float:
    fast = float(np.quantile(samples.travel, 0.9)) if samples.travel.size else 0.0
    return min(wanted, 1.0 / (_SAMPLES_PER_CYCLE * fast)) if fast > 0.0 else 0.0


def _lines(samples: RippleSamples, grid: OrderGrid, *, most: int) -> list[float]:
    """Orders of the lines, found one after the other in the residual."""
    found: list[float] = []
    heights: list[float] = []
    rest, orders = samples.rest, grid.orders
    apart = _APART / samples.range
    refused = np.zeros(orders.size, dtype=bool)
    while len(found) < most:
        amplitude = np.where(refused, 0.0, grid.amplitudes(rest))
        peak = int(np.argmax(amplitude))
        near = np.abs(orders - orders[peak]) < _NEIGHBOURHOOD
        if amplitude[peak] <= _STANDS_OUT * np.median(amplitude[near]):
            break
        refused |= np.abs(orders - orders[peak]) < max(apart, _APART_SHARE * orders[peak])
        if _is_sideband(float(orders[peak]), float(amplitude[peak]), found, heights):
            continue
        heights.append(float(amplitude[peak]))
        coarse = float(orders[peak])
        found.append(_refined(samples, rest, coarse, _slow(samples, coarse), limit=apart))
        rest = samples.rest.copy()
        for rows in samples.spans:
            waves = _waves(samples.from_centre[rows], found)
            rest[rows] -= waves @ np.linalg.lstsq(waves, samples.rest[rows], rcond=None)[0]
    return found


def _is_sideband(order: float, height: float, lines: Sequence[float], heights: Sequence[float]) -> bool:
    """True if a peak is only a sideband of a line found before."""
    return any(
        abs(order - line) < _SIDEBAND_SHARE * line and height < _SIDEBAND_HEIGHT * main
        for line, main in zip(lines, heights, strict=True)
    )


def _slow(samples: RippleSamples, order: float) -> FloatArray:
    """Weights (N,) of samples slow enough for the arm to follow a line; at others its phase lags."""
    return np.asarray(1.0 / (1.0 + (order * samples.speed / FOLLOWED_HZ) ** 2))


def _refined(
    samples: RippleSamples, rest: FloatArray, order: float, weight: FloatArray, *, limit: float
) -> float:
    """The order of the best weighted sine fit, by Gauss-Newton from a grid point."""
    start = order
    for _ in range(_STEPS):
        above = below = 0.0
        for rows in samples.spans:
            if not rows.size:
                continue
            own, target = weight[rows, np.newaxis], weight[rows] * rest[rows]
            waves = own * _waves(samples.from_centre[rows], [order])
            pair = np.asarray(np.linalg.lstsq(waves, target, rcond=None)[0])
            slope = own[:, 0] * _slope(samples.from_centre[rows], order, pair)
            left = target - waves @ pair
            # the part of the residual that a change of the order explains
            alone = slope - waves @ np.linalg.lstsq(waves, slope, rcond=None)[0]
            above, below = above + float(alone @ left), below + float(alone @ alone)
        if below <= 0.0:
            return order
        order = float(np.clip(order + above / below, start - 0.5 * limit, start + 0.5 * limit))
    return order


def _waves(turns: FloatArray, orders: Sequence[float]) -> FloatArray:
    """Sine and cosine columns (N, 2 k)."""
    phase = 2.0 * np.pi * np.outer(turns, orders)
    return np.stack([np.sin(phase), np.cos(phase)], axis=2).reshape(turns.size, 2 * len(orders))


def _slope(turns: FloatArray, order: float, pair: FloatArray) -> FloatArray:
    """Derivative (N,) of a wave with respect to its order."""
    phase, way = 2.0 * np.pi * order * turns, 2.0 * np.pi * turns
    return np.asarray(way * (pair[0] * np.cos(phase) - pair[1] * np.sin(phase)))


def _measured(samples: RippleSamples, orders: Sequence[float], spectrum: RippleSpectrum) -> RippleLines:
    """The lines with their uncertainty, without those on which the blocks disagree."""
    kept = list(orders)
    found = _with_doubt(samples, kept) if kept else []
    while any(not line.is_sure for line in found):
        kept = [order for order, line in zip(kept, found, strict=True) if line.is_sure]
        found = _with_doubt(samples, kept) if kept else []
    found.sort(key=lambda one: -one.line.amplitude)
    waves = np.array([one.waves for one in found]).reshape(-1, samples.recordings, 2)
    centre = np.array([samples.turns[rows].mean() if rows.size else 0.0 for rows in samples.spans])
    return RippleLines(tuple(one.line for one in found), waves, centre, spectrum)


@dataclass(frozen=True, eq=False)
class _FoundLine:
    line: Ripple
    waves: FloatArray
    """Sine and cosine coefficients in each recording, (R, 2)."""
    is_sure: bool
    """True if the line is significant in all blocks."""


def _with_doubt(samples: RippleSamples, orders: Sequence[float]) -> list[_FoundLine]:
    """Each line with its uncertainty.

    Amplitudes come from all samples, orders from slow ones; the difference of the other estimate is
    part of the uncertainty.
    """
    count, lines = samples.recordings, len(orders)
    waves = np.zeros((samples.rest.size, count, 2 * lines))
    means = np.zeros((samples.rest.size, count))
    slopes = np.zeros((samples.rest.size, lines))
    for number, rows in enumerate(samples.spans):
        own = _waves(samples.from_centre[rows], orders)
        waves[rows, number], means[rows, number] = own, 1.0
        pairs = np.asarray(np.linalg.lstsq(own, samples.rest[rows], rcond=None)[0]).reshape(-1, 2)
        for index, (order, pair) in enumerate(zip(orders, pairs, strict=True)):
            slopes[rows, index] = _slope(samples.from_centre[rows], order, pair)
    columns = np.column_stack([waves.reshape(samples.rest.size, -1), slopes, means])
    share = means.mean(axis=0)
    nothing = np.empty(0, dtype=np.intp)
    everywhere = fit_parts(columns, samples.rest, samples.blocks, not_positive=nothing)

    def everywhere_without(line: int) -> FloatArray:
        """All waves and means (N,) without one line's."""
        others = everywhere.coefficients.copy()
        others[: 2 * lines * count].reshape(count, lines, 2)[:, line] = 0.0
        others[2 * lines * count : 2 * lines * count + lines] = 0.0
        return columns @ others

    found = []
    for index, order in enumerate(orders):
        weight = _slow(samples, order)
        alone = samples.rest - everywhere_without(index)
        slow = fit_parts(
            weight[:, np.newaxis] * columns, weight * samples.rest, samples.blocks, not_positive=nothing
        )

        def pairs_of(row: FloatArray, at: int = index) -> FloatArray:
            return row[: 2 * lines * count].reshape(count, lines, 2)[:, at]

        def amplitude(row: FloatArray, of: Callable[[FloatArray], FloatArray] = pairs_of) -> float:
            return float(np.sqrt(share @ np.sum(np.square(of(row)), axis=1)))

        def shift(row: FloatArray, at: int = 2 * lines * count + index) -> float:
            return float(row[at])

        size = everywhere.measured(amplitude)
        by_speed = size.value - amplitude(slow.coefficients)
        fast_order = _refined(samples, alone, order, np.ones(alone.size), limit=_APART / samples.range)
        form = float(np.hypot(by_speed, LET_THROUGH * size.value))
        line = _line(
            Measured(order, float(np.hypot(slow.measured(shift).std, fast_order - order))),
            Measured(size.value, float(np.hypot(size.std, form)), form),
        )
        found.append(_FoundLine(line, pairs_of(everywhere.coefficients), size.value > _SURE * size.std))
    return found


def _line(order: Measured, amplitude: Measured) -> Ripple:
    return Ripple(
        cycles_per_motor_turn=order.value,
        cycles_std=order.std,
        amplitude=amplitude.value,
        amplitude_std=amplitude.std,
        cause=likely_cause(order),
        amplitude_form=amplitude.form,
    )


def likely_cause(order: Measured) -> RippleCause:
    """Probable cause of an order; an integer within its uncertainty, and within 2 % at most."""
    whole = round(order.value)
    if whole < 1 or abs(order.value - whole) > min(max(3.0 * order.std, 0.25 * _WHOLE), _WHOLE) * whole:
        return RippleCause.GEAR_MESH
    by_number = {1: RippleCause.MOTOR_TURN, 2: RippleCause.WAVE_GENERATOR}
    return by_number.get(whole, RippleCause.MOTOR_HARMONIC)


def _thinned(orders: FloatArray, amplitude: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The largest of every few neighbours, for a plot."""
    step = max(1, -(-orders.size // _SHOWN_POINTS))
    count = orders.size // step * step
    at = amplitude[:count].reshape(-1, step).argmax(axis=1) + np.arange(0, count, step)
    return orders[at], amplitude[at]
