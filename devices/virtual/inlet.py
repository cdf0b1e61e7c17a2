"""Receives from the line in a thread of its own, so that STOP arrives whatever the arm does."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable

from devices.errors import TransportError
from devices.protocol_open import wire
from devices.protocol_open.messages import Heartbeat, Message, TrajectoryChunk
from devices.transport.transport import Transport
from devices.virtual.black_box import Notebook
from devices.virtual.firmware.firmware import Firmware

_READ_TIMEOUT_S = 0.05
_END_TIMEOUT_S = 1.0


class Inlet:
    """Receives until the link closes; heartbeats count at once, requests wait for the next period.

    Messages for which ``always_heard`` returns True reach even a device that is ``deaf``.
    """

    def __init__(
        self,
        transport: Transport,
        firmware: Firmware,
        *,
        notebook: Notebook,
        always_heard: Callable[[Message], bool] = lambda _message: False,
    ) -> None:
        self._transport, self._firmware, self._notebook = transport, firmware, notebook
        self._always_heard = always_heard
        self._requests: queue.SimpleQueue[wire.Frame] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._receive, name="device-inlet", daemon=True)
        self.host_gone = threading.Event()
        self.deaf = threading.Event()
        """While set, no message is processed; a closed link is still detected."""

    def start(self) -> None:
        """Start the thread that reads the line."""
        self._thread.start()

    def close(self) -> None:
        """End the thread that reads the line."""
        self._ended.set()
        self._thread.join(_END_TIMEOUT_S)

    def take(self, timeout: float = 0.0) -> wire.Frame | None:
        """Return the next request; wait up to ``timeout`` s, None if there is none."""
        with contextlib.suppress(queue.Empty):
            return self._requests.get(block=timeout > 0.0, timeout=timeout or None)
        return None

    def _receive(self) -> None:
        decoder = wire.Decoder()
        while not self._ended.is_set():
            try:
                content = self._transport.read(_READ_TIMEOUT_S)
            except TransportError:
                self.host_gone.set()
                return
            for frame in decoder.feed(content):
                self._hear(frame, now=time.monotonic())
            self._firmware.line_read(time.monotonic())

    def _hear(self, frame: wire.Frame, *, now: float) -> None:
        if self._always_heard(frame.message):
            self._requests.put(frame)
            return
        if self.deaf.is_set():
            return
        if isinstance(frame.message, Heartbeat):
            self._firmware.host_heard(now)
            return
        if not isinstance(frame.message, TrajectoryChunk):
            name = type(frame.message).__name__
            self._notebook.note("received", device=self._firmware.time, request=name, wall=now)
        self._requests.put(frame)
