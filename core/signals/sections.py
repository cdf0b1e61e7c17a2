"""Second-order sections of low-pass filters of even order, and their steady state.

The same as by ``scipy.signal``, whose import takes longer than the identification of a short recording.
"""

import math

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

ComplexArray = npt.NDArray[np.complex128]


def butterworth_poles(order: int) -> ComplexArray:
    """Poles of the analogue filter with a cut-off of 1 rad/s, those of the upper half plane."""
    return np.asarray(-np.exp(0.5j * np.pi * np.arange(1 - order, 0, 2) / order))


def bessel_poles(order: int) -> ComplexArray:
    """Poles of the analogue filter that is down by 3 dB at 1 rad/s, those of the upper half plane."""
    powers = np.arange(order, -1, -1)
    polynomial = np.array(
        [math.comb(order, k) * math.perm(2 * order - k, order - k) / 2.0 ** (order - k) for k in powers]
    )
    # the denominator's squared magnitude, in powers of the squared frequency
    squared = np.polymul(polynomial, polynomial * (-1.0) ** powers)[::2] * (-1.0) ** powers
    squared[-1] = -(polynomial[-1] ** 2)  # where it is twice that at rest
    roots = np.roots(squared)
    positive = roots[roots.real > 0.0]
    cutoff = math.sqrt(float(positive[np.argmin(np.abs(positive.imag))].real))
    poles = np.roots(polynomial)
    return np.asarray(poles[poles.imag > 0.0] / cutoff)


def low_pass_sections(poles: ComplexArray, *, cutoff_hz: float, rate_hz: float) -> FloatArray:
    """Sections (s, 6) by the bilinear transform, the ones with the slowest response last.

    ``poles`` (s,) are those of the upper half plane for a cut-off of 1 rad/s.
    """
    analogue = 4.0 * math.tan(math.pi * cutoff_hz / rate_hz) * poles  # at two samples a second
    digital = (4.0 + analogue) / (4.0 - analogue)
    order = np.argsort(np.abs(digital))
    sections = np.zeros((poles.size, 6))
    sections[:, :3] = 1.0, 2.0, 1.0
    sections[:, 3] = 1.0
    sections[:, 4] = -2.0 * digital.real[order]
    sections[:, 5] = np.abs(digital[order]) ** 2
    sections[0, :3] *= np.prod(np.abs(analogue / (4.0 - analogue)) ** 2)
    return sections


def steady_state(sections: FloatArray) -> FloatArray:
    """State (s, 2) of the sections (s, 6) after a long constant input of one."""
    state, size = np.empty((sections.shape[0], 2)), 1.0
    for row, (b0, b1, b2, _, a1, a2) in zip(state, sections, strict=True):
        made = (b0 + b1 + b2) / (1.0 + a1 + a2)
        row[:] = size * (made - b0), size * (b2 - a2 * made)
        size *= made
    return state
