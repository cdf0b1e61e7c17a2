"""The process of an emulated controller that this program starts for itself, and ends with the connection."""

import contextlib
import os
from threading import Event

from core.processes import Owner
from devices.driving.processes import START_TIMEOUT_S, VirtualProcess
from devices.emulated.makers import maker_of
from devices.errors import TransportError

_LOOK_S = 0.1


class OwnProcess:
    """A process that serves the controller of a name such as ``ur:ur10e``, from ``start`` until ``close``."""

    def __init__(self, name: str) -> None:
        self._process = VirtualProcess(be_emulated_controller, name, name="emulated-controller")

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    def address(self, given_up: Event) -> str:
        """Wait until it serves; return the name under which it is reached.

        Raises
        ------
        TransportError
            ``virtual-robot-ended`` if it ended, ``no-answer`` if it took too long or ``given_up`` was set.
        TorsionError, OSError
            What it could not be started for.
        """

        def check() -> None:
            if given_up.is_set():
                raise TransportError("no-answer", request="start", waited_s=START_TIMEOUT_S)

        address: str = self._process.answer("start", check=check)
        return address

    def close(self) -> None:
        """End the process; may be called again."""
        self._process.end()


def be_emulated_controller(owner: Owner, name: str) -> None:
    """Serve until the owner asks for the end, or is gone."""
    os.environ.setdefault("MUJOCO_GL", "disable")  # nothing is drawn; searching for a display takes time
    with contextlib.suppress(EOFError), contextlib.closing(maker_of(name).start(name)) as emulated:
        owner.send(emulated.uri)
        while emulated.is_running:
            if owner.has_spoken(_LOOK_S):
                owner.receive()
