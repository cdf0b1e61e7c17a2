"""Watches the event loop: how long the program itself kept the window's thread from answering."""

import time
from types import TracebackType
from typing import Self

from PySide6.QtCore import QObject, Qt, QTimer

from tests.app.run_queue import RunQueueWait

BEAT_MS = 2


class EventLoopWatch(QObject):
    """A heartbeat; ``longest_gap_s`` is the longest time between two beats, less the beat itself.

    Time in which the thread was ready to run and the machine ran something else is left out: no
    program can do anything about that. What it computed, slept or waited for a lock stays in.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest_gap_s = 0.0
        self.longest_at_s = 0.0
        self._last_s = 0.0
        self._started_s = 0.0
        self._queue = RunQueueWait()
        self._queued_s = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def __enter__(self) -> Self:
        self._queue.__enter__()
        self._queued_s = self._queue.seconds()
        self._started_s = self._last_s = time.perf_counter()
        self._timer.start(BEAT_MS)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._beat()
        self._timer.stop()
        self._queue.__exit__(kind, error, traceback)

    def _beat(self) -> None:
        now_s, queued_s = time.perf_counter(), self._queue.seconds()
        gap_s = now_s - self._last_s - (queued_s - self._queued_s) - BEAT_MS / 1000
        if gap_s > self.longest_gap_s:
            self.longest_gap_s, self.longest_at_s = gap_s, now_s - self._started_s
        self._last_s, self._queued_s = now_s, queued_s
