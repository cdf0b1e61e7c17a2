"""The worker process: runs one request after the other. No Qt in here.

A listening thread keeps reading during a job, so that a cancellation gets through. If the window has gone
the worker ends itself.
"""

import os
import pickle
import queue
import signal
import threading
import traceback
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection

from app.health.log_file import start_log
from app.jobs.priority import lower_priority
from app.jobs.protocol import (
    CancelRequest,
    Failed,
    Leave,
    News,
    Packed,
    Request,
    UnexpectedFailure,
)
from app.jobs.reporting import ReportingMonitor, is_expected, news_of
from app.speech.language import speak
from app.speech.unit_system import use_units
from core.monitor import Monitor
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


def serve(connection: Connection) -> None:
    """Run requests until ``Leave`` arrives or the window is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the window to handle
    lower_priority()
    start_log()
    name_this_process("torsion window", process=os.getppid())

    def report(number: int, news: News) -> None:
        connection.send_bytes(pickle.dumps((number, news), protocol=pickle.HIGHEST_PROTOCOL))

    line = _Line(report)
    threading.Thread(target=_listen, args=(connection, line), name="listener", daemon=True).start()
    line.work_off()


def _listen(connection: Connection, line: _Line) -> None:
    while True:
        try:
            line.take(connection.recv())
        except (EOFError, OSError):  # the window is gone, so the result is not needed
            os._exit(0)  # not sys.exit: this is no main thread, and the job may run for long


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


def carried(error: BaseException) -> BaseException:
    """The error as it is sent to the window, which may not know its class."""
    return error if is_expected(error) else UnexpectedFailure(type(error).__name__, str(error))
