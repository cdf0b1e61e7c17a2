"""Lines from standard input, for a command that serves something until it is asked to end."""

import os
import select
import threading
import time


class Keyboard:
    """Lines from standard input without waiting for them.

    An input that was closed when the program began does not count as ended later.
    """

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._pending = b""
        self._has_spoken = False
        self._is_over = False
        self._arrived: list[bytes] = []
        if os.name != "posix":
            threading.Thread(target=self._listen, name="keyboard", daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """True once an open input was closed."""
        return self._is_over and self._has_spoken

    def lines(self, timeout: float) -> list[str]:
        """Complete lines since the last call, waiting up to ``timeout`` s."""
        if os.name == "posix":
            self._look(timeout)
        else:
            time.sleep(timeout)
        while self._arrived:
            self._pending += self._arrived.pop(0)
        *whole, self._pending = self._pending.split(b"\n")
        return [text for line in whole if (text := line.decode(errors="replace").strip())]

    def _look(self, timeout: float) -> None:
        if self._is_over or self._is_in_background():
            time.sleep(timeout)
        elif select.select([self._descriptor], [], [], timeout)[0]:
            self._take(os.read(self._descriptor, 4096))
        else:
            self._has_spoken = True  # it is open, though silent

    def _is_in_background(self) -> bool:
        """True in the background, where reading a terminal would suspend the program."""
        if not os.isatty(self._descriptor):
            return False
        return os.tcgetpgrp(self._descriptor) != os.getpgrp()

    def _listen(self) -> None:
        """Read in a thread of its own, where the system can wait for sockets alone."""
        while not self._is_over:
            self._take(os.read(self._descriptor, 4096))

    def _take(self, content: bytes) -> None:
        if content:
            self._has_spoken = True
            self._arrived.append(content)
        else:
            self._is_over = True
