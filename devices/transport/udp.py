"""Receives datagrams on a port of this computer."""

import contextlib
import select
import socket

from devices.errors import TransportError
from devices.transport.transport import operating_system_errors

RECEIVE_BUFFER_BYTES = 1 << 21
"""More than a second of states of 1.4 kB; many systems give less."""
LARGEST_DATAGRAM_BYTES = 4096
MOST_AT_ONCE = 512


class DatagramReceiver:
    """A free port at ``host``, the address at which this computer is reached; one thread reads.

    A controller may send from another of its addresses than ``peer``, the one that was dialled. So the sender
    of the first datagram of at least ``least`` bytes is the source, unless the peer itself sends; datagrams
    of all others are thrown away.
    """

    def __init__(self, host: str, *, peer: str, least: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with operating_system_errors("port-busy", port=host, holder=""):
            self._socket = socket.socket(family, socket.SOCK_DGRAM)
            with contextlib.suppress(OSError):  # some systems give less
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
            self._socket.bind((host, 0))
            self._socket.setblocking(False)  # noqa: FBT003  # the method of the library
        self._peer, self._least = peer, least
        self.source = ""
        """Address from which the datagrams come; empty before the first."""

    @property
    def port(self) -> int:
        """The number of the port."""
        return int(self._socket.getsockname()[1])

    def read(self, timeout: float) -> list[bytes]:
        """Return the datagrams that have arrived, in their order; wait up to ``timeout`` s for the first.

        Raises
        ------
        TransportError
            ``link-lost`` after ``close``.
        """
        found: list[bytes] = []
        try:
            select.select([self._socket], [], [], timeout)
            while len(found) < MOST_AT_ONCE:
                content, address = self._socket.recvfrom(LARGEST_DATAGRAM_BYTES)
                if self._is_source(address[0], content):
                    found.append(content)
        except BlockingIOError:
            pass
        except ConnectionResetError:  # Windows tells so that an earlier sender is gone
            pass
        except (OSError, ValueError) as error:
            raise TransportError("link-lost", errno=0, reason=str(error)) from error
        return found

    def _is_source(self, address: str, content: bytes) -> bool:
        if address == self._peer or (not self.source and len(content) >= self._least):
            self.source = address
        return address == self.source

    def discard(self) -> None:
        """Throw away what has arrived: the newest of it was lost where the buffer was full."""
        while len(self.read(0.0)) == MOST_AT_ONCE:
            pass

    def close(self) -> None:
        """Close the port; may be called again."""
        self._socket.close()
