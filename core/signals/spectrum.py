"""Spectra for people who look for ripple: amplitude over frequency, or over turns of the motor."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.recording import FloatArray


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Amplitudes (F,) over an axis (F,), in Hz or in cycles per motor turn."""

    axis: FloatArray
    amplitude: FloatArray
    """Peak amplitude of a sine, in the signal's unit."""
    resolution: float
    """Width of a line on the axis: two sines closer than this run together."""


@dataclass(frozen=True, eq=False)
class OrderSpectrum(Spectrum):
    """A spectrum over motor turns, and how much motion stands behind it."""

    turns_covered: float
    strokes: int


@dataclass(frozen=True)
class Peak:
    """A line that stands out: where on the axis, and how high."""

    position: float
    amplitude: float


def amplitude_spectrum(values: FloatArray, *, rate_hz: float) -> Spectrum | None:
    """Amplitudes over Hz of uniformly sampled values (N,); None where they are too few."""
    raise NotImplementedError


def order_spectrum(values: FloatArray, turns: FloatArray, *, highest: float = 8.0) -> OrderSpectrum | None:
    """Amplitudes over cycles per turn of values (N,) at motor turns (N,); None with too few turns."""
    raise NotImplementedError


def turns_in_strokes(turns: FloatArray) -> float:
    """How many turns an order spectrum could use: those in strokes that are long enough."""
    raise NotImplementedError


def peaks(spectrum: Spectrum, *, count: int, floor: float) -> Sequence[Peak]:
    """The ``count`` largest local maxima at least ``floor`` times the noise, by height."""
    raise NotImplementedError
