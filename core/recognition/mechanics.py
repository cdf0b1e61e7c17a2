"""Evidence from gravity on a recording: the unit of its angles, and which of its columns is a torque.

The torque that holds an arm depends on its angles as its description says, whatever its masses are. In the
right unit, the weights of the links explain a measured torque or current; in a wrong one, they do not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.recognition.physics import whole_rows
from core.recording import FloatArray
from core.robot.dynamics import inverse_dynamics, regressor
from core.robot.model import RobotModel

_WINDOW_S = 0.15
"""Length over which positions are smoothed to take their derivatives."""
_FEWEST_ROWS = 200
_MOST_ROWS = 1000
_EXPLAINED = 0.1
"""Largest share of a joint's torque that may be left over for it to say something."""
_TIMES_WORSE, _ONE_JOINT = 64.0, 4.0
"""So many times more must be left over in every other unit, by all joints together and by one of them."""
_NEEDED = 0.2
"""Share that must be left over without any weight: else friction explains the torque."""
_BREAKAWAY = (0.02, 0.1)
"""Travel over which friction builds up after a reversal, as shares of a joint's whole travel."""
_FLOOR = 1e-4
_SLOWEST = 0.05
_SMALLEST = 1e-4
"""Singular value relative to the largest one below which columns count as dependent."""
_FEWEST_JOINTS = 2
"""Joints that have to tell the ratio of the torques to those of the masses."""
_AGREED = 2.0
"""Ratio up to which a torque is that of the description's masses."""


@dataclass(frozen=True)
class Motion:
    """Smoothed rows of a motion: position, velocity, acceleration and torque (N, joints), as in the file."""

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    effort: FloatArray


def motion_of(time: FloatArray, position: FloatArray, effort: FloatArray) -> Motion | None:
    """The smoothed motion of the whole stretches of ``time`` (N,); None for too few rows.

    ``position`` and ``effort`` are (N, joints) in the units of the file.
    """
    parts = [
        _smooth(time[rows], position[rows], effort[rows])
        for rows in whole_rows(time)
        if np.isfinite(position[rows]).all() and np.isfinite(effort[rows]).all()
    ]
    parts = [part for part in parts if part[0].shape[0]]
    if sum(part[0].shape[0] for part in parts) < _FEWEST_ROWS:
        return None
    whole = [np.concatenate(columns) for columns in zip(*parts, strict=True)]
    step = max(1, whole[0].shape[0] // _MOST_ROWS)
    return Motion(*(columns[::step] for columns in whole))


def _smooth(
    time: FloatArray, position: FloatArray, effort: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    from scipy.signal import savgol_filter

    period = float(np.median(np.diff(time)))
    width = max(5, round(_WINDOW_S / period) | 1) if period > 0.0 else time.size
    clock = np.arange(time[0], time[-1], period) if width < time.size else time[:0]
    if clock.size <= 3 * width:
        empty = np.zeros((0, position.shape[1]))
        return empty, empty, empty, empty
    even = [
        np.column_stack([np.interp(clock, time, column) for column in table.T])
        for table in (position, effort)
    ]
    kept = slice(width, -width)
    motion = [savgol_filter(even[0], width, 3, deriv=order, delta=period, axis=0)[kept] for order in range(3)]
    return motion[0], motion[1], motion[2], savgol_filter(even[1], width, 3, axis=0)[kept]


def unit_by_masses(robot: RobotModel, motion: Motion, factors: Mapping[str, float]) -> str | None:
    """The one unit in which torques in N·m are those of the masses in the description; None for none.

    ``factors`` are those of the possible units to rad.
    """
    fits = [unit for unit, factor in factors.items() if is_torque(torque_ratio(robot, motion, factor))]
    return fits[0] if len(fits) == 1 else None


def unit_by_gravity(robot: RobotModel, motion: Motion, factors: Mapping[str, float]) -> str | None:
    """The unit in which gravity explains the torques; None where the motion does not tell it.

    Parameters
    ----------
    factors
        For each possible unit the factor to rad.
    """
    without = _without_weights(motion)
    left = {unit: _left_over(robot, motion, factor) for unit, factor in factors.items()}
    least = np.min(list(left.values()), axis=0)
    tells = (without > _NEEDED) & (least < _EXPLAINED)
    if not tells.any():
        return None
    logs = {unit: np.log(np.maximum(share[tells], _FLOOR)) for unit, share in left.items()}
    best = min(logs, key=lambda unit: float(logs[unit].sum()))
    worse = [other - logs[best] for unit, other in logs.items() if unit != best]
    is_sure = all(one.sum() > np.log(_TIMES_WORSE) and one.max() > np.log(_ONE_JOINT) for one in worse)
    return best if is_sure else None


def _without_weights(motion: Motion) -> FloatArray:
    """Share of each joint's torque that friction and its own inertia leave over, (joints,)."""
    nothing = np.zeros((motion.effort.shape[0], 0))
    return np.array(
        [_share(_columns(motion, nothing, joint), motion.effort[:, joint])
         for joint in range(motion.effort.shape[1])]
    )  # fmt: skip


def _left_over(robot: RobotModel, motion: Motion, factor: float) -> FloatArray:
    """Share of each joint's torque that weight, friction and its own inertia leave over, (joints,)."""
    position = robot.position_from_reported(motion.position * factor)
    still = np.zeros_like(position)
    weights = regressor(robot, np.ascontiguousarray(position), still, still)
    return np.array(
        [_share(_columns(motion, weights[:, joint], joint), motion.effort[:, joint])
         for joint in range(position.shape[1])]
    )  # fmt: skip


def _columns(motion: Motion, weights: FloatArray, joint: int) -> FloatArray:
    speed = motion.velocity[:, joint]
    slow = _SLOWEST * max(float(np.abs(speed).max()), np.finfo(np.float64).tiny)
    own = [np.tanh(speed / slow), speed, motion.acceleration[:, joint], np.ones(speed.size)]
    friction = [_building_up(motion.position[:, joint], share) for share in _BREAKAWAY]
    columns = np.column_stack([weights, *own, *friction])
    length = np.linalg.norm(columns, axis=0)
    return np.asarray(columns[:, length > 0.0] / length[length > 0.0])


def _building_up(position: FloatArray, share: float) -> FloatArray:
    """Friction (N,) between -1 and 1 that builds up over a share of the travel after each reversal."""
    travel = max(share * float(np.ptp(position)), np.finfo(np.float64).tiny)
    state, states = 0.0, np.empty(position.size)
    for row, step in enumerate(np.diff(position, prepend=position[0]) / travel):
        state = min(1.0, max(-1.0, state + float(step)))
        states[row] = state
    return states


def _share(columns: FloatArray, torque: FloatArray) -> float:
    basis, size, _ = np.linalg.svd(columns, full_matrices=False)
    basis = basis[:, size > _SMALLEST * size[0]]
    left = torque - basis @ (basis.T @ torque)
    whole = float(np.sum((torque - torque.mean()) ** 2))
    return float(np.sum(left**2)) / whole if whole > 0.0 else 1.0


def torque_ratio(robot: RobotModel, motion: Motion, factor: float) -> float | None:
    """Median ratio of the measured torques to those of the description's masses; None if nothing tells it.

    Only joints count that gravity moves, and whose torque is that of the masses but for friction.
    """
    if robot.inertial_parameters is None:
        return None
    position = robot.position_from_reported(motion.position * factor)
    still = np.zeros_like(position)
    weight = inverse_dynamics(robot, position, still, still) * robot.reported_sign
    ratios = []
    for joint in range(position.shape[1]):
        own = weight[:, joint]
        if np.ptp(own) < 0.05 * np.abs(weight).max():
            continue
        columns = _columns(motion, own[:, np.newaxis], joint)
        if _share(columns, motion.effort[:, joint]) < _EXPLAINED:
            found, *_ = np.linalg.lstsq(columns, motion.effort[:, joint], rcond=None)
            ratios.append(float(found[0]) / float(np.linalg.norm(own)))
    return float(np.median(ratios)) if len(ratios) >= min(_FEWEST_JOINTS, position.shape[1]) else None


def is_torque(ratio: float | None) -> bool:
    """True for a ratio near one: the columns are torques in N·m."""
    return ratio is not None and 1.0 / _AGREED < ratio < _AGREED


def best_explained(robot: RobotModel, motions: Sequence[Motion], factor: float) -> int | None:
    """Place of the one motion whose torques gravity explains; None for none or several."""
    fits = [
        place
        for place, motion in enumerate(motions)
        if float(np.min(_left_over(robot, motion, factor))) < _EXPLAINED
    ]
    return fits[0] if len(fits) == 1 else None
