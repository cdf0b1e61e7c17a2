"""Reading from and writing to an open port with exact time limits, in two ways.

``DescriptorLine`` waits on the port's file descriptor, where there is one; ``PlainLine``
uses pyserial's own calls. Both gather for a moment what follows the first byte, so that a
stream wakes its reader a few hundred times a second instead of once per USB packet, and
both leave little in the operating system's buffer: what lies there can no longer be
overtaken by a STOP.

What they raise is what the port raises; the transport gives it its code.
"""

import errno
import os
import select
import time
from typing import Protocol

import serial

READ_BYTES = 65536
GATHER_S = 0.004
"""What arrives within so long after a first byte is read together with it."""
ENOUGH_BYTES = 2048
"""With so much waiting there is nothing to gather; the kernel keeps about twice as much."""
UNSENT_BYTES = 1024
UNSENT_S = 0.02
"""At most so much, in bytes and in time on the wire, waits unsent in the operating system."""
FEWEST_UNSENT_BYTES = 64
PIECE_BYTES = 512
BITS_PER_BYTE = 10
_SHORTEST_PAUSE_S = 0.0005
_NOT_TOLD = {errno.EINVAL, errno.ENOTTY, errno.ENOSYS}


class Line(Protocol):
    """One open port; one thread reads while another writes."""

    def read(self, timeout: float) -> bytes:
        """What has arrived, waiting up to ``timeout`` s; empty when nothing came."""

    def write(self, content: bytes, timeout: float) -> int:
        """Hand over what fits, waiting up to ``timeout`` s for room; the number of bytes taken."""

    def wake(self) -> None:
        """End a read and a write under way; from any thread."""

    def close(self) -> None:
        """Let go of the port; nobody may be reading or writing."""


class UnsentBytes:
    """How much room there is for more, where the platform tells what waits unsent."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._bytes_per_s = port.baudrate / BITS_PER_BYTE
        self.limit = min(max(int(self._bytes_per_s * UNSENT_S), FEWEST_UNSENT_BYTES), UNSENT_BYTES)
        self._is_told = True

    def room(self) -> int:
        """How many bytes may be handed over now; negative or 0 for none."""
        return self.limit - self._waiting()

    def pause_s(self) -> float:
        """How long half of the limit is on the wire."""
        return max(0.5 * self.limit / self._bytes_per_s, _SHORTEST_PAUSE_S)

    def _waiting(self) -> int:
        if not self._is_told:
            return 0
        try:
            return int(self._port.out_waiting)
        except (AttributeError, NotImplementedError):
            self._is_told = False
        except OSError as error:
            if error.errno not in _NOT_TOLD:
                raise
            self._is_told = False
        return 0


class DescriptorLine:
    """Over the port's file descriptor, which pyserial opens without blocking (POSIX)."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._descriptor = port.fileno()
        self._unsent = UnsentBytes(port)
        self._woken, self._waking = os.pipe()

    def read(self, timeout: float) -> bytes:
        """See ``Line``."""
        readable, _, _ = select.select([self._descriptor, self._woken], [], [], timeout)
        if self._descriptor not in readable:
            return b""
        if self._port.in_waiting < ENOUGH_BYTES:
            time.sleep(GATHER_S)
        try:
            content = os.read(self._descriptor, READ_BYTES)
        except BlockingIOError:  # somebody else took it
            return b""
        if not content:
            raise OSError(errno.ENXIO, "the port is gone")
        return content

    def write(self, content: bytes, timeout: float) -> int:
        """See ``Line``."""
        deadline = time.monotonic() + timeout
        while True:
            left_s = max(deadline - time.monotonic(), 0.0)
            room = self._unsent.room()
            if room > 0:
                return self._write_once(content[:room], left_s)
            woken, _, _ = select.select([self._woken], [], [], min(self._unsent.pause_s(), left_s))
            if woken or left_s == 0.0:
                return 0

    def _write_once(self, content: bytes, timeout: float) -> int:
        _, writable, _ = select.select([self._woken], [self._descriptor], [], timeout)
        if not writable:
            return 0
        try:
            return os.write(self._descriptor, content)
        except BlockingIOError:
            return 0

    def wake(self) -> None:
        """See ``Line``."""
        os.write(self._waking, b"x")

    def close(self) -> None:
        """See ``Line``."""
        self._port.close()
        os.close(self._woken)
        os.close(self._waking)


class PlainLine:
    """By pyserial's own calls, in slices of the time limits that the port was opened with (Windows)."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._unsent = UnsentBytes(port)
        self._is_woken = False

    def read(self, timeout: float) -> bytes:
        """See ``Line``; a time limit is rounded up to whole slices."""
        deadline = time.monotonic() + timeout
        while not (first := self._port.read(1)):
            if self._is_woken or time.monotonic() >= deadline:
                return b""
        if self._port.in_waiting < ENOUGH_BYTES:
            time.sleep(GATHER_S)
        waiting = self._port.in_waiting
        return bytes(first) + (bytes(self._port.read(waiting)) if waiting else b"")

    def write(self, content: bytes, timeout: float) -> int:
        """See ``Line``.

        Where a piece times out, pyserial does not tell how much of it went: it counts as not
        taken. The frame is then torn and the other end throws it away.
        """
        deadline = time.monotonic() + timeout
        while (room := self._unsent.room()) <= 0:
            if self._is_woken or time.monotonic() >= deadline:
                return 0
            time.sleep(min(self._unsent.pause_s(), timeout))
        try:
            return self._port.write(content[: min(room, PIECE_BYTES)]) or 0
        except serial.SerialTimeoutException:
            return 0

    def wake(self) -> None:
        """See ``Line``."""
        self._is_woken = True
        for name in ("cancel_read", "cancel_write"):
            cancel = getattr(self._port, name, None)
            if cancel is not None:
                cancel()

    def close(self) -> None:
        """See ``Line``."""
        self._port.close()
