"""Opens a connection to another computer, such as a robot's controller, and times round trips to it."""

import contextlib
import errno
import socket
import time
from collections.abc import Iterator

from devices.errors import ProtocolError, TransportError
from devices.transport.tcp import ENDED_HERE, TcpTransport

RECEIVE_BUFFER_BYTES = 1 << 20
"""About three seconds of a stream of 350 kB/s, so that a halt of this program loses nothing."""

TIMEOUT_S = 1.0


def dial(
    address: str, port: int, *, timeout: float, receive_buffer_bytes: int = RECEIVE_BUFFER_BYTES
) -> TcpTransport:
    """Connect to a port of another computer.

    Raises
    ------
    TransportError
        ``address-unknown`` if no computer has this name; ``connection-refused`` if the computer
        answers but nothing listens on the port; ``address-silent`` if nothing answers in ``timeout`` s.
    """
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise TransportError("address-unknown", address=address) from error
    family, kind, protocol, _, place = found[0]
    connection = socket.socket(family, kind, protocol)
    try:
        # before connecting: the size of the window is agreed on then
        with contextlib.suppress(OSError):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer_bytes)
        connection.settimeout(timeout)
        connection.connect(place)
        return TcpTransport(connection)
    except OSError as error:
        connection.close()
        refused = isinstance(error, ConnectionRefusedError) or error.errno == errno.ECONNREFUSED
        code = "connection-refused" if refused else "address-silent"
        raise TransportError(code, address=address, port=port, waited_s=timeout) from error
    except TransportError:
        connection.close()
        raise


@contextlib.contextmanager
def first_answer() -> Iterator[None]:
    """Name another service for what it is: it answers the first request of a connection in its own words.

    Raises
    ------
    TransportError
        ``other-service`` in place of ``protocol-field``; ``closed-at-once`` in place of ``link-lost``, unless
        this program has closed the connection.
    """
    try:
        yield
    except ProtocolError as error:
        if error.code != "protocol-field":
            raise
        raise TransportError("other-service") from error
    except TransportError as error:
        if error.code != "link-lost" or error.facts["reason"] == ENDED_HERE:
            raise
        raise TransportError("closed-at-once", reason=error.facts["reason"]) from error


def round_trip(host: str, port: int) -> float:
    """Time until a port accepts or refuses a connection, s; nothing is sent.

    Raises
    ------
    TransportError
        ``address-silent`` if nothing answers in time.
    """
    began = time.perf_counter()
    try:
        socket.create_connection((host, port), timeout=TIMEOUT_S).close()
    except ConnectionRefusedError:
        pass  # that is an answer too
    except OSError as error:
        raise TransportError("address-silent", address=host, port=port, waited_s=TIMEOUT_S) from error
    return time.perf_counter() - began


def round_trips(host: str, port: int, *, count: int, pause_s: float) -> Iterator[float]:
    """``count`` round trips with a pause between them; raises like :func:`round_trip`."""
    for number in range(count):
        if number:
            time.sleep(pause_s)
        yield round_trip(host, port)
