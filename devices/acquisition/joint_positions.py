"""Positions of all encoders of a block converted to the joint side, so that they can be compared."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from devices.samples import SampleBlock

EFFORTS = (Quantity.CURRENT, Quantity.TORQUE, Quantity.MOTOR_TORQUE)
POSITIONS = (Quantity.POSITION, Quantity.LINK_POSITION, Quantity.MOTOR_POSITION)


@dataclass(frozen=True, eq=False)
class JointPositions:
    """Positions (N, n) in rad or m, in the reported convention, and efforts unchanged.

    NaN where a joint has no such encoder, or where undoing the coupling needs a missing encoder.
    """

    sequence: npt.NDArray[np.int64]
    time: FloatArray
    positions: Mapping[Quantity, FloatArray]
    efforts: Mapping[Quantity, FloatArray]

    @classmethod
    def of(cls, block: SampleBlock, *, joint_from_motor: FloatArray) -> "JointPositions":
        """Convert a block's positions; ``joint_from_motor`` (n, n) undoes gears and coupling."""
        positions = {
            quantity: block.columns[quantity] for quantity in POSITIONS[:2] if quantity in block.columns
        }
        motor = block.columns.get(Quantity.MOTOR_POSITION)
        if motor is not None:
            positions[Quantity.MOTOR_POSITION] = _joint_side(motor, joint_from_motor)
        efforts = {name: block.columns[name] for name in EFFORTS if name in block.columns}
        return cls(block.sequence, block.device_time, positions, efforts)


def joint_from_motor(robot: RobotModel) -> FloatArray:
    """Matrix (n, n): reported joint positions = motor positions (N, n) @ matrix."""
    return robot.reported_from_motor(np.eye(robot.joint_count))


def _joint_side(motor: FloatArray, matrix: FloatArray) -> FloatArray:
    absent = np.isnan(motor).any(axis=0)
    if not absent.any():
        return motor @ matrix
    # 0 in place of NaN, so that a missing motor spoils only the joints that it is coupled to
    joint = np.where(absent, 0.0, motor) @ matrix
    joint[:, (matrix[absent] != 0.0).any(axis=0)] = np.nan
    return joint
