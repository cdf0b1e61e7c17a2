"""The device's end of a serial line to this computer: a pseudo-terminal behind a symbolic link.

POSIX only. A host opens the link like any serial port. While no host has it open the kernel
says so, and what the device then sends is lost as from a wire that leads nowhere: a new host
finds nothing old. The host's end keeps its settings from one opening to the next.
"""

import contextlib
import os
import select
import threading
import time
import tty
from pathlib import Path

from devices.errors import ConfigurationError, TransportError
from devices.transport.cable import LineRate
from devices.transport.transport import CLOSE_DEADLINE_S, operating_system_errors

READ_BYTES = 65536
LOOK_S = 0.01
"""Between two looks whether a host has come, and the longest that ``pull`` waits for a read."""
_GONE = select.POLLHUP | select.POLLERR | select.POLLNVAL


class PseudoTerminal:
    """A ``Cable``: ends with ``close`` only, whatever hosts do and however often it is pulled.

    One thread reads while another writes, any thread pulls, plugs and closes.

    Parameters
    ----------
    link
        Where the symbolic link to the port is made; another symbolic link there is replaced.
    baud
        Bits per second each way, ten to a byte.

    Raises
    ------
    ConfigurationError
        ``port-link-taken`` where something else than a symbolic link is in that place.
    TransportError
        ``port-error`` where the operating system gives no pseudo-terminal, ``port-link-failed``
        where it makes no link.
    """

    def __init__(self, link: Path, *, baud: int) -> None:
        self._link, self._baud = link, baud
        self._reading, self._writing = threading.Lock(), threading.Lock()
        self._changing = threading.Lock()
        self._out = threading.Event()
        """Set while the cable is out, and for good once it is closed: nobody begins a read or a write."""
        self._back = threading.Event()
        self._closed = False
        self._open()

    @property
    def port(self) -> str:
        """What a host opens."""
        return str(self._link)

    # Bytes

    def read(self, timeout: float) -> bytes:
        """Whatever has arrived, no faster than the line; see ``Transport``."""
        deadline = time.monotonic() + timeout
        while True:
            self._check_open()
            left = max(deadline - time.monotonic(), 0.0)
            if self._out.is_set():
                self._back.wait(left)
            else:
                with self._reading:
                    content = b"" if self._out.is_set() else self._read_within(min(left, LOOK_S))
                if content:
                    return content
            if time.monotonic() >= deadline:
                self._check_open()
                return b""

    def _read_within(self, timeout: float) -> bytes:
        """What arrives within ``timeout`` s; holds the lock."""
        deadline = time.monotonic() + timeout
        full = self._incoming.wait_s(READ_BYTES)
        if full:
            time.sleep(min(full, timeout))
        left_ms = max(deadline - time.monotonic(), 0.0) * 1000.0
        events = self._poll(self._readable, left_ms)
        room = self._incoming.room()
        if events & select.POLLIN and room:
            try:
                content = os.read(self._master, min(room, READ_BYTES))
            except OSError:  # the last host has just left
                return b""
            self._incoming.spend(len(content))
            return content
        if events:  # nobody is there, which a poll tells at once
            time.sleep(max(deadline - time.monotonic(), 0.0))
        return b""

    def write(self, content: bytes, timeout: float) -> int:
        """Hand over what the line and an attentive host take; all of it is taken where nobody is.

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
                time.sleep(full)
            count = self._write_at_once(content[: self._outgoing.room()])
            self._outgoing.spend(count)
            return count

    def _write_at_once(self, content: bytes) -> int:
        """What the operating system takes; holds the lock."""
        if self._poll(self._writable, 0.0) & _GONE:
            return len(content)
        try:
            return os.write(self._master, content)
        except BlockingIOError:
            return 0
        except OSError:  # the last host has just left
            return len(content)

    @staticmethod
    def _poll(poller: select.poll, timeout_ms: float) -> int:
        found = poller.poll(timeout_ms)
        return found[0][1] if found else 0

    # The cable

    def pull(self) -> None:
        """Close the port and take the link away; idempotent. Hosts find the port gone."""
        with self._changing:
            self._check_open()
            if not self._out.is_set():
                self._let_go()

    def plug(self) -> None:
        """Open another port behind the same link; idempotent."""
        with self._changing:
            self._check_open()
            if self._out.is_set():
                self._open()

    def close(self) -> None:
        """End for good; idempotent."""
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
            tty.setraw(slave)
            os.set_blocking(master, False)
            self._slave_name = os.ttyname(slave)
        try:
            with operating_system_errors("port-link-failed", link=self.port):
                _make_link(self._link, to=self._slave_name)
        except BaseException:
            os.close(master)
            raise
        finally:
            os.close(slave)
        self._master = master
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(master, select.POLLIN)
        self._writable.register(master, select.POLLOUT)
        self._incoming = LineRate(self._baud, clock=time.monotonic)
        self._outgoing = LineRate(self._baud, clock=time.monotonic)
        self._out.clear()
        self._back.set()

    def _let_go(self) -> None:
        """Close the port as soon as nobody is in the middle of a read or a write."""
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
        """Only where it still leads here."""
        with contextlib.suppress(OSError):  # somebody has taken it away already
            if str(self._link.readlink()) == self._slave_name:
                self._link.unlink()


def _make_link(link: Path, *, to: str) -> None:
    """In one step: nobody finds no link, or half of one, where there was one."""
    if link.exists() and not link.is_symlink():
        raise ConfigurationError("port-link-taken", link=str(link))
    temporary = link.with_name(f".{link.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(to)
    temporary.replace(link)
