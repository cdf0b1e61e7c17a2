"""A TCP connection on this computer, and the listener on which the host accepts one peer.

Writing never blocks beyond its timeout. The operating system's send buffer is kept small, because a STOP
cannot overtake the bytes in it.
"""

import contextlib
import selectors
import socket
import threading
import time
from types import TracebackType
from typing import Self

from devices.errors import TransportError
from devices.transport.transport import CLOSE_DEADLINE_S, operating_system_errors

LOCAL_ADDRESS = "127.0.0.1"
READ_BYTES = 65536
SEND_BUFFER_BYTES = 16384
TOKEN_TIMEOUT_S = 10.0
LONGEST_TOKEN = 128
ENDED_HERE = "closed by this program"
"""Reason of ``link-lost`` after ``close``."""


class TcpTransport:
    """A connected socket as a transport; it owns the socket.

    ``send_buffer_bytes`` None keeps the operating system's default, for the side that streams and sends
    no STOP.
    """

    def __init__(
        self, connection: socket.socket, *, send_buffer_bytes: int | None = SEND_BUFFER_BYTES
    ) -> None:
        with operating_system_errors():
            connection.settimeout(0.0)
            # without Nagle's algorithm: a STOP must not wait until a packet is full
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if send_buffer_bytes is not None:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer_bytes)
        self._socket = connection
        self._readable = selectors.DefaultSelector()
        self._readable.register(connection, selectors.EVENT_READ)
        self._writable = selectors.DefaultSelector()
        self._writable.register(connection, selectors.EVENT_WRITE)
        self._reading = threading.Lock()
        self._writing = threading.Lock()
        self._closing = threading.Lock()
        self._closed = False

    @classmethod
    def connect(
        cls, port: int, *, token: str, timeout: float = 5.0, send_buffer_bytes: int | None = SEND_BUFFER_BYTES
    ) -> "TcpTransport":
        """Connect to a ``Listener`` on this computer and send the token.

        Raises
        ------
        TransportError
            ``port-missing`` if nothing listens on the port.
        """
        with operating_system_errors("port-missing", port=port, looked_for=f"port {port}", ports=""):
            connection = socket.create_connection((LOCAL_ADDRESS, port), timeout=timeout)
            connection.sendall(token.encode() + b"\n")
        return cls(connection, send_buffer_bytes=send_buffer_bytes)

    @property
    def ends(self) -> tuple[str, str]:
        """Addresses of this computer and of the peer, as this connection uses them."""
        with operating_system_errors():
            return str(self._socket.getsockname()[0]), str(self._socket.getpeername()[0])

    def read(self, timeout: float) -> bytes:
        """Return the bytes that arrived; see ``Transport``."""
        with self._reading:
            self._check_open()
            with operating_system_errors():
                if not self._readable.select(timeout):
                    return b""
                try:
                    content = self._socket.recv(READ_BYTES)
                except BlockingIOError:
                    return b""
        # readable but empty: the peer has closed the connection
        if not content:
            raise TransportError("link-lost", errno=0, reason="closed by the peer")
        return content

    def write(self, content: bytes, timeout: float) -> int:
        """Write as many bytes as fit; see ``Transport``."""
        with self._writing:
            self._check_open()
            with operating_system_errors():
                if not self._writable.select(timeout):
                    return 0
                try:
                    return self._socket.send(content)
                except BlockingIOError:
                    return 0

    def close(self) -> None:
        """Shut the connection down, which ends a read in progress, then close the socket."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            with contextlib.suppress(OSError):  # the peer may have closed it first
                self._socket.shutdown(socket.SHUT_RDWR)
            # the locks: the descriptor must not be closed, and reused, under a read or write
            deadline = time.monotonic() + CLOSE_DEADLINE_S
            held = [
                lock
                for lock in (self._reading, self._writing)
                if lock.acquire(timeout=max(deadline - time.monotonic(), 0.0))
            ]
            self._readable.close()
            self._writable.close()
            self._socket.close()
            for lock in held:
                lock.release()

    def _check_open(self) -> None:
        if self._closed:
            raise TransportError("link-lost", errno=0, reason=ENDED_HERE)


class Listener:
    """Listens on a free port of this computer for one peer that knows the token."""

    def __init__(self) -> None:
        with operating_system_errors("port-busy", port=LOCAL_ADDRESS, holder=""):
            self._socket = socket.create_server((LOCAL_ADDRESS, 0), backlog=1)

    @property
    def port(self) -> int:
        """The port number to connect to."""
        return int(self._socket.getsockname()[1])

    def accept(
        self, *, token: str, timeout: float, send_buffer_bytes: int | None = SEND_BUFFER_BYTES
    ) -> TcpTransport:
        """Accept the first peer whose first line is the token; close all others.

        A peer that has connected in time has ``TOKEN_TIMEOUT_S`` for its line, whatever is left of
        ``timeout``: on a busy computer it may not have been able to write it yet.

        Raises
        ------
        TransportError
            ``no-answer`` if none came within ``timeout`` s.
        """
        # other programs on this computer may connect by chance; they must not take the peer's place
        deadline = time.monotonic() + timeout
        while True:
            connection = self._next_peer(deadline, timeout=timeout)
            if _first_line(connection) == token.encode():
                return TcpTransport(connection, send_buffer_bytes=send_buffer_bytes)
            connection.close()

    def _next_peer(self, deadline: float, *, timeout: float) -> socket.socket:
        self._socket.settimeout(max(deadline - time.monotonic(), 1e-3))
        try:
            return self._socket.accept()[0]
        except TimeoutError:
            raise TransportError("no-answer", request="connection", waited_s=timeout) from None
        except OSError as error:
            raise TransportError("link-lost", errno=error.errno or 0, reason=str(error)) from error

    def close(self) -> None:
        """Close the listening socket; may be called again."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _first_line(connection: socket.socket) -> bytes:
    """Read the first line byte by byte, as the bytes behind it belong to the transport; empty if none."""
    deadline = time.monotonic() + TOKEN_TIMEOUT_S
    line = bytearray()
    while len(line) <= LONGEST_TOKEN:
        connection.settimeout(max(deadline - time.monotonic(), 1e-3))
        try:
            byte = connection.recv(1)
        except OSError:
            return b""
        if byte in {b"", b"\n"}:
            break
        line += byte
    return bytes(line)
