"""The window's side of one worker process, which it never waits for. No Qt.

The process is started, and what it gets is pickled, in a thread of its own; results are unpickled in the
thread that reads.
"""

import contextlib
import logging
import pickle
import queue
import threading
import time
import traceback
from collections.abc import Callable

from app.jobs.task import CancelRequest, Failed, Leave, News, Packed, Request
from app.jobs.worker import Report, serve
from core.processes import Child, carried

log = logging.getLogger(__name__)

Message = Request | CancelRequest | Leave


class WorkerProcess:
    """Owns one process; ``on_reply`` and ``on_end`` are called from threads of this object.

    ``on_end`` gets the reason of the end; None for a process that the system did not let start.
    """

    def __init__(self, on_reply: Report, *, on_end: Callable[[BaseException | None], None]) -> None:
        self._on_reply, self._on_end = on_reply, on_end
        self._child: Child | None = None
        self._killed = False
        self._outbox: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="job-writer", daemon=True)
        self._writer.start()

    @property
    def pid(self) -> int | None:
        """Process id, None before the process has started."""
        return None if self._child is None else self._child.pid

    def send(self, message: Message) -> None:
        """Queue a message for the process; returns at once."""
        self._outbox.put(message)

    def kill(self) -> None:
        """Kill the process now, whatever it is doing."""
        self._killed = True
        if self._child is not None:
            self._child.kill()

    def join(self, timeout_s: float) -> bool:
        """Wait for the end of process and threads; return True if all have ended."""
        until = time.monotonic() + timeout_s
        self._writer.join(timeout_s)
        if self._writer.is_alive():
            return False
        return self._child is None or self._child.join(max(0.0, until - time.monotonic()))

    def _write(self) -> None:
        # in this thread, because starting Python and loading its modules takes long
        try:
            child = self._child = Child(serve, name="torsion-worker", heard=self._hear, ended=self._end)
        except OSError:  # no more memory, or no more processes of this user
            log.exception("A process of the program could not be started.")
            self._report_end(None)
            return
        if self._killed:  # kill was called before the start had finished
            child.kill()
        while (message := self._outbox.get()) is not None:
            if not isinstance(message, Request):
                child.send(message)
                continue
            try:
                packed = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
            except (pickle.PicklingError, TypeError, AttributeError) as error:
                self._on_reply(message.number, Failed(carried(error), traceback.format_exc()))
            else:
                child.send(Packed(message.number, packed))

    def _hear(self, said: tuple[int, News]) -> None:
        with contextlib.suppress(RuntimeError):  # whoever listened is gone
            self._on_reply(*said)

    def _end(self, why: BaseException) -> None:
        self.kill()  # where it only reported an error
        self._outbox.put(None)
        self._report_end(why)

    def _report_end(self, why: BaseException | None) -> None:
        with contextlib.suppress(RuntimeError):  # a program that ends does not wait for long
            self._on_end(why)
