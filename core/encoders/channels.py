"""The position channels of a recording, decimated for the check of slow motions."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.recording import Column, FloatArray, Quantity, Recording, columns_missing
from core.robot.model import RobotModel

IntArray = npt.NDArray[np.intp]

BIN_S = 0.02
"""Time over which fast samples are averaged, s, to reduce noise and rounding."""
_BREAK = 3.0
"""Length of a gap relative to the usual step, across which nothing is compared."""
_BLOCK = 65536
_TIE = 1e-3
"""Share of a bin by which its border is shifted, so that rounding of the clock has no effect."""
_LAG = 2
"""Points on either side used for a speed."""


class Channel(StrEnum):
    """Source of a joint's position."""

    MOTOR = "motor"
    """The motor encoders, through gears and coupling as described; else the reported position."""
    LINK = "link"
    REPORTED = "reported"
    """The position reported by the controller."""


@dataclass(frozen=True, eq=False)
class Channels:
    """K points in time, all joint-wise arrays (K, n) in the controller's reported directions.

    ``run`` (K,) counts the stretches without a gap. A channel that the recording lacks is
    NaN throughout. ``velocity`` is the reported one, per second.
    """

    time: FloatArray
    run: IntArray
    position: Mapping[Channel, FloatArray]
    velocity: FloatArray
    motors_recorded: bool
    """True if the motors have their own channel, False if the reported position replaces it."""

    def speed(self, values: FloatArray) -> FloatArray:
        """Speed (K, …) over four steps, per second; zero beside gaps and missing values."""
        found = np.zeros_like(values)
        if self.time.size <= 2 * _LAG:
            return found
        before, after = slice(None, -2 * _LAG), slice(2 * _LAG, None)
        step = (self.time[after] - self.time[before]).reshape(-1, *([1] * (values.ndim - 1)))
        slope = (values[after] - values[before]) / step
        slope[self.run[after] != self.run[before]] = 0.0
        found[_LAG:-_LAG] = np.nan_to_num(slope)
        return found

    def over_the_same_steps(self, rate: FloatArray) -> FloatArray:
        """(K, …) means of a rate over the four steps that ``speed`` spans, for comparison with it."""
        found = np.zeros_like(rate)
        if self.time.size <= 2 * _LAG:
            return found
        weights = np.array([0.5, 1.0, 1.0, 1.0, 0.5]) / (2.0 * _LAG)
        parts = [
            weight * rate[shift : rate.shape[0] - 2 * _LAG + shift] for shift, weight in enumerate(weights)
        ]
        found[_LAG:-_LAG] = np.sum(parts, axis=0)
        return found


def expect_joint_count(recording: Recording, robot: RobotModel) -> None:
    """Refuse a recording of an arm with another number of joints.

    Raises
    ------
    BadRequest
        ``joint-count-differs``.
    """
    if recording.joint_count != robot.joint_count:
        raise BadRequest(
            "joint-count-differs",
            recording=recording.label,
            recording_joints=recording.joint_count,
            robot=robot.name,
            robot_joints=robot.joint_count,
        )


def channels(recording: Recording, robot: RobotModel) -> Channels:
    """The channels of a recording, read block by block.

    Raises
    ------
    BadRequest
        ``joint-count-differs`` or ``no-position``.
    """
    expect_joint_count(recording, robot)
    needed = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
    if not set(needed) & set(recording.columns):
        raise columns_missing("no-position", recording.label, has=recording.columns, needed=needed)
    clock = np.asarray(recording.time[:], dtype=np.float64)
    edges = _bin_edges(clock)
    time = _averaged(clock[:, np.newaxis], edges)[:, 0]

    def column(quantity: Quantity) -> FloatArray:
        if quantity not in recording.columns:
            return np.full((time.size, robot.joint_count), np.nan)
        return _averaged(recording.columns[quantity], edges)

    reported, motor = column(Quantity.POSITION), column(Quantity.MOTOR_POSITION)
    motors_recorded = bool(np.isfinite(motor).any())
    return Channels(
        time=time,
        run=_runs(time),
        position={
            Channel.MOTOR: robot.reported_from_motor(motor) if motors_recorded else reported,
            Channel.LINK: column(Quantity.LINK_POSITION),
            Channel.REPORTED: reported,
        },
        velocity=column(Quantity.VELOCITY),
        motors_recorded=motors_recorded,
    )


def _bin_edges(clock: FloatArray) -> IntArray:
    """Row numbers at which bins begin, and the end; one bin per row for slow samples."""
    if clock.size < 2 or np.median(np.diff(clock)) > 0.5 * BIN_S:
        return np.arange(clock.size + 1)
    number = np.floor((clock - clock[0]) / BIN_S + _TIE)
    starts = np.flatnonzero(np.diff(number, prepend=-1.0))
    return np.append(starts, clock.size)


def _averaged(column: Column, edges: IntArray) -> FloatArray:
    """Means (K, n) over the bins."""
    parts = []
    first = 0
    while first < edges.size - 1:
        last = max(int(np.searchsorted(edges, edges[first] + _BLOCK, side="right")) - 1, first + 1)
        rows = np.asarray(column[slice(int(edges[first]), int(edges[last]))], dtype=np.float64)
        starts = edges[first:last] - edges[first]
        parts.append(np.add.reduceat(rows, starts, axis=0) / np.diff(edges[first : last + 1])[:, np.newaxis])
        first = last
    return np.concatenate(parts) if parts else np.empty((0, int(column.shape[1])))


def _runs(time: FloatArray) -> IntArray:
    if time.size < 2:
        return np.zeros(time.size, dtype=np.intp)
    step = np.diff(time)
    return np.concatenate([[0], np.cumsum(step > _BREAK * np.median(step))]).astype(np.intp)
