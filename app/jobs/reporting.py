"""Reports work in another thread or process: progress, intermediate results and end. No Qt."""

import threading
import time
import traceback
from collections.abc import Callable

from app.jobs.protocol import Failed, Kept, News, Progress, Stopped, Succeeded
from core.errors import TorsionError
from core.monitor import Cancelled, Monitor

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


def is_expected(error: BaseException) -> bool:
    """True for an expected error, which is logged without a traceback."""
    return isinstance(error, TorsionError | OSError)
