"""The worker process: takes one request after the other and runs it. No Qt in here.

A listening thread keeps reading while a job runs, so that a cancellation gets
through; a worker whose window has gone ends itself.
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
from app.jobs.telling import TellingMonitor, is_expected, news_of
from app.speech.language import speak
from app.speech.unit_system import use_units
from core.monitor import Monitor
from core.storage.file_lock import name_this_process

Tell = Callable[[int, News], None]
"""Takes the number of a job, and what is said of it."""


class _Line:
    """The jobs that wait, each with the monitor that a cancellation reaches."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._monitors: dict[int, TellingMonitor] = {}
        self._waiting: queue.SimpleQueue[Packed | None] = queue.SimpleQueue()

    def take(self, message: Packed | CancelRequest | Leave) -> None:
        """From the listening thread."""
        match message:
            case Packed(number):
                self._monitors[number] = TellingMonitor(partial(self._tell, number))
                self._waiting.put(message)
            case CancelRequest(number):
                if (monitor := self._monitors.get(number)) is not None:
                    monitor.cancel()
            case Leave():
                self._waiting.put(None)

    def work_off(self) -> None:
        """One job after the other, until it is time to leave."""
        while (packed := self._waiting.get()) is not None:
            ended = answer(packed.request, self._monitors[packed.number])
            try:
                self._tell(packed.number, ended)
            except (pickle.PicklingError, TypeError, AttributeError) as error:
                self._tell(packed.number, Failed(carried(error), traceback.format_exc()))
            del self._monitors[packed.number]


def serve(connection: Connection) -> None:
    """Run requests until the request to leave."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the window to handle
    lower_priority()
    start_log()
    name_this_process("torsion window", process=os.getppid())

    def tell(number: int, news: News) -> None:
        connection.send_bytes(pickle.dumps((number, news), protocol=pickle.HIGHEST_PROTOCOL))

    line = _Line(tell)
    threading.Thread(target=_listen, args=(connection, line), name="listener", daemon=True).start()
    line.work_off()


def _listen(connection: Connection, line: _Line) -> None:
    while True:
        try:
            line.take(connection.recv())
        except (EOFError, OSError):  # the window is gone: nobody wants the result
            os._exit(0)


def answer(packed: bytes, monitor: Monitor) -> News:
    """Make the call that was asked for, in the language and the units of the window."""

    def work(monitor: Monitor) -> object:
        monitor.check()
        request: Request = pickle.loads(packed)
        speak(request.language)
        use_units(request.units)
        return request.task(monitor)

    ended = news_of(work, monitor)
    return Failed(carried(ended.error), ended.traceback) if isinstance(ended, Failed) else ended


def carried(error: BaseException) -> BaseException:
    """The error as it crosses to the window, which may know nothing of its class."""
    return error if is_expected(error) else UnexpectedFailure(type(error).__name__, str(error))
