"""Settings of every emulated controller: the arm, and the software behind it."""

from typing import Protocol

from core.errors import BadRequest
from devices.protocol_rtde.setup import ControllerVersion


class ControllerSettings(Protocol):
    """Which arm, and which controller in front of it."""

    @property
    def robot(self) -> str:
        """Name of the description."""

    @property
    def models(self) -> tuple[str, ...]:
        """The descriptions that can be emulated."""

    @property
    def seed(self) -> int:
        """Number of the arm among the many of this type."""

    @property
    def payload(self) -> float:
        """Mass that is set in the controller, kg."""

    @property
    def version(self) -> ControllerVersion:
        """Version of the controller's software."""

    @property
    def rate(self) -> int:
        """Packages per second at most."""

    @property
    def serial(self) -> str:
        """Serial number of the arm."""


def expect_emulated(settings: ControllerSettings) -> None:
    """Raise ``BadRequest`` ``robot-not-emulated`` for a description that no such controller belongs to."""
    if settings.robot not in settings.models:
        raise BadRequest("robot-not-emulated", robot=settings.robot, known=settings.models)
