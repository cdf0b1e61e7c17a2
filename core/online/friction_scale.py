"""The scale of each joint's friction, followed live: friction falls with warmth and rises with wear.

``torque = rest + s(t)·friction + noise`` with a random walk s(t) that starts at 1, the value of the
identification. A Kalman filter per joint follows s. The errors of a model are no white noise, so samples
within ``CORRELATION_S`` count as one. A prediction uses only torques that are at least ``DELAY_S`` old, and
a joint at rest says nothing, because stiction may hold any torque.
"""

import math
from typing import Any

import numpy as np

from core.compiling import kernel
from core.recording import FloatArray

START_STD = 0.03
"""Standard deviation of the scale before anything was seen."""
DRIFT = 0.05
"""Standard deviation of the change of the scale within 1 s; both were chosen by leaving runs out."""
LOWEST, HIGHEST = 0.5, 2.0
"""Limits of the scale; what lies beyond is another fault than friction."""
LARGEST_STDS = 5.0
"""Innovation in standard deviations above which a sample says nothing: it is a contact.

The scale becomes less certain meanwhile, so that a lasting change is followed after some seconds.
"""
CORRELATION_S = 0.3
DELAY_S = 0.25


class FrictionScale:
    """Follows the scale of each joint's friction along a stream; independent of the size of chunks."""

    def __init__(self, *, residual_std: FloatArray, rate_hz: float) -> None:
        std = np.asarray(residual_std, dtype=np.float64)
        variance = np.where(std > 0.0, std, np.inf) ** 2
        self._noise = variance * max(CORRELATION_S * rate_hz, 1.0)
        self._sample = variance
        self._walk = DRIFT**2 / rate_hz
        delay = max(round(DELAY_S * rate_hz), 1)
        self._late = np.full((delay, 2, std.size), math.nan)
        self._place = np.zeros(1, dtype=np.int64)
        self._scale, self._variance = np.ones(std.size), np.full(std.size, START_STD**2)

    @property
    def value(self) -> FloatArray:
        """The present scale (n,), 1 for the friction that was identified."""
        return self._scale.copy()

    @property
    def std(self) -> FloatArray:
        """Standard deviation (n,) of the present scale."""
        return np.asarray(np.sqrt(self._variance))

    def follow(self, residual: FloatArray, friction: FloatArray, *, moving: FloatArray) -> FloatArray:
        """Scale (N, n) to predict each sample with.

        ``residual`` (N, n) is measured minus predicted torque with a scale of 1, ``friction`` (N, n) the
        part of the prediction that is scaled; NaN where unknown. ``moving`` (N, n) is True for joints
        in motion.
        """
        used = np.empty_like(friction)
        told = np.where(moving & np.isfinite(residual), friction, math.nan)
        _follow(
            np.ascontiguousarray(residual),
            np.ascontiguousarray(told),
            (self._noise, self._sample, self._walk),
            (self._scale, self._variance, self._late, self._place),
            used,
        )
        return used


@kernel
def _follow(residual: Any, friction: Any, tuning: Any, state: Any, used: Any) -> None:
    """Kalman filter of ``residual = (s - 1)·friction + noise``; ``state`` is carried from chunk to chunk."""
    scale, variance, late, place = state
    noise, sample, walk = tuning
    for t in range(residual.shape[0]):
        row = place[0]
        place[0] = (row + 1) % late.shape[0]
        for j in range(residual.shape[1]):
            h = late[row, 1, j]
            if not math.isnan(h):
                left = late[row, 0, j] - (scale[j] - 1.0) * h
                if left * left <= LARGEST_STDS**2 * (sample[j] + h * h * variance[j]):
                    gain = variance[j] * h / (h * h * variance[j] + noise[j])
                    scale[j] = min(max(scale[j] + gain * left, LOWEST), HIGHEST)
                    variance[j] *= 1.0 - gain * h
                variance[j] += walk
            used[t, j] = scale[j]
            late[row, 0, j], late[row, 1, j] = residual[t, j], friction[t, j]
