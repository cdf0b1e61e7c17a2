"""The host's side of a virtual robot's process: start, connect and end it, each with a deadline."""

import os
import secrets
import time

from core.processes import Owner
from devices.driving.processes import START_TIMEOUT_S, VirtualProcess
from devices.errors import TransportError
from devices.transport.tcp import Listener, TcpTransport
from devices.transport.transport import Transport
from devices.virtual.settings import VirtualSettings

_ACCEPT_SLICE_S = 0.25
_TOKEN_BYTES = 16


def start_virtual_robot(settings: VirtualSettings) -> Transport:
    """Start the process and wait until it has connected; closing the transport ends it.

    Raises
    ------
    TransportError
        ``virtual-robot-ended`` if the process ended, ``no-answer`` if it took too long.
    TorsionError, OSError
        What it could not be started for, such as an unknown robot.
    """
    # any program on this computer can connect to the port; only our process knows the token
    token = secrets.token_hex(_TOKEN_BYTES)
    with Listener() as listener:
        process = VirtualProcess(be_virtual_robot, listener.port, token, settings, name="virtual-robot")
        try:
            link = _accept(listener, process, token=token)
        except BaseException:  # whatever the error is, no process may be left
            process.end()
            raise
    return SpawnedLink(link, process)


def be_virtual_robot(_owner: Owner, port: int, token: str, settings: VirtualSettings) -> None:
    """Entry point of the process; only there is the physics imported."""
    os.environ.setdefault("MUJOCO_GL", "disable")  # nothing is drawn; searching for a display takes time
    from devices.virtual.process import serve

    serve(port, token, settings)


class SpawnedLink:
    """The transport to a spawned process, which ends with it."""

    def __init__(self, link: Transport, process: VirtualProcess) -> None:
        self._link, self._process = link, process
        self.pid = process.pid

    def read(self, timeout: float) -> bytes:
        """Read from the link; see ``Transport``."""
        return self._link.read(timeout)

    def write(self, content: bytes, timeout: float) -> int:
        """Write to the link; see ``Transport``."""
        return self._link.write(content, timeout)

    def close(self) -> None:
        """Close the link and end the process once its arm is at rest; may be called again."""
        self._link.close()
        self._process.end()


def _accept(listener: Listener, process: VirtualProcess, *, token: str) -> TcpTransport:
    """Accept the connection of the process; check regularly that it still runs."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            return listener.accept(token=token, timeout=_ACCEPT_SLICE_S)
        except TransportError as error:
            if error.code != "no-answer" or time.monotonic() > deadline:
                raise
        if process.has_ended:
            raise process.failure()
