"""A virtual robot behind a serial port, as the host owns it: started, unplugged, plugged in, ended."""

from pathlib import Path
from types import TracebackType
from typing import Self

from devices.virtual.settings import VirtualSettings

DEFAULT_BAUD = 2_000_000


class EmulatedArm:
    """The process in which firmware and physics live behind a pseudo-terminal.

    A host reaches it at ``serial:{port}?baud=…`` like any controller; both ways are as slow as
    the baud rate says. Not for the host that only wants a virtual robot: ``virtual:`` has no line
    between that loses anything.
    """

    def __init__(self, *, link: Path) -> None:
        self.port = str(link)
        """A symbolic link to the pseudo-terminal; leads to a new one after each ``plug``."""

    @classmethod
    def start(cls, settings: VirtualSettings, *, link: Path, baud: int = DEFAULT_BAUD) -> "EmulatedArm":
        """Start the process and wait until the port is there.

        Raises
        ------
        TransportError
            ``virtual-robot-ended`` when it ended instead, ``no-answer`` when it took too long.
        """
        raise NotImplementedError(settings, link, baud)

    def pull(self) -> None:
        """Pull the cable: the port goes away; the device lives on."""
        raise NotImplementedError

    def plug(self) -> None:
        """Plug it in again: another pseudo-terminal behind the same link."""
        raise NotImplementedError

    def close(self) -> None:
        """End the process, within deadlines; idempotent."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
