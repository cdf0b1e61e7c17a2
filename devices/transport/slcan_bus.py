"""The slcan interface of ``python-can``, reading all that has arrived at once.

The original asks the operating system for each byte. Each time another thread may take the interpreter,
so that in a busy program one sample of all joints would take a good part of a second.
"""

import select
import socket
import time
from collections import deque
from typing import Any

ADAPTER_PAUSE_S = 0.1
"""An adapter may start when its port is opened."""
_LOOK_S = 0.001
"""The bus can be closed within this time."""
_READ_BYTES = 65536


def open_slcan(channel: str, **options: Any) -> Any:
    """Open an adapter; raises as ``can.Bus``."""
    from can import CanOperationError
    from can.interfaces.slcan import slcanBus

    class WholeReads(slcanBus):
        """Reads whole blocks."""

        _lines: deque[str] | None = None

        def _read(self, timeout: float | None) -> str | None:
            """The next line of the adapter; None if none came within ``timeout`` s."""
            lines = self._lines = deque() if self._lines is None else self._lines
            deadline = None if timeout is None else time.monotonic() + timeout
            while not lines:
                try:
                    self._buffer.extend(_arrived(self.serialPortOrig))
                except (OSError, TypeError, ValueError, AttributeError) as error:
                    # a port that another thread has closed raises any of these
                    raise CanOperationError(str(error)) from error
                self._split(lines)
                if not lines and deadline is not None and time.monotonic() >= deadline:
                    return None
            return lines.popleft()

        def _split(self, lines: deque[str]) -> None:
            content = bytes(self._buffer).replace(b"\a", b"\a\r")
            *whole, rest = content.split(b"\r")
            self._buffer[:] = rest
            lines.extend(f"{line.decode('ascii', 'replace')}\r" for line in whole)

    return WholeReads(channel=channel, **options)


def _arrived(port: Any) -> bytes:
    """Bytes that have arrived at a port of ``pyserial``; waits about a millisecond for the first byte."""
    connection = getattr(port, "_socket", None)
    if not isinstance(connection, socket.socket):
        return bytes(port.read(max(port.in_waiting, 1)))
    # of a socket:// port pyserial takes one byte at a time
    if not select.select([connection], [], [], _LOOK_S)[0]:
        return b""
    content = connection.recv(_READ_BYTES)
    if not content:
        raise OSError("the adapter has closed the connection")
    return content
