"""STOP: several ways at once, each in a thread and on a connection of its own; none waits for another."""

import logging
import threading
import time
from collections.abc import Callable, Mapping

from devices.errors import DeviceError

AGAIN_S = 0.1
"""A way is taken again after this time until the arm is seen to stand."""
LEAST_S = 0.4
"""A program that was on its way when STOP came may begin this much later; the ways are taken until then."""
LONGEST_S = 3.0
_END_TIMEOUT_S = 1.0
log = logging.getLogger(__name__)


class Stopping:
    """Threads that wait for STOP; ``ways`` by name, ``stands`` is True once the arm is seen to stand."""

    def __init__(self, ways: Mapping[str, Callable[[], None]], *, stands: Callable[[], bool]) -> None:
        self._stands = stands
        self._ended = False
        self.asked_at = -float("inf")
        """Time of the newest STOP on this computer's clock."""
        self._wishes = {name: threading.Event() for name in ways}
        self._threads = [
            threading.Thread(
                target=self._run, args=(way, self._wishes[name]), name=f"ur-stop-{name}", daemon=True
            )
            for name, way in ways.items()
        ]
        for thread in self._threads:
            thread.start()

    @property
    def seconds(self) -> float:
        """Time since the newest STOP."""
        return time.monotonic() - self.asked_at

    def stop(self) -> None:
        """Take every way; returns at once."""
        self.asked_at = time.monotonic()
        for wish in self._wishes.values():
            wish.set()

    def close(self) -> None:
        """End the threads, each with a deadline."""
        self._ended = True
        for wish in self._wishes.values():
            wish.set()
        for thread in self._threads:
            thread.join(_END_TIMEOUT_S)

    def _run(self, way: Callable[[], None], wish: threading.Event) -> None:
        while not self._ended:
            wish.wait()
            wish.clear()
            while self._goes_on():
                try:
                    way()
                except DeviceError as error:
                    log.info("one way to stop the arm failed: %s", error)
                except Exception:  # top of a thread: the other ways must go on
                    log.exception("one way to stop the arm failed")
                time.sleep(AGAIN_S)

    def _goes_on(self) -> bool:
        seconds = self.seconds
        return not self._ended and seconds < LONGEST_S and (seconds < LEAST_S or not self._stands())
