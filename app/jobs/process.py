"""The window's side of one worker process: a writing and a reading thread. No Qt.

Starting, pickling and unpickling are done in these threads, so a large argument or result does not block
the window.
"""

import contextlib
import logging
import multiprocessing
import pickle
import queue
import threading
import traceback
from collections.abc import Callable

from app.jobs.protocol import CancelRequest, Failed, Leave, Packed, Request
from app.jobs.worker import Report, carried, serve

log = logging.getLogger(__name__)

Message = Request | CancelRequest | Leave


class WorkerProcess:
    """Owns one spawned process; ``on_reply`` and ``on_end`` are called from the reading thread.

    ``on_end`` gets the exit code; None for a process that the system did not let start.
    """

    def __init__(self, on_reply: Report, *, on_end: Callable[[int | None], None]) -> None:
        self._on_reply, self._on_end = on_reply, on_end
        context = multiprocessing.get_context("spawn")
        self._ours, self._theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(self._theirs,), name="torsion-worker", daemon=True
        )
        self._started = threading.Event()
        """Set once the process has started, or could not be."""
        self._runs = self._killed = False
        self._outbox: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="job-writer", daemon=True)
        self._reader = threading.Thread(target=self._read, name="job-reader", daemon=True)
        self._writer.start()
        self._reader.start()

    @property
    def pid(self) -> int | None:
        """Process id, None before the process has started."""
        return self._process.pid if self._runs else None

    def send(self, message: Message) -> None:
        """Queue a message for the process; returns at once."""
        self._outbox.put(message)

    def kill(self) -> None:
        """Kill the process now, whatever it is doing."""
        self._killed = True
        if self._runs:
            with contextlib.suppress(ValueError):  # it has ended by itself, and is closed
                self._process.kill()

    def join(self, timeout_s: float) -> bool:
        """Wait for the end of process and threads; return True if all have ended."""
        self._reader.join(timeout_s)
        if not self._reader.is_alive():
            self._writer.join(timeout_s)
        return not (self._reader.is_alive() or self._writer.is_alive())

    def _write(self) -> None:
        # in this thread, because starting Python and loading its modules takes long
        try:
            self._process.start()
            self._runs = True
        except OSError:  # no more memory, or no more processes of this user
            log.exception("A process of the program could not be started.")
        self._theirs.close()  # otherwise the end of the process would not show as end of file
        self._started.set()
        if not self._runs:
            return
        if self._killed:  # kill was called before the start had finished
            self._process.kill()
        while (message := self._outbox.get()) is not None:
            try:
                self._ours.send_bytes(_pickled(_packed(message)))
            except (pickle.PicklingError, TypeError, AttributeError) as error:
                assert isinstance(message, Request)  # nothing else can fail so
                self._on_reply(message.number, Failed(carried(error), traceback.format_exc()))
            except OSError:  # the process is gone; the reading thread reports that
                return

    def _read(self) -> None:
        self._started.wait()
        while True:
            try:
                number, news = pickle.loads(self._ours.recv_bytes())
            except (EOFError, OSError):
                break
            with contextlib.suppress(RuntimeError):  # whoever listened is gone
                self._on_reply(number, news)
        exit_code = None
        if self._runs:
            self._process.join()
            exit_code = self._process.exitcode
        # the writing thread uses the pipe and the process too: end it before they are closed
        self._outbox.put(None)
        self._writer.join()
        self._ours.close()
        self._process.close()
        with contextlib.suppress(RuntimeError):  # a program that ends does not wait for long
            self._on_end(exit_code)


def _packed(message: Message) -> Packed | CancelRequest | Leave:
    return Packed(message.number, _pickled(message)) if isinstance(message, Request) else message


def _pickled(message: object) -> bytes:
    return pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
