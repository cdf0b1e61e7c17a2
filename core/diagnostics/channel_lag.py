"""How late one encoder's channel is behind the other's, found while the arm moves.

A channel that is late by L shows, in motor less link angle, L times the joint's rate: on a fast
arm that is far more than the twist of its gears. One device reads all joints, so there is one lag.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

BIN_S = 0.01
"""Samples of so long are averaged, both angles alike."""
MEMORY_S = 20.0
"""Of motion: what lies further back counts little."""
LEAST_S = 2.0
"""Of motion of a joint before it says anything."""
LEAST_RATE = 0.02
"""rad/s (m/s); a joint that is slower tells nothing of a lag."""
MOST_RATE, MOST_ACCELERATION = 20.0, 300.0
"""rad/s and rad/s² (m/s, m/s²) that no joint has: an encoder jumped."""
LEAST_CHANGE = 0.01
"""rad/s (m/s), standard deviation of the rate apart from what else explains it: at a steady speed the
noise of the encoders would be all that is left of it."""
_REACH = 2
"""Bins on either side of one that its rate is taken from."""
_COLUMNS = 5
"""Rate, acceleration, position, direction, and one; the deflection itself stands behind them."""
_MOST_ALIKE = 0.999
"""Neighbouring residuals more alike than that say nothing any more."""
_TELLS_APART = 1e-9
"""Share of a column that must be its own. On a pure swing acceleration and position are the same but
for their size: that harms nothing, while a rate that is like another column becomes uncertain."""


@dataclass(frozen=True)
class LagEstimate:
    """One lag of all joints: s by which the link encoders are late behind the motors', and its std."""

    value: float
    std: float


class RunningLag:
    """Fits the deflection of each joint with all that moves along; standing still changes nothing.

    Beside the lag (by the rate) there is what inertia (acceleration), gravity (position),
    hysteresis (direction) and the zeros of the encoders do. Old motion fades only as new motion
    comes, so that a rest is no loss; memory does not grow. The standard deviation counts
    neighbouring residuals that are alike as less than two.

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
        """Forget everything."""
        shape = (self._n, _COLUMNS + 1, _COLUMNS + 1)
        self._moments, self._neighbours = np.zeros(shape), np.zeros(shape)
        """Sums of the rows' products with themselves, and with the rows before them."""
        self._moved_s = np.zeros(self._n)
        self._zero: FloatArray | None = None
        self.count_anew()

    def count_anew(self) -> None:
        """The device counts its samples anew; what was learned stays."""
        self._last: int | None = None
        self._interrupt()

    def feed(self, sequence: npt.NDArray[np.int64], deflection: FloatArray, angle: FloatArray) -> None:
        """Take in what is new of N samples.

        Parameters
        ----------
        sequence
            (N,) the device's count of its samples.
        deflection, angle
            (n, N) rad (m), motor less link angle with the lag in it, and motor angle; NaN where a
            joint tells none.
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
        """The lag by all that was seen; None before any joint has moved enough.

        Joints that disagree by more than they may make the standard deviation larger.
        """
        told = [one for joint in range(self._n) if (one := self._of_joint(joint)) is not None]
        if not told:
            return None
        values, variances = np.array(told).T
        weights = 1.0 / variances
        value = float(weights @ values / weights.sum())
        scatter = float(weights @ (values - value) ** 2) / max(1, len(told) - 1)
        return LagEstimate(value, float(np.sqrt(max(1.0, scatter) / weights.sum())))

    def _interrupt(self) -> None:
        self._open, self._bins = np.empty((0, 2, self._n)), np.empty((0, 2, self._n))
        self._before = np.zeros((self._n, _COLUMNS + 1))
        """The row before the next one; zeros where there is none."""

    def _take(self, rows: FloatArray) -> None:
        """Consecutive samples (N, 2, n)."""
        rows = np.concatenate([self._open, rows])
        whole = rows.shape[0] // self._samples
        bins = rows[: whole * self._samples].reshape(whole, self._samples, 2, self._n).mean(axis=1)
        self._open = rows[whole * self._samples :]
        bins = np.concatenate([self._bins, bins])
        self._bins = bins[-2 * _REACH :]
        if bins.shape[0] > 2 * _REACH:
            self._fit(*self._rows_of(bins))

    def _rows_of(self, bins: FloatArray) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        """Rows (B, n, 6) of the inner ones of bins (B + 4, 2, n), and which of them are of motion (B, n).

        Both angles are averaged over the same samples, and what is derived of the motor's has no
        part in the bin itself: noise of the encoder cannot pass for a lag.
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
        """Take in rows (B, n, 6), oldest first; a row that is not of motion is zero and fades nothing."""
        later = moving[::-1].cumsum(axis=0)[::-1] - moving
        weight = self._fade**later
        before = np.concatenate([self._before[np.newaxis], rows[:-1]])
        self._before = rows[-1]
        kept = (self._fade ** moving.sum(axis=0))[:, np.newaxis, np.newaxis]
        self._moments = kept * self._moments + np.einsum("bj,bjk,bjl->jkl", weight, rows, rows)
        self._neighbours = kept * self._neighbours + np.einsum("bj,bjk,bjl->jkl", weight, rows, before)
        self._moved_s += self._bin_s * moving.sum(axis=0)

    def _of_joint(self, joint: int) -> tuple[float, float] | None:
        """A joint's lag in s and its variance; None where its motion tells none."""
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
