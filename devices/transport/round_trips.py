"""Round trips to another computer: the time until it accepts a connection, which is closed at once."""

import socket
import time
from collections.abc import Iterator

from devices.errors import TransportError

TIMEOUT_S = 1.0


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
