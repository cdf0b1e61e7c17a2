"""What comes back with every turn of the motor: lines of a deflection's rest over motor turns.

Lines are looked for over the angle that the motor turned, not over time, all strokes of a motion
together, so that orders are told apart as finely as the whole range of turns allows. A line must stand
out of its neighbourhood, and be the same in every block of the motion. For its amplitude each sample
counts the same, which gives slow stretches their due: the faster a motor turns, the less of a gear's
error the arm's inertia lets through; and each recording has a phase of its own, because where a motor
counts its turns from differs from one power-on to the next.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.elasticity.linear_parts import FEWEST_BLOCKS, fit_parts
from core.elasticity.result import Measured, Ripple, RippleCause, RippleSpectrum
from core.elasticity.ripple_samples import OrderGrid, RippleSamples
from core.recording import FloatArray

FEWEST_CYCLES = 6.0
"""In the range of turns; fewer look like the trend of gravity and wind-up."""
FOLLOWED_HZ = 10.0
"""Lines that come faster shake the arm on its springs, with a lag and a size of their own."""
LOWEST_ORDER = 0.5
"""Below it a range of a few ten turns holds too few cycles."""
_STANDS_OUT = 4.0
"""Amplitude over the median of the neighbouring orders; noise alone reaches 3 to 3.5 somewhere."""
_NEIGHBOURHOOD = 0.75
"""Orders to either side."""
_APART = 1.5
"""Closer than so many resolutions, two peaks are one line whose amplitude swings,"""
_APART_SHARE = 0.05
"""and closer than such a share of the order: the arm on its springs answers some speeds more than others."""
_SIDEBAND_SHARE, _SIDEBAND_HEIGHT = 0.15, 0.3
"""Of a line's order and of its amplitude: a lesser peak so near comes of that line's swinging amplitude."""
LET_THROUGH = 0.2
"""Of an amplitude: how much of a line the arm's inertia lets through is not known better."""
_SURE = 4.0
"""An amplitude counts from so many standard deviations on."""
_SAMPLES_PER_CYCLE = 2.5
"""Fewer tell of no order."""
_WHOLE = 0.02
"""So close to a whole number an order is one."""
_SHOWN_POINTS = 2000
_STEPS = 6


@dataclass(frozen=True, eq=False)
class RippleLines:
    """The lines, strongest first, with what they are in each recording, and the spectrum.

    ``waves`` (k, R, 2) rad (m) are sines and cosines of motor turns less ``centre`` (R,) turns.
    """

    lines: tuple[Ripple, ...]
    waves: FloatArray
    centre: FloatArray
    spectrum: RippleSpectrum

    def at(self, turns: FloatArray, *, recording: int, gain: Callable[[float], FloatArray]) -> FloatArray:
        """(M,) rad (m) of all lines at motor turns (M,); ``gain`` says how much of an order is left there."""
        found = np.zeros(turns.size)
        for line, wave in zip(self.lines, self.waves, strict=True):
            order = line.cycles_per_motor_turn
            phase = 2.0 * np.pi * order * (turns - self.centre[recording])
            sine, cosine = wave[recording]
            found += gain(order) * (sine * np.sin(phase) + cosine * np.cos(phase))
        return found


def lowest_order(turns: float) -> float:
    """From which order on a range of ``turns`` tells ripple from trend."""
    return max(LOWEST_ORDER, FEWEST_CYCLES / turns) if turns > 0.0 else float("inf")


def find_ripple(samples: RippleSamples, *, highest: float, most: int) -> RippleLines | None:
    """The lines up to an order.

    Parameters
    ----------
    samples
        Of one joint, all recordings.
    highest
        Cycles per motor turn; fewer where the motor turned so fast that samples lie too far apart.
    most
        Lines.

    Returns
    -------
    None where the motor turned too little, or too fast, to tell of any order.
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
    """Orders of the lines, one after the other taken out of the rest."""
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
    """Whether a peak is but the skirt of a line found before."""
    return any(
        abs(order - line) < _SIDEBAND_SHARE * line and height < _SIDEBAND_HEIGHT * main
        for line, main in zip(lines, heights, strict=True)
    )


def _slow(samples: RippleSamples, order: float) -> FloatArray:
    """(N,) weights of samples slow enough for the arm to follow a line; its phase lags in the others."""
    return np.asarray(1.0 / (1.0 + (order * samples.speed / FOLLOWED_HZ) ** 2))


def _refined(
    samples: RippleSamples, rest: FloatArray, order: float, weight: FloatArray, *, limit: float
) -> float:
    """The order at which weighted sines fit best, by Gauss-Newton from a point of the grid."""
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
            # what the order alone can still explain
            alone = slope - waves @ np.linalg.lstsq(waves, slope, rcond=None)[0]
            above, below = above + float(alone @ left), below + float(alone @ alone)
        if below <= 0.0:
            return order
        order = float(np.clip(order + above / below, start - 0.5 * limit, start + 0.5 * limit))
    return order


def _waves(turns: FloatArray, orders: Sequence[float]) -> FloatArray:
    """Sines and cosines (N, 2 k)."""
    phase = 2.0 * np.pi * np.outer(turns, orders)
    return np.stack([np.sin(phase), np.cos(phase)], axis=2).reshape(turns.size, 2 * len(orders))


def _slope(turns: FloatArray, order: float, pair: FloatArray) -> FloatArray:
    """(N,) what a wave of sine and cosine gains when its order grows by one."""
    phase, way = 2.0 * np.pi * order * turns, 2.0 * np.pi * turns
    return np.asarray(way * (pair[0] * np.cos(phase) - pair[1] * np.sin(phase)))


def _measured(samples: RippleSamples, orders: Sequence[float], spectrum: RippleSpectrum) -> RippleLines:
    """The lines with their doubt, those that the blocks do not agree on left out."""
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
    """(R, 2) sine and cosine in each recording."""
    is_sure: bool
    """Whether all blocks have it."""


def _with_doubt(samples: RippleSamples, orders: Sequence[float]) -> list[_FoundLine]:
    """Each line with its doubt.

    Amplitudes are those over all samples, orders those where the motor is slow; how far the others
    differ is part of the doubt.
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
        """(N,) all waves and means but one line's."""
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
    """What comes so often per motor turn; a whole number within its doubt, and 2 % at most."""
    whole = round(order.value)
    if whole < 1 or abs(order.value - whole) > min(max(3.0 * order.std, 0.25 * _WHOLE), _WHOLE) * whole:
        return RippleCause.GEAR_MESH
    by_number = {1: RippleCause.MOTOR_TURN, 2: RippleCause.WAVE_GENERATOR}
    return by_number.get(whole, RippleCause.MOTOR_HARMONIC)


def _thinned(orders: FloatArray, amplitude: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The largest of every few neighbours, for a picture."""
    step = max(1, -(-orders.size // _SHOWN_POINTS))
    count = orders.size // step * step
    at = amplitude[:count].reshape(-1, step).argmax(axis=1) + np.arange(0, count, step)
    return orders[at], amplitude[at]
