"""Watches the event loop: how long the program itself kept the window's thread from answering."""

import gc
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from PySide6.QtCore import QObject, Qt, QTimer

BEAT_MS = 2
BLOCK_LIMIT_S = 0.050
"""No step of the program is meant to keep the window's thread longer."""
_SHORT_S = 0.005
_LOOKS_EVERY_S = 0.005
_FRAMES = 12


@dataclass(frozen=True)
class Gap:
    """Between two beats, less the beat itself."""

    at_s: float = 0.0
    """When it ended, since the watch began."""
    by_the_clock_s: float = 0.0
    own_s: float = 0.0
    """Less the time in which the thread was ready and the machine ran another, where Linux counts it."""
    computed_s: float = 0.0
    """Processor time of the thread, as the machine counts it."""
    collecting_s: float = 0.0
    """Of it, garbage was collected so long."""
    where: str = ""
    """What the thread was doing when the limit was over or soon after, newest call first."""

    def __str__(self) -> str:
        """Where to look for it."""
        return (
            f"blocked {1e3 * self.own_s:.0f} ms at {self.at_s:.2f} s "
            f"({1e3 * self.by_the_clock_s:.0f} ms by the clock, {1e3 * self.computed_s:.0f} ms computing, "
            f"{1e3 * self.collecting_s:.0f} ms of it collecting garbage)\n{self.where}"
        )


class EventLoopWatch(QObject):
    """A heartbeat; ``longest`` is the longest gap between two beats, less what other threads took."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = Gap()
        self.blocks: list[Gap] = []
        """All that were longer than the limit."""
        self.beats = 0
        self._run_queue: int | None = None
        self._started_s = self._last_s = self._queued_s = self._computed_s = 0.0
        self._collecting_since_s = self._collecting_s = 0.0
        self._looker = _Looker(threading.get_ident())
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def __enter__(self) -> Self:
        counts = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._run_queue = os.open(counts, os.O_RDONLY) if counts.exists() else None
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
        if self._run_queue is not None:
            os.close(self._run_queue)
            self._run_queue = None

    @contextmanager
    def left_out(self) -> Iterator[None]:
        """Leave out what a person in place of the program does on the window's thread."""
        self._beat()
        try:
            yield
        finally:
            self._begin_gap()

    def _waited_s(self) -> float:
        """Ready to run while the machine ran another thread, since this one began."""
        if self._run_queue is None:
            return 0.0
        _ran_ns, waited_ns, *_ = os.pread(self._run_queue, 100, 0).split()
        return int(waited_ns) / 1e9

    def _begin_gap(self) -> None:
        self._queued_s, self._computed_s, self._collecting_s = self._waited_s(), time.thread_time(), 0.0
        self._last_s = time.perf_counter()
        self._looker.begin_gap(self._last_s)

    def _beat(self) -> None:
        self.beats += 1
        now_s = time.perf_counter()
        by_the_clock_s = now_s - self._last_s - BEAT_MS / 1000
        if by_the_clock_s > _SHORT_S:
            own_s = by_the_clock_s - (self._waited_s() - self._queued_s)
            computed_s, where = time.thread_time() - self._computed_s, self._looker.calls
            gap = Gap(now_s - self._started_s, by_the_clock_s, own_s, computed_s, self._collecting_s, where)
            if own_s > BLOCK_LIMIT_S:
                self.blocks.append(gap)
            self.longest = max(self.longest, gap, key=lambda one: one.own_s)
        self._begin_gap()

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
