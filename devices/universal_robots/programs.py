"""Sends a program to the port that executes programs."""

import contextlib
import threading
import time

from devices.errors import TransportError
from devices.transport.dialing import dial
from devices.transport.transport import Transport
from devices.universal_robots.dialect import Dialect
from devices.universal_robots.settings import UrSettings

DIAL_TIMEOUT_S, WRITE_TIMEOUT_S = 2.0, 5.0
LINGER_S = 0.2
"""Time for which what the controller sends is read before the connection is closed: closing a socket
with unread bytes resets it, and the controller may then lose the end of the program."""


class ProgramPort:
    """The port of one controller that takes programs; each goes over a connection of its own."""

    def __init__(self, settings: UrSettings, dialect: Dialect) -> None:
        self._host, self._port = settings.host, settings.port - dialect.programs_below
        self._dialect = dialect
        self._turn = threading.Lock()  # held while a program waits for its turn
        self._dialled_at = -float("inf")

    def send(self, text: str) -> None:
        """Send a program, after the maker's pause between two connections.

        Raises
        ------
        TransportError
            ``ur-programs-off`` or that of the dialect if the port is closed; as ``dial``; ``no-answer``
            if nothing is accepted.
        """
        with self._turn:
            time.sleep(max(self._dialled_at + self._dialect.programs_apart_s - time.monotonic(), 0.0))
            transport = self._dial()
        self._write(transport, text)

    def send_stop(self, text: str) -> None:
        """Send what stops the arm, without any pause; raises like :meth:`send`."""
        self._write(self._dial(), text)

    def expect(self) -> None:
        """Raise an error, as :meth:`send`, if no program could be sent."""
        self._dial().close()

    def _dial(self) -> Transport:
        self._dialled_at = time.monotonic()
        try:
            return dial(self._host, self._port, timeout=DIAL_TIMEOUT_S)
        except TransportError as error:
            if error.code == "connection-refused":
                code = self._dialect.own("ur-programs-off")
                raise TransportError(code, address=self._host, port=self._port) from error
            raise

    @staticmethod
    def _write(transport: Transport, text: str) -> None:
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
