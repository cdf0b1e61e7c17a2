"""Messages about work in the worker process or in the robot's thread. No Qt."""

import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from app.jobs.task import Task
from core.monitor import Cancelled, Monitor


@dataclass(frozen=True)
class Request:
    """Run a task in the worker process."""

    number: int
    task: Task[object]
    language: str = "en"
    """Language of the words in the result, such as those of a report."""
    units: str = "metric"
    """Unit system of the values in the result."""


@dataclass(frozen=True)
class Packed:
    """A pickled request; the worker unpickles it within the job, whose error a failure is."""

    number: int
    request: bytes


@dataclass(frozen=True)
class CancelRequest:
    """Stop the job at its next check."""

    number: int


@dataclass(frozen=True)
class Leave:
    """End the worker process after the running job."""


@dataclass(frozen=True)
class Progress:
    """Completed fraction of the work (0 to 1), and the present activity."""

    fraction: float
    text: str


@dataclass(frozen=True)
class Kept:
    """The best result so far; it survives a cancellation."""

    result: object


@dataclass(frozen=True)
class Succeeded:
    """The work has finished; carries its result."""

    result: object


@dataclass(frozen=True)
class Failed:
    """The work raised an error; ``traceback`` is for the log."""

    error: BaseException
    traceback: str


@dataclass(frozen=True)
class Stopped:
    """The work has ended because it was cancelled."""


News = Progress | Kept | Succeeded | Failed | Stopped


REPORT_INTERVAL_S = 1 / 30


class ReportingMonitor:
    """Reports one job, its progress at most 30 times a second; may be cancelled from any thread."""

    def __init__(self, send: Callable[[News], None]) -> None:
        self._send = send
        self._cancelled = threading.Event()
        self._next_report_s = 0.0
        self._end_reported = False

    def report(self, fraction: float, text: str = "") -> None:
        """Send the progress, unless it was sent less than ``REPORT_INTERVAL_S`` ago."""
        now_s = time.monotonic()
        is_end = fraction >= 1.0 and not self._end_reported
        if now_s >= self._next_report_s or is_end:
            self._next_report_s = now_s + REPORT_INTERVAL_S
            self._end_reported = self._end_reported or is_end
            self._send(Progress(min(max(fraction, 0.0), 1.0), text))

    def keep(self, result: object) -> None:
        """Send the best result so far."""
        self._send(Kept(result))

    def cancel(self) -> None:
        """Make the next ``check`` raise ``Cancelled``."""
        self._cancelled.set()

    def check(self) -> None:
        """Raise ``Cancelled`` when the work was cancelled."""
        if self._cancelled.is_set():
            raise Cancelled


def news_of(work: Callable[[Monitor], object], monitor: Monitor) -> Succeeded | Failed | Stopped:
    """Run the work, which checks the monitor for cancellation itself; return how it ended."""
    try:
        return Succeeded(work(monitor))
    except Cancelled:
        return Stopped()
    except Exception as error:  # noqa: BLE001  # the boundary: every failure must reach the window
        return Failed(error, traceback.format_exc())
