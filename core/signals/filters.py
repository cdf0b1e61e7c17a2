"""Low-pass filters: the design of their sections, zero-phase filtering, and moving means.

Torque and every column of the regression pass through the same filter. A linear
filter commutes with the linear model, so the parameters do not change,
while noise above the cut-off is removed from both sides.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest, NotEnoughData
from core.recording import FloatArray

ORDER = 4
_EDGE_PERIODS = 3.0
"""Length of the odd extension at each end, in periods of the cut-off frequency."""
_ComplexArray = npt.NDArray[np.complex128]


# Second-order sections of low-pass filters of even order, and their steady state.
#
# The same as by ``scipy.signal``, whose import takes longer than the identification of a short recording.


def butterworth_poles(order: int) -> _ComplexArray:
    """Poles of the analogue filter with a cut-off of 1 rad/s, those of the upper half plane."""
    return np.asarray(-np.exp(0.5j * np.pi * np.arange(1 - order, 0, 2) / order))


def bessel_poles(order: int) -> _ComplexArray:
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


def low_pass_sections(poles: _ComplexArray, *, cutoff_hz: float, rate_hz: float) -> FloatArray:
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


@cache
def _design(cutoff_hz: float, rate_hz: float) -> tuple[FloatArray, FloatArray]:
    """The filter's sections (2, 6) and their state (2, 2) after a long constant input of one."""
    sections = low_pass_sections(butterworth_poles(ORDER), cutoff_hz=cutoff_hz, rate_hz=rate_hz)
    return sections, steady_state(sections)


@dataclass(frozen=True)
class LowPass:
    """A cut-off frequency at a uniform sample rate.

    Raises
    ------
    BadRequest
        ``cutoff-above-nyquist`` when the cut-off does not lie below half the rate.
    """

    cutoff_hz: float
    rate_hz: float

    def __post_init__(self) -> None:
        """Raise BadRequest for a cut-off at or above the Nyquist frequency."""
        if not 0.0 < self.cutoff_hz < 0.5 * self.rate_hz:
            raise BadRequest("cutoff-above-nyquist", cutoff_hz=self.cutoff_hz, rate_hz=self.rate_hz)


@dataclass(frozen=True)
class ZeroPhaseLowPass(LowPass):
    """Butterworth low-pass of order 4, applied forward and backward.

    ``cutoff_hz`` is the frequency with 3 dB attenuation in one pass (6 dB in both), ``rate_hz``
    the uniform sample rate of the signal.

    Raises
    ------
    BadRequest
        ``cutoff-above-nyquist`` when the cut-off does not lie below half the rate.
    """

    @property
    def edge_samples(self) -> int:
        """Samples of odd extension at each end; a signal must be longer than this."""
        return max(3 * ORDER, int(_EDGE_PERIODS * self.rate_hz / self.cutoff_hz))

    def settling_samples(self, tolerance: float = 1e-15) -> int:
        """Samples after which the response to an edge has decayed to ``tolerance``."""
        slowest = 2.0 * np.pi * self.cutoff_hz * np.sin(np.pi / (2 * ORDER))
        return int(np.ceil(-np.log(tolerance) / slowest * self.rate_hz))

    def apply(self, values: FloatArray) -> FloatArray:
        """Filter along the first axis.

        Parameters
        ----------
        values
            (N, ...) samples at the uniform rate.

        Returns
        -------
        (N, ...) filtered samples without delay.

        Raises
        ------
        NotEnoughData
            ``too-short-to-filter`` when N does not exceed ``edge_samples``.
        """
        edge = self.edge_samples
        if values.shape[0] <= edge:
            raise NotEnoughData("too-short-to-filter", samples=int(values.shape[0]), needed=edge + 1)
        extended = np.empty((values.shape[0] + 2 * edge, *values.shape[1:]))
        extended[:edge] = 2.0 * values[:1] - values[edge:0:-1]
        extended[edge:-edge] = values
        extended[-edge:] = 2.0 * values[-1:] - values[-2 : -edge - 2 : -1]
        self._filter(extended.reshape(extended.shape[0], -1))
        return np.ascontiguousarray(extended[edge:-edge])

    def _filter(self, values: FloatArray) -> None:
        """Filter rows (N, k) in place, forward and then backward."""
        from core.signals._kernels import filter_in_place  # who only counts samples compiles nothing

        sections, steady = _design(self.cutoff_hz, self.rate_hz)
        for backward in (False, True):
            filter_in_place(sections, steady, values, backward)


def moving_mean(
    values: FloatArray, window: int, *, beyond: Literal["symmetric", "edge"] = "symmetric"
) -> FloatArray:
    """Mean of ``window`` samples around each sample, along the first axis of (N, ...).

    An even window begins half its length before the sample. ``beyond`` says what follows after the ends, by
    NumPy's name: the signal mirrored, or its last value. The same as SciPy's ``uniform_filter1d`` with
    ``reflect`` or ``nearest``, whose package takes long to import.
    """
    before = window // 2
    around = [(before, window - 1 - before), *[(0, 0)] * (values.ndim - 1)]
    sums = np.cumsum(np.pad(values, around, mode=beyond), axis=0)
    sums[window:] -= sums[:-window].copy()
    return np.asarray(sums[window - 1 :] / window)
