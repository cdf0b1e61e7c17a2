"""The thread in which connecting, procedures and closing run, one after the other. No Qt.

The window hands over work and goes on; news about it arrives through one callback, called from this thread.
Only STOP does not take this way: it runs in the thread in which it was pressed.
"""

import logging
import queue
import threading
from collections.abc import Callable
from functools import partial

from app.jobs.protocol import Failed, News
from app.jobs.reporting import ReportingMonitor, is_expected, news_of
from core.monitor import Monitor

log = logging.getLogger(__name__)

Work = Callable[[Monitor], object]
Report = Callable[[str, News], None]
"""Called with the name of a piece of work and news about it."""


class RobotThread:
    """Runs one piece of work after the other until ``end``."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._waiting: queue.SimpleQueue[tuple[str, Work, ReportingMonitor] | None] = queue.SimpleQueue()
        self._monitor: ReportingMonitor | None = None
        self._thread = threading.Thread(target=self._serve, name="robot-link", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """True while the thread runs."""
        return self._thread.is_alive()

    def do(self, name: str, work: Work) -> None:
        """Queue ``work``; returns at once."""
        monitor = ReportingMonitor(partial(self._report, name))
        self._monitor = monitor
        self._waiting.put((name, work, monitor))

    def cancel(self) -> None:
        """Cancel the latest piece of work."""
        if self._monitor is not None:
            self._monitor.cancel()

    def end(self) -> None:
        """End the thread once everything waiting is done."""
        self._waiting.put(None)

    def join(self, timeout_s: float) -> bool:
        """Wait for the end of the thread; return True if it has ended."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _serve(self) -> None:
        while (item := self._waiting.get()) is not None:
            name, work, monitor = item
            ended = news_of(work, monitor)
            if isinstance(ended, Failed):
                level = logging.INFO if is_expected(ended.error) else logging.ERROR
                log.log(level, "%s went wrong:\n%s", name, ended.traceback)
            self._report(name, ended)
