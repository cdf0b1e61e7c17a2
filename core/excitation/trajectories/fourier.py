"""Fourier trajectories: periods of a finite series at rest at both ends, and the projection onto them."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.errors import BadRequest
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.motion import (
    Kinematics,
    PeakBounds,
    check_duration,
    check_fraction,
    frozen_array,
    held_clock,
)
from core.excitation.trajectories.periodic_series import PeriodicSeries
from core.recording import FloatArray

REST_TOLERANCE = 1e-9
"""Largest velocity in rad/s and acceleration in rad/s² that count as rest at either end."""


@dataclass(frozen=True, eq=False)
class FourierTrajectory(PeriodicSeries):
    """``cycles`` periods of a finite Fourier series, at rest at the start and the end of each.

    ``q0`` (n,) rad, ``a`` and ``b`` (n, L) rad/s as ``FourierSeries`` defines them; m for
    sliding joints.

    Raises
    ------
    BadRequest
        ``trajectory-shape``, ``trajectory-not-finite``, ``trajectory-duration``,
        ``trajectory-cycles``, or ``trajectory-not-at-rest`` with the joint (from 1), whether its
        ``velocity`` or ``acceleration`` is off, and by how much.
    """

    cycles: int = 1

    def __post_init__(self) -> None:
        """Check everything and make every array a read-only copy."""
        self._check_series(cycles=self.cycles)
        _check_rest(self.series)

    @property
    def duration(self) -> float:
        """Seconds from start to end of the last cycle."""
        return self.period_s * self.cycles

    @cached_property
    def start(self) -> FloatArray:
        """Start pose, to which every cycle returns, (n,)."""
        start = np.asarray(self.q0 - (self.b / self.series.rates).sum(axis=1))
        start.setflags(write=False)
        return start

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s; held at the ends outside [0, duration]."""
        clock, inside = held_clock(time, duration=self.duration)
        found = self.series.evaluate(clock)
        return Kinematics(found.position, found.velocity * inside, found.acceleration * inside)

    def peak_bounds(self) -> PeakBounds:
        """Bounds that hold between samples too, within 0.2 % of the span."""
        return self.series.peak_bounds()

    def slowed(self, fraction: float) -> "FourierTrajectory":
        """The same path at a fraction (0 to 1] of its speed.

        Raises
        ------
        BadRequest
            ``trajectory-speed-fraction``.
        """
        check_fraction(fraction)
        return replace(self, period_s=self.period_s / fraction, a=self.a * fraction, b=self.b * fraction)

    def repeated(self, cycles: int) -> "FourierTrajectory":
        """The trajectory with ``cycles`` periods of the same motion."""
        return replace(self, cycles=cycles)


def project_boundary_conditions(
    a: FloatArray, b: FloatArray, *, period_s: float, start: FloatArray, cycles: int = 1
) -> FourierTrajectory:
    """The trajectory from ``start`` (n,), at rest at both ends, whose coefficients are nearest ``a``, ``b``.

    ``Σ a_l = 0`` and ``Σ l b_l = 0`` are met by projection onto their null space, and
    ``q0 = start + Σ b_l/(w l)`` (help, methods: excitation).

    Raises
    ------
    BadRequest
        As ``FourierTrajectory``.
    """
    check_duration(period_s, field="period_s")
    wanted = frozen_array("a", a, shape=(None, None))
    given = frozen_array("b", b, shape=wanted.shape)
    origin = frozen_array("start", start, shape=(wanted.shape[0],))
    order = np.arange(1.0, wanted.shape[1] + 1.0)
    at_rest = given - np.outer(given @ order, order / (order @ order))
    q0 = origin + (at_rest / order).sum(axis=1) * period_s / (2.0 * np.pi)
    still = wanted - wanted.mean(axis=1, keepdims=True)
    return FourierTrajectory(period_s=period_s, q0=q0, a=still, b=at_rest, cycles=cycles)


def _check_rest(series: FourierSeries) -> None:
    ends = {"velocity": series.a.sum(axis=1), "acceleration": (series.b * series.rates).sum(axis=1)}
    for quantity, found in ends.items():
        joint = int(np.argmax(np.abs(found)))
        if abs(found[joint]) > REST_TOLERANCE:
            raise BadRequest(
                "trajectory-not-at-rest", joint=joint + 1, quantity=quantity, value=float(found[joint])
            )
