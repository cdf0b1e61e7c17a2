"""A finite Fourier series plus the fifth-order polynomial that brings it to rest at both ends.

The series is unconstrained: the polynomial cancels its position, velocity and acceleration at the ends
of a period, so that every cycle leaves the start pose from rest and returns to it.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.errors import BadRequest
from core.excitation.trajectories.fourier import REST_TOLERANCE
from core.excitation.trajectories.fourier_series import POINTS_PER_HARMONIC, FourierSeries
from core.excitation.trajectories.motion import (
    ROUNDING,
    Kinematics,
    PeakBounds,
    bounds_between,
    check_duration,
    check_fraction,
    frozen_array,
    held_clock,
)
from core.excitation.trajectories.periodic_series import PeriodicSeries
from core.excitation.trajectories.quintic import (
    COEFFICIENTS,
    JointState,
    derivative_size,
    evaluate_quintic,
    quintic_between,
    quintic_derivative,
)
from core.recording import FloatArray


@dataclass(frozen=True, eq=False)
class QuinticFourierTrajectory(PeriodicSeries):
    """``cycles`` periods of a series plus a polynomial, at rest at the start pose between them.

    ``q0`` (n,) rad, ``a`` and ``b`` (n, L) rad/s as ``FourierSeries`` defines them;
    ``polynomial`` (n, 6) rad, the coefficients of 1, u … u⁵ with u = t/T in every period; m for
    sliding joints.

    Raises
    ------
    BadRequest
        ``trajectory-shape``, ``trajectory-not-finite``, ``trajectory-duration``,
        ``trajectory-cycles``; ``trajectory-not-at-rest`` with the joint (from 1), whether its
        ``velocity`` or ``acceleration`` is off at either end, and by how much;
        ``trajectory-not-closed`` with the joint and how far from its start a period ends.
    """

    polynomial: FloatArray
    cycles: int = 1

    def __post_init__(self) -> None:
        """Check everything and make every array a read-only copy."""
        self._check_series(cycles=self.cycles)
        polynomial = frozen_array("polynomial", self.polynomial, shape=(self.joint_count, COEFFICIENTS))
        object.__setattr__(self, "polynomial", polynomial)
        self._check_ends()

    @property
    def duration(self) -> float:
        """Seconds from start to end of the last cycle."""
        return self.period_s * self.cycles

    @cached_property
    def start(self) -> FloatArray:
        """Start pose, to which every cycle returns, (n,)."""
        start = np.asarray(self._ends.position[0])
        start.setflags(write=False)
        return start

    @cached_property
    def _ends(self) -> Kinematics:
        """State at the start and at the end of a period, arrays (2, n)."""
        return self._within_period(np.array([0.0, self.period_s]))

    def _within_period(self, time: FloatArray) -> Kinematics:
        wave = self.series.evaluate(time)
        bend = evaluate_quintic(self.polynomial, time, duration=self.period_s)
        return Kinematics(
            wave.position + bend.position,
            wave.velocity + bend.velocity,
            wave.acceleration + bend.acceleration,
        )

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s; held at the ends outside [0, duration]."""
        clock, inside = held_clock(time, duration=self.duration)
        cycle = np.minimum(np.floor(clock / self.period_s), self.cycles - 1)
        found = self._within_period(np.minimum(clock - cycle * self.period_s, self.period_s))
        return Kinematics(found.position, found.velocity * inside, found.acceleration * inside)

    def peak_bounds(self) -> PeakBounds:
        """Bounds that hold between samples too, within 0.2 % of the span of the series."""
        points = 2 * POINTS_PER_HARMONIC * (self.harmonics + 1)  # a polynomial is steepest at its ends
        step = self.period_s / points
        time = np.linspace(0.0, self.period_s, points + 1)
        found = [self._derivative(time, order=order) for order in range(5)]
        (low, high), (slowest, fastest), (least, most) = (
            bounds_between(
                found[order],
                found[order + 2],
                fourth=self._derivative_size(order=order + 4),
                step=step,
                size=self._derivative_size(order=order),
            )
            for order in range(3)
        )
        return PeakBounds(
            lower=self.q0 + low,
            upper=self.q0 + high,
            velocity=np.maximum(-slowest, fastest),
            acceleration=np.maximum(-least, most),
        )

    def _derivative(self, time: FloatArray, *, order: int) -> FloatArray:
        """Derivative (N, n) of any order of series and polynomial within a period, without ``q0``."""
        bend = quintic_derivative(self.polynomial, time, duration=self.period_s, order=order)
        return np.asarray(self.series.derivative(time, order=order) + bend)

    def _derivative_size(self, *, order: int) -> FloatArray:
        """Upper bound (n,) of the size of a derivative within a period."""
        bend = derivative_size(self.polynomial, duration=self.period_s, order=order)
        return np.asarray(self.series.derivative_size(order=order) + bend)

    def slowed(self, fraction: float) -> "QuinticFourierTrajectory":
        """The same path at a fraction (0 to 1] of its speed.

        Raises
        ------
        BadRequest
            ``trajectory-speed-fraction``.
        """
        check_fraction(fraction)
        return replace(self, period_s=self.period_s / fraction, a=self.a * fraction, b=self.b * fraction)

    def repeated(self, cycles: int) -> "QuinticFourierTrajectory":
        """The trajectory with ``cycles`` periods of the same motion."""
        return replace(self, cycles=cycles)

    def _check_ends(self) -> None:
        """Raise an error unless a period starts and ends at rest in the same pose, to rounding."""
        ends = self._ends
        self._refuse("position", ends.position[1:] - ends.position[0], order=0)
        self._refuse("velocity", ends.velocity, order=1)
        self._refuse("acceleration", ends.acceleration, order=2)

    def _refuse(self, quantity: str, miss: FloatArray, *, order: int) -> None:
        """Raise an error if ``miss`` (k, n) exceeds the rounding of its terms."""
        worst = np.abs(miss).max(axis=0)
        over = worst - REST_TOLERANCE - ROUNDING * self._derivative_size(order=order)
        joint = int(np.argmax(over))
        if over[joint] > 0.0 and quantity == "position":
            raise BadRequest("trajectory-not-closed", joint=joint + 1, gap=float(worst[joint]))
        if over[joint] > 0.0:
            value = float(miss[np.argmax(np.abs(miss[:, joint])), joint])
            raise BadRequest("trajectory-not-at-rest", joint=joint + 1, quantity=quantity, value=value)


def brought_to_rest(series: FourierSeries, *, start: FloatArray, cycles: int = 1) -> QuinticFourierTrajectory:
    """The series with the polynomial that makes it start and end at rest at ``start`` (n,).

    Raises
    ------
    BadRequest
        As ``QuinticFourierTrajectory``.
    """
    check_duration(series.period_s, field="period_s")
    a = frozen_array("a", series.a, shape=(None, None))
    given = FourierSeries(series.period_s, series.q0, a, frozen_array("b", series.b, shape=a.shape))
    origin = frozen_array("start", start, shape=(a.shape[0],))
    ends = [given.derivative(np.zeros(1), order=order)[0] for order in range(3)]
    state = JointState(origin - given.q0 - ends[0], -ends[1], -ends[2])
    return QuinticFourierTrajectory(
        period_s=given.period_s,
        q0=given.q0,
        a=a,
        b=given.b,
        polynomial=quintic_between(state, state, duration=given.period_s),
        cycles=cycles,
    )
