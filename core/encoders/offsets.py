"""Encoder offsets against those known from before: unchanged, off by exact whole turns, or slipped."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.model import RobotModel

_TURN = 2.0 * np.pi
TURN_TOLERANCE = 0.1
"""Tolerance for a whole number of motor turns, in turns, for gravity and lost motion."""

OTHER_ZERO = np.deg2rad(10.0)
"""Largest change of the zero after another power-on."""


@dataclass(frozen=True, eq=False)
class OffsetChanges:
    """All arrays (n,): the change in rad (m), NaN where unknown, and the whole turns that explain it.

    ``joint_turns`` and ``motor_turns`` are zero if they explain nothing; ``explained`` is True if the
    rest is within tolerance (or nothing changed).
    """

    change: FloatArray
    joint_turns: npt.NDArray[np.intp]
    motor_turns: npt.NDArray[np.intp]
    explained: npt.NDArray[np.bool_]


def offset_changes(
    offsets: FloatArray, known: FloatArray, robot: RobotModel, *, tolerance: FloatArray, same_power_on: bool
) -> OffsetChanges:
    """Changes of ``known`` offsets (n,); up to ``tolerance`` (n,) rad (m) counts as unchanged.

    Turns of motors are counted at the shafts, so that one turn of a motor that moves two
    joints is found as one. After another power-on encoders may count from another zero: then
    turns of the joint are found beside it, turns of motors only where most other joints show
    that zeros have stayed, and any other change is taken as explained.
    """
    change = offsets - known
    rest = np.nan_to_num(change)
    joint_turns = np.where(robot.is_prismatic, 0, np.round(rest / _TURN)).astype(np.intp)
    beside = tolerance if same_power_on else np.maximum(tolerance, OTHER_ZERO)
    joint_turns[np.abs(rest - joint_turns * _TURN) > beside] = 0
    rest = rest - joint_turns * _TURN
    coupling = robot.coupling_matrix
    shaft = coupling @ rest / _TURN
    whole = np.round(shaft)
    whole[np.abs(shaft - whole) > TURN_TOLERANCE] = 0.0
    left = rest - np.linalg.solve(coupling, whole * _TURN)
    changed = np.abs(rest) > tolerance
    turn = _TURN / np.abs(np.diag(coupling))
    explained = ~changed | (np.abs(left) <= np.minimum(tolerance, 1.5 * TURN_TOLERANCE * turn))
    motor_turns = np.where(changed & explained, whole, 0.0).astype(np.intp)
    if not same_power_on:
        explained = np.ones_like(explained)
        if 2 * np.count_nonzero(changed) > changed.size:
            motor_turns[:] = 0
    return OffsetChanges(change, joint_turns, motor_turns, explained)
