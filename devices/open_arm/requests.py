"""Requests and their answers: who waits for what, and what ends the waiting.

The writer notes a request under its number just before its bytes go out; the reader hands
the answer over. A stop and a lost link end the waiting too.
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
"""What answers a request besides a refusal; an ``Ack`` where nothing is said here."""


class Asked:
    """A request on its way, for whoever waits for the answer.

    ``permit`` is None for requests that a stop leaves alone, else the permit under which it
    was made: it is never written once a later stop has voided that.
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
        """Whether it moves a simulated clock: its answer is no sign of life of the arm."""
        self.sequence: int | None = None
        """Its number; None while no byte of it was written."""
        self.attempts = 0
        self._over = threading.Event()
        self._answer: m.Reply | None = None
        self._error: DeviceError | None = None

    @property
    def is_over(self) -> bool:
        """Whether nobody waits any more."""
        return self._over.is_set()

    def answer(self, reply: m.Reply) -> None:
        """Hand the answer over; the first end counts."""
        if not self.is_over:
            self._answer = reply
            self._over.set()

    @property
    def was_sent(self) -> bool:
        """Whether any byte of it was written."""
        return self.sequence is not None

    def accept(self) -> None:
        """The device does what was asked; its answer may have been lost on the way."""
        if self.sequence is not None:
            self.answer(m.Ack(self.sequence))

    def fail(self, error: DeviceError) -> None:
        """End the waiting with an error; the first end counts."""
        if not self.is_over:
            self._error = error
            self._over.set()

    def wait(self, timeout: float) -> bool:
        """Whether it ended within ``timeout`` s."""
        return self._over.wait(timeout)

    def result(self) -> m.Reply:
        """The answer, or the error raised."""
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer


class Requests:
    """The requests that were written and not answered yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # held for moments, never during a write
        self._waiting: dict[int, Asked] = {}
        self.odd = ""
        """The kind of the last reply that answered a request of another kind; empty before one did."""

    def note(self, asked: Asked, *, sequence: int) -> None:
        """Its bytes are about to go out under this number."""
        asked.sequence = sequence
        if asked.wants_answer:
            with self._lock:
                self._waiting[sequence] = asked

    def forget(self, asked: Asked) -> None:
        """Nobody waits for it any more."""
        with self._lock:
            if asked.sequence is not None and self._waiting.get(asked.sequence) is asked:
                del self._waiting[asked.sequence]

    def hear_of_time(self, reply: m.Message) -> bool:
        """Take the answer to a request that keeps time; whether it was one."""
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
        """Hand an answer to whoever waits for it; whether somebody did."""
        if isinstance(reply, m.Ack | m.Reject | m.Committed | m.PayloadTold):
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
        """The request with the reply's number, unless this is no answer to one of its kind."""
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
        """End the waiting for every request made under another permit."""
        with self._lock:
            old = [asked for asked in self._waiting.values() if asked.permit not in {None, permit}]
        for asked in old:
            asked.fail(error)

    def fail_all(self, error: DeviceError) -> None:
        """End all waiting: the link is lost."""
        with self._lock:
            waiting = list(self._waiting.values())
            self._waiting.clear()
        for asked in waiting:
            asked.fail(error)
