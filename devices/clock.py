"""The clock that a program keeps with an arm: this computer's for a real arm, its own for a simulated one.

A simulated arm waits for its host: its time passes only while somebody waits for the arm, so a
busy computer makes a simulation slower and nothing else. Whoever waits for an arm, or judges for
how long nothing was heard of it, therefore asks the arm's clock and not ``time``.
"""

import time
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from devices.halts import OwnHalts

_LOOK_S = 0.05
"""Between two looks at how long something has been waited for."""


class Waitable(Protocol):
    """Something that happens once, such as a ``threading.Event`` or a ``Motion``."""

    def wait(self, timeout: float, /) -> bool:
        """Whether it has happened within ``timeout`` s of this computer's time."""


class ArmClock(Protocol):
    """Time as an arm and its program share it; every method may be called from any thread."""

    @property
    def passes_by_waiting(self) -> bool:
        """Whether time stands still while nobody waits."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""

    def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass."""

    def wait(self, event: Waitable, seconds: float) -> bool:
        """Let at most ``seconds`` pass until ``event`` has happened; whether it has.

        What the arm was asked before has been answered when this returns.
        """

    def reading(self) -> AbstractContextManager[None]:
        """While it lasts a thread reads the stream: time does not run ahead of it."""

    def run_on(self) -> None:
        """From now on time passes although nobody waits: somebody looks at the arm."""


class WallClock:
    """The computer's own monotonic clock: a real arm waits for nobody.

    Examples
    --------
    >>> clock = WallClock()
    >>> clock.passes_by_waiting
    False
    """

    @property
    def passes_by_waiting(self) -> bool:
        """Never."""
        return False

    def now(self) -> float:
        """``time.monotonic()``."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """``time.sleep``."""
        time.sleep(max(seconds, 0.0))

    def wait(self, event: Waitable, seconds: float) -> bool:
        """Wait for ``event``; time in which this thread did not run is forgiven up to a bound."""
        began_at, halts, left = self.now(), OwnHalts(interval=_LOOK_S), seconds
        while not event.wait(min(_LOOK_S, max(left, 0.0))):
            left = seconds - halts.listened_since(began_at)
            if left <= 0.0:
                return event.wait(0.0)
        return True

    def reading(self) -> AbstractContextManager[None]:
        """Nothing waits for a reader."""
        return nullcontext()

    def run_on(self) -> None:
        """It always does."""
