"""Values that options of several commands take."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from core.robot.model import RobotModel


@dataclass(frozen=True)
class Pose:
    """Joint positions as they were typed."""

    numbers: tuple[float, ...]
    is_degrees: bool

    def positions(self, robot: "RobotModel") -> tuple[float, ...]:
        """Positions in rad, in m for joints that slide."""
        numbers = np.array(self.numbers)
        if self.is_degrees and numbers.size == robot.joint_count:
            numbers = np.where(robot.is_prismatic, numbers, np.radians(numbers))
        return tuple(numbers.tolist())
