"""The plain finite Fourier series, entered from rest and left to rest by fifth-order polynomials.

The series may start and end in any state. A polynomial of ``lead_s`` seconds leads from rest at the
start pose into its first position, velocity and acceleration, another one from its last state back to
rest at the start pose.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.errors import BadRequest
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.motion import (
    Kinematics,
    PeakBounds,
    check_duration,
    check_fraction,
    enclosing_bounds,
    frozen_array,
    held_clock,
)
from core.excitation.trajectories.periodic_series import PeriodicSeries
from core.excitation.trajectories.quintic import (
    JointState,
    evaluate_quintic,
    quintic_between,
    quintic_peak_bounds,
)
from core.recording import FloatArray

if TYPE_CHECKING:  # limits are shares of the bounds that trajectories have
    from core.excitation.limits.motion_limits import MotionLimits

_LEADS = 60
"""Number of lead times tried, evenly spaced in their logarithm."""
_SHORTEST_LEAD = 0.05
_LONGEST_LEAD = 20.0
"""Shortest and longest lead time, s."""


@dataclass(frozen=True, eq=False)
class FreeFourierTrajectory(PeriodicSeries):
    """``cycles`` periods of a series between two leads of ``lead_s`` s, from and to rest at ``start`` (n,).

    ``q0`` (n,) rad, ``a`` and ``b`` (n, L) rad/s as ``FourierSeries`` defines them; m for
    sliding joints.

    Raises
    ------
    BadRequest
        ``trajectory-shape``, ``trajectory-not-finite``, ``trajectory-duration`` or
        ``trajectory-cycles``.
    """

    start: FloatArray
    lead_s: float
    cycles: int = 1

    def __post_init__(self) -> None:
        """Check everything and make every array a read-only copy."""
        check_duration(self.lead_s, field="lead_s")
        self._check_series(cycles=self.cycles)
        object.__setattr__(self, "start", frozen_array("start", self.start, shape=(self.joint_count,)))

    @property
    def measured_span(self) -> tuple[float, float]:
        """Start and end of the series, s from the start of the trajectory."""
        return self.lead_s, self.lead_s + self.period_s * self.cycles

    @property
    def duration(self) -> float:
        """Seconds from leaving the start pose until coming to rest there."""
        return self.period_s * self.cycles + 2.0 * self.lead_s

    @cached_property
    def _lead_in(self) -> FloatArray:
        """Polynomial coefficients of the lead into the series, (n, 6)."""
        return quintic_between(_rest(self.start), self._entry, duration=self.lead_s)

    @cached_property
    def _lead_out(self) -> FloatArray:
        """Polynomial coefficients of the lead out of the series, (n, 6)."""
        return quintic_between(self._entry, _rest(self.start), duration=self.lead_s)

    @cached_property
    def _entry(self) -> JointState:
        """State at the start of a period, which is also that at its end."""
        found = self.series.evaluate(np.zeros(1))
        return JointState(found.position[0], found.velocity[0], found.acceleration[0])

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s; held at the ends outside [0, duration]."""
        clock, inside = held_clock(time, duration=self.duration)
        begin, end = self.measured_span
        before, after = clock < begin, clock > end
        columns = np.zeros((3, clock.size, self.joint_count))
        found = self.series.evaluate(np.clip(clock - begin, 0.0, end - begin))
        columns[:] = found.position, found.velocity, found.acceleration
        for rows, polynomial, began in ((before, self._lead_in, 0.0), (after, self._lead_out, end)):
            share = np.minimum(clock[rows] - began, self.lead_s)
            lead = evaluate_quintic(polynomial, share, duration=self.lead_s)
            columns[:, rows] = lead.position, lead.velocity, lead.acceleration
        return Kinematics(columns[0], columns[1] * inside, columns[2] * inside)

    def peak_bounds(self) -> PeakBounds:
        """Bounds that hold between samples too: the widest of the series and both leads."""
        return enclosing_bounds([self.series.peak_bounds(), self.lead_bounds()])

    def lead_bounds(self) -> PeakBounds:
        """Bounds of the two leads alone, which hold between samples too."""
        leads = (self._lead_in, self._lead_out)
        return enclosing_bounds([quintic_peak_bounds(lead, duration=self.lead_s) for lead in leads])

    def slowed(self, fraction: float) -> "FreeFourierTrajectory":
        """The same path at a fraction (0 to 1] of its speed, the leads longer too.

        Raises
        ------
        BadRequest
            ``trajectory-speed-fraction``.
        """
        check_fraction(fraction)
        return replace(
            self,
            period_s=self.period_s / fraction,
            a=self.a * fraction,
            b=self.b * fraction,
            lead_s=self.lead_s / fraction,
        )

    def repeated(self, cycles: int) -> "FreeFourierTrajectory":
        """The trajectory with ``cycles`` periods between the same leads."""
        return replace(self, cycles=cycles)


def entered_from(
    series: FourierSeries, *, start: FloatArray, limits: "MotionLimits", cycles: int = 1
) -> FreeFourierTrajectory:
    """The series between the shortest leads, from and to ``start`` (n,), that stay inside the limits.

    Raises
    ------
    BadRequest
        ``no-lead-in`` with the joint (from 1) that comes furthest outside in the best of the
        leads tried, and by how much of its limit; otherwise as ``FreeFourierTrajectory``.
    """
    tried = np.geomspace(_SHORTEST_LEAD, _LONGEST_LEAD, _LEADS)
    least = np.full(1, np.inf)
    for lead_s in tried.tolist():
        leads = FreeFourierTrajectory(series.period_s, series.q0, series.a, series.b, start, lead_s, cycles)
        use = limits.use(leads.lead_bounds()).max(axis=1)
        if use.max() <= 1.0:
            return leads
        least = use if use.max() < least.max() else least
    joint = int(np.argmax(least))
    raise BadRequest("no-lead-in", joint=joint + 1, limit_use=float(least[joint]))


def _rest(position: FloatArray) -> JointState:
    still = np.zeros_like(position)
    return JointState(position, still, still)
