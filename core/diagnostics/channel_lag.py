"""Lag between the encoders' channels: estimated in motion, and removed from the live deflection."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

GOOD_ENOUGH_S = 1e-4
"""Standard deviation below which a running estimate is removed, s."""
WORTH_S = 2e-5
"""Smallest change of the lag that is applied, s; at 1 rad/s that is 4 arcsec."""
_STDS = 2.0
_LOOK_S = 0.5
"""Time between two checks of the running estimate, s of the stream."""
LONGEST_S = 0.02
"""Largest plausible lag of a channel, s."""
_BIN_S = 0.01
"""Length of the bins over which samples of both angles are averaged, s."""
_MEMORY_S = 20.0
"""Time constant of forgetting, in seconds of motion."""
_LEAST_S = 2.0
"""Least motion of a joint before it contributes, s."""
_LEAST_RATE = 0.02
"""Smallest rate of a joint that contributes, rad/s (m/s)."""
_MOST_RATE, _MOST_ACCELERATION = 20.0, 300.0
"""Rate and acceleration, rad/s and rad/s² (m/s, m/s²), above which an encoder has jumped."""
_LEAST_CHANGE = 0.01
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


class LagSource(StrEnum):
    """Source of the lag's value."""

    VISIT = "visit"
    """The analysis of recordings, joint by joint."""
    RUNNING = "running"
    """The stream itself, one for all joints."""


@dataclass(frozen=True)
class ShownLag:
    """The lag as shown now.

    Attributes
    ----------
    value, std
        Delay of the link encoders' channel, s, the median of the joints.
    source
        Its source.
    is_taken_out
        True if the deflection is shown without it.
    """

    value: float
    std: float
    source: LagSource
    is_taken_out: bool


# Lag of one encoder's channel behind the other's, estimated while the arm moves.
#
# A channel that is late by L adds, to motor minus link angle, L times the joint's rate. On a fast arm
# that is much larger than the twist of its gears. One device reads all joints, so there is one lag.


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
        self._samples = max(1, round(_BIN_S * rate_hz))
        self._bin_s = self._samples / rate_hz
        self._fade = float(np.exp(-self._bin_s / _MEMORY_S))
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
        direction = np.tanh(rate / _LEAST_RATE)
        columns = (rate, acceleration, middle, direction, np.ones_like(rate), deflection[2:-2])
        rows = np.stack(columns, axis=2)
        moves = (np.abs(rate) > _LEAST_RATE) & (np.abs(rate) < _MOST_RATE)
        moving = moves & (np.abs(acceleration) < _MOST_ACCELERATION) & np.isfinite(rows).all(axis=2)
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
        if self._moved_s[joint] < _LEAST_S or not (np.diag(moments)[:_COLUMNS] > 0.0).all():
            return None
        scale = 1.0 / np.sqrt(np.diag(moments)[:_COLUMNS])
        normal = scale[:, np.newaxis] * moments[:_COLUMNS, :_COLUMNS] * scale
        spread = np.linalg.inv(normal + _TELLS_APART * np.eye(_COLUMNS))
        count = moments[_COLUMNS - 1, _COLUMNS - 1]
        if moments[0, 0] / (spread[0, 0] * count) < _LEAST_CHANGE**2:
            return None
        found = scale * (spread @ (scale * moments[:_COLUMNS, _COLUMNS]))
        of_residual = np.append(-found, 1.0)
        power = float(of_residual @ moments @ of_residual)
        alike = float(of_residual @ self._neighbours[joint] @ of_residual) / max(power, 1e-300)
        alike = min(max(alike, 0.0), _MOST_ALIKE)
        variance = max(power, 0.0) / count * spread[0, 0] * scale[0] ** 2 * (1.0 + alike) / (1.0 - alike)
        return float(found[0]), max(variance, 1e-18)


class LagInUse:
    """Chooses the lag: the visit's value before the stream's; either may be kept in on request.

    A change is only offered (:attr:`is_due`) until it is taken, because curves and loops must be
    recomputed with it.
    """

    def __init__(self, joint_count: int, *, rate_hz: float) -> None:
        self._n, self._look_samples = joint_count, max(1, round(_LOOK_S * rate_hz))
        self._running = RunningLag(joint_count, rate_hz=rate_hz)
        self._unlooked = 0
        self._estimate: LagEstimate | None = None
        self._told: FloatArray | None = None
        self._told_std = float("nan")
        self._taken: FloatArray | None = None
        self.is_left_in = False
        """True if the uncorrected difference is wanted."""

    @property
    def taken(self) -> FloatArray | None:
        """Removed lag of each joint, (n,) s; None if none is removed."""
        return self._taken

    @property
    def is_due(self) -> bool:
        """True if another lag should be removed than the present one."""
        wanted = self._wanted()
        if wanted is None or self._taken is None:
            return wanted is not self._taken
        return not np.array_equal(wanted, self._taken)

    def take(self) -> FloatArray | None:
        """Start removing the wanted lag, and return it."""
        self._taken = self._wanted()
        return self._taken

    def tell(self, lag: FloatArray | None, *, std: float = float("nan")) -> None:
        """Set the visit's lag, (n,) s, and the standard deviation of the median; None for no value."""
        self._told, self._told_std = lag, std

    def is_new(self, sequence: npt.NDArray[np.int64]) -> bool:
        """True if some of the samples (N,) are new."""
        last = self._running.last_sequence
        return bool(sequence.size) and (last is None or int(sequence[-1]) > last)

    def feed(self, sequence: npt.NDArray[np.int64], deflection: FloatArray, angle: FloatArray) -> None:
        """Take in samples as :meth:`RunningLag.feed` does."""
        self._running.feed(sequence, deflection, angle)
        self._unlooked += sequence.size
        if self._unlooked >= self._look_samples:
            self._unlooked = 0
            found = self._running.estimate()
            is_one = found is not None and abs(found.value) < LONGEST_S
            self._estimate = found if is_one else None

    def count_anew(self) -> None:
        """Start a new sample count of the device."""
        self._running.count_anew()

    def shown(self) -> ShownLag | None:
        """The lag known now; None while unknown or not accurate enough to show."""
        if self._told is not None:
            middle = float(np.median(self._told))
            return ShownLag(middle, self._told_std, LagSource.VISIT, self._taken is not None)
        found = self._estimate
        if found is None or (found.std > GOOD_ENOUGH_S and self._taken is None):
            return None
        value = found.value if self._taken is None else float(self._taken[0])
        return ShownLag(value, found.std, LagSource.RUNNING, self._taken is not None)

    def _wanted(self) -> FloatArray | None:
        if self.is_left_in:
            return None
        if self._told is not None:
            return self._told
        found = self._estimate
        if found is None:
            return self._taken
        if self._taken is not None:
            change = float(np.max(np.abs(self._taken - found.value)))
            if change < max(WORTH_S, _STDS * found.std):
                return self._taken
        return np.full(self._n, found.value) if found.std < GOOD_ENOUGH_S else self._taken
