"""What a link asks of the clock that its arm keeps, and the clock of every real arm."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from devices.clock import ArmClock, WallClock

if TYPE_CHECKING:
    from devices.open_arm.link import Link


class SampleSource(Protocol):
    """Where the samples of a connection wait for whoever reads them."""

    def wait_until_taken_in(self, timeout: float) -> bool:
        """Whether all that came has been taken, and its reader came back for more, within ``timeout`` s."""


class LinkClock(ArmClock, Protocol):
    """The clock of one connection."""

    @property
    def is_read(self) -> bool:
        """Whether a thread takes in the stream."""

    def attach(self, link: "Link", *, samples: SampleSource, may_move: Callable[[], bool]) -> None:
        """Begin with the device behind ``link``; ``may_move`` tells whether the arm may be moving."""

    def close(self) -> None:
        """The link is about to close."""


class RealLinkClock(WallClock):
    """The computer's own clock: the device keeps its own and waits for nobody."""

    @property
    def is_read(self) -> bool:
        """Nothing depends on it."""
        return True

    def attach(self, link: "Link", *, samples: SampleSource, may_move: Callable[[], bool]) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""
