"""STOP: several ways at once, each in a thread and on a connection of its own; none waits for another."""

import logging
import threading
import time
from collections.abc import Callable, Mapping

from devices.errors import DeviceError

AGAIN_S = 0.1
"""A way is taken again after this time until the arm is seen at rest."""
LEAST_S = 0.4
"""A program that was on its way when STOP came may begin this much later; the ways are taken until then."""
LONGEST_S = 3.0
_END_TIMEOUT_S = 1.0
_LOOK_S = 0.02
log = logging.getLogger(__name__)


class Stopping:
    """Threads that wait for STOP; ``ways`` by name, ``stands`` is True once the arm is seen to stand.

    A way in ``apart_s`` is taken again only after that time, s.
    """

    def __init__(
        self,
        ways: Mapping[str, Callable[[], None]],
        *,
        stands: Callable[[], bool],
        apart_s: Mapping[str, float] | None = None,
    ) -> None:
        self._stands, self._apart = stands, apart_s or {}
        self._ended = False
        self.asked_at = -float("inf")
        """Time of the newest STOP on this computer's clock."""
        self._wishes = {name: threading.Event() for name in ways}
        self._idle = {name: threading.Event() for name in ways}
        self._threads = [
            threading.Thread(target=self._run, args=(name, way), name=f"stop-{name}", daemon=True)
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
        for name, wish in self._wishes.items():
            self._idle[name].clear()
            wish.set()

    def wait_until_done(self, timeout: float) -> bool:
        """Wait until no way is taken any more: what is late would stop the next motion."""
        deadline = time.monotonic() + timeout
        for name, wish in self._wishes.items():
            # a thread takes its wish off only after it has stopped being idle
            while wish.is_set() or not self._idle[name].wait(_LOOK_S):
                if time.monotonic() > deadline:
                    return False
        return True

    def close(self) -> None:
        """End the threads, each with a deadline."""
        self._ended = True
        for wish in self._wishes.values():
            wish.set()
        for thread in self._threads:
            thread.join(_END_TIMEOUT_S)

    def _run(self, name: str, way: Callable[[], None]) -> None:
        wish, idle = self._wishes[name], self._idle[name]
        while not self._ended:
            if not wish.is_set():
                idle.set()
            wish.wait()
            idle.clear()
            wish.clear()
            while self._goes_on():
                try:
                    way()
                except DeviceError as error:
                    log.info("one way to stop the arm failed: %s", error)
                except Exception:  # top of a thread: the other ways must go on
                    log.exception("one way to stop the arm failed")
                time.sleep(max(AGAIN_S, self._apart.get(name, 0.0)))

    def _goes_on(self) -> bool:
        seconds = self.seconds
        return not self._ended and seconds < LONGEST_S and (seconds < LEAST_S or not self._stands())
