"""The device's end of a serial line: it outlives the cable, and is as slow as the baud rate."""

from collections.abc import Callable
from typing import Protocol

from devices.transport.transport import Transport

BITS_PER_BYTE = 10
"""Eight data bits, a start and a stop bit."""
BURST_S = 0.01
"""As much may go at once after a pause as passes in so long."""
SIP_S = 0.001
"""What a busy line takes at once, as the time it needs for it: else every byte would go by itself."""


class Cable(Transport, Protocol):
    """A transport that only ``close`` ends.

    While nobody is at the other end, or the cable is pulled, reading brings nothing and what is
    written is lost, as on an open line.
    """

    def pull(self) -> None:
        """Pull the cable; idempotent.

        Raises
        ------
        TransportError
            ``link-lost`` once it is closed.
        """

    def plug(self) -> None:
        """Plug it in again; idempotent.

        Raises
        ------
        TransportError
            ``link-lost`` once it is closed, or why there is no port again.
        """


class LineRate:
    """How many bytes one direction takes now: a bucket that the clock fills."""

    def __init__(self, baud: int, *, clock: Callable[[], float]) -> None:
        self._per_s = baud / BITS_PER_BYTE
        self._clock = clock
        self._most = max(self._per_s * BURST_S, 1.0)
        self._sip = max(self._per_s * SIP_S, 1.0)
        self._held, self._counted = self._most, clock()

    def room(self) -> int:
        """Bytes that may pass now."""
        now = self._clock()
        self._held = min(self._held + (now - self._counted) * self._per_s, self._most)
        self._counted = now
        return int(self._held)

    def spend(self, count: int) -> None:
        """So many have passed."""
        self._held -= count

    def wait_s(self, wanted: int) -> float:
        """How long until a sip of ``wanted`` bytes may pass; 0 when it may now."""
        missing = min(wanted, self._sip) - self.room()
        return missing / self._per_s if missing > 0.0 else 0.0
