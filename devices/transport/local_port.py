"""The device's end of a line that a host of this computer reaches by a port of the loopback address."""

import contextlib
import selectors
import socket
import threading
import time

from devices.errors import TransportError
from devices.transport.tcp import LOCAL_ADDRESS, TcpTransport
from devices.transport.transport import operating_system_errors


class LocalPort:
    """A ``Cable`` for one host at a time; a new host takes the place of the one before.

    One thread reads and writes; any thread may pull, plug and close.

    Parameters
    ----------
    port
        0 for a free one.

    Raises
    ------
    TransportError
        ``port-busy`` if the port is taken.
    """

    def __init__(self, port: int = 0) -> None:
        self._changing = threading.Lock()
        self._closed = False
        self._host: TcpTransport | None = None
        self._listener: socket.socket | None = self._listening(port)
        self.port = int(self._listener.getsockname()[1])

    @property
    def channel(self) -> str:
        """Address that a host opens, as pyserial writes it."""
        return f"socket://{LOCAL_ADDRESS}:{self.port}"

    def read(self, timeout: float) -> bytes:
        """Return the bytes that arrived; see ``Transport``."""
        self._look_for_host()
        host = self._host
        if host is None:
            self._wait_for_host(timeout)
            return b""
        try:
            return host.read(timeout)
        except TransportError:
            self._lose(host)
            return b""

    def write(self, content: bytes, timeout: float) -> int:
        """Write as many bytes as fit; without a host all of them are lost. See ``Transport``."""
        self._check_open()
        host = self._host
        if host is not None:
            try:
                return host.write(content, timeout)
            except TransportError:
                self._lose(host)
        return len(content)

    def pull(self) -> None:
        """Close the port, so that hosts find it gone; may be called again."""
        with self._changing:
            self._check_open()
            self._let_go()

    def plug(self) -> None:
        """Open the port again; may be called again."""
        with self._changing:
            self._check_open()
            if self._listener is None:
                self._listener = self._listening(self.port)

    def close(self) -> None:
        """Close the port finally; may be called again."""
        with self._changing:
            self._closed = True
            self._let_go()

    @staticmethod
    def _listening(port: int) -> socket.socket:
        with operating_system_errors("port-busy", port=f"{LOCAL_ADDRESS}:{port}", holder=""):
            listener = socket.create_server((LOCAL_ADDRESS, port), backlog=1)
        listener.settimeout(0.0)
        return listener

    def _look_for_host(self) -> None:
        """Take a host that waits."""
        with self._changing:
            self._check_open()
            if self._listener is None:
                return
            try:
                connection, _ = self._listener.accept()
            except OSError:  # none waits, or it has gone again
                return
            before, self._host = self._host, TcpTransport(connection)
        if before is not None:
            before.close()

    def _wait_for_host(self, timeout: float) -> None:
        listener = self._listener
        if listener is None:
            time.sleep(timeout)
            return
        with selectors.DefaultSelector() as waiting, contextlib.suppress(OSError, ValueError, KeyError):
            waiting.register(listener, selectors.EVENT_READ)  # closed meanwhile: the next read tells
            waiting.select(timeout)

    def _lose(self, host: TcpTransport) -> None:
        with self._changing:
            if self._host is host:
                self._host = None
        host.close()
        self._check_open()

    def _let_go(self) -> None:
        host, self._host = self._host, None
        listener, self._listener = self._listener, None
        for each in (host, listener):
            if each is not None:
                each.close()

    def _check_open(self) -> None:
        if self._closed:
            raise TransportError("link-lost", errno=0, reason="closed by this program")
