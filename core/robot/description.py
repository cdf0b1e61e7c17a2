"""A robot as it was read from a file, with everything that was understood otherwise than written."""

from dataclasses import dataclass
from enum import StrEnum

from core.errors import Problem
from core.robot.model import RobotModel


class DescriptionForm(StrEnum):
    """The forms of file that describe a robot."""

    TOML = "toml"
    URDF = "urdf"
    MJCF = "mjcf"
    DH_TABLE = "dh-table"


@dataclass(frozen=True, eq=False)
class Description:
    """``robot`` from a file of ``form``; ``notes`` say what was assumed, merged or left out."""

    robot: RobotModel
    form: DescriptionForm
    notes: tuple[Problem, ...] = ()
