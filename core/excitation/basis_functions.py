"""Basis functions of each kind of motion for one joint, with their derivatives in time.

A motion is the start pose plus a weighted sum of these columns. The raw columns are a constant, the
sines and the cosines. ``Columns`` keeps only combinations that meet the boundary conditions of the
kind, so that an optimiser of the weights need not handle them.
"""

from dataclasses import dataclass

import numpy as np

from core.errors import BadRequest
from core.excitation.trajectories import TrajectoryKind
from core.excitation.trajectories.motion import Kinematics
from core.excitation.trajectories.quintic import JointState, evaluate_quintic, quintic_between
from core.recording import FloatArray


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


def columns_of(kind: TrajectoryKind, *, period_s: float, harmonics: int) -> Columns:
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
