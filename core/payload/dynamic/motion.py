"""Check that two runs follow the same motion, and the time shift between their clocks."""

from dataclasses import dataclass

import numpy as np

from core.identification.joint_side import torque_source
from core.monitor import Monitor
from core.recording import FloatArray, Recording
from core.robot.measured_joints import joint_position
from core.robot.model import RobotModel

SAME = 0.01
"""Largest difference of two runs of one motion relative to a joint's travel, including following errors."""
ENOUGH = 0.9
"""Share of the motion of either run in which they must agree."""
_STEP_S = 0.02
"""Time step of the comparison, s."""
_MOST_MOMENTS = 100_000
_BLOCK_MOMENTS = 1000
_MOVING = 0.01
"""Speed relative to the highest below which the arm is at rest."""
_ROUNDS = 3


@dataclass(frozen=True, eq=False)
class MotionGlance:
    """A run at evenly spaced times: ``time`` (M,) s, ``position`` and ``torque`` (M, n) as reported."""

    time: FloatArray
    position: FloatArray
    torque: FloatArray

    @property
    def step_s(self) -> float:
        """Time step between two samples, s."""
        return float(self.time[1] - self.time[0])

    def at(self, time: FloatArray, scale: FloatArray) -> FloatArray:
        """Positions at other times, scaled joint by joint."""
        return np.stack([np.interp(time, self.time, q) for q in self.position.T], axis=1) / scale


def glance(recording: Recording, robot: RobotModel, *, monitor: Monitor) -> MotionGlance:
    """Samples of a whole recording, which may be larger than the memory."""
    pieces = []
    count = recording.sample_count
    step = max(1, int(count * _STEP_S / max(recording.duration, _STEP_S)))
    for first in range(0, count, step * _BLOCK_MOMENTS):
        monitor.check()
        block = recording.block(first, min(first + step * _BLOCK_MOMENTS, count))
        columns = {quantity: np.asarray(column[:]) for quantity, column in block.columns.items()}
        position = joint_position(robot, columns)
        assert position is not None, "checked before"
        pieces.append((block.time[::step], position[::step], columns[torque_source(recording)][::step]))
    time, position, torque = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
    return MotionGlance(time, position, torque)


def motion_shift(first: MotionGlance, second: MotionGlance) -> float | None:
    """Time by which the second run's clock is ahead at the same position, s; None for another motion."""
    travel = np.maximum(np.ptp(first.position, axis=0), np.ptp(second.position, axis=0))
    moving = travel > SAME * travel.max(initial=0.0)
    if not moving.any() or min(first.time.size, second.time.size) < 2:
        return None
    scale = np.where(moving, travel, np.inf)
    step = max(first.step_s, second.step_s, (first.time[-1] - first.time[0]) / _MOST_MOMENTS)
    grids = [np.arange(seen.time[0], seen.time[-1], step) for seen in (first, second)]
    places = [seen.at(grid, scale) for seen, grid in zip((first, second), grids, strict=True)]
    if min(len(grid) for grid in grids) < 2:
        return None
    shift = _coarse(places, step) + float(grids[1][0] - grids[0][0])
    for _ in range(_ROUNDS):
        shift += _rest(first, second, scale, grids[0], shift)
    return shift if _agree(first, second, scale, grids, shift) else None


def _coarse(places: list[FloatArray], step: float) -> float:
    """First estimate of that shift, s: the lag with the largest correlation of the speeds."""
    from scipy.signal import correlate, correlation_lags

    speeds = [np.gradient(place, step, axis=0) for place in places]
    total = sum(correlate(second, first) for first, second in zip(speeds[0].T, speeds[1].T, strict=True))
    lags = correlation_lags(len(speeds[1]), len(speeds[0]))
    return float(lags[int(np.argmax(total))]) * step


def _rest(
    first: MotionGlance, second: MotionGlance, scale: FloatArray, grid: FloatArray, shift: float
) -> float:
    """Correction of the shift, s: one least-squares step with the speeds as derivative."""
    inside = grid[(grid + shift >= second.time[0]) & (grid + shift <= second.time[-1])]
    if inside.size < 2:
        return 0.0
    early, late = first.at(inside, scale), second.at(inside + shift, scale)
    speed = np.gradient(late, inside, axis=0)
    square = float(np.sum(speed**2))
    return float(np.sum(speed * (early - late))) / square if square > 0.0 else 0.0


def _agree(
    first: MotionGlance, second: MotionGlance, scale: FloatArray, grids: list[FloatArray], shift: float
) -> bool:
    forth = _share(first, second, scale, grids[0], shift)
    back = _share(second, first, scale, grids[1], -shift)
    return min(forth, back) >= ENOUGH


def _share(
    one: MotionGlance, other: MotionGlance, scale: FloatArray, grid: FloatArray, shift: float
) -> float:
    """Share of the times at which one run moves and the other run has the same position."""
    place = one.at(grid, scale)
    speed = np.abs(np.gradient(place, grid, axis=0)).max(axis=1)
    moves = speed > _MOVING * speed.max(initial=0.0)
    there = (grid + shift >= other.time[0]) & (grid + shift <= other.time[-1])
    same = there & (np.abs(place - other.at(grid + shift, scale)).max(axis=1) < SAME)
    return float(np.mean(same[moves])) if moves.any() else 0.0
