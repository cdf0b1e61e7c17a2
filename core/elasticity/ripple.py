"""What comes back with every turn of the motor: lines of a deflection's rest over motor turns.

Lines are looked for over the angle that the motor turned, not over time, all strokes of a motion
together, so that orders are told apart as finely as the whole range of turns allows. A line must stand
out of its neighbourhood, and be the same in every block of the motion. For its amplitude each sample
counts the same, which gives slow stretches their due: the faster a motor turns, the less of a gear's
error the arm's inertia lets through; and each recording has a phase of its own, because where a motor
counts its turns from differs from one power-on to the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.elasticity.linear_parts import FEWEST_BLOCKS, IntArray, fit_parts
from core.elasticity.result import Measured, Ripple, RippleCause, RippleSpectrum
from core.recording import FloatArray

FEWEST_CYCLES = 6.0
"""In the range of turns; fewer look like the trend of gravity and wind-up."""
LOWEST_ORDER = 0.5
"""Below it a range of a few ten turns holds too few cycles."""
_BINS_PER_CYCLE = 4.0
_FINER = 4
"""How much finer the orders lie than the range of turns tells them apart."""
_STANDS_OUT = 4.0
"""Amplitude over the median of the neighbouring orders; noise alone reaches 3 to 3.5 somewhere."""
_NEIGHBOURHOOD = 0.75
"""Orders to either side."""
_APART = 1.5
"""Closer than so many resolutions, two peaks are one line whose amplitude swings."""
_SURE = 4.0
"""An amplitude counts from so many standard deviations on."""
_SAMPLES_PER_CYCLE = 2.5
"""Fewer tell of no order."""
_WHOLE = 0.02
"""So close to a whole number an order is one."""
_SHOWN_POINTS = 2000
_STEPS = 6


@dataclass(frozen=True, eq=False)
class RippleSamples:
    """What is left of a deflection (N,) rad (m) at motor turns (N,), and blocks of time (N,) from 0.

    Of samples in which the motor moves; ``travel`` (N,) are the turns from each to the next one.
    """

    rest: FloatArray
    turns: FloatArray
    travel: FloatArray
    blocks: IntArray
    recording: IntArray
    """(N,) from 0."""

    @property
    def range(self) -> float:
        """Turns from the lowest to the highest."""
        return float(np.ptp(self.turns)) if self.turns.size else 0.0


@dataclass(frozen=True, eq=False)
class RippleLines:
    """The lines, strongest first, with their sines and cosines (k, 2) rad (m), and the spectrum."""

    lines: tuple[Ripple, ...]
    waves: FloatArray
    spectrum: RippleSpectrum


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
    grid = _OrderGrid.of(samples, low=low, high=high)
    shown = grid.amplitudes(samples.rest)
    found = _lines(samples, grid, most=most)
    return _measured(samples, found, RippleSpectrum(*_thinned(grid.orders, shown)))


def _highest(samples: RippleSamples, wanted: float) -> float:
    fast = float(np.quantile(samples.travel, 0.9)) if samples.travel.size else 0.0
    return min(wanted, 1.0 / (_SAMPLES_PER_CYCLE * fast)) if fast > 0.0 else 0.0


@dataclass(frozen=True, eq=False)
class _OrderGrid:
    """Orders (K,) that a Fourier transform over bins of angle gives."""

    orders: FloatArray
    shown: slice
    place: IntArray
    travel: FloatArray
    bins: int
    averaging: FloatArray

    @classmethod
    def of(cls, samples: RippleSamples, *, low: float, high: float) -> "_OrderGrid":
        per_turn = int(np.ceil(_BINS_PER_CYCLE * high))
        place = ((samples.turns - samples.turns.min()) * per_turn).astype(np.intp)
        bins = int(2 ** np.ceil(np.log2(_FINER * (place.max() + 1))))
        every = np.fft.rfftfreq(bins, 1.0 / per_turn)
        shown = slice(int(np.searchsorted(every, low)), int(np.searchsorted(every, high, side="right")))
        orders = np.asarray(every[shown], dtype=np.float64)
        # what the mean over a bin of angle does to a sine
        return cls(orders, shown, place, samples.travel, bins, np.sinc(orders / per_turn))

    def amplitudes(self, rest: FloatArray) -> FloatArray:
        """Peak amplitudes (K,) of sines, the samples weighted by how far the motor turned."""
        weight = float(self.travel.sum())
        mean = float(self.travel @ rest / weight)
        sums = np.bincount(self.place, self.travel * (rest - mean), minlength=self.bins)
        return np.asarray(2.0 * np.abs(np.fft.rfft(sums)[self.shown]) / weight / self.averaging)


def _lines(samples: RippleSamples, grid: _OrderGrid, *, most: int) -> list[float]:
    """Orders of the lines, one after the other taken out of the rest."""
    found: list[float] = []
    rest, orders = samples.rest, grid.orders
    apart = _APART / samples.range
    refused = np.zeros(orders.size, dtype=bool)
    while len(found) < most:
        amplitude = np.where(refused, 0.0, grid.amplitudes(rest))
        peak = int(np.argmax(amplitude))
        near = np.abs(orders - orders[peak]) < _NEIGHBOURHOOD
        if amplitude[peak] < _STANDS_OUT * np.median(amplitude[near]):
            break
        refused |= np.abs(orders - orders[peak]) < apart
        found.append(_refined(samples, rest, float(orders[peak]), limit=apart))
        waves = _waves(samples.turns, found)
        fitted = np.linalg.lstsq(waves, samples.rest, rcond=None)[0]
        rest = samples.rest - waves @ fitted
    return found


def _refined(samples: RippleSamples, rest: FloatArray, order: float, *, limit: float) -> float:
    """The order at which a sine fits best, by Gauss-Newton from a point of the grid."""
    centre = float(samples.turns.mean())
    start = order
    for _ in range(_STEPS):
        columns = _with_shift(samples.turns - centre, order)
        sine, cosine = np.linalg.lstsq(columns[:, :2], rest, rcond=None)[0]
        slope = sine * columns[:, 2] + cosine * columns[:, 3]
        every = np.column_stack([columns[:, :2], slope])
        step = np.linalg.lstsq(every, rest, rcond=None)[0][2]
        order = float(np.clip(order + step, start - 0.5 * limit, start + 0.5 * limit))
    return order


def _with_shift(turns: FloatArray, order: float) -> FloatArray:
    """Sine, cosine, and what each becomes when the order grows, (N, 4)."""
    phase = 2.0 * np.pi * order * turns
    sine, cosine = np.sin(phase), np.cos(phase)
    way = 2.0 * np.pi * turns
    return np.column_stack([sine, cosine, way * cosine, -way * sine])


def _waves(turns: FloatArray, orders: Sequence[float]) -> FloatArray:
    """Sines and cosines (N, 2 k)."""
    phase = 2.0 * np.pi * np.outer(turns, orders)
    return np.stack([np.sin(phase), np.cos(phase)], axis=2).reshape(turns.size, 2 * len(orders))


def _measured(samples: RippleSamples, orders: Sequence[float], spectrum: RippleSpectrum) -> RippleLines:
    """The lines with their doubt, those that the blocks do not agree on left out."""
    sure: list[tuple[Ripple, FloatArray]] = []
    kept = list(orders)
    while kept:
        sure = _with_doubt(samples, kept)
        doubtful = [
            index for index, (line, _) in enumerate(sure) if line.amplitude < _SURE * line.amplitude_std
        ]
        if not doubtful:
            break
        kept = [order for index, order in enumerate(kept) if index not in doubtful]
        sure = []
    sure.sort(key=lambda pair: -pair[0].amplitude)
    waves = np.array([wave for _, wave in sure]).reshape(-1, 2)
    return RippleLines(tuple(line for line, _ in sure), waves, spectrum)


def _with_doubt(samples: RippleSamples, orders: Sequence[float]) -> list[tuple[Ripple, FloatArray]]:
    """Each line with its doubt, and its sine and cosine over all recordings together."""
    waves = _waves(samples.turns, orders)
    together = np.linalg.lstsq(waves, samples.rest, rcond=None)[0].reshape(-1, 2)
    numbers = np.unique(samples.recording)
    own = (samples.recording[:, np.newaxis] == numbers).astype(np.float64)
    centre = own @ np.array([samples.turns[samples.recording == number].mean() for number in numbers])
    each = np.concatenate(
        [own * wave[:, np.newaxis] for wave in _waves(samples.turns - centre, orders).T], axis=1
    )
    first = np.linalg.lstsq(each, samples.rest, rcond=None)[0]
    slopes = [
        _slope(samples.turns - centre, order, own @ pair[: numbers.size], own @ pair[numbers.size :])
        for order, pair in zip(orders, first.reshape(len(orders), -1), strict=True)
    ]
    columns = np.column_stack([each, *slopes, own])
    fit = fit_parts(columns, samples.rest, samples.blocks, not_positive=np.empty(0, dtype=np.intp))
    share = own.mean(axis=0)
    found = []
    for index, order in enumerate(orders):
        place = slice(2 * numbers.size * index, 2 * numbers.size * (index + 1))

        def amplitude(row: FloatArray, at: slice = place) -> float:
            return float(np.sqrt(share @ np.sum(np.square(row[at].reshape(2, -1)), axis=0)))

        def shift(row: FloatArray, at: int = each.shape[1] + index) -> float:
            return float(row[at])

        line = _line(Measured(order, fit.measured(shift).std), fit.measured(amplitude))
        found.append((line, together[index]))
    return found


def _slope(turns: FloatArray, order: float, sine: FloatArray, cosine: FloatArray) -> FloatArray:
    """(N,) what a wave gains when its order grows by one."""
    shift = _with_shift(turns, order)
    return np.asarray(sine * shift[:, 2] + cosine * shift[:, 3])


def _line(order: Measured, amplitude: Measured) -> Ripple:
    return Ripple(
        cycles_per_motor_turn=order.value,
        cycles_std=order.std,
        amplitude=amplitude.value,
        amplitude_std=amplitude.std,
        cause=likely_cause(order),
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
