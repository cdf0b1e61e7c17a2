"""The worker process: runs one request after the other. No Qt in here.

A listening thread keeps reading during a job, so that a cancellation gets through. If the window has gone
the worker ends itself.
"""

import os
import pickle
import queue
import sys
import traceback
from collections.abc import Callable
from functools import partial

from app.jobs.task import (
    CancelRequest,
    Failed,
    Leave,
    News,
    Packed,
    ReportingMonitor,
    Request,
    news_of,
)
from app.speech.language import speak
from app.speech.units import use_units
from core.monitor import Monitor
from core.processes import Owner, carried
from core.storage.file_lock import name_this_process

Report = Callable[[int, News], None]
"""Called with the number of a job and news about it."""


class _Line:
    """The waiting jobs, each with the monitor that receives its cancellation."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._monitors: dict[int, ReportingMonitor] = {}
        self._waiting: queue.SimpleQueue[Packed | None] = queue.SimpleQueue()

    def take(self, message: Packed | CancelRequest | Leave) -> None:
        """Process one message; called by the listening thread."""
        match message:
            case Packed(number):
                self._monitors[number] = ReportingMonitor(partial(self._report, number))
                self._waiting.put(message)
            case CancelRequest(number):
                if (monitor := self._monitors.get(number)) is not None:
                    monitor.cancel()
            case Leave():
                self._waiting.put(None)

    def work_off(self) -> None:
        """Run one job after the other until ``Leave``."""
        while (packed := self._waiting.get()) is not None:
            ended = answer(packed.request, self._monitors[packed.number])
            try:  # a result that cannot be pickled is a failure of the job, not of the worker
                self._report(packed.number, ended)
            except (pickle.PicklingError, TypeError, AttributeError) as error:
                self._report(packed.number, Failed(carried(error), traceback.format_exc()))
            del self._monitors[packed.number]


def serve(owner: Owner) -> None:
    """Run requests until ``Leave`` arrives or the window is gone."""
    lower_priority()
    name_this_process("torsion window", process=os.getppid())
    line = _Line(lambda number, news: owner.send((number, news)))
    owner.follow(end_at_once, heard=line.take)
    line.work_off()


def answer(packed: bytes, monitor: Monitor) -> News:
    """Run the requested task, in the language and the units of the window."""

    def work(monitor: Monitor) -> object:
        monitor.check()
        request: Request = pickle.loads(packed)
        speak(request.language)
        use_units(request.units)
        return request.task(monitor)

    ended = news_of(work, monitor)
    return Failed(carried(ended.error), ended.traceback) if isinstance(ended, Failed) else ended


def end_at_once() -> None:
    """End this process whatever it is doing: nobody waits for the result."""
    os._exit(0)  # not sys.exit: this is no main thread


NICE_STEP = 10
"""Increment of the nice value on Unix."""
_BELOW_NORMAL_PRIORITY_CLASS = 0x4000


def lower_priority() -> None:
    """Lower the priority of this process from now on."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICE_STEP)
