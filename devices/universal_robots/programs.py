"""Sends a program to the port that executes programs."""

import contextlib
import time

from devices.errors import TransportError
from devices.transport.dialing import dial
from devices.transport.transport import Transport
from devices.universal_robots.settings import SCRIPTS_BELOW, UrSettings

DIAL_TIMEOUT_S, WRITE_TIMEOUT_S = 2.0, 5.0
LINGER_S = 0.2
"""Time for which what the controller sends is read before the connection is closed: closing a socket
with unread bytes resets it, and the controller may then lose the end of the program."""


def send_program(settings: UrSettings, text: str) -> None:
    """Send a program over a connection of its own.

    Raises
    ------
    TransportError
        ``ur-programs-off`` if the port is closed; as ``dial``; ``no-answer`` if nothing is accepted.
    """
    transport = _dial(settings)
    try:
        content, deadline = text.encode("ascii"), time.monotonic() + WRITE_TIMEOUT_S
        while content:
            content = content[transport.write(content, LINGER_S) :]
            if content and time.monotonic() > deadline:
                raise TransportError("no-answer", request="program", waited_s=WRITE_TIMEOUT_S)
        deadline = time.monotonic() + LINGER_S
        with contextlib.suppress(TransportError):  # the program has been sent
            while (left := deadline - time.monotonic()) > 0.0:
                transport.read(left)
    finally:
        transport.close()


def expect_port(settings: UrSettings) -> None:
    """Raise an error, as ``send_program``, if no program could be sent."""
    _dial(settings).close()


def _dial(settings: UrSettings) -> Transport:
    port = settings.port - SCRIPTS_BELOW
    try:
        return dial(settings.host, port, timeout=DIAL_TIMEOUT_S)
    except TransportError as error:
        if error.code == "connection-refused":
            raise TransportError("ur-programs-off", address=settings.host, port=port) from error
        raise
