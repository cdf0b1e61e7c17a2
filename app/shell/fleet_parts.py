"""Data that the worker sends to the page of the fleet. No Qt."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.catalogue.fleet import FleetRobot, FollowedArm

if TYPE_CHECKING:
    from core.robot.model import RobotModel

PDF, ROBOTS, VISITS = "pdf", "robots", "visits"
PAGE = 200
"""Arms or visits that a list shows at once."""


@dataclass(frozen=True)
class FleetPart:
    """A part of the arms that match a search, and how many there are of each sort."""

    robots: tuple[FleetRobot, ...]
    first: int
    arms: int
    """Number of all arms that match, without broken files."""
    in_care: int
    visits: int
    broken: int
    is_empty: bool = False
    """True for a catalogue without any visit."""

    @property
    def rows(self) -> int:
        """Lines of the whole list."""
        return self.arms + self.broken


@dataclass(frozen=True)
class FleetScanned:
    """Counts of a scan: files, those read again, broken ones among them, those gone; folders away."""

    files: int
    read: int
    broken: int
    gone: int
    away: tuple[Path, ...] = ()


@dataclass(frozen=True, eq=False)
class FollowedPart:
    """An arm over its visits, and what of it needs care; ``robot_model`` None where none can be drawn."""

    robot: FleetRobot
    followed: FollowedArm
    robot_model: "RobotModel | None" = None
