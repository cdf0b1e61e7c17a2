"""The finite Fourier series of the identification papers and guaranteed bounds on it.

``q = q0 + Σ a_l/(w l) sin(w l t) − b_l/(w l) cos(w l t)`` with w = 2π/T, methods.md
section 3.1. Nothing here asks for rest at the ends, so published coefficients that were
rounded in print can be judged too.
"""

from dataclasses import dataclass

import numpy as np

from core.excitation.motion import Kinematics, PeakBounds
from core.recording import FloatArray

_POINTS_PER_HARMONIC = 64
"""Of the grid under the bounds, per turn of the fastest harmonic: they come within 0.2 % of the peak."""
_ROUNDING = 1e-13
"""What sums of sines lose, as a share of the sum of their amplitudes."""


@dataclass(frozen=True, eq=False)
class FourierSeries:
    """``period_s`` in s, ``q0`` (n,) in rad, ``a`` and ``b`` (n, L) in rad/s; m for sliding joints."""

    period_s: float
    q0: FloatArray
    a: FloatArray
    b: FloatArray

    @property
    def rates(self) -> FloatArray:
        """(L,) rad/s of the harmonics, w l."""
        return np.asarray(2.0 * np.pi / self.period_s * np.arange(1, self.a.shape[1] + 1))

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s."""
        rates = self.rates
        phase = np.outer(time, rates)
        sine, cosine = np.sin(phase), np.cos(phase)
        return Kinematics(
            position=self.q0 + sine @ (self.a / rates).T - cosine @ (self.b / rates).T,
            velocity=cosine @ self.a.T + sine @ self.b.T,
            acceleration=cosine @ (self.b * rates).T - sine @ (self.a * rates).T,
        )

    def peak_bounds(self) -> PeakBounds:
        """Bounds (n,) that hold at every moment, within 0.2 % of the span of what they bound."""
        rates = self.rates
        low, high = _bounds(-self.b / rates, self.a / rates, rates)
        slowest, fastest = _bounds(self.a, self.b, rates)
        least, most = _bounds(self.b * rates, -self.a * rates, rates)
        return PeakBounds(
            lower=self.q0 + low,
            upper=self.q0 + high,
            velocity=np.maximum(-slowest, fastest),
            acceleration=np.maximum(-least, most),
        )


def _bounds(cosine: FloatArray, sine: FloatArray, rates: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Lower and upper bounds (n,) of ``Σ c_l cos(w l t) + s_l sin(w l t)`` over all t.

    Between two grid points a function leaves its chord by at most h²/8 times the largest
    second derivative there, which is bounded in the same way by the fourth.
    """
    harmonics = rates.size
    points = _POINTS_PER_HARMONIC * harmonics
    phase = np.outer(np.arange(points) * (2.0 * np.pi / points), np.arange(1, harmonics + 1))
    waves = np.hstack([np.cos(phase), np.sin(phase)])
    amplitude = np.hypot(cosine, sine)
    value = waves @ np.hstack([cosine, sine]).T
    bend = np.abs(waves @ np.hstack([cosine * rates**2, sine * rates**2]).T)
    sag = (2.0 * np.pi / (points * rates[0])) ** 2 / 8.0
    bend = np.maximum(bend, np.roll(bend, -1, axis=0)) + sag * (amplitude @ rates**4)
    slack = sag * bend + _ROUNDING * amplitude.sum(axis=1)
    after = np.roll(value, -1, axis=0)
    lower = (np.minimum(value, after) - slack).min(axis=0)
    upper = (np.maximum(value, after) + slack).max(axis=0)
    return lower, upper
