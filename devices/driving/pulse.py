"""Sign of life of the thread that serves STOP; without it no heartbeat is sent to the device."""

import math
import time

PULSE_LIMIT_S = 0.15
"""A thread that has not ticked for this long cannot serve a STOP in time."""


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
