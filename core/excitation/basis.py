"""A kind of excitation trajectory as a linear space: motion = start + B x, with every limit linear in x.

The boundary conditions are eliminated, and the variables of each joint are whitened (a QR of its
columns in units of its limits), so that x of size 1 moves the joint in the order of its limits,
whatever they are.

The limits are imposed on a grid of at least 32 points per turn of the fastest harmonic. Between its
points a series of L harmonics on M points exceeds them at most by 1/cos(π L/M) (Ehlich and Zeller
1964), which the tightening covers from 32 points on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import BadRequest
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories import TrajectoryKind
from core.excitation.trajectories.fourier import FourierTrajectory, project_boundary_conditions
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.free_fourier import FreeFourierTrajectory
from core.excitation.trajectories.motion import Kinematics, Trajectory, check_duration, frozen_array
from core.excitation.trajectories.point_to_point import point_to_point
from core.excitation.trajectories.quintic import JointState, evaluate_quintic, quintic_between
from core.excitation.trajectories.quintic_fourier import QuinticFourierTrajectory, brought_to_rest
from core.recording import FloatArray

TIGHTENING = 0.995
"""Share of the limits that may be used at the grid points."""
ROWS_PER_HARMONIC = 32
"""Smallest number of grid points per period and harmonic."""
_EARLY_POINTS = (0.25, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5)
"""Extra grid points near the ends of a period, in grid steps, where polynomials are steepest."""
LEAD_SHARE = 1.3
"""Length of a lead relative to the time to either end of the travel; long leads rarely restrict a motion."""
_LEAD_POINTS = 41
"""Number of grid points on each lead."""
_DEAD_ROW = 1e-9
"""Size of a row relative to the largest below which it does not depend on x."""


ExcitationTrajectory = FourierTrajectory | QuinticFourierTrajectory | FreeFourierTrajectory


# Basis functions of each kind of motion for one joint, with their derivatives in time.
#
# A motion is the start pose plus a weighted sum of these columns. The raw columns are a constant, the
# sines and the cosines. ``Columns`` keeps only combinations that meet the boundary conditions of the
# kind, so that an optimiser of the weights need not handle them.


@dataclass(frozen=True, eq=False)
class Columns:
    """``mixing`` (2 L + 1, p): the weights of constant, sines, cosines in each column of a kind."""

    kind: TrajectoryKind
    period_s: float
    harmonics: int
    mixing: FloatArray

    def evaluate(self, time: FloatArray) -> FloatArray:
        """(3, N, p) positions, velocities, accelerations of the columns at times (N,) in s."""
        waves = _waves(time, period_s=self.period_s, harmonics=self.harmonics) @ self.mixing
        if self.kind is not TrajectoryKind.QUINTIC:
            return np.asarray(waves)
        ends = _state(_waves(np.zeros(1), period_s=self.period_s, harmonics=self.harmonics) @ -self.mixing)
        bend = quintic_between(ends, ends, duration=self.period_s)
        return np.asarray(waves + _stacked(evaluate_quintic(bend, time, duration=self.period_s)))

    def leads(self, lead_s: float, *, points: int) -> FloatArray:
        """(3, 2 points, p) the columns' part in the leads into the series and out of it."""
        entry = _state(_waves(np.zeros(1), period_s=self.period_s, harmonics=self.harmonics) @ self.mixing)
        still = JointState(*(np.zeros(self.mixing.shape[1]) for _ in range(3)))
        time = np.linspace(0.0, lead_s, points)
        pieces = [
            _stacked(evaluate_quintic(quintic_between(begin, end, duration=lead_s), time, duration=lead_s))
            for begin, end in ((still, entry), (entry, still))
        ]
        return np.concatenate(pieces, axis=1)

    def coefficients(self, weights: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Constant (k,), ``a`` and ``b`` (k, L) as ``FourierSeries`` has them, of weights (k, p)."""
        raw = weights @ self.mixing.T
        rates = _rates(self.period_s, self.harmonics)
        sines, cosines = raw[:, 1 : self.harmonics + 1], raw[:, self.harmonics + 1 :]
        return raw[:, 0], sines * rates, -cosines * rates


def _columns_of(kind: TrajectoryKind, *, period_s: float, harmonics: int) -> Columns:
    """The columns of a kind of trajectory.

    Raises
    ------
    BadRequest
        ``too-few-harmonics`` below 1, and below 2 for a series that has to rest by itself.
    """
    at_rest = kind in {TrajectoryKind.FOURIER, TrajectoryKind.MODIFIED}
    if harmonics < (2 if at_rest else 1):
        raise BadRequest("too-few-harmonics", harmonics=harmonics)
    mixing = np.eye(2 * harmonics + 1)
    if at_rest:
        # in units of the first harmonic's rate, so that the three conditions have equal weight
        begin = _waves(np.zeros(1), period_s=2.0 * np.pi, harmonics=harmonics)[:, 0]
        mixing = np.linalg.svd(begin)[2][3:].T
    elif kind is TrajectoryKind.QUINTIC:
        mixing = mixing[:, 1:]
    return Columns(kind, period_s, harmonics, np.ascontiguousarray(mixing))


def _rates(period_s: float, harmonics: int) -> FloatArray:
    return np.asarray(2.0 * np.pi / period_s * np.arange(1, harmonics + 1))


def _waves(time: FloatArray, *, period_s: float, harmonics: int) -> FloatArray:
    """(3, N, 2 L + 1) constant, sines and cosines with their first and second derivatives."""
    rates = _rates(period_s, harmonics)
    phase = np.outer(time, rates)
    sine, cosine = np.sin(phase), np.cos(phase)
    one, none = np.ones((time.size, 1)), np.zeros((time.size, 1))
    return np.stack(
        [
            np.hstack([one, sine, cosine]),
            np.hstack([none, cosine * rates, -sine * rates]),
            np.hstack([none, -sine * rates**2, -cosine * rates**2]),
        ]
    )


def _state(columns: FloatArray) -> JointState:
    """The columns (3, 1, p) at one moment."""
    return JointState(*columns[:, 0])


def _stacked(motion: Kinematics) -> FloatArray:
    return np.stack([motion.position, motion.velocity, motion.acceleration])


class Basis:
    """All motions of a kind from a start pose; joints that are not ``free`` rest there.

    Attributes
    ----------
    kind
        ``fourier`` from a start pose that is not zero is ``modified``.
    size, per_joint, free
        Variables in all and per free joint, and the free joints (from 0) in order.
    rows, lower, upper
        (f, R, per_joint), (f, R), (f, R): ``lower <= rows x_j <= upper`` keeps free joint j
        inside its position, velocity and acceleration limits, each in units of itself (half
        the travel for the position); x = 0 is strictly inside.
    lead_s
        Length of the leads of a ``fourier-free`` trajectory, s. They are among the rows.

    Raises
    ------
    BadRequest
        ``trajectory-shape``, ``trajectory-not-finite``, ``trajectory-duration``;
        ``samples-outside-period``; ``too-few-harmonics``; ``nothing-free`` where every joint is
        locked; ``start-outside-limits`` for a free joint that is not strictly inside.
    """

    def __init__(  # what defines a space of motions
        self,
        kind: TrajectoryKind,
        *,
        start: FloatArray,
        period_s: float,
        harmonics: int,
        limits: MotionLimits,
        time: FloatArray,
        free: Sequence[int] | None = None,
    ) -> None:
        check_duration(period_s, field="period_s")
        self.start = frozen_array("start", start, shape=(limits.lower.size,))
        self.time = frozen_array("time", time, shape=(None,))
        self.kind, self.period_s, self.harmonics, self.limits = kind, float(period_s), harmonics, limits
        if kind is TrajectoryKind.FOURIER and self.start.any():
            self.kind = TrajectoryKind.MODIFIED
        self.free = tuple(range(self.start.size)) if free is None else tuple(sorted(set(free)))
        if not self.free:
            raise BadRequest("nothing-free")
        first, last = float(self.time.min()), float(self.time.max())
        if first < 0.0 or last > self.period_s * (1.0 + 1e-9):
            raise BadRequest("samples-outside-period", first=first, last=last, period_s=self.period_s)
        self._columns = _columns_of(self.kind, period_s=self.period_s, harmonics=harmonics)
        self.per_joint = int(self._columns.mixing.shape[1])
        self.size = self.per_joint * len(self.free)
        self._index = np.array(self.free)
        self._clock = self._limit_clock()
        self._whiten()
        self._limit()

    def motion(self, x: FloatArray) -> Kinematics:
        """The motion (N, n) at the times of the basis, ``time``."""
        return self._moved(self._functions @ self._split(x))

    def motion_at(self, x: FloatArray, time: FloatArray) -> Kinematics:
        """The same at other times (N,) in s within the period."""
        functions = self._columns.evaluate(time).reshape(-1, self.per_joint)
        return self._moved(functions @ (self._unwhitened @ self._split(x)))

    def _moved(self, moved: FloatArray) -> Kinematics:
        """The motion (N, n) from the variable part (f, 3 N, 1), added to the start pose."""
        by_joint = moved.reshape(len(self.free), 3, -1)
        columns = np.zeros((3, by_joint.shape[2], self.start.size))
        columns[:, :, self._index] = by_joint.transpose(1, 2, 0)
        columns[0] += self.start
        return Kinematics(columns[0], columns[1], columns[2])

    def pull_back(self, gradient: Kinematics) -> FloatArray:
        """Gradient in x (size,), from a gradient (N, n) in the motion (the transpose of B)."""
        parts = (gradient.position, gradient.velocity, gradient.acceleration)
        stacked = np.concatenate([part[:, self._index] for part in parts])
        pulled = np.ascontiguousarray(stacked.T)[:, np.newaxis, :] @ self._functions
        return np.asarray(pulled.ravel())

    def furthest(self, x: FloatArray) -> FloatArray:
        """Share (f,) of its limits that each free joint uses: 1 = at the tightened limit."""
        values = (self.rows @ self._split(x))[:, :, 0]
        return np.asarray(np.maximum(values / self.upper, values / self.lower).max(axis=1))

    def trajectory(self, x: FloatArray, *, cycles: int = 1) -> ExcitationTrajectory:
        """The motion as a trajectory that meets its boundary conditions to rounding."""
        series = self.series(x)
        if self.kind is TrajectoryKind.QUINTIC:
            return brought_to_rest(series, start=self.start, cycles=cycles)
        if self.kind is TrajectoryKind.FREE:
            return FreeFourierTrajectory(
                period_s=series.period_s,
                q0=series.q0,
                a=series.a,
                b=series.b,
                start=self.start,
                lead_s=self.lead_s,
                cycles=cycles,
            )
        return project_boundary_conditions(
            series.a, series.b, period_s=self.period_s, start=self.start, cycles=cycles
        )

    def series(self, x: FloatArray) -> FourierSeries:
        """The Fourier part of the motion."""
        weights = (self._unwhitened @ self._split(x))[:, :, 0]
        constant, a, b = self._columns.coefficients(weights)
        shape = (self.start.size, self.harmonics)
        whole = FourierSeries(self.period_s, self.start.copy(), np.zeros(shape), np.zeros(shape))
        whole.q0[self._index] += constant
        whole.a[self._index] = a
        whole.b[self._index] = b
        return whole

    def coordinates(self, trajectory: Trajectory | FourierSeries) -> FloatArray:
        """Coordinates (size,) of the nearest motion in units of the limits, by least squares.

        For a ``fourier-free`` trajectory the series is fitted.
        """
        motion = trajectory.series if isinstance(trajectory, FreeFourierTrajectory) else trajectory
        found = motion.evaluate(self._clock)
        parts = np.stack([found.position - self.start, found.velocity, found.acceleration])
        scaled = parts[:, :, self._index] / self._scales[:, np.newaxis, :]
        wanted = scaled.transpose(2, 0, 1).reshape(len(self.free), 1, -1)
        return np.asarray((wanted @ self._orthonormal).ravel() / np.sqrt(3.0 * self._clock.size))

    def _split(self, x: FloatArray) -> FloatArray:
        """The coordinates per free joint, (f, per_joint, 1)."""
        return np.asarray(x).reshape(len(self.free), self.per_joint, 1)

    def _whiten(self) -> None:
        """Set ``_unwhitened`` (f, p, p), from x to column weights, and ``_functions``, from x to motion."""
        half = (self.limits.upper - self.limits.lower) / 2.0
        scales = np.stack([half, self.limits.velocity, self.limits.acceleration])[:, self._index]
        raw = self._columns.evaluate(self._clock)
        scaled = raw[np.newaxis] / scales.T[:, :, np.newaxis, np.newaxis]
        q, r = np.linalg.qr(scaled.reshape(len(self.free), -1, self.per_joint))
        self._scales, self._orthonormal = scales, q
        self._unwhitened = np.linalg.inv(r) * np.sqrt(3.0 * self._clock.size)
        functions = self._columns.evaluate(self.time).reshape(-1, self.per_joint)
        self._functions = np.ascontiguousarray(functions @ self._unwhitened)

    def _limit_clock(self) -> FloatArray:
        """Times (M,) in s within a period at which the limits are imposed."""
        if self.kind is not TrajectoryKind.QUINTIC:
            return _evenly(self.time, period_s=self.period_s, points=ROWS_PER_HARMONIC * self.harmonics)
        # a polynomial is as curved as one more harmonic, and most at its ends
        points = ROWS_PER_HARMONIC * (self.harmonics + 1)
        early = np.array(_EARLY_POINTS) * (self.period_s / points)
        evenly = _evenly(self.time, period_s=self.period_s, points=points)
        return np.union1d(evenly, np.concatenate([early, self.period_s - early]))

    def _limit(self) -> None:
        looked_at = self._columns.evaluate(self._clock)
        self.lead_s = 0.0
        if self.kind is TrajectoryKind.FREE:
            self.lead_s = lead_time(self.start, self.limits, self.free)
            leads = self._columns.leads(self.lead_s, points=_LEAD_POINTS)
            looked_at = np.concatenate([looked_at, leads], axis=1)
        scaled = looked_at[np.newaxis] / self._scales.T[:, :, np.newaxis, np.newaxis]
        rows = scaled.reshape(len(self.free), -1, self.per_joint) @ self._unwhitened
        lower, upper = self._room(looked_at.shape[1])
        sizes = np.linalg.norm(rows, axis=2).max(axis=0)
        alive = sizes > _DEAD_ROW * sizes.max()
        self.rows = _frozen(rows[:, alive])
        self.lower, self.upper = _frozen(lower[:, alive]), _frozen(upper[:, alive])

    def _room(self, points: int) -> tuple[FloatArray, FloatArray]:
        """Lower and upper ends (f, 3 points) of the tightened limits, in units of the limits."""
        below = (self.limits.lower - self.start)[self._index] / self._scales[0]
        above = (self.limits.upper - self.start)[self._index] / self._scales[0]
        self._check_inside(below, above)
        margin = 1.0 - TIGHTENING
        ends = [below + np.minimum(margin, -below / 2.0), above - np.minimum(margin, above / 2.0)]
        motion = np.full((self._index.size, 2), TIGHTENING)
        spread = [np.column_stack([end, sign * motion]) for end, sign in zip(ends, (-1, 1), strict=True)]
        return np.repeat(spread[0], points, axis=1), np.repeat(spread[1], points, axis=1)

    def _check_inside(self, below: FloatArray, above: FloatArray) -> None:
        outside = np.flatnonzero(~((below < 0.0) & (above > 0.0)))
        if outside.size:
            joint = self.free[int(outside[0])]
            raise BadRequest(
                "start-outside-limits",
                joint=joint + 1,
                start=float(self.start[joint]),
                lower=float(self.limits.lower[joint]),
                upper=float(self.limits.upper[joint]),
            )


def lead_time(start: FloatArray, limits: MotionLimits, free: Sequence[int]) -> float:
    """Length of a lead, s: longer than any free joint needs from ``start`` (n,) to the ends of its travel."""
    index = np.array(free)
    way = np.maximum(limits.upper - start, start - limits.lower)[index]
    move = point_to_point(
        np.zeros(index.size), way, velocity=limits.velocity[index], acceleration=limits.acceleration[index]
    )
    return LEAD_SHARE * move.duration


def _evenly(time: FloatArray, *, period_s: float, points: int) -> FloatArray:
    """Times (M,) in s over a period: ``time`` itself if it has enough points, evenly spaced."""
    inside = np.sort(time[(time >= 0.0) & (time < period_s)])
    gaps = np.diff(np.concatenate([inside, inside[:1] + period_s]))
    if inside.size == time.size and gaps.max(initial=0.0) <= period_s / points * (1.0 + 1e-9):
        return time
    return np.asarray(np.arange(points) * (period_s / points))


def _frozen(array: FloatArray) -> FloatArray:
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array
