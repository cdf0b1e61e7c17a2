"""Watches the event loop: how long the window's thread was ever kept from answering."""

import time
from types import TracebackType
from typing import Self

from PySide6.QtCore import QObject, Qt, QTimer

BEAT_MS = 2


class EventLoopWatch(QObject):
    """A heartbeat; ``longest_gap_s`` is the longest time between two beats, less the beat itself."""

    def __init__(self) -> None:
        super().__init__()
        self.longest_gap_s = 0.0
        self.longest_at_s = 0.0
        self._last_s = 0.0
        self._started_s = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def __enter__(self) -> Self:
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

    def _beat(self) -> None:
        now_s = time.perf_counter()
        gap_s = now_s - self._last_s - BEAT_MS / 1000
        if gap_s > self.longest_gap_s:
            self.longest_gap_s, self.longest_at_s = gap_s, now_s - self._started_s
        self._last_s = now_s
