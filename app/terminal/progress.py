"""Progress with the time left on standard error, and Ctrl-C that keeps the best so far."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from core.monitor import Cancelled

R = TypeVar("R")


class TerminalMonitor:
    """A monitor that draws a bar on standard error and stops when asked to."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress
        self._task: TaskID | None = None
        self._stop = threading.Event()
        self.best: object = None

    def report(self, fraction: float, text: str = "") -> None:
        """Move the bar to ``fraction`` of the work, 0 to 1."""
        if self._progress is None:
            return
        if self._task is None:
            self._task = self._progress.add_task(text, total=1.0)
        self._progress.update(self._task, completed=fraction, description=text or None)

    def keep(self, result: object) -> None:
        """Remember the best result so far."""
        self.best = result

    def check(self) -> None:
        """Raise ``Cancelled`` once Ctrl-C was pressed."""
        if self._stop.is_set():
            raise Cancelled

    def stop(self) -> None:
        """Ask the work to end at its next check."""
        self._stop.set()


def until_stopped(monitor: TerminalMonitor, kind: type[R], work: Callable[[], R]) -> tuple[R, bool]:
    """Result of ``work`` and True; when it is stopped, the best result so far and False.

    Raises
    ------
    Cancelled
        When stopped before there was any result.
    """
    try:
        return work(), True
    except Cancelled:
        if isinstance(monitor.best, kind):
            return monitor.best, False
        raise


@contextmanager
def watched(*, quiet: bool) -> Iterator[TerminalMonitor]:
    """A monitor for the work inside: with a bar on a terminal, and listening to Ctrl-C.

    The first Ctrl-C asks the work to stop at its next check, a second one interrupts it
    at once.
    """
    console = Console(file=sys.stderr)
    if quiet or not console.is_terminal:
        monitor = TerminalMonitor()
        with _interrupt_stops(monitor):
            yield monitor
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        monitor = TerminalMonitor(progress)
        with _interrupt_stops(monitor):
            yield monitor


@contextmanager
def _interrupt_stops(monitor: TerminalMonitor) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # Python delivers signals to the main thread alone
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(_number: int, _frame: FrameType | None) -> None:
        monitor.stop()
        # not ``before``: a program started in the background inherits that interrupts are ignored
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
