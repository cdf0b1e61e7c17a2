"""Input of the ripple search: a deflection's residual over motor turns, and its amplitude by order."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.elasticity.linear_parts import IntArray
from core.recording import FloatArray

_BINS_PER_CYCLE = 4.0
_FINER = 4
"""Refinement of the order grid over the resolution from the range of turns."""


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
