"""What a link asks of the clock that its arm keeps, and the clock of every real arm."""

from collections.abc import Callable
from typing import Protocol

from devices.clock import ArmClock, WallClock
from devices.errors import DeviceError
from devices.open_arm.requests import Asked


class TimedLink(Protocol):
    """What a clock needs of the link whose time it keeps."""

    sent: int
    """Counts the requests that were handed over."""

    @property
    def error(self) -> DeviceError | None:
        """Why the link was lost."""

    def send(self, asked: Asked) -> int:
        """Hand a request over; how many there were by then."""

    def end_heartbeats(self) -> None:
        """From now on the device hears no heartbeat."""

    def give_up(self, error: DeviceError) -> None:
        """Take the link for lost."""


class SampleSource(Protocol):
    """Where the samples of a connection wait for whoever reads them."""

    def wait_until_taken_in(self, timeout: float) -> bool:
        """Whether all that came has been taken, and its reader came back for more, within ``timeout`` s."""


class LinkClock(ArmClock, Protocol):
    """The clock of one connection."""

    @property
    def is_read(self) -> bool:
        """Whether a thread takes in the stream."""

    def attach(self, link: TimedLink, *, samples: SampleSource, may_move: Callable[[], bool]) -> None:
        """Begin with the device behind ``link``; ``may_move`` tells whether the arm may be moving."""

    def close(self) -> None:
        """The link is about to close."""


class RealLinkClock(WallClock):
    """The computer's own clock: the device keeps its own and waits for nobody."""

    @property
    def is_read(self) -> bool:
        """Nothing depends on it."""
        return True

    def attach(self, link: TimedLink, *, samples: SampleSource, may_move: Callable[[], bool]) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""
