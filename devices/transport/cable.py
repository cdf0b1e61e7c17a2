"""The device's end of a serial line, by a pseudo-terminal or a real port: its cable can be pulled."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from devices.errors import TransportError
from devices.transport.transport import Transport

BITS_PER_BYTE = 10
"""Eight data bits, one start bit and one stop bit."""
BURST_S = 0.01
"""After a pause the bytes of this time may pass at once, s."""
SIP_S = 0.001
"""Smallest piece on a busy line, as a time in s: otherwise each byte would be sent separately."""

_LOG = logging.getLogger(__name__)


class Cable(Transport, Protocol):
    """A transport that only ``close`` ends.

    While no host has opened it, or while the cable is pulled, reading returns nothing and written bytes
    are lost, as on an open line.
    """

    def pull(self) -> None:
        """Pull the cable; may be called again.

        Raises
        ------
        TransportError
            ``link-lost`` after ``close``.
        """

    def plug(self) -> None:
        """Plug the cable in again; may be called again.

        Raises
        ------
        TransportError
            ``link-lost`` after ``close``, or if the port cannot be created again.
        """


class LineRate:
    """Rate limit of one direction: a bucket of bytes that the clock fills at the baud rate."""

    def __init__(self, baud: int, *, clock: Callable[[], float]) -> None:
        self._per_s = baud / BITS_PER_BYTE
        self._clock = clock
        self._most = max(self._per_s * BURST_S, 1.0)
        self._sip = max(self._per_s * SIP_S, 1.0)
        self._held, self._counted = self._most, clock()

    def room(self) -> int:
        """Number of bytes that may pass now."""
        now = self._clock()
        self._held = min(self._held + (now - self._counted) * self._per_s, self._most)
        self._counted = now
        return int(self._held)

    def spend(self, count: int) -> None:
        """Subtract ``count`` bytes that have passed."""
        self._held -= count

    def wait_s(self, wanted: int) -> float:
        """Time until the smallest piece of ``wanted`` bytes may pass, s; 0 if it may pass now."""
        missing = min(wanted, self._sip) - self.room()
        return missing / self._per_s if missing > 0.0 else 0.0


class ServedPort:
    """A ``Cable`` on the port that ``open_port`` opens, now and again at every ``plug``.

    A port that disappears, such as an unplugged adapter, counts as a pulled cable; ``plug`` opens it
    again.
    """

    def __init__(self, open_port: Callable[[], Transport]) -> None:
        self._open_port = open_port
        self._changing = threading.Lock()
        self._back = threading.Event()
        self._closed = False
        self._port: Transport | None = open_port()

    def read(self, timeout: float) -> bytes:
        """Return the bytes that arrived; see ``Transport``."""
        deadline = time.monotonic() + timeout
        port = self._port
        if port is not None:
            try:
                return port.read(timeout)
            except TransportError as error:
                self._lose(port, error)
        self._back.wait(max(deadline - time.monotonic(), 0.0))
        self._check_open()
        return b""

    def write(self, content: bytes, timeout: float) -> int:
        """Write as many bytes as fit; without a port all of them are lost. See ``Transport``."""
        self._check_open()
        port = self._port
        if port is not None:
            try:
                return port.write(content, timeout)
            except TransportError as error:
                self._lose(port, error)
        return len(content)

    def pull(self) -> None:
        """Close the port; may be called again."""
        with self._changing:
            self._check_open()
            self._let_go()

    def plug(self) -> None:
        """Open the port again; may be called again."""
        with self._changing:
            self._check_open()
            if self._port is None:
                self._port = self._open_port()
                self._back.set()

    def close(self) -> None:
        """Close the port finally; may be called again."""
        with self._changing:
            self._closed = True
            self._let_go()
            self._back.set()

    def _lose(self, port: Transport, error: TransportError) -> None:
        """Close a port that has failed, unless this program closed it."""
        with self._changing:
            if self._port is port:
                _LOG.warning("the port is gone: %s", error)
                self._let_go()
        self._check_open()

    def _let_go(self) -> None:
        # cleared before the port is closed: a reader that fails now waits for the next plug
        self._back.clear()
        port, self._port = self._port, None
        if port is not None:
            port.close()

    def _check_open(self) -> None:
        if self._closed:
            raise TransportError("link-lost", errno=0, reason="closed by this program")
