"""Amplitude spectrum over frequency, and its significant lines.

Live curves are drawn in the window's process, so this needs NumPy alone.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.recording import FloatArray
from core.signals.turning_points import IndexArray, local_maxima

FEWEST_SAMPLES = 64
LINES_APART = 2.0
"""Distance below which two lines of a windowed stretch merge, in steps of 1/length."""
_SEGMENT = 0.4
"""Length of one of Welch's segments as a share of the samples; at half overlap there are four."""
_NEIGHBOURHOOD = 12.0
"""Width over which the noise level is taken, in resolutions."""
_SIDE_LOBE = 0.03
"""Smallest line relative to the highest; the window's own side lobes are lower (−31 dB)."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Amplitudes (F,) over an axis (F,), in Hz or in cycles per motor turn."""

    axis: FloatArray
    amplitude: FloatArray
    """Peak amplitude of a sine, in the signal's unit."""
    resolution: float
    """Resolution on the axis: two sines closer than this merge."""


@dataclass(frozen=True, eq=False)
class OrderSpectrum(Spectrum):
    """A spectrum over motor turns, with the amount of motion it was computed from."""

    turns_covered: float
    strokes: int


@dataclass(frozen=True)
class Peak:
    """A significant line: its position on the axis and its amplitude, interpolated between points."""

    position: float
    amplitude: float


def amplitude_spectrum(values: FloatArray, *, rate_hz: float) -> Spectrum | None:
    """Amplitudes over frequency, averaged over four half-overlapping stretches (Welch 1967).

    Mean and linear trend of each stretch are taken away; the window is Hann's.

    Parameters
    ----------
    values
        (N,) uniform samples, any unit.
    rate_hz
        Samples per second.

    Returns
    -------
    Peak amplitudes of sines, true at a line and at least 0.85 of it between two; None for fewer
    than 64 samples, or where one is missing (NaN).

    Examples
    --------
    >>> import numpy as np
    >>> found = amplitude_spectrum(3.0 * np.sin(2.0 * np.pi * 0.05 * np.arange(1000)), rate_hz=1.0)
    >>> float(found.axis[found.amplitude.argmax()]), round(float(found.amplitude.max()), 4)
    (0.05, 3.0)
    """
    if not np.all(np.isfinite(values)):
        return None
    (found,) = amplitude_spectra(values[:, np.newaxis], rate_hz=rate_hz) or (None,)
    return found


def amplitude_spectra(values: FloatArray, *, rate_hz: float) -> tuple[Spectrum, ...]:
    """The spectra of J signals (N, J) without a missing sample, as :func:`amplitude_spectrum`, at once.

    None at all for fewer than 64 samples.
    """
    length = int(_SEGMENT * values.shape[0])
    if values.shape[0] < FEWEST_SAMPLES:
        return ()
    stretches = np.lib.stride_tricks.sliding_window_view(values.T, length, axis=-1)
    stretches = _without_trend(stretches[:, :: length - length // 2])
    window = _window(length)
    heights = np.abs(np.fft.rfft(stretches * window, axis=-1)) * (2.0 / window.sum())
    heights[..., 0] *= 0.5  # only these two have no counterpart at a negative frequency
    if length % 2 == 0:
        heights[..., -1] *= 0.5
    amplitudes = np.sqrt(np.mean(heights**2, axis=1))
    axis = np.asarray(np.fft.rfftfreq(length, 1.0 / rate_hz), dtype=np.float64)
    resolution = LINES_APART * rate_hz / length
    return tuple(Spectrum(axis, amplitude, resolution) for amplitude in amplitudes)


def cross_spectra(values: FloatArray, *, length: int) -> NDArray[np.complex128]:
    """Cross spectra of J signals (N, J), averaged over half-overlapping stretches of ``length`` samples.

    Trend and window as in :func:`amplitude_spectrum`; not scaled, since what is made of them are ratios.

    Returns
    -------
    (J, J, F): the mean of X̄ᵢ Xⱼ over the stretches, at the frequencies of ``numpy.fft.rfftfreq(length)``.
    """
    stretches = np.lib.stride_tricks.sliding_window_view(values.T, length, axis=-1)[
        :, :: length - length // 2
    ]
    lines = np.fft.rfft(_without_trend(stretches) * _window(length), axis=-1)
    return np.asarray(np.einsum("isf,jsf->ijf", lines.conj(), lines) / lines.shape[1])


@lru_cache(maxsize=4)
def _window(length: int) -> FloatArray:
    """Hann's window: a sine between two lines shows at least 0.85 of its height (−1.42 dB)."""
    return np.hanning(length + 1)[:-1]  # the periodic form, which the discrete transform assumes


def _without_trend(values: FloatArray) -> FloatArray:
    """Values (…, N) less the straight line fitted to each row."""
    place = np.arange(values.shape[-1]) - 0.5 * (values.shape[-1] - 1)
    slope = values @ (place / (place @ place))
    return np.asarray(values - values.mean(axis=-1, keepdims=True) - slope[..., np.newaxis] * place)


def spectrum_peaks(spectrum: Spectrum, *, count: int, floor: float) -> tuple[Peak, ...]:
    """The highest lines above the noise.

    Parameters
    ----------
    spectrum
        Over frequency or turns.
    count
        Largest number of lines returned.
    floor
        Smallest ratio of a line to the median of the amplitudes around it.

    Returns
    -------
    The highest first. Place and height are those of the parabola through the logarithms of a
    line and its neighbours.

    Examples
    --------
    >>> import numpy as np
    >>> hum = 2.0 * np.sin(2.0 * np.pi * 0.1013 * np.arange(4000)) + np.sin(np.arange(4000) ** 2 / 7.0)
    >>> [round(peak.position, 3) for peak in peaks(amplitude_spectrum(hum, rate_hz=1.0), count=1, floor=5.0)]
    [0.101]
    """
    axis, amplitude = spectrum.axis, spectrum.amplitude
    if axis.size < 3:
        return ()
    lines_apart = spectrum.resolution / (axis[1] - axis[0])
    around = min(2 * int(0.5 * _NEIGHBOURHOOD * lines_apart) + 1, 2 * (axis.size // 2) - 1)
    tops = local_maxima(amplitude)
    tops = tops[amplitude[tops] >= _SIDE_LOBE * amplitude.max()]
    tops = tops[amplitude[tops] >= floor * _medians_around(amplitude, tops, width=around)]
    highest = _highest_apart(amplitude, tops, apart=lines_apart, count=count)
    refined = [_refined(axis, amplitude, int(place)) for place in highest]
    return tuple(sorted(refined, key=lambda peak: -peak.amplitude))


def _medians_around(amplitude: FloatArray, places: IndexArray, *, width: int) -> FloatArray:
    """Medians of an odd number of neighbours; the spectrum is mirrored beyond its ends."""
    mirrored = np.pad(amplitude, width // 2, mode="symmetric")
    neighbours = np.lib.stride_tricks.sliding_window_view(mirrored, width)[places]
    return np.asarray(np.median(neighbours, axis=1))


def _highest_apart(amplitude: FloatArray, tops: IndexArray, *, apart: float, count: int) -> list[int]:
    """The highest maxima first; one closer than ``apart`` steps to a higher one belongs to that line."""
    chosen: list[int] = []
    while tops.size and len(chosen) < count:
        chosen.append(int(tops[amplitude[tops].argmax()]))
        tops = tops[np.abs(tops - chosen[-1]) >= apart]
    return chosen


def _refined(axis: FloatArray, amplitude: FloatArray, place: int) -> Peak:
    around = amplitude[place - 1 : place + 2]
    if around.min() <= 0.0:
        return Peak(float(axis[place]), float(amplitude[place]))
    before, top, after = np.log(around)
    bend = before - 2.0 * top + after
    shift = 0.5 * (before - after) / bend if bend < 0.0 else 0.0
    height = np.exp(top - 0.25 * (before - after) * shift)
    return Peak(float(axis[place] + shift * (axis[1] - axis[0])), float(height))
