"""Joint positions as the controller counts them, in degrees and eight slots, and as the description does.

The maker's own rows (the description for ROS, Elite-Robots/ROS, ``src/elite_description/urdf``, whose driver
takes the monitor's positions without a change) are standard rows with alpha −90°, 0, 0, −90°, −90°, 0. The
shipped description ec66 has its rows turned: it counts four joints from the opposite side.
"""

from collections.abc import Sequence

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.protocol_elite_ec.monitor import SLOTS

_FROM_DEG = {"ec66": (180.0, 180.0, 0.0, 0.0, 180.0, 180.0)}
"""Position of the description at the controller's zero, °; 0 for a description that is not listed."""


class Counting:
    """Converts between the controller's slots and the description's reported positions, (n,) rad."""

    def __init__(self, robot: RobotModel) -> None:
        self.joints = robot.joint_count
        """Number of joints n; the slots behind them are external axes."""
        self._zero = np.array(_FROM_DEG.get(robot.name, (0.0,) * self.joints))

    def position(self, slots: FloatArray) -> FloatArray:
        """Positions (N, n) rad of slots (N, 8) °."""
        found: FloatArray = np.radians(slots[..., : self.joints] + self._zero)
        return found

    def velocity(self, slots: FloatArray) -> FloatArray:
        """Velocities (N, n) rad/s of slots (N, 8) °/s."""
        found: FloatArray = np.radians(slots[..., : self.joints])
        return found

    def slots(self, position: FloatArray, *, others: Sequence[float]) -> list[float]:
        """Slots (8,) ° of a position (n,) rad; ``others`` are the present values of the slots behind it."""
        own = np.degrees(position) - self._zero
        return [*own.tolist(), *(float(each) for each in others)][:SLOTS]
