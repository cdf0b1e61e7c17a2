"""The time of an arm that waits for its host: it passes while one thread waits and another reads."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from devices.clock import LOOK_S, Waitable
from devices.driving.pulse import Pulse

STEP_S = 0.1
"""What passes from one reading to the next, s."""
UNREAD_S = 0.1
"""What passes from one look to the next where no thread reads, s."""


class AlwaysThere(Pulse):
    """The pulse of a person who is there all the time, however busy the computer is."""

    def __init__(self) -> None:
        super().__init__()
        self.tick()

    def age(self) -> float:
        return 0.0


class WaitedTime:
    """As much time as the waiting threads ask for, in steps that the reading thread takes one by one.

    A thread waits until the samples of the time it asked for were taken in.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._now = self._taken_in = 0.0
        self._wanted: list[float] = []
        self._reader: threading.Thread | None = None

    @property
    def passes_by_waiting(self) -> bool:
        return True

    @property
    def look_s(self) -> float:
        return LOOK_S

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self.wait(threading.Event(), seconds)

    def wait(self, event: Waitable, seconds: float) -> bool:
        with self._changed, self._wanting(self._now + seconds) as until:
            while not event.wait(0.0):
                if self._taken_in >= until:
                    return False
                if not self._changed.wait(UNREAD_S) and not self._is_read:
                    self._now += UNREAD_S
                    self._taken_in = self._now
        return True

    @property
    def _is_read(self) -> bool:
        reader = self._reader
        return reader is not None and reader.is_alive() and reader is not threading.current_thread()

    @contextmanager
    def _wanting(self, until: float) -> Iterator[float]:
        self._wanted.append(until)
        self._changed.notify_all()
        try:
            yield until
        finally:
            self._wanted.remove(until)

    def step(self, timeout: float) -> bool:
        """Let a step pass if a thread asks for time; called by the thread that has taken in all before."""
        with self._changed:
            self._reader = threading.current_thread()
            self._taken_in = self._now
            self._changed.notify_all()
            if not self._changed.wait_for(self._is_wanted, timeout):
                return False
            self._now += STEP_S
            return True

    def _is_wanted(self) -> bool:
        return any(until > self._now for until in self._wanted)

    def reading(self) -> AbstractContextManager[None]:
        return nullcontext()

    def run_on(self) -> None:
        """Nothing looks at this arm."""
