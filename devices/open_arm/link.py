"""The link to a device: one thread reads, one writes, STOP first; requests are matched with their answers.

``stop`` takes no lock: it replaces the permit and the present stop, and puts a note into a queue
that may be written to from anywhere, even from a signal handler. The thread checks for a stop between
two short attempts to write. Neither a peer that accepts no bytes nor a running upload delays STOP.
"""

import itertools
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from devices.driving.pulse import Pulse
from devices.errors import DeviceError, MotionRejected, TransportError
from devices.open_arm.link_clock import LinkClock
from devices.open_arm.requests import Asked, Requests
from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.protocol_open.messages import HEARTBEAT_INTERVAL_S, Heartbeat, Message, Stop
from devices.protocol_open.wire import Decoder, Frame
from devices.transport.transport import Transport

READ_TIMEOUT_S = 0.05
ANSWER_TIMEOUT_S = 0.3
ATTEMPTS = 3
THREAD_DEADLINE_S = 1.0
STATUS_AFTER_STOP_S = 0.1
"""A status proves a stop only if it arrived this long after the first STOP was written."""
_STOPPED = frozenset({m.DeviceState.STOPPING, m.DeviceState.IDLE, m.DeviceState.FAULT})

STOP_INTERVAL_S = 0.02
"""A STOP is repeated at this interval until the device confirms it, s."""
WRITE_SLICE_S = 0.005
"""Longest time that one attempt to write waits for room in the transport, s."""


class Listener(Protocol):
    """Receives messages; called by the reading thread, ``on_lost`` by either thread."""

    def on_frame(self, message: m.Message, *, heard_at: float) -> None:
        """Process a message that arrived at ``heard_at`` s on the arm's clock."""

    def on_quiet(self) -> None:
        """Called when no frame arrived within one read timeout."""

    def on_lost(self, error: DeviceError) -> None:
        """Called once when the link is broken; no message follows."""


class Link:
    """Owns a transport and its two threads, from ``start`` to ``close``."""

    def __init__(self, transport: Transport, *, pulse: Pulse, listener: Listener, clock: LinkClock) -> None:
        self._transport = transport
        self._listener = listener
        self._clock = clock
        self._sent = itertools.count(1)
        self.sent = 0
        """Number of requests handed to the writer."""
        self._requests = Requests()
        self._writer = Writer(transport, self._requests, pulse=pulse, on_error=self._lose)
        self._reader = threading.Thread(target=self._run, name="open-arm-reader", daemon=True)
        self._closing = False
        self._error: DeviceError | None = None
        self.decoder = Decoder()

    def start(self) -> None:
        """Start the reading and the writing thread."""
        self._reader.start()
        self._writer.start()

    def close(self) -> None:
        """End both threads and close the transport, each with a deadline; may be called again."""
        self._closing = True
        self._error = self._error or TransportError("link-lost", errno=0, reason="closed by this program")
        # the clock first: threads that wait for simulated time must go on by this computer's
        self._clock.close()
        self._writer.end()
        self._transport.close()
        self._reader.join(THREAD_DEADLINE_S)
        self._writer.join(THREAD_DEADLINE_S)
        # last: no request can be added any more, so none is left waiting for ever
        self._requests.fail_all(self._error)

    # Asking

    @property
    def permit(self) -> object:
        """The present permit for motion requests; every stop replaces it."""
        return self._writer.permit

    def has_permit(self, permit: object) -> bool:
        """True if no stop was requested since this permit was taken."""
        return permit is self._writer.permit

    @property
    def odd_reply(self) -> str:
        """Type of the last reply that did not fit its request; empty before the first."""
        return self._requests.odd

    @property
    def error(self) -> DeviceError | None:
        """The error by which the link was lost, else None."""
        return self._error

    def put(self, message: m.Request, *, permit: object | None = None) -> Asked:
        """Send a request without waiting for its answer."""
        asked = Asked(message, permit=permit, wants_answer=False)
        self.send(asked)
        return asked

    def ask(
        self,
        message: m.Request,
        *,
        permit: object | None = None,
        timeout_s: float = ANSWER_TIMEOUT_S,
        attempts: int = ATTEMPTS,
    ) -> m.Reply:
        """Send a request and wait for its answer; see ``wait_for``."""
        return self.wait_for(Asked(message, permit=permit), timeout_s=timeout_s, attempts=attempts)

    def wait_for(
        self, asked: Asked, *, timeout_s: float = ANSWER_TIMEOUT_S, attempts: int = ATTEMPTS
    ) -> m.Reply:
        """Send a request, repeat it under the same number without an answer, and return the answer.

        Raises
        ------
        TransportError
            ``no-answer`` after the last attempt, or the error by which the link was lost.
        MotionRejected
            ``stopped`` if a stop made its permit void.
        """
        try:
            for _ in range(attempts):
                asked.attempts += 1
                self.send(asked)
                if self._clock.wait(asked, timeout_s):
                    return asked.result()
            name = type(asked.message).__name__
            asked.fail(TransportError("no-answer", request=name, waited_s=round(attempts * timeout_s, 3)))
            return asked.result()
        finally:
            self._requests.forget(asked)

    def send(self, asked: Asked) -> int:
        """Hand a request to the writer; return the number of requests so far."""
        self.sent = count = next(self._sent)
        if self._error is not None:
            asked.fail(self._error)
        else:
            self._writer.put(asked)
        return count

    def give_up(self, error: DeviceError) -> None:
        """Count the link as lost because of ``error``."""
        self._lose(error)

    def stop(self, *, abort: bool) -> None:
        """Send STOP before everything else and repeat it until the device confirms; never waits."""
        self._writer.stop(abort=abort)
        # it counts as a request, so that time of a virtual arm that is granted next begins after its answer
        self.sent = next(self._sent)

    @property
    def stop_is_confirmed(self) -> bool:
        """True if the device has confirmed every stop."""
        stop = self._writer.stop_in_progress
        return stop is None or stop.is_confirmed

    def end_heartbeats(self) -> None:
        """Send no heartbeat from now on."""
        self._writer.is_beating = False

    # The reading thread

    def _run(self) -> None:
        error: DeviceError = TransportError("link-lost", errno=0, reason="the reading thread ended")
        try:
            while not self._closing:
                self._read_once()
        except DeviceError as problem:
            error = problem
        finally:  # after any end of this thread nothing is read any more
            self._lose(error)

    def _read_once(self) -> None:
        content = self._transport.read(READ_TIMEOUT_S)
        heard_at, read_at = self._clock.now(), time.monotonic()
        frames = self.decoder.feed(content) if content else []
        is_quiet = True
        for frame in _with_samples_joined(frames):  # in order: the answer to a time grant follows its samples
            if not self._requests.hear_of_time(frame.message):
                is_quiet = False
                self._hear(frame, heard_at, read_at=read_at)
        if is_quiet:  # bytes without a valid frame count as silence
            self._listener.on_quiet()

    def _hear(self, frame: Frame, heard_at: float, *, read_at: float) -> None:
        message = frame.message
        self._confirm_stop(message, read_at)
        # listener first: the thread that waits for the answer then finds the new state already stored
        self._listener.on_frame(message, heard_at=heard_at)
        if isinstance(message, m.Reply):
            self._requests.hear(message)

    def _confirm_stop(self, message: m.Message, read_at: float) -> None:
        stop = self._writer.stop_in_progress
        if stop is None or stop.is_confirmed:
            return
        if isinstance(message, m.Ack):
            # the Ack carries the number of the STOP that it answers; an older Ack does not count
            stop.is_confirmed = message.request in stop.sequences
        elif isinstance(message, m.Status) and stop.first_written_at is not None:
            # STOPPING proves no abort: the arm may be slowing down for an earlier, softer stop
            proofs = {m.DeviceState.IDLE} if stop.abort else _STOPPED
            # a status that was on its way when STOP was written says nothing about it
            is_fresh = read_at - stop.first_written_at >= STATUS_AFTER_STOP_S
            stop.is_confirmed = is_fresh and message.state in proofs

    def _lose(self, error: DeviceError) -> None:
        if self._closing or self._error is not None:
            return
        self._error = error
        self._requests.fail_all(error)
        self._listener.on_lost(error)


def _with_samples_joined(frames: list[Frame]) -> list[Frame]:
    """The frames in order; samples that continue those of the frame before are one frame with them."""
    found: list[Frame] = []
    for frame in frames:
        message, last = frame.message, found[-1] if found else frame
        before = last.message if found and isinstance(last.message, m.Samples) else None
        if before is not None and isinstance(message, m.Samples) and before.is_continued_by(message):
            found[-1] = replace(last, message=before.followed_by(message))
        else:
            found.append(frame)
    return found


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
