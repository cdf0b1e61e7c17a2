"""The writing thread: STOP before everything else, then heartbeats, then queued requests.

``stop`` takes no lock: it replaces the permit and the present stop, and puts a note into a queue
that may be written to from anywhere, even from a signal handler. The thread checks for a stop between
two short attempts to write. Neither a peer that accepts no bytes nor a running upload delays STOP.
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
"""A STOP is repeated at this interval until the device confirms it, s."""
WRITE_SLICE_S = 0.005
"""Longest time that one attempt to write waits for room in the transport, s."""


class StopInProgress:
    """A requested stop; it is repeated until the device confirms it."""

    def __init__(self, *, abort: bool) -> None:
        self.abort = abort
        self.sequences: set[int] = set()
        self.first_written_at: float | None = None
        self.due_at = 0.0
        self.is_confirmed = False


class Writer:
    """Writes to one transport from ``start`` to ``end``; ``on_error`` is called if it ends early."""

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
        """The present permit for motion requests; every stop replaces it."""
        self.is_beating = True
        """If True, heartbeats are sent as long as the pulse is alive."""

    def start(self) -> None:
        """Start the thread that writes to the transport."""
        self._thread.start()

    def end(self) -> None:
        """Make the thread end; nothing more is written."""
        self._closing = True
        self._lane.put(None)

    def join(self, timeout: float) -> None:
        """Wait for the end of the thread, at most ``timeout`` s."""
        if self._thread.ident is not None:
            self._thread.join(timeout)

    def put(self, asked: Asked) -> None:
        """Queue a request; it is written in order unless a stop voids it before."""
        self._lane.put(asked)

    def stop(self, *, abort: bool) -> None:
        """Void every permit and write STOP next; callable from any thread at any time, without waiting."""
        # the permit first: a request that is checked from here on is refused
        self.permit = object()
        under_way = self._stop
        if under_way is not None and not under_way.is_confirmed:
            # a controlled stop must not soften an abort that is still being sent
            abort = abort or under_way.abort
        self._stop = StopInProgress(abort=abort)
        self._lane.put(None)

    @property
    def stop_in_progress(self) -> StopInProgress | None:
        """The newest stop, confirmed or not; None before the first."""
        return self._stop

    # The thread

    def _run(self) -> None:
        try:
            self._write(wire.DELIMITER)  # ends a half frame that the device may hold from before
            while not self._closing:
                self._serve_stop()
                self._beat()
                asked = self._next()
                if asked is not None:
                    # again: a stop may have come while this thread waited for the request
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
        # the delimiter ends a frame that was torn for this STOP
        self._write(wire.DELIMITER + self._encoded(Stop(abort=stop.abort), sequence), urgent=True)
        now = time.monotonic()
        stop.due_at = now + STOP_INTERVAL_S
        # the first STOP counts: statuses from a while after it prove the stop
        stop.first_written_at = stop.first_written_at or now
        # void only after STOP is on the line: the waiting threads are woken last
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
        # a repeated request keeps its number, so that the device does not execute it twice
        repeated = asked.sequence is not None
        sequence = self._next_sequence() if asked.sequence is None else asked.sequence
        self._requests.note(asked, sequence=sequence)
        self._write(self._encoded(asked.message, sequence, repeated=repeated))

    def _write(self, frame: bytes, *, urgent: bool = False) -> None:
        """Write a frame; abandon a frame that is not urgent as soon as a STOP is due."""
        sent = 0
        while sent < len(frame) and not self._closing:
            # short slices: a peer that takes no bytes must not keep a STOP waiting
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
