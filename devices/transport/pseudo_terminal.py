"""The device's end of a serial line: a pseudo-terminal behind a symbolic link.

POSIX only. A host opens the link like any serial port. While no host has it open, the kernel reports
that, and bytes sent by the device are discarded as on an open line: a new host receives nothing
old. The host's end keeps its settings from one opening to the next.
"""

import contextlib
import os
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

from devices.errors import ConfigurationError, TransportError
from devices.transport.cable import LineRate
from devices.transport.transport import CLOSE_DEADLINE_S, operating_system_errors

READ_BYTES = 65536
LOOK_S = 0.01
"""Interval of the check for a host, and the longest time that ``pull`` waits for a read, s."""
_GONE = select.POLLHUP | select.POLLERR | select.POLLNVAL


class PseudoTerminal:
    """A ``Cable`` that only ``close`` ends, whatever hosts do and however often it is pulled.

    One thread reads while another writes; any thread may pull, plug and close.

    Parameters
    ----------
    link
        Path of the symbolic link to the port; an existing symbolic link is replaced.
    baud
        Bits per second in each direction, ten per byte.
    clock, sleep
        Time in s by which the bytes are limited to the baud rate, and how to let some of it pass.

    Raises
    ------
    ConfigurationError
        ``port-link-taken`` if the path exists and is not a symbolic link.
    TransportError
        ``port-error`` if the operating system provides no pseudo-terminal, ``port-link-failed`` if it
        creates no link.
    """

    def __init__(
        self,
        link: Path,
        *,
        baud: int,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._link, self._baud = link, baud
        self._clock, self._sleep = clock, sleep
        self._reading, self._writing = threading.Lock(), threading.Lock()
        self._changing = threading.Lock()
        self._out = threading.Event()
        """Set while the cable is out, and finally when closed; no read or write begins while it is set."""
        self._back = threading.Event()
        self._closed = False
        self._open()

    @property
    def port(self) -> str:
        """Path that a host opens."""
        return str(self._link)

    # Bytes

    def read(self, timeout: float) -> bytes:
        """Return the bytes that arrived, no faster than the baud rate; see ``Transport``."""
        deadline = time.monotonic() + timeout
        while True:
            self._check_open()
            left = max(deadline - time.monotonic(), 0.0)
            if self._out.is_set():
                self._back.wait(left)
            else:
                with self._reading:
                    # short reads: pull waits for the lock and must not wait for the whole timeout
                    content = b"" if self._out.is_set() else self._read_within(min(left, LOOK_S))
                if content:
                    return content
            if time.monotonic() >= deadline:
                self._check_open()
                return b""

    def _read_within(self, timeout: float) -> bytes:
        """Read for at most ``timeout`` s; the caller holds the lock."""
        deadline = time.monotonic() + timeout
        full = self._incoming.wait_s(READ_BYTES)
        if full:
            self._sleep(min(full, timeout))
        left_ms = max(deadline - time.monotonic(), 0.0) * 1000.0
        events = self._poll(self._readable, left_ms)
        room = self._incoming.room()
        if events & select.POLLIN and room:
            try:
                content = os.read(self._master, min(room, READ_BYTES))
            except OSError:  # the last host has just closed the port
                return b""
            self._incoming.spend(len(content))
            return content
        if events:  # without a host, poll returns immediately
            time.sleep(max(deadline - time.monotonic(), 0.0))
        return b""

    def write(self, content: bytes, timeout: float) -> int:
        """Write what the line and a reading host accept; without a host all bytes are discarded.

        See ``Transport``.
        """
        with self._writing:
            self._check_open()
            if self._out.is_set():
                return len(content)
            full = self._outgoing.wait_s(len(content))
            if full > timeout:
                return 0
            if full:
                self._sleep(full)
            count = self._write_at_once(content[: self._outgoing.room()])
            self._outgoing.spend(count)
            return count

    def _write_at_once(self, content: bytes) -> int:
        """Write what the operating system accepts; the caller holds the lock."""
        if self._poll(self._writable, 0.0) & _GONE:
            return len(content)
        try:
            return os.write(self._master, content)
        except BlockingIOError:
            return 0
        except OSError:  # the last host has just closed the port
            return len(content)

    @staticmethod
    def _poll(poller: select.poll, timeout_ms: float) -> int:
        found = poller.poll(timeout_ms)
        return found[0][1] if found else 0

    # The cable

    def pull(self) -> None:
        """Close the port and remove the link, so that hosts find it gone; may be called again."""
        with self._changing:
            self._check_open()
            if not self._out.is_set():
                self._let_go()

    def plug(self) -> None:
        """Open a new port behind the same link; may be called again."""
        with self._changing:
            self._check_open()
            if self._out.is_set():
                self._open()

    def close(self) -> None:
        """Close the port finally; may be called again."""
        with self._changing:
            if not self._closed:
                self._closed = True
                if not self._out.is_set():
                    self._let_go()
                self._back.set()

    def _check_open(self) -> None:
        if self._closed:
            raise TransportError("link-lost", errno=0, reason="closed by this program")

    def _open(self) -> None:
        with operating_system_errors("port-error", port=self.port):
            master, slave = os.openpty()
            # raw: the terminal must not echo, translate or swallow any byte
            tty.setraw(slave)
            os.set_blocking(master, False)
            self._slave_name = os.ttyname(slave)
        try:
            with operating_system_errors("port-link-failed", link=self.port):
                _make_link(self._link, to=self._slave_name)
        # without a link no host can open the port
        except BaseException:
            os.close(master)
            raise
        finally:
            # no host yet: the device's end must see a hang-up until one opens the link
            os.close(slave)
        self._master = master
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(master, select.POLLIN)
        self._writable.register(master, select.POLLOUT)
        self._incoming = LineRate(self._baud, clock=self._clock)
        self._outgoing = LineRate(self._baud, clock=self._clock)
        self._out.clear()
        self._back.set()

    def _let_go(self) -> None:
        """Close the port once no thread is reading or writing, at the latest after a deadline."""
        # flags first: readers and writers that start from here on do not touch the descriptor
        self._back.clear()
        self._out.set()
        self._take_link_away()
        deadline = time.monotonic() + CLOSE_DEADLINE_S
        held = [
            lock
            for lock in (self._reading, self._writing)
            if lock.acquire(timeout=max(deadline - time.monotonic(), 0.0))
        ]
        os.close(self._master)
        for lock in held:
            lock.release()

    def _take_link_away(self) -> None:
        """Remove the link if it still points to this port."""
        with contextlib.suppress(OSError):  # already removed
            if str(self._link.readlink()) == self._slave_name:
                self._link.unlink()


def _make_link(link: Path, *, to: str) -> None:
    """Create the link atomically, so that no host finds it missing or half-written."""
    if link.exists() and not link.is_symlink():
        raise ConfigurationError("port-link-taken", link=str(link))
    temporary = link.with_name(f".{link.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(to)
    temporary.replace(link)
