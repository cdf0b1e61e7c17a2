"""Requests and their answers: which thread waits for which answer, and how the waiting ends.

The writer registers a request under its number just before its bytes are written; the reader
passes the answer on. A stop and a lost link also end the waiting.
"""

import threading
from collections.abc import Mapping

from devices.errors import DeviceError
from devices.protocol_open import messages as m

_ANSWERS: Mapping[type[m.Request], type[m.Reply]] = {
    m.Hello: m.Announcement,
    m.AskStatus: m.Status,
    m.TrajectoryCommit: m.Committed,
    m.AskPayload: m.PayloadTold,
}
"""The reply type that answers a request besides ``Reject``; ``Ack`` for requests not listed."""


class Asked:
    """A request in progress and its answer.

    ``permit`` is None for requests that a stop does not affect, else the permit under which it was
    made: once a later stop has voided that permit the request is never written.
    """

    def __init__(
        self,
        message: m.Request,
        *,
        permit: object | None = None,
        wants_answer: bool = True,
        keeps_time: bool = False,
    ) -> None:
        self.message = message
        self.permit = permit
        self.wants_answer = wants_answer
        self.keeps_time = keeps_time
        """True if it advances a simulated clock; its answer is then no sign of life of the arm."""
        self.sequence: int | None = None
        """Sequence number of its frame; None before its first byte is written."""
        self.attempts = 0
        self._over = threading.Event()
        self._answer: m.Reply | None = None
        self._error: DeviceError | None = None

    @property
    def is_over(self) -> bool:
        """True once it was answered or has failed."""
        return self._over.is_set()

    def answer(self, reply: m.Reply) -> None:
        """Store the answer and end the waiting; only the first end counts."""
        if not self.is_over:
            self._answer = reply
            self._over.set()

    @property
    def was_sent(self) -> bool:
        """True once any byte of it was written."""
        return self.sequence is not None

    def accept(self) -> None:
        """Count it as answered: the device executes it, although its answer may have been lost."""
        if self.sequence is not None:
            self.answer(m.Ack(self.sequence))

    def fail(self, error: DeviceError) -> None:
        """End the waiting with an error; only the first end counts."""
        if not self.is_over:
            self._error = error
            self._over.set()

    def wait(self, timeout: float) -> bool:
        """Wait up to ``timeout`` s; return True if it was answered or has failed."""
        return self._over.wait(timeout)

    def result(self) -> m.Reply:
        """Return the answer or raise the error."""
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer


class Requests:
    """The requests that were written and are not yet answered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # held for moments, never during a write
        self._waiting: dict[int, Asked] = {}
        self.odd = ""
        """Type of the last reply that did not fit its request; empty before the first."""

    def note(self, asked: Asked, *, sequence: int) -> None:
        """Register the request under its number; call this just before its bytes are written."""
        asked.sequence = sequence
        if asked.wants_answer:
            with self._lock:
                self._waiting[sequence] = asked

    def forget(self, asked: Asked) -> None:
        """Stop waiting for a request's answer."""
        with self._lock:
            if asked.sequence is not None and self._waiting.get(asked.sequence) is asked:
                del self._waiting[asked.sequence]

    def hear_of_time(self, reply: m.Message) -> bool:
        """Process the answer to a request with ``keeps_time``; return False for any other message."""
        if not isinstance(reply, m.Ack):
            return False
        with self._lock:
            asked = self._waiting.get(reply.request)
            if asked is None or not asked.keeps_time:
                return False
            del self._waiting[reply.request]
        asked.answer(reply)
        return True

    def hear(self, reply: m.Reply) -> bool:
        """Pass an answer to the request that waits for it; return False if none does."""
        if isinstance(reply, m.Ack | m.Reject | m.Committed | m.PayloadTold):
            # these replies carry the number of their request; announcement and status do not
            found = self._take_numbered(reply)
        elif isinstance(reply, m.Announcement):
            found = self._take(m.Hello)
        elif isinstance(reply, m.Status):
            found = self._take(m.AskStatus)
        else:
            return False
        for asked in found:
            asked.answer(reply)
        return bool(found)

    def _take_numbered(self, reply: m.Ack | m.Reject | m.Committed | m.PayloadTold) -> list[Asked]:
        """Take the request with the reply's number, unless the reply does not fit its type."""
        with self._lock:
            asked = self._waiting.get(reply.request)
            if asked is None:
                return []
            if not isinstance(reply, _ANSWERS.get(type(asked.message), m.Ack) | m.Reject):
                self.odd = type(reply).__name__
                return []
            return [self._waiting.pop(reply.request)]

    def _take(self, kind: type[m.Hello] | type[m.AskStatus]) -> list[Asked]:
        with self._lock:
            numbers = [number for number, asked in self._waiting.items() if isinstance(asked.message, kind)]
            return [self._waiting.pop(number) for number in numbers]

    def void(self, permit: object, error: DeviceError) -> None:
        """Fail every request that was made under another permit."""
        with self._lock:
            old = [asked for asked in self._waiting.values() if asked.permit not in {None, permit}]
        for asked in old:
            asked.fail(error)

    def fail_all(self, error: DeviceError) -> None:
        """Fail all requests because the link is lost."""
        with self._lock:
            waiting = list(self._waiting.values())
            self._waiting.clear()
        for asked in waiting:
            asked.fail(error)
