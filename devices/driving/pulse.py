"""Sign of life of the thread that serves STOP, and the heartbeat that a device gets only with it."""

import math
import threading
import time
from collections.abc import Callable

from devices.errors import TransportError

PULSE_LIMIT_S = 0.15
"""A thread that has not ticked for this long cannot serve a STOP in time."""

INTERVAL_S = 0.05
LATE_S = 0.2
"""A heartbeat that comes this long after the one before may have been too late for the device."""
_END_TIMEOUT_S = 1.0


class Pulse:
    """Ticked by the thread that serves STOP, read by the thread that sends heartbeats.

    Before the first tick it is not alive, because no thread serves STOP yet.
    """

    def __init__(self) -> None:
        self._ticked_at = -math.inf
        self._is_withheld = False

    def tick(self) -> None:
        """Record that the thread runs; cheap, call it at least every 50 ms."""
        self._ticked_at = time.monotonic()

    def withhold(self) -> None:
        """Have no heartbeat sent until ``give``, as if this computer had failed: to see the arm stop."""
        self._is_withheld = True

    def give(self) -> None:
        """End ``withhold``."""
        self._is_withheld = False

    def age(self) -> float:
        """Seconds since the last tick, infinite before the first and while it is withheld."""
        return math.inf if self._is_withheld else time.monotonic() - self._ticked_at

    @property
    def has_never_ticked(self) -> bool:
        """True as long as no thread serves STOP."""
        return math.isinf(self._ticked_at)

    def is_alive(self, limit_s: float = PULSE_LIMIT_S) -> bool:
        """True if the last tick is no older than ``limit_s``."""
        return self.age() <= limit_s


class Heartbeat:
    """Calls ``beat`` 20 times a second while ``is_wanted`` and the pulse is alive."""

    def __init__(self, beat: Callable[[], None], *, pulse: Pulse, name: str) -> None:
        self._beat, self._pulse = beat, pulse
        self.is_wanted = False
        self.is_missed = False
        """True once a heartbeat that was wanted was not sent, because the pulse had stopped."""
        self.was_late = False
        """True once two heartbeats of a motion were more than ``LATE_S`` apart: this computer was busy."""
        self._sent_at: float | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def has_failed(self) -> bool:
        """True once a heartbeat was missed or late: the device may have stopped the arm for it."""
        return self.is_missed or self.was_late

    def begin(self) -> None:
        """Send heartbeats from now on."""
        self.is_missed = self.was_late = False
        self._sent_at, self.is_wanted = None, True

    def fall_silent(self) -> None:
        """Send no heartbeat from now on."""
        self.is_wanted = False

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join(_END_TIMEOUT_S)

    def _run(self) -> None:
        while not self._ended.wait(INTERVAL_S):
            if not self.is_wanted:
                continue
            if not self._pulse.is_alive():
                self.is_missed = True
                continue
            try:
                self._beat()
            except TransportError:  # the link's own thread finds out too and reports it
                return
            before, self._sent_at = self._sent_at, time.monotonic()
            if before is not None and self._sent_at - before > LATE_S:
                self.was_late = True
