"""Two ends of a link in memory, with simulated faults of real links.

Faults affect what an end sends, per ``write``. They come from a seeded random generator, so a run
can be repeated.
"""

import threading
from collections import deque

import numpy as np

from devices.errors import TransportError


class _Pipe:
    """One direction of the link: the chunks in transit and the simulated faults."""

    def __init__(self, wake: threading.Condition) -> None:
        self.wake = wake
        self.chunks: deque[bytes] = deque()
        self.room: int | None = None
        self.lost_fraction = 0.0
        self.damaged_fraction = 0.0
        self.random = np.random.default_rng(0)
        self.lost = 0
        self.damaged = 0

    def send(self, content: bytes) -> None:
        """Lose, damage or pass on one chunk."""
        if self.random.random() < self.lost_fraction:
            self.lost += 1
            return
        if self.random.random() < self.damaged_fraction:
            self.damaged += 1
            content = self._with_one_bit_flipped(content)
        self.chunks.append(content)

    def _with_one_bit_flipped(self, content: bytes) -> bytes:
        changed = bytearray(content)
        changed[self.random.integers(len(changed))] ^= 1 << int(self.random.integers(8))
        return bytes(changed)


class MemoryTransport:
    """One end of a link made by ``memory_pair``."""

    def __init__(self, outgoing: _Pipe, incoming: _Pipe, broken: threading.Event) -> None:
        self._outgoing = outgoing
        self._incoming = incoming
        self._broken = broken
        self._wake = outgoing.wake

    def read(self, timeout: float) -> bytes:
        """Return the bytes that arrived; see ``Transport``."""
        with self._wake:
            self._wake.wait_for(lambda: self._incoming.chunks or self._broken.is_set(), timeout)
            content = b"".join(self._incoming.chunks)
            self._incoming.chunks.clear()
        # read what had arrived first: only an empty broken link raises
        if not content:
            self._check_whole()
        return content

    def write(self, content: bytes, timeout: float) -> int:
        """Write as many bytes as fit; see ``Transport``."""
        pipe = self._outgoing
        with self._wake:
            self._check_whole()
            self._wake.wait_for(lambda: pipe.room != 0 or self._broken.is_set(), timeout)
            self._check_whole()
            taken = len(content) if pipe.room is None else min(len(content), pipe.room)
            if pipe.room is not None:
                pipe.room -= taken
            if taken:
                pipe.send(content[:taken])
                self._wake.notify_all()  # who waits for bytes, and who waits until no more fit
        return taken

    def close(self) -> None:
        """Break the link for both ends."""
        self.break_link()

    def lose(self, fraction: float, *, seed: int = 0) -> None:
        """Lose this fraction of the following writes of this end."""
        with self._wake:
            self._outgoing.lost_fraction = fraction
            self._outgoing.random = np.random.default_rng(seed)

    def damage(self, fraction: float, *, seed: int = 0) -> None:
        """Flip one bit in this fraction of the following writes of this end."""
        with self._wake:
            self._outgoing.damaged_fraction = fraction
            self._outgoing.random = np.random.default_rng(seed)

    @property
    def lost(self) -> int:
        """Number of lost writes of this end."""
        return self._outgoing.lost

    @property
    def damaged(self) -> int:
        """Number of damaged writes of this end."""
        return self._outgoing.damaged

    def block_writes(self, *, after_bytes: int = 0) -> None:
        """Accept ``after_bytes`` more bytes from this end, then none until ``unblock_writes``."""
        with self._wake:
            self._outgoing.room = after_bytes

    def unblock_writes(self) -> None:
        """Accept all bytes again."""
        with self._wake:
            self._outgoing.room = None
            self._wake.notify_all()

    def break_link(self) -> None:
        """Pull the cable: both ends fail from now on, after reading the bytes that had arrived."""
        with self._wake:
            self._broken.set()
            self._wake.notify_all()

    def wait_for_room_used(self, timeout: float) -> bool:
        """Wait up to ``timeout`` s; return True if the blocked direction is full."""
        with self._wake:
            return self._wake.wait_for(lambda: self._outgoing.room == 0, timeout)

    def _check_whole(self) -> None:
        if self._broken.is_set():
            raise TransportError("link-lost", errno=0, reason="the link in memory was broken")


def memory_pair() -> tuple[MemoryTransport, MemoryTransport]:
    """Create two connected ends of a link in memory."""
    wake = threading.Condition()
    broken = threading.Event()
    there, back = _Pipe(wake), _Pipe(wake)
    return MemoryTransport(there, back, broken), MemoryTransport(back, there, broken)
