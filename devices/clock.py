"""The clock that a program shares with an arm: wall clock for a real arm, simulated time for a virtual one.

A virtual robot waits for its host: its time advances only while a thread waits for the arm, so a
busy computer makes the simulation slower and changes nothing else. Code that waits for an arm, or
measures how long the arm has been silent, therefore reads the arm's clock and not ``time``.
"""

import time
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from devices.computer_halts import OwnHalts

LOOK_S = 0.02
"""Usual time between two looks at an arm that moves, s."""
_LOOK_S = 0.05
"""Interval between two checks of the event that is waited for."""


class Waitable(Protocol):
    """Something that happens once, such as a ``threading.Event`` or a ``Motion``."""

    def wait(self, timeout: float, /) -> bool:
        """Block for at most ``timeout`` s of this computer's time; return True if it has happened."""


class ArmClock(Protocol):
    """The time base that an arm and this program share; every method may be called from any thread."""

    @property
    def passes_by_waiting(self) -> bool:
        """True if time advances only while a thread waits (a virtual robot)."""

    @property
    def look_s(self) -> float:
        """Time between two looks at an arm that moves, s on this clock."""

    def now(self) -> float:
        """Seconds since an arbitrary start; never decreases."""

    def sleep(self, seconds: float) -> None:
        """Block until ``seconds`` have passed on this clock."""

    def wait(self, event: Waitable, seconds: float) -> bool:
        """Block until ``event`` has happened, at most ``seconds``; return True if it has.

        Every request sent to the arm before the call has been answered when it returns.
        """

    def reading(self) -> AbstractContextManager[None]:
        """Context for the thread that reads the stream: time does not run ahead of that thread."""

    def run_on(self) -> None:
        """Let time advance from now on even while no thread waits, because a live view shows the arm."""


class WallClock:
    """The computer's own monotonic clock: a real arm does not wait for the program.

    Examples
    --------
    >>> clock = WallClock()
    >>> clock.passes_by_waiting
    False
    """

    @property
    def passes_by_waiting(self) -> bool:
        """False: real time advances always."""
        return False

    @property
    def look_s(self) -> float:
        """``LOOK_S``."""
        return LOOK_S

    def now(self) -> float:
        """Seconds of ``time.monotonic()``."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Sleep for ``seconds`` of real time; a negative value counts as 0."""
        time.sleep(max(seconds, 0.0))

    def wait(self, event: Waitable, seconds: float) -> bool:
        """Wait for ``event``; time in which this thread did not run is not counted, up to ``FORGIVEN_S``."""
        began_at, halts, left = self.now(), OwnHalts(interval=_LOOK_S, now=self.now), seconds
        while not event.wait(min(_LOOK_S, max(left, 0.0))):
            left = seconds - halts.listened_since(began_at)
            if left <= 0.0:
                # one last look: the event may have happened after the last timeout
                return event.wait(0.0)
        return True

    def reading(self) -> AbstractContextManager[None]:
        """Do nothing: real time does not wait for a reader."""
        return nullcontext()

    def run_on(self) -> None:
        """Do nothing: real time always advances."""
