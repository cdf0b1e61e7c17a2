"""STOP: a thread that orders the quick stop again and again until every drive is seen to be off."""

import logging
import threading
import time
from collections.abc import Callable

from devices.errors import DeviceError

AGAIN_S = 0.02
LONGEST_S = 3.0
_END_TIMEOUT_S = 1.0
log = logging.getLogger(__name__)


class Stopping:
    """Waits for STOP; ``order`` sends it, ``stands`` is True once the drives are off."""

    def __init__(self, order: Callable[[], None], *, stands: Callable[[], bool]) -> None:
        self._order, self._stands = order, stands
        self._ended = False
        self.count = 0
        """Number of stops that were asked for."""
        self._wish, self._idle = threading.Event(), threading.Event()
        self._idle.set()
        self._thread = threading.Thread(target=self._run, name="cia402-stop", daemon=True)
        self._thread.start()

    @property
    def is_under_way(self) -> bool:
        """True from the order to stop until the drives are off, or cannot be reached."""
        return not self._idle.is_set()

    def stop(self) -> None:
        """Order the stop; returns at once."""
        self.count += 1
        self._idle.clear()
        self._wish.set()

    def wait_until_done(self, timeout: float) -> bool:
        """Wait until no stop is under way; True if so."""
        return self._idle.wait(timeout)

    def close(self) -> None:
        """End the thread within a deadline."""
        self._ended = True
        self._wish.set()
        self._thread.join(_END_TIMEOUT_S)

    def _run(self) -> None:
        while True:
            self._wish.wait()
            self._wish.clear()
            if self._ended:
                return
            self._send()
            if not self._wish.is_set():
                self._idle.set()

    def _send(self) -> None:
        deadline = time.monotonic() + LONGEST_S
        while True:
            try:
                self._order()
            except DeviceError as error:
                log.info("the order to stop could not be sent: %s", error)
            time.sleep(AGAIN_S)
            if self._ended or time.monotonic() > deadline or self._stands():
                return
