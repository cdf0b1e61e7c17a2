"""Watches the event loop: how long the program itself kept the window's thread from answering."""

import gc
import time
from collections import deque
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from PySide6.QtCore import QObject, Qt, QTimer

from tests.app.machine_time import COUNTED_WITHIN_S, MachineTime, certainly_stolen_s

BEAT_MS = 2
BLOCK_LIMIT_S = 0.050
"""No step of the program may keep the window's thread longer."""
_SHORT_S = 0.005


@dataclass(frozen=True)
class Gap:
    """Between two beats, less the beat itself."""

    at_s: float = 0.0
    """When it ended, since the watch began."""
    by_the_clock_s: float = 0.0
    own_s: float = 0.0
    """Less what the machine kept from the thread."""
    collecting_s: float = 0.0
    """Of it, garbage was collected so long."""

    def __str__(self) -> str:
        """Where to look for it."""
        return (
            f"blocked {1e3 * self.own_s:.0f} ms at {self.at_s:.2f} s "
            f"({1e3 * self.by_the_clock_s:.0f} ms by the clock, "
            f"{1e3 * self.collecting_s:.0f} ms of it collecting garbage)"
        )


class EventLoopWatch(QObject):
    """A heartbeat; ``longest`` is the longest gap between two beats.

    Time in which the thread was ready to run and the machine did something else is left out: no
    program can do anything about that. What it computed, slept or waited for a lock stays in.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest = Gap()
        self._counting: deque[tuple[Gap, tuple[float, ...]]] = deque()
        """Gaps of which not all that was stolen may be counted yet, and what was stolen before."""
        self._machine = MachineTime()
        self._started_s = self._last_s = self._queued_s = 0.0
        self._stolen_s: tuple[float, ...] = ()
        self._collecting_since_s = self._collecting_s = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    @property
    def longest_gap_s(self) -> float:
        """How long the program itself took."""
        return self.longest.own_s

    def __enter__(self) -> Self:
        self._machine.__enter__()
        gc.callbacks.append(self._collection)
        self._queued_s, self._stolen_s = self._machine.queued_s(), self._machine.stolen_s()
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
        gc.callbacks.remove(self._collection)
        time.sleep(COUNTED_WITHIN_S)
        self._judge(self._machine.stolen_s(), until_s=self._last_s)
        self._machine.__exit__(kind, error, traceback)

    def _beat(self) -> None:
        now_s, queued_s, stolen_s = time.perf_counter(), self._machine.queued_s(), self._machine.stolen_s()
        by_the_clock_s = now_s - self._last_s - BEAT_MS / 1000
        if by_the_clock_s > _SHORT_S:
            waited_s = queued_s - self._queued_s
            gap = Gap(now_s - self._started_s, by_the_clock_s, by_the_clock_s - waited_s, self._collecting_s)
            self._counting.append((gap, self._stolen_s))
        self._judge(stolen_s, until_s=now_s - COUNTED_WITHIN_S)
        self._last_s, self._queued_s, self._stolen_s = now_s, queued_s, stolen_s
        self._collecting_s = 0.0

    def _judge(self, stolen_s: tuple[float, ...], *, until_s: float) -> None:
        """Take what was stolen off the gaps until then; it may be the same time as was waited for others."""
        while self._counting and self._started_s + self._counting[0][0].at_s <= until_s:
            gap, before_s = self._counting.popleft()
            own_s = min(gap.own_s, gap.by_the_clock_s - certainly_stolen_s(before_s, stolen_s))
            if own_s > self.longest.own_s:
                self.longest = replace(gap, own_s=own_s)

    def _collection(self, phase: str, _counts: dict[str, int]) -> None:
        now_s = time.perf_counter()
        if phase == "start":
            self._collecting_since_s = now_s
        else:
            self._collecting_s += now_s - self._collecting_since_s
