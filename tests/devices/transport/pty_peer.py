"""The device's end of a pseudo-terminal: a transport, and the path that a host opens."""

import os
import select
import threading

from devices.errors import TransportError


class PtyPeer:
    """While ``keeps_port`` the port stays when the host closes it; without, its going is noticed."""

    def __init__(self, *, keeps_port: bool = True) -> None:
        self._master, slave = os.openpty()
        import tty  # Windows has none

        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(slave)
        self._kept: int | None = slave
        self._keeps_port = keeps_port
        self._lock = threading.Lock()
        self._closed = False

    def host_has_opened(self) -> None:
        """From now on the host alone holds the port."""
        if not self._keeps_port and self._kept is not None:
            os.close(self._kept)
            self._kept = None

    def read(self, timeout: float) -> bytes:
        return self._guarded(lambda: self._read(timeout))

    def write(self, content: bytes, timeout: float) -> int:
        return self._guarded(lambda: self._write(content, timeout))

    def close(self) -> None:
        """Close both ends, as when the cable is pulled."""
        with self._lock:
            if not self._closed:
                self._closed = True
                os.close(self._master)
                if self._kept is not None:
                    os.close(self._kept)

    def _read(self, timeout: float) -> bytes:
        readable, _, _ = select.select([self._master], [], [], timeout)
        return os.read(self._master, 65536) if readable else b""

    def _write(self, content: bytes, timeout: float) -> int:
        _, writable, _ = select.select([], [self._master], [], timeout)
        try:
            return os.write(self._master, content) if writable else 0
        except BlockingIOError:
            return 0

    def _guarded(self, call):
        try:
            if self._closed:
                raise OSError("closed by the test")
            return call()
        except (OSError, ValueError) as error:
            raise TransportError("link-lost", errno=0, reason=str(error)) from error
