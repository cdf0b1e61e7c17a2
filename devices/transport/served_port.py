"""The device's end of a serial line on an existing port: one end of a real cable."""

import logging
import threading
import time
from collections.abc import Callable

from devices.errors import TransportError
from devices.transport.transport import Transport

_LOG = logging.getLogger(__name__)


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
