"""The heaviest load a flange may carry, where it strains each joint most."""

from dataclasses import dataclass

from core.robot.model import RobotModel


@dataclass(frozen=True)
class AssumedPayload:
    """A point mass in kg, its centre anywhere up to ``distance`` m from the flange."""

    mass: float
    distance: float
    mass_assumed: bool = False
    distance_assumed: bool = False
    """Whether the description says nothing and a fraction of the arm's own was taken."""


def worst_payload(robot: RobotModel) -> AssumedPayload:
    """What must be assumed on the flange until a payload is measured."""
    raise NotImplementedError(robot)
