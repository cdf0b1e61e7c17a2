"""The true parameters of one virtual arm, drawn from a seed; for the physics and for tests alone."""

from dataclasses import dataclass

from core.robot.model import RobotModel


@dataclass(frozen=True, eq=False)
class TrueArm:
    """All numbers of one virtual arm."""


def true_arm(robot: RobotModel, seed: int) -> TrueArm:
    """The arm that this seed makes of a description."""
    raise NotImplementedError(robot.name, seed)
