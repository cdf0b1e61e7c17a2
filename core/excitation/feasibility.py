"""What is asked of a plan that no trajectory can do, found before any search, all of it at once."""

from typing import Protocol

from core.excitation.basis import Basis
from core.excitation.motion_limits import MotionLimits
from core.excitation.settings import ExcitationSettings
from core.recording import FloatArray
from core.robot.model import RobotModel


class Shrinkable(Protocol):
    """What a motion is shrunk for: ``core.excitation.problem.Problem``."""

    @property
    def basis(self) -> Basis:
        """Where the coordinates live."""

    def is_allowed(self, x: FloatArray) -> bool:
        """Whether the motion with these coordinates keeps out of everything."""


def check_demands(robot: RobotModel, settings: ExcitationSettings, limits: MotionLimits) -> None:
    """Raise ``Infeasible`` with every demand that no trajectory can meet."""
    raise NotImplementedError


def shrink_to_allowed(problem: Shrinkable, x: FloatArray) -> FloatArray:
    """The coordinates scaled towards standing still until allowed, then each joint's as far back as may be."""
    raise NotImplementedError
