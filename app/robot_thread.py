"""The thread in which connecting, procedures and closing happen, one after the other. No Qt.

The window hands over work and goes on; what comes of it is told through one callback,
from this thread. Only STOP does not come this way: it is called where it was pressed.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from core.errors import TorsionError
from core.monitor import Cancelled, Monitor

log = logging.getLogger(__name__)

REPORT_INTERVAL_S = 1 / 30


@dataclass(frozen=True)
class Reported:
    """How much of the work is done (0 to 1), and what is being done now."""

    fraction: float
    text: str


@dataclass(frozen=True)
class Found:
    """What was found so far."""

    result: object


@dataclass(frozen=True)
class Done:
    """The work named ``work`` ended with a result."""

    work: str
    result: object


@dataclass(frozen=True)
class WentWrong:
    """The work named ``work`` raised."""

    work: str
    error: BaseException


@dataclass(frozen=True)
class GaveUp:
    """The work named ``work`` noticed that it was cancelled."""

    work: str


News = Reported | Found | Done | WentWrong | GaveUp
Work = Callable[[Monitor], object]


class ThreadMonitor:
    """Tells the progress of one piece of work, at most 30 times a second; cancelled from any thread."""

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self._cancelled = threading.Event()
        self._next_report_s = 0.0

    def report(self, fraction: float, text: str = "") -> None:
        """Tell the progress, unless it was told a moment ago."""
        now_s = time.monotonic()
        if now_s >= self._next_report_s or fraction >= 1.0:
            self._next_report_s = now_s + REPORT_INTERVAL_S
            self._tell(Reported(min(max(fraction, 0.0), 1.0), text))

    def keep(self, result: object) -> None:
        """Tell what was found so far."""
        self._tell(Found(result))

    def cancel(self) -> None:
        """Let the next ``check`` raise."""
        self._cancelled.set()

    def check(self) -> None:
        """Raise ``Cancelled`` when somebody asked to stop."""
        if self._cancelled.is_set():
            raise Cancelled


class RobotThread:
    """Takes one piece of work after the other; ends when it is told to."""

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self._waiting: queue.SimpleQueue[tuple[str, Work, ThreadMonitor] | None] = queue.SimpleQueue()
        self._monitor: ThreadMonitor | None = None
        self._thread = threading.Thread(target=self._serve, name="robot-link", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._thread.is_alive()

    def do(self, name: str, work: Work) -> None:
        """Have ``work`` done after what is waiting; returns at once."""
        monitor = ThreadMonitor(self._tell)
        self._monitor = monitor
        self._waiting.put((name, work, monitor))

    def cancel(self) -> None:
        """Ask the latest piece of work to stop."""
        if self._monitor is not None:
            self._monitor.cancel()

    def end(self) -> None:
        """End the thread once everything waiting is done."""
        self._waiting.put(None)

    def join(self, timeout_s: float) -> bool:
        """Wait until it has ended; whether it has."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _serve(self) -> None:
        while (item := self._waiting.get()) is not None:
            name, work, monitor = item
            self._tell(_news_of(name, work, monitor))


def _news_of(name: str, work: Work, monitor: Monitor) -> News:
    try:
        return Done(name, work(monitor))
    except Cancelled:
        return GaveUp(name)
    except Exception as error:  # the boundary: every failure must reach the window
        expected = isinstance(error, TorsionError | OSError)
        log.log(logging.INFO if expected else logging.ERROR, "%s went wrong", name, exc_info=True)
        return WentWrong(name, error)
