"""The worker process: takes one request after the other and runs it. No Qt in here.

A listening thread keeps reading while a job runs, so that a cancellation gets
through; a worker whose window has gone ends itself.
"""

import importlib
import os
import pickle
import queue
import signal
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from app.jobs.priority import lower_priority
from app.jobs.protocol import (
    CancelRequest,
    Failed,
    Kept,
    Leave,
    Progress,
    Reply,
    Request,
    Stopped,
    Succeeded,
    UnexpectedFailure,
)
from app.log_file import start_log
from app.speech.language import speak
from app.speech.unit_system import use_units
from core.errors import TorsionError
from core.monitor import Cancelled
from core.storage.file_lock import name_this_process

PROGRESS_INTERVAL_S = 1 / 30


class PipeMonitor:
    """Sends the progress of one job to the window, at most 30 times a second."""

    def __init__(self, send: Callable[[Reply], None], cancelled: set[int], number: int) -> None:
        self._send, self._cancelled, self._number = send, cancelled, number
        self._next_report_s = 0.0
        self._end_reported = False

    def report(self, fraction: float, text: str = "") -> None:
        """Send the progress, unless one was sent a moment ago."""
        now_s = time.monotonic()
        is_end = fraction >= 1.0 and not self._end_reported
        if now_s >= self._next_report_s or is_end:
            self._next_report_s = now_s + PROGRESS_INTERVAL_S
            self._end_reported = self._end_reported or is_end
            self._send(Progress(self._number, min(max(fraction, 0.0), 1.0), text))

    def keep(self, result: object) -> None:
        """Send the best result so far."""
        self._send(Kept(self._number, result))

    def check(self) -> None:
        """Raise ``Cancelled`` when the window has asked to stop."""
        if self._number in self._cancelled:
            raise Cancelled


def serve(connection: Connection) -> None:
    """Run requests until told to leave."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the window to handle
    lower_priority()
    start_log()
    name_this_process("torsion window", process=os.getppid())
    requests: queue.SimpleQueue[Request | Leave] = queue.SimpleQueue()
    cancelled: set[int] = set()
    threading.Thread(
        target=_listen, args=(connection, requests, cancelled), name="listener", daemon=True
    ).start()

    def send(reply: Reply) -> None:
        connection.send_bytes(pickle.dumps(reply, protocol=pickle.HIGHEST_PROTOCOL))

    while isinstance(request := requests.get(), Request):
        monitor = PipeMonitor(send, cancelled, request.number)
        _answer(_outcome(request, monitor), send)
        cancelled.discard(request.number)


def _listen(
    connection: Connection, requests: "queue.SimpleQueue[Request | Leave]", cancelled: set[int]
) -> None:
    while True:
        try:
            message = connection.recv()
        except (EOFError, OSError):  # the window is gone: nobody wants the result
            os._exit(0)
        if isinstance(message, CancelRequest):
            cancelled.add(message.number)
        else:
            requests.put(message)


def _outcome(request: Request, monitor: PipeMonitor) -> Reply:
    try:
        monitor.check()
        speak(request.language)
        use_units(request.units)
        return Succeeded(request.number, _function(request.function)(**request.arguments, monitor=monitor))
    except Cancelled:
        return Stopped(request.number)
    except Exception as error:  # noqa: BLE001  # the boundary: every failure must reach the window
        return _failure(request.number, error)


def _function(reference: str) -> Callable[..., Any]:
    module, _, name = reference.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return function


def _failure(number: int, error: Exception) -> Failed:
    expected = isinstance(error, TorsionError | OSError)
    carried = error if expected else UnexpectedFailure(type(error).__name__, str(error))
    return Failed(number, carried, traceback.format_exc())


def _answer(outcome: Reply, send: Callable[[Reply], None]) -> None:
    try:
        send(outcome)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        send(_failure(outcome.number, error))
