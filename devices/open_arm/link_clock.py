"""The interface between a link and its arm's clock, and the clock of every real arm."""

from collections.abc import Callable
from typing import Protocol

from devices.clock import ArmClock, WallClock
from devices.errors import DeviceError
from devices.open_arm.requests import Asked


class TimedLink(Protocol):
    """The part of a link that its clock uses."""

    sent: int
    """Number of requests handed to the writer."""

    @property
    def error(self) -> DeviceError | None:
        """The error by which the link was lost, else None."""

    def send(self, asked: Asked) -> int:
        """Hand a request to the writer; return the number of requests so far."""

    def end_heartbeats(self) -> None:
        """Send no heartbeat from now on."""

    def give_up(self, error: DeviceError) -> None:
        """Count the link as lost because of ``error``."""


class SampleSource(Protocol):
    """The samples of a connection that wait for a consumer."""

    def wait_until_taken_in(self, timeout: float) -> bool:
        """Wait up to ``timeout`` s; return True if all samples were taken and the consumer came back."""


class LinkClock(ArmClock, Protocol):
    """The clock of one connection, which knows its link."""

    @property
    def is_read(self) -> bool:
        """True if a thread reads the stream."""

    def attach(self, link: TimedLink, *, samples: SampleSource, may_move: Callable[[], bool]) -> None:
        """Start with the device behind ``link``; ``may_move`` returns True if the arm may be moving."""

    def close(self) -> None:
        """Called before the link is closed."""


class RealLinkClock(WallClock):
    """The computer's own clock: a real device keeps its own time and does not wait."""

    @property
    def is_read(self) -> bool:
        """True: a real device streams whether or not a thread reads."""
        return True

    def attach(self, link: TimedLink, *, samples: SampleSource, may_move: Callable[[], bool]) -> None:
        """Do nothing: real time needs no link."""

    def close(self) -> None:
        """Do nothing: real time needs no end."""
