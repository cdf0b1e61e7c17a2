"""The trajectory interface: a path in time from rest to rest, with bounds that hold between samples."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray

ROUNDING = 1e-13
"""Rounding error of sums of sines and powers, relative to the sum of their sizes."""


@dataclass(frozen=True, eq=False)
class Kinematics:
    """Positions, velocities, accelerations, each (N, n): rad, rad/s, rad/s² (m for sliding joints)."""

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


@dataclass(frozen=True, eq=False)
class PeakBounds:
    """Guaranteed bounds (n,) over the whole trajectory, also between any samples."""

    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


def enclosing_bounds(bounds: Sequence[PeakBounds]) -> PeakBounds:
    """The smallest bounds that contain all of the given ones."""
    return PeakBounds(
        lower=np.min([bound.lower for bound in bounds], axis=0),
        upper=np.max([bound.upper for bound in bounds], axis=0),
        velocity=np.max([bound.velocity for bound in bounds], axis=0),
        acceleration=np.max([bound.acceleration for bound in bounds], axis=0),
    )


class Trajectory(Protocol):
    """A path in time that starts and ends at rest."""

    @property
    def duration(self) -> float:
        """Time from start to end, s."""

    @property
    def joint_count(self) -> int:
        """Number of joints of the motion, n."""

    @property
    def start(self) -> FloatArray:
        """Start pose of the motion, (n,)."""

    def evaluate(self, time: FloatArray) -> Kinematics:
        """The motion at times (N,) in s; held at the ends outside [0, duration]."""

    def peak_bounds(self) -> PeakBounds:
        """Bounds that hold between samples too."""

    def slowed(self, fraction: float) -> "Trajectory":
        """The same path at a fraction (0 to 1] of its speed."""


def frozen_array(field: str, given: object, *, shape: tuple[int | None, ...]) -> FloatArray:
    """A read-only copy of an array field; ``None`` in the shape stands for any length.

    Raises
    ------
    BadRequest
        ``trajectory-shape`` or ``trajectory-not-finite``.
    """
    array = np.array(given, dtype=np.float64)
    fits = array.ndim == len(shape) and array.size > 0
    if not fits or any(want not in {None, have} for want, have in zip(shape, array.shape, strict=True)):
        wanted = tuple(-1 if length is None else length for length in shape)
        raise BadRequest("trajectory-shape", field=field, expected=wanted, found=array.shape)
    if not np.all(np.isfinite(array)):
        raise BadRequest("trajectory-not-finite", field=field)
    array.setflags(write=False)
    return array


def check_duration(seconds: float, *, field: str) -> None:
    """Raise an error for a time that is not positive and finite.

    Raises
    ------
    BadRequest
        ``trajectory-duration`` with the field and what it was.
    """
    if not (0.0 < seconds < float("inf")):
        raise BadRequest("trajectory-duration", field=field, seconds=seconds)


def check_fraction(fraction: float) -> None:
    """Raise an error for a fraction of the speed outside (0, 1].

    Raises
    ------
    BadRequest
        ``trajectory-speed-fraction``.
    """
    if not 0.0 < fraction <= 1.0:
        raise BadRequest("trajectory-speed-fraction", fraction=fraction)


def held_clock(time: FloatArray, *, duration: float) -> tuple[FloatArray, FloatArray]:
    """Times clipped to [0, duration], and (N, 1) ones where unclipped, zeros where clipped."""
    given = np.asarray(time, dtype=np.float64)
    inside = ((given >= 0.0) & (given <= duration)).astype(np.float64)[:, np.newaxis]
    return np.clip(given, 0.0, duration), inside


# Guaranteed bounds on a smooth function from its values on a grid.
#
# Between two neighbouring points a function leaves the chord by at most h²/8 times its largest
# second derivative there, and the second derivative leaves its own chord by at most h²/8 times
# the largest fourth.


def bounds_between(
    value: FloatArray, bend: FloatArray, *, fourth: FloatArray, step: float, size: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Lower and upper bounds (n,) of functions from the first to the last point of a grid.

    Parameters
    ----------
    value, bend
        (N, n) the functions and their second derivatives on the grid, ``step`` apart.
    fourth
        (n,) bounds on the size of their fourth derivatives.
    size
        (n,) sums of the sizes of their terms, for the rounding.
    """
    sag = step**2 / 8.0
    curved = np.abs(bend)
    slack = sag * (np.maximum(curved[:-1], curved[1:]) + sag * fourth) + ROUNDING * size
    lower = (np.minimum(value[:-1], value[1:]) - slack).min(axis=0)
    upper = (np.maximum(value[:-1], value[1:]) + slack).max(axis=0)
    return lower, upper
