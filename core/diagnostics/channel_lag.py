"""Lag of one encoder's channel behind the other's, estimated while the arm moves.

A channel that is late by L adds, to motor minus link angle, L times the joint's rate. On a fast arm
that is much larger than the twist of its gears. One device reads all joints, so there is one lag.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

BIN_S = 0.01
"""Length of the bins over which samples of both angles are averaged, s."""
MEMORY_S = 20.0
"""Time constant of forgetting, in seconds of motion."""
LEAST_S = 2.0
"""Least motion of a joint before it contributes, s."""
LEAST_RATE = 0.02
"""Smallest rate of a joint that contributes, rad/s (m/s)."""
MOST_RATE, MOST_ACCELERATION = 20.0, 300.0
"""Rate and acceleration, rad/s and rad/s² (m/s, m/s²), above which an encoder has jumped."""
LEAST_CHANGE = 0.01
"""Smallest standard deviation of the rate not explained by the other columns, rad/s (m/s).

At a steady speed only encoder noise would remain.
"""
_REACH = 2
"""Bins on either side used for the rate."""
_COLUMNS = 5
"""Number of columns: rate, acceleration, position, direction, and one; the deflection follows them."""
_MOST_ALIKE = 0.999
"""Largest correlation of neighbouring residuals that is used."""
_TELLS_APART = 1e-9
"""Smallest independent share of a column.

On a sinusoidal motion acceleration and position are proportional, which does no harm, whereas a rate
similar to another column gets a large standard deviation.
"""


@dataclass(frozen=True)
class LagEstimate:
    """One lag of all joints: delay of the link encoders' channel behind the motors', s, and its std."""

    value: float
    std: float


class RunningLag:
    """Fits the lag to the deflection of each joint in motion; standstill changes nothing.

    Beside the lag (rate) the fit has columns for inertia (acceleration), gravity (position),
    hysteresis (direction) and the zeros of the encoders. Old motion is forgotten only as new
    motion comes, so that a rest loses nothing; memory does not grow. The standard deviation
    includes the correlation of neighbouring residuals.

    Parameters
    ----------
    joint_count
        n.
    rate_hz
        Samples per second of the stream.
    """

    def __init__(self, joint_count: int, *, rate_hz: float) -> None:
        self._n = joint_count
        self._samples = max(1, round(BIN_S * rate_hz))
        self._bin_s = self._samples / rate_hz
        self._fade = float(np.exp(-self._bin_s / MEMORY_S))
        self.clear()

    @property
    def last_sequence(self) -> int | None:
        """Number of the newest sample; None before the first."""
        return self._last

    def clear(self) -> None:
        """Reset the estimator to its initial state."""
        shape = (self._n, _COLUMNS + 1, _COLUMNS + 1)
        self._moments, self._neighbours = np.zeros(shape), np.zeros(shape)
        """Sums of the rows' products with themselves, and with the previous rows."""
        self._moved_s = np.zeros(self._n)
        self._zero: FloatArray | None = None
        self.count_anew()

    def count_anew(self) -> None:
        """Start a new sample count of the device; the estimate is kept."""
        self._last: int | None = None
        self._interrupt()

    def feed(self, sequence: npt.NDArray[np.int64], deflection: FloatArray, angle: FloatArray) -> None:
        """Add the new ones of N samples.

        Parameters
        ----------
        sequence
            (N,) the device's count of its samples.
        deflection, angle
            (n, N) rad (m), motor minus link angle including the lag, and motor angle; NaN where a
            joint has none.
        """
        new = 0 if self._last is None else int(np.searchsorted(sequence, self._last, side="right"))
        numbers = sequence[new:]
        if not numbers.size:
            return
        rows = np.stack([deflection[:, new:], angle[:, new:]], axis=1).transpose(2, 1, 0)
        before = numbers[0] - 1 if self._last is None else self._last
        holes = np.flatnonzero(np.diff(numbers, prepend=before) > 1)
        edges = np.unique([0, *holes, numbers.size]).tolist()
        for first, end in pairwise(edges):
            if first in holes:
                self._interrupt()
            self._take(rows[first:end])
        self._last = int(numbers[-1])

    def estimate(self) -> LagEstimate | None:
        """The lag from all samples so far; None before any joint has moved enough.

        Joints that disagree by more than their uncertainty increase the standard deviation.
        """
        lags = [one for joint in range(self._n) if (one := self._of_joint(joint)) is not None]
        if not lags:
            return None
        values, variances = np.array(lags).T
        weights = 1.0 / variances
        value = float(weights @ values / weights.sum())
        scatter = float(weights @ (values - value) ** 2) / max(1, len(lags) - 1)
        return LagEstimate(value, float(np.sqrt(max(1.0, scatter) / weights.sum())))

    def _interrupt(self) -> None:
        self._open, self._bins = np.empty((0, 2, self._n)), np.empty((0, 2, self._n))
        self._before = np.zeros((self._n, _COLUMNS + 1))
        """The row before the next one; zeros if there is none."""

    def _take(self, rows: FloatArray) -> None:
        """Add consecutive samples (N, 2, n)."""
        rows = np.concatenate([self._open, rows])
        whole = rows.shape[0] // self._samples
        bins = rows[: whole * self._samples].reshape(whole, self._samples, 2, self._n).mean(axis=1)
        self._open = rows[whole * self._samples :]
        bins = np.concatenate([self._bins, bins])
        self._bins = bins[-2 * _REACH :]
        if bins.shape[0] > 2 * _REACH:
            self._fit(*self._rows_of(bins))

    def _rows_of(self, bins: FloatArray) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        """Rows (B, n, 6) of the inner ones of bins (B + 4, 2, n), and a mask (B, n) of those in motion.

        Both angles are averaged over the same samples, and the motor's derivatives do not use the bin
        itself, so encoder noise cannot look like a lag.
        """
        if self._zero is None:
            self._zero = np.nan_to_num(bins[0])
        deflection, angle = (bins - self._zero).transpose(1, 0, 2)
        far, near = angle[4:] - angle[:-4], angle[3:-1] - angle[1:-3]
        rate = (8.0 * near - far) / (12.0 * self._bin_s)
        middle = angle[2:-2]
        bend = 16.0 * (angle[3:-1] + angle[1:-3]) - (angle[4:] + angle[:-4]) - 30.0 * middle
        acceleration = bend / (12.0 * self._bin_s**2)
        direction = np.tanh(rate / LEAST_RATE)
        columns = (rate, acceleration, middle, direction, np.ones_like(rate), deflection[2:-2])
        rows = np.stack(columns, axis=2)
        moves = (np.abs(rate) > LEAST_RATE) & (np.abs(rate) < MOST_RATE)
        moving = moves & (np.abs(acceleration) < MOST_ACCELERATION) & np.isfinite(rows).all(axis=2)
        return np.where(moving[:, :, np.newaxis], rows, 0.0), moving

    def _fit(self, rows: FloatArray, moving: npt.NDArray[np.bool_]) -> None:
        """Add rows (B, n, 6), oldest first; a row without motion is zero and causes no forgetting."""
        later = moving[::-1].cumsum(axis=0)[::-1] - moving
        weight = self._fade**later
        before = np.concatenate([self._before[np.newaxis], rows[:-1]])
        self._before = rows[-1]
        kept = (self._fade ** moving.sum(axis=0))[:, np.newaxis, np.newaxis]
        self._moments = kept * self._moments + np.einsum("bj,bjk,bjl->jkl", weight, rows, rows)
        self._neighbours = kept * self._neighbours + np.einsum("bj,bjk,bjl->jkl", weight, rows, before)
        self._moved_s += self._bin_s * moving.sum(axis=0)

    def _of_joint(self, joint: int) -> tuple[float, float] | None:
        """A joint's lag in s and its variance; None if its motion does not determine it."""
        moments = self._moments[joint]
        if self._moved_s[joint] < LEAST_S or not (np.diag(moments)[:_COLUMNS] > 0.0).all():
            return None
        scale = 1.0 / np.sqrt(np.diag(moments)[:_COLUMNS])
        normal = scale[:, np.newaxis] * moments[:_COLUMNS, :_COLUMNS] * scale
        spread = np.linalg.inv(normal + _TELLS_APART * np.eye(_COLUMNS))
        count = moments[_COLUMNS - 1, _COLUMNS - 1]
        if moments[0, 0] / (spread[0, 0] * count) < LEAST_CHANGE**2:
            return None
        found = scale * (spread @ (scale * moments[:_COLUMNS, _COLUMNS]))
        of_residual = np.append(-found, 1.0)
        power = float(of_residual @ moments @ of_residual)
        alike = float(of_residual @ self._neighbours[joint] @ of_residual) / max(power, 1e-300)
        alike = min(max(alike, 0.0), _MOST_ALIKE)
        variance = max(power, 0.0) / count * spread[0, 0] * scale[0] ** 2 * (1.0 + alike) / (1.0 - alike)
        return float(found[0]), max(variance, 1e-18)
