"""Watches the event loop: how long the program itself kept the window's thread from answering."""

import gc
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from types import TracebackType
from typing import Self

from PySide6.QtCore import QObject, Qt, QTimer

from tests.app.machine_time import COUNTED_WITHIN_S, MachineTime, certainly_stolen_s, slowness
from tests.awake_memory import AwakeMemory

BEAT_MS = 2
BLOCK_LIMIT_S = 0.050
"""No step of the program may keep the window's thread longer."""
_SHORT_S = 0.005
_LOOKS_EVERY_S = 0.005
_FRAMES = 12
_LONG_S = 0.030
"""After a gap of this length the machine is asked how fast it is."""


@dataclass(frozen=True)
class Gap:
    """Between two beats, less the beat itself."""

    at_s: float = 0.0
    """When it ended, since the watch began."""
    by_the_clock_s: float = 0.0
    own_s: float = 0.0
    """Less what the machine kept from the thread, and at its usual speed."""
    computed_s: float = 0.0
    """Processor time of the thread, as the machine counts it."""
    slowness: float = 1.0
    """How many times as long as usual the machine took for what was computed."""
    collecting_s: float = 0.0
    """Of it, garbage was collected so long."""
    where: str = ""
    """What the thread was doing when the limit was over or soon after, newest call first."""

    def __str__(self) -> str:
        """Where to look for it."""
        return (
            f"blocked {1e3 * self.own_s:.0f} ms at {self.at_s:.2f} s "
            f"({1e3 * self.by_the_clock_s:.0f} ms by the clock, {1e3 * self.computed_s:.0f} ms computing, "
            f"the machine {self.slowness:.1f} times slow, "
            f"{1e3 * self.collecting_s:.0f} ms of it collecting garbage)\n{self.where}"
        )


class EventLoopWatch(QObject):
    """A heartbeat; ``longest`` is the longest gap between two beats.

    Time in which the thread was ready to run and the machine did something else is left out, and
    what a slow machine computed is given as what it takes at the usual speed: no program can do
    anything about either. What it slept or waited for a lock stays in as it is.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest = Gap()
        self.blocks: list[Gap] = []
        """All that were longer than the limit."""
        self.beats = 0
        self._counting: deque[tuple[Gap, tuple[float, ...]]] = deque()
        """Gaps of which not all that was stolen may be counted yet, and what was stolen before."""
        self._machine = MachineTime()
        self._memory: AwakeMemory | None = None
        self._started_s = self._last_s = self._queued_s = self._computed_s = 0.0
        self._stolen_s: tuple[float, ...] = ()
        self._collecting_since_s = self._collecting_s = 0.0
        self._looker = _Looker(threading.get_ident())
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    @property
    def longest_gap_s(self) -> float:
        """How long the program itself took."""
        return self.longest.own_s

    def __enter__(self) -> Self:
        self._memory = AwakeMemory()
        self._machine.__enter__()
        gc.callbacks.append(self._collection)
        self._looker.start()
        self._begin_gap()
        self._started_s = self._last_s
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
        self._looker.end()
        gc.callbacks.remove(self._collection)
        time.sleep(COUNTED_WITHIN_S)
        self._judge(self._machine.stolen_s(), until_s=self._last_s)
        self._machine.__exit__(kind, error, traceback)
        assert self._memory is not None
        self._memory.close()

    @contextmanager
    def left_out(self) -> Iterator[None]:
        """Leave out what a test itself does on the window's thread."""
        self._beat()
        try:
            yield
        finally:
            self._begin_gap()

    def _begin_gap(self) -> None:
        self._queued_s, self._stolen_s = self._machine.queued_s(), self._machine.stolen_s()
        self._computed_s, self._collecting_s = time.thread_time(), 0.0
        self._last_s = time.perf_counter()
        self._looker.begin_gap(self._last_s)

    def _beat(self) -> None:
        self.beats += 1
        now_s, stolen_s = time.perf_counter(), self._machine.stolen_s()
        by_the_clock_s = now_s - self._last_s - BEAT_MS / 1000
        if by_the_clock_s > _SHORT_S:
            own_s = by_the_clock_s - (self._machine.queued_s() - self._queued_s)
            computed_s = time.thread_time() - self._computed_s
            is_long = by_the_clock_s > _LONG_S
            slow, where = (slowness(), self._looker.calls) if is_long else (1.0, "")
            at_s = now_s - self._started_s
            gap = Gap(at_s, by_the_clock_s, own_s, computed_s, slow, self._collecting_s, where)
            self._counting.append((gap, self._stolen_s))
        self._judge(stolen_s, until_s=now_s - COUNTED_WITHIN_S)
        self._begin_gap()

    def _judge(self, stolen_s: tuple[float, ...], *, until_s: float) -> None:
        """Take what was stolen off the gaps until then; it may be the same time as was waited for others."""
        while self._counting and self._started_s + self._counting[0][0].at_s <= until_s:
            gap, before_s = self._counting.popleft()
            own_s = min(gap.own_s, gap.by_the_clock_s - certainly_stolen_s(before_s, stolen_s))
            own_s -= gap.computed_s * (1.0 - 1.0 / gap.slowness)
            if own_s > BLOCK_LIMIT_S:
                self.blocks.append(replace(gap, own_s=own_s))
            if own_s > self.longest.own_s:
                self.longest = replace(gap, own_s=own_s)

    def _collection(self, phase: str, _counts: dict[str, int]) -> None:
        now_s = time.perf_counter()
        if phase == "start":
            self._collecting_since_s = now_s
        else:
            self._collecting_s += now_s - self._collecting_since_s


class _Looker(threading.Thread):
    """Looks what the watched thread is doing when it has not answered for longer than the limit.

    ``faulthandler.dump_traceback_later`` needs no Python for that, but reads the calls of a thread that
    goes on meanwhile, and sometimes ends the process.
    """

    def __init__(self, thread: int) -> None:
        super().__init__(name="event-loop-looker", daemon=True)
        self.calls = ""
        self._thread, self._since_s, self._ended = thread, 0.0, threading.Event()

    def begin_gap(self, now_s: float) -> None:
        """Forget what was seen: the thread has answered."""
        self.calls, self._since_s = "", now_s

    def end(self) -> None:
        """Look no more."""
        self._ended.set()
        self.join()

    def run(self) -> None:
        """Look until the end."""
        while not self._ended.wait(_LOOKS_EVERY_S):
            since_s = self._since_s
            if self.calls or time.perf_counter() - since_s < BLOCK_LIMIT_S:
                continue
            walk = islice(traceback.walk_stack(sys._current_frames().get(self._thread)), _FRAMES)
            calls = "\n".join(f"  {at.f_code.co_filename}:{line} {at.f_code.co_name}" for at, line in walk)
            if self._since_s == since_s:
                self.calls = calls
