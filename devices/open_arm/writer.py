"""The one thread that writes: STOP before everything, heartbeats, then what is queued.

``stop`` takes no lock at all: it replaces the permit and a request, and leaves a note in
a queue that may be written to from anywhere, even from a signal handler. The thread sees
it between two short attempts to write, so a peer that takes no more bytes, or an upload
under way, cannot hold STOP up.
"""

import queue
import threading
import time
from collections.abc import Callable

from devices.driving.pulse import Pulse
from devices.errors import MotionRejected, TransportError
from devices.open_arm.requests import Asked, Requests
from devices.protocol_open import wire
from devices.protocol_open.messages import HEARTBEAT_INTERVAL_S, Heartbeat, Message, Stop
from devices.transport.transport import Transport

STOP_INTERVAL_S = 0.02
"""A STOP is repeated this often until the device confirms it."""
WRITE_SLICE_S = 0.005
"""The longest that one attempt to write may wait for room."""


class StopInProgress:
    """A stop that was asked for: repeated until it is confirmed."""

    def __init__(self, *, abort: bool) -> None:
        self.abort = abort
        self.sequences: set[int] = set()
        self.first_written_at: float | None = None
        self.due_at = 0.0
        self.is_confirmed = False


class Writer:
    """Writes to one transport from ``start`` to ``end``; ``on_error`` hears why it ended early."""

    def __init__(
        self,
        transport: Transport,
        requests: Requests,
        *,
        pulse: Pulse,
        on_error: Callable[[TransportError], None],
    ) -> None:
        self._transport = transport
        self._requests = requests
        self._pulse = pulse
        self._on_error = on_error
        self._lane: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._stop: StopInProgress | None = None
        self._served: StopInProgress | None = None
        self._closing = False
        self._sequence = 0
        self._beat_due_at = 0.0
        self._thread = threading.Thread(target=self._run, name="open-arm-writer", daemon=True)
        self.permit = object()
        """Under what motions are asked for; every stop replaces it."""
        self.is_beating = True
        """Whether heartbeats are sent while the pulse lives."""

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def end(self) -> None:
        """Write nothing more."""
        self._closing = True
        self._lane.put(None)

    def join(self, timeout: float) -> None:
        """Wait for the thread's end."""
        if self._thread.ident is not None:
            self._thread.join(timeout)

    def put(self, asked: Asked) -> None:
        """Queue a request; it is written in its turn unless a stop voids it first."""
        self._lane.put(asked)

    def stop(self, *, abort: bool) -> None:
        """Void every permit and write STOP next; from any thread, at any moment, without waiting."""
        self.permit = object()
        under_way = self._stop
        if under_way is not None and not under_way.is_confirmed:
            abort = abort or under_way.abort
        self._stop = StopInProgress(abort=abort)
        self._lane.put(None)

    @property
    def stop_in_progress(self) -> StopInProgress | None:
        """The last stop that was asked for, confirmed or not."""
        return self._stop

    # The thread

    def _run(self) -> None:
        try:
            self._write(wire.DELIMITER)  # a device may still hold the half frame of a cable that was pulled
            while not self._closing:
                self._serve_stop()
                self._beat()
                asked = self._next()
                if asked is not None:
                    self._serve_stop()
                    self._serve(asked)
        except TransportError as error:
            if not self._closing:
                self._on_error(error)

    def _next(self) -> Asked | None:
        due_at = self._beat_due_at
        stop = self._stop
        if stop is not None and not stop.is_confirmed:
            due_at = min(due_at, stop.due_at)
        try:
            return self._lane.get(timeout=max(due_at - time.monotonic(), 0.0))
        except queue.Empty:
            return None

    def _serve_stop(self) -> None:
        stop = self._stop
        if stop is None or stop.is_confirmed or time.monotonic() < stop.due_at:
            return
        sequence = self._next_sequence()
        stop.sequences.add(sequence)
        # what was being written may have been torn: end it
        self._write(wire.DELIMITER + self._encoded(Stop(abort=stop.abort), sequence), urgent=True)
        now = time.monotonic()
        stop.due_at = now + STOP_INTERVAL_S
        stop.first_written_at = stop.first_written_at or now
        if stop is not self._served:
            self._served = stop
            self._requests.void(self.permit, MotionRejected("stopped"))

    def _beat(self) -> None:
        now = time.monotonic()
        if now < self._beat_due_at:
            return
        self._beat_due_at = now + HEARTBEAT_INTERVAL_S
        if self.is_beating and self._pulse.is_alive():
            self._write(self._encoded(Heartbeat(), self._next_sequence()))

    def _serve(self, asked: Asked) -> None:
        if asked.is_over:
            return
        if asked.permit is not None and asked.permit is not self.permit:
            asked.fail(MotionRejected("stopped"))
            return
        repeated = asked.sequence is not None
        sequence = self._next_sequence() if asked.sequence is None else asked.sequence
        self._requests.note(asked, sequence=sequence)
        self._write(self._encoded(asked.message, sequence, repeated=repeated))

    def _write(self, frame: bytes, *, urgent: bool = False) -> None:
        """Write a frame; one that is not urgent is given up, torn, as soon as a STOP waits."""
        sent = 0
        while sent < len(frame) and not self._closing:
            sent += self._transport.write(frame[sent:], WRITE_SLICE_S)
            if not urgent and self._stop_waits():
                return

    def _stop_waits(self) -> bool:
        stop = self._stop
        return stop is not None and not stop.is_confirmed and time.monotonic() >= stop.due_at

    def _next_sequence(self) -> int:
        sequence, self._sequence = self._sequence, (self._sequence + 1) & 0xFFFF
        return sequence

    def _encoded(self, message: Message, sequence: int, *, repeated: bool = False) -> bytes:
        time_us = time.monotonic_ns() // 1000
        return wire.encode(message, sequence=sequence, time_us=time_us, repeated=repeated)
