"""The device's end of a serial line: it survives a pulled cable and is limited to the baud rate."""

from collections.abc import Callable
from typing import Protocol

from devices.transport.transport import Transport

BITS_PER_BYTE = 10
"""Eight data bits, one start bit and one stop bit."""
BURST_S = 0.01
"""After a pause the bytes of this time may pass at once, s."""
SIP_S = 0.001
"""Smallest piece on a busy line, as a time in s: otherwise each byte would be sent separately."""


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
