"""The finite Fourier series of the identification papers, with guaranteed bounds.

``q = q0 + Σ a_l/(w l) sin(w l t) − b_l/(w l) cos(w l t)`` with w = 2π/T (help, methods: excitation). The
series need not rest at its ends, so published coefficients that were rounded in print can be evaluated
too.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.excitation.trajectories.motion import Kinematics, PeakBounds, bounds_between
from core.recording import FloatArray

POINTS_PER_HARMONIC = 64
"""Grid points per period of the fastest harmonic; the bounds are then within 0.2 % of the peak."""


@dataclass(frozen=True, eq=False)
class FourierSeries:
    """``period_s`` in s, ``q0`` (n,) in rad, ``a`` and ``b`` (n, L) in rad/s; m for sliding joints."""

    period_s: float
    q0: FloatArray
    a: FloatArray
    b: FloatArray

    @property
    def rates(self) -> FloatArray:
        """Angular frequencies w l of the harmonics, (L,) rad/s."""
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

    def derivative(self, time: FloatArray, *, order: int) -> FloatArray:
        """(N, n) any derivative of the sines and cosines; without ``q0`` the position itself is order 0."""
        (found,) = self._derivatives(time, orders=(order,))
        return found

    def _derivatives(self, time: FloatArray, *, orders: Iterable[int]) -> list[FloatArray]:
        """Several derivatives (N, n) of the sines and cosines at the same times."""
        phase = np.outer(time, self.rates)
        cosines, sines = np.cos(phase), np.sin(phase)
        terms = (self._terms(order) for order in orders)
        return [np.asarray(cosines @ cosine.T + sines @ sine.T) for cosine, sine in terms]

    def derivative_size(self, *, order: int) -> FloatArray:
        """Sum of the amplitudes of a derivative, (n,), which bounds its size."""
        return np.asarray(np.hypot(*self._terms(order)).sum(axis=1))

    def peak_bounds(self) -> PeakBounds:
        """Bounds (n,) that hold at every moment, within 0.2 % of the bounded quantity's range."""
        points = POINTS_PER_HARMONIC * self.a.shape[1]
        time = np.linspace(0.0, self.period_s, points + 1)
        found = self._derivatives(time, orders=range(5))
        (low, high), (slowest, fastest), (least, most) = (
            bounds_between(
                found[order],
                found[order + 2],
                fourth=self.derivative_size(order=order + 4),
                step=self.period_s / points,
                size=self.derivative_size(order=order),
            )
            for order in range(3)
        )
        return PeakBounds(
            lower=self.q0 + low,
            upper=self.q0 + high,
            velocity=np.maximum(-slowest, fastest),
            acceleration=np.maximum(-least, most),
        )

    def _terms(self, order: int) -> tuple[FloatArray, FloatArray]:
        """Coefficients (n, L) of the cosines and of the sines of a derivative."""
        cosine, sine = -self.b / self.rates, self.a / self.rates
        for _ in range(order):
            cosine, sine = sine * self.rates, -cosine * self.rates
        return cosine, sine
