"""A serial port as a transport: opened exclusively, read in large and written in small pieces."""

import logging
import os
import threading
import time

from devices.errors import TransportError
from devices.transport.port_errors import PORT_ERRORS, losing_the_link
from devices.transport.serial_lines import GATHER_S, DescriptorLine, Line, PlainLine
from devices.transport.serial_opening import open_port
from devices.transport.transport import CLOSE_DEADLINE_S

_LOG = logging.getLogger(__name__)


class SerialTransport:
    """One serial port; see ``Transport``. No other instance of the program can open it meanwhile.

    Parameters
    ----------
    port
        Name in the operating system: ``/dev/ttyACM0``, ``COM5``.
    baud
        Bits per second; eight data bits, no parity, one stop bit.
    gather_s
        Bytes that arrive within this time after the first one are read together with it, s.

    Raises
    ------
    TransportError
        ``port-missing``, ``port-busy`` (with the program that holds it, if known),
        ``port-denied``, ``baud-not-offered`` or ``port-error``.
    """

    def __init__(self, port: str, *, baud: int, gather_s: float = GATHER_S) -> None:
        opened = open_port(port, baud=baud)
        self.port = port
        kind = DescriptorLine if os.name == "posix" else PlainLine
        self._line: Line = kind(opened, gather_s=gather_s)
        self._reading = threading.Lock()
        self._writing = threading.Lock()
        self._closing = threading.Lock()
        self._closed = False

    def read(self, timeout: float) -> bytes:
        """Return the bytes that arrived; see ``Transport``. A single byte is returned after 4 ms."""
        with self._reading:
            self._check_open()
            with losing_the_link():
                content = self._line.read(timeout)
            # woken by close: report the closed link instead of a plain timeout
            if not content:
                self._check_open()
        return content

    def write(self, content: bytes, timeout: float) -> int:
        """Write as many bytes as fit without filling the operating system's buffer; see ``Transport``."""
        with self._writing:
            self._check_open()
            with losing_the_link():
                return self._line.write(content, timeout)

    def close(self) -> None:
        """Close the port; if the driver does not return in time, a thread of its own waits for it."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._wake()
            # the locks: the descriptor must not be closed, and reused, under a read or write
            deadline = time.monotonic() + CLOSE_DEADLINE_S
            held = [
                lock for lock in (self._reading, self._writing) if lock.acquire(timeout=_left_s(deadline))
            ]
            closer = threading.Thread(target=self._let_go, name="serial-port-closer", daemon=True)
            closer.start()
            closer.join(_left_s(deadline))
            for lock in held:
                lock.release()
            if closer.is_alive():
                _LOG.warning("closing %s takes longer than %s s", self.port, CLOSE_DEADLINE_S)

    def _wake(self) -> None:
        try:
            self._line.wake()
        except PORT_ERRORS as error:  # the port is gone, so its waiting calls have ended too
            _LOG.debug("%s could not be woken: %s", self.port, error)

    def _let_go(self) -> None:
        try:
            self._line.close()
        except PORT_ERRORS as error:
            _LOG.debug("%s was gone when it was closed: %s", self.port, error)

    def _check_open(self) -> None:
        if self._closed:
            raise TransportError("link-lost", errno=0, reason="closed by this program")


def _left_s(deadline: float) -> float:
    return max(deadline - time.monotonic(), 1e-3)
