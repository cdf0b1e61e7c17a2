"""How work done elsewhere is reported: its progress, what it keeps, and how it ended. No Qt."""

import threading
import time
import traceback
from collections.abc import Callable

from app.jobs.protocol import Failed, Kept, News, Progress, Stopped, Succeeded
from core.errors import TorsionError
from core.monitor import Cancelled, Monitor

REPORT_INTERVAL_S = 1 / 30


class TellingMonitor:
    """Reports one piece of work, its progress at most 30 times a second; cancelled from any thread."""

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self._cancelled = threading.Event()
        self._next_report_s = 0.0
        self._end_reported = False

    def report(self, fraction: float, text: str = "") -> None:
        """Report the progress, unless it was reported a moment ago."""
        now_s = time.monotonic()
        is_end = fraction >= 1.0 and not self._end_reported
        if now_s >= self._next_report_s or is_end:
            self._next_report_s = now_s + REPORT_INTERVAL_S
            self._end_reported = self._end_reported or is_end
            self._tell(Progress(min(max(fraction, 0.0), 1.0), text))

    def keep(self, result: object) -> None:
        """Report the best result so far."""
        self._tell(Kept(result))

    def cancel(self) -> None:
        """Let the next ``check`` raise."""
        self._cancelled.set()

    def check(self) -> None:
        """Raise ``Cancelled`` when the work was cancelled."""
        if self._cancelled.is_set():
            raise Cancelled


def news_of(work: Callable[[Monitor], object], monitor: Monitor) -> Succeeded | Failed | Stopped:
    """Do the work, which looks by itself whether it was cancelled; how it ended."""
    try:
        return Succeeded(work(monitor))
    except Cancelled:
        return Stopped()
    except Exception as error:  # noqa: BLE001  # the boundary: every failure must reach the window
        return Failed(error, traceback.format_exc())


def is_expected(error: BaseException) -> bool:
    """Whether this error is an expected one, which needs no traceback."""
    return isinstance(error, TorsionError | OSError)
