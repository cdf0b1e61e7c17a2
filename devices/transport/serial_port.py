"""A serial port as a transport: opened exclusively, read in large and written in small pieces.

Control lines: the operating system raises DTR and RTS on opening, and they stay up, because many boards
with native USB send nothing without DTR. Boards that restart at a rising DTR (classic Arduinos) do so
at the first opening after they were plugged in. On POSIX the lines stay up on closing, so that
connecting again does not restart such a board.

``DescriptorLine`` waits on the port's file descriptor, where there is one; ``PlainLine`` uses pyserial's
own calls. Both wait a moment after the first byte for more, so that a stream wakes its reader a few
hundred times a second and not once per USB packet. Both leave little in the operating system's
buffer, because a STOP cannot overtake the bytes in it. They raise the errors of the port; the transport
converts them to codes.
"""

import errno
import logging
import os
import select
import sys
import threading
import time
from typing import Protocol

import serial

from devices.errors import TransportError
from devices.transport.port_errors import PORT_ERRORS, losing_the_link, opening_error
from devices.transport.transport import CLOSE_DEADLINE_S

READ_BYTES = 65536
GATHER_S = 0.004
"""Bytes that arrive within this time after the first one are read together with it, s."""
ENOUGH_BYTES = 2048
"""After this many bytes do not wait for more; the kernel's buffer is about twice as large."""
UNSENT_BYTES = 1024
UNSENT_S = 0.02
"""Limits of unsent bytes in the operating system, in bytes and in time on the wire (s)."""
FEWEST_UNSENT_BYTES = 64
PIECE_BYTES = 512
BITS_PER_BYTE = 10
_SHORTEST_PAUSE_S = 0.0005
_NOT_TOLD = {errno.EINVAL, errno.ENOTTY, errno.ENOSYS}


class Line(Protocol):
    """One open port; one thread may read while another writes."""

    def read(self, timeout: float) -> bytes:
        """Return the bytes that arrived; wait up to ``timeout`` s, empty if none came."""

    def write(self, content: bytes, timeout: float) -> int:
        """Write as many bytes as fit; wait up to ``timeout`` s for room; return the number accepted."""

    def wake(self) -> None:
        """End a read and a write in progress; may be called from any thread."""

    def close(self) -> None:
        """Close the port; no thread may be reading or writing."""


class UnsentBytes:
    """Room for further bytes, on platforms that report the number of unsent bytes."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._bytes_per_s = port.baudrate / BITS_PER_BYTE
        self.limit = min(max(int(self._bytes_per_s * UNSENT_S), FEWEST_UNSENT_BYTES), UNSENT_BYTES)
        self._is_told = True

    def room(self) -> int:
        """Number of bytes that may be written now; 0 or negative for none."""
        return self.limit - self._waiting()

    def pause_s(self) -> float:
        """Time that half of the limit needs on the wire, s."""
        return max(0.5 * self.limit / self._bytes_per_s, _SHORTEST_PAUSE_S)

    def _waiting(self) -> int:
        if not self._is_told:
            # a driver that does not report it: rely on the driver's own flow control
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
    """Uses the port's file descriptor, which pyserial opens in non-blocking mode (POSIX)."""

    def __init__(self, port: serial.Serial, *, gather_s: float = GATHER_S) -> None:
        self._port, self._gather_s = port, gather_s
        self._descriptor = port.fileno()
        self._unsent = UnsentBytes(port)
        self._woken, self._waking = os.pipe()

    def read(self, timeout: float) -> bytes:
        """Wait with select for the port or a wake-up; see ``Line``."""
        readable, _, _ = select.select([self._descriptor, self._woken], [], [], timeout)
        if self._descriptor not in readable:
            return b""
        content = self._read_now()
        # readable but empty is the end of file: the USB adapter was pulled
        if content == b"":
            raise OSError(errno.ENXIO, "the port is gone")
        if content is None:  # already read elsewhere
            return b""
        if self._gather_s and len(content) < ENOUGH_BYTES:
            time.sleep(self._gather_s)
            content += self._read_now() or b""
        return content

    def _read_now(self) -> bytes | None:
        """The bytes that wait; None if there are none."""
        try:
            return os.read(self._descriptor, READ_BYTES)
        except BlockingIOError:
            return None

    def write(self, content: bytes, timeout: float) -> int:
        """Write when few bytes are unsent; wait in short pauses until then; see ``Line``."""
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
        """Write to the pipe on which both selects wait; see ``Line``."""
        os.write(self._waking, b"x")

    def close(self) -> None:
        """Close the port and the pipe; see ``Line``."""
        self._port.close()
        os.close(self._woken)
        os.close(self._waking)


class PlainLine:
    """Uses pyserial's own calls, in slices of the timeouts set at opening (Windows)."""

    def __init__(self, port: serial.Serial, *, gather_s: float = GATHER_S) -> None:
        self._port, self._gather_s = port, gather_s
        self._unsent = UnsentBytes(port)
        self._is_woken = False

    def read(self, timeout: float) -> bytes:
        """Read in slices; the timeout is rounded up to whole slices; see ``Line``."""
        deadline = time.monotonic() + timeout
        while not (first := self._port.read(1)):
            if self._is_woken or time.monotonic() >= deadline:
                return b""
        if self._gather_s and self._port.in_waiting < ENOUGH_BYTES:
            time.sleep(self._gather_s)
        waiting = self._port.in_waiting
        return bytes(first) + (bytes(self._port.read(waiting)) if waiting else b"")

    def write(self, content: bytes, timeout: float) -> int:
        """Write one piece; see ``Line``.

        If a piece times out, pyserial does not report how much of it was written; it counts as not written.
        The frame is then incomplete and the device discards it.
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
        """Cancel pyserial's calls in progress; see ``Line``."""
        self._is_woken = True
        for name in ("cancel_read", "cancel_write"):
            cancel = getattr(self._port, name, None)
            if cancel is not None:
                cancel()

    def close(self) -> None:
        """Close the port; see ``Line``."""
        self._port.close()


READ_SLICE_S = 0.05
"""Timeout of pyserial's own read, s; changing it later would configure the port again."""
WRITE_LIMIT_S = 0.1
"""Timeout of pyserial's own write, s."""
BUFFER_BYTES = 65536
"""Buffer size requested from Windows; its default of 4096 bytes holds 20 ms of the stream."""


def open_port(path: str, *, baud: int) -> serial.Serial:
    """Open the port exclusively and discard the bytes that arrived before.

    Raises
    ------
    TransportError
        ``port-missing``, ``port-busy`` with its holder, ``port-denied``, ``baud-not-offered``
        or ``port-error``.
    """
    try:
        port = serial.Serial(path, baud, timeout=READ_SLICE_S, write_timeout=WRITE_LIMIT_S, exclusive=True)
    except (*PORT_ERRORS, OverflowError) as error:
        raise opening_error(error, path=path, baud=baud) from error
    _prepare(port)
    try:
        port.reset_input_buffer()
    except PORT_ERRORS as error:
        port.close()
        raise opening_error(error, path=path, baud=baud) from error
    return port


def _prepare(port: serial.Serial) -> None:
    """Apply optional improvements; a driver without one of them is no error."""
    for improve in (_without_latency, _with_large_buffer, _keep_lines_up):
        try:
            improve(port)
        except (*PORT_ERRORS, NotImplementedError) as error:
            _LOG.debug("%s: %s: %s", port.name, improve.__name__.strip("_"), error)


def _without_latency(port: serial.Serial) -> None:
    """Switch off the 16 ms during which FTDI's driver collects bytes."""
    if sys.platform == "linux":
        port.set_low_latency_mode(True)


def _with_large_buffer(port: serial.Serial) -> None:
    if sys.platform == "win32":
        port.set_buffer_size(BUFFER_BYTES, BUFFER_BYTES)


def _keep_lines_up(port: serial.Serial) -> None:
    """Keep DTR and RTS unchanged on closing; not at non-standard speeds, which tcsetattr might lose."""
    if sys.platform != "win32":
        import termios

        settings = termios.tcgetattr(port.fileno())
        if hasattr(termios, f"B{port.baudrate}") and settings[2] & termios.HUPCL:
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)


_LOG = logging.getLogger(__name__)


class SerialTransport:
    """One serial port; see ``Transport``. No other instance of the program can open it meanwhile.

    Parameters
    ----------
    port
        Name in the operating system: ``/dev/ttyACM0``, ``COM5``.
    baud
        Bits per second; eight data bits, no parity, one stop bit.
    gather_s
        Bytes that arrive within this time after the first one are read together with it, s.

    Raises
    ------
    TransportError
        ``port-missing``, ``port-busy`` (with the program that holds it, if known),
        ``port-denied``, ``baud-not-offered`` or ``port-error``.
    """

    def __init__(self, port: str, *, baud: int, gather_s: float = GATHER_S) -> None:
        opened = open_port(port, baud=baud)
        self.port = port
        kind = DescriptorLine if os.name == "posix" else PlainLine
        self._line: Line = kind(opened, gather_s=gather_s)
        self._reading = threading.Lock()
        self._writing = threading.Lock()
        self._closing = threading.Lock()
        self._closed = False

    def read(self, timeout: float) -> bytes:
        """Return the bytes that arrived; see ``Transport``. A single byte is returned after 4 ms."""
        with self._reading:
            self._check_open()
            with losing_the_link():
                content = self._line.read(timeout)
            # woken by close: report the closed link instead of a plain timeout
            if not content:
                self._check_open()
        return content

    def write(self, content: bytes, timeout: float) -> int:
        """Write as many bytes as fit without filling the operating system's buffer; see ``Transport``."""
        with self._writing:
            self._check_open()
            with losing_the_link():
                return self._line.write(content, timeout)

    def close(self) -> None:
        """Close the port; if the driver does not return in time, a thread of its own waits for it."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._wake()
            # the locks: the descriptor must not be closed, and reused, under a read or write
            deadline = time.monotonic() + CLOSE_DEADLINE_S
            held = [
                lock for lock in (self._reading, self._writing) if lock.acquire(timeout=_left_s(deadline))
            ]
            closer = threading.Thread(target=self._let_go, name="serial-port-closer", daemon=True)
            closer.start()
            closer.join(_left_s(deadline))
            for lock in held:
                lock.release()
            if closer.is_alive():
                _LOG.warning("closing %s takes longer than %s s", self.port, CLOSE_DEADLINE_S)

    def _wake(self) -> None:
        try:
            self._line.wake()
        except PORT_ERRORS as error:  # the port is gone, so its waiting calls have ended too
            _LOG.debug("%s could not be woken: %s", self.port, error)

    def _let_go(self) -> None:
        try:
            self._line.close()
        except PORT_ERRORS as error:
            _LOG.debug("%s was gone when it was closed: %s", self.port, error)

    def _check_open(self) -> None:
        if self._closed:
            raise TransportError("link-lost", errno=0, reason="closed by this program")


def _left_s(deadline: float) -> float:
    return max(deadline - time.monotonic(), 1e-3)
