"""Sends to the line: encodes, numbers, and never makes the arm wait.

A device cannot pause its stream because the host does not read. If too much is waiting, whole sample
frames are left out, which the host sees as a gap of the sequence numbers. All other messages are kept.
"""

from collections.abc import Iterable

from devices.protocol_open import wire
from devices.protocol_open.messages import Reply, Samples, SlowSamples
from devices.transport.transport import Transport
from devices.virtual.link_faults import LinkFaults

MOST_WAITING_BYTES = 256 * 1024
"""About two seconds of six joints with all channels."""
_PIECE_BYTES = 64 * 1024


class Outlet:
    """The bytes that wait to be sent over one transport."""

    def __init__(self, transport: Transport, faults: LinkFaults) -> None:
        self._transport, self._faults = transport, faults
        self._waiting = bytearray()
        self._sequence = 0
        self.left_out = 0
        """Number of sample frames left out because the host did not read."""

    @property
    def is_empty(self) -> bool:
        """True if the line has taken all bytes."""
        return not self._waiting

    def put(self, replies: Iterable[Reply], *, time: float) -> None:
        """Encode replies at device time ``time`` s; never waits."""
        for reply in replies:
            holds_samples = isinstance(reply, Samples | SlowSamples)
            if holds_samples and len(self._waiting) > MOST_WAITING_BYTES:
                self.left_out += 1
                continue
            self._waiting += self._faults.outgoing(self._encoded(reply, time), holds_samples=holds_samples)

    def put_past_faults(self, reply: Reply, *, time: float) -> None:
        """Encode a reply that bypasses line faults: it belongs to the simulation, not to the arm."""
        self._waiting += self._encoded(reply, time)

    def _encoded(self, reply: Reply, time: float) -> bytes:
        frame = wire.encode(reply, sequence=self._sequence, time_us=round(time * 1e6))
        self._sequence += 1
        return frame

    def flush(self, timeout: float = 0.0) -> None:
        """Write what the line accepts within ``timeout`` s.

        Raises
        ------
        TransportError
            ``link-lost``.
        """
        while self._waiting:
            taken = self._transport.write(bytes(self._waiting[:_PIECE_BYTES]), timeout)
            del self._waiting[:taken]
            if not taken:
                return
