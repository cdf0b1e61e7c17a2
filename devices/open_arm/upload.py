"""The upload of a trajectory: a window of chunks, cumulative acknowledgement, again what was lost."""

import threading
from collections.abc import Callable

from devices.clock import ArmClock
from devices.errors import DeviceError, MotionRejected, ProtocolError, TransportError
from devices.open_arm.faults import device_error
from devices.open_arm.link import Link
from devices.open_arm.plans import Upload
from devices.protocol_open import messages as m
from devices.protocol_open.trajectory_bytes import crc_of

CHUNK_BYTES = 512
WINDOW_BYTES = 4096
"""At most so much is on its way unacknowledged, so that little can lie before a STOP."""
RESEND_AFTER_S = 0.05
GIVE_UP_AFTER_S = 2.0
"""Without any progress."""
COMMIT_TIMEOUT_S = 2.0
"""The device checks the whole trajectory before it answers."""
_LOOK_S = 0.02


class TrajectoryUpload:
    """One upload under one permit; ``run`` in one thread, ``hear`` in the reading one."""

    def __init__(self, link: Link, upload: Upload, *, permit: object, clock: ArmClock) -> None:
        self._link = link
        self._clock = clock
        self._upload = upload
        self._permit = permit
        self._changed = threading.Condition()
        self._has_begun = False
        self._received = 0
        self._reminded_of = -1
        self._refusal: DeviceError | None = None

    def hear(self, message: m.Message) -> None:
        """What the device says about the bytes; nothing of it counts before the upload has begun."""
        with self._changed:
            if not self._has_begun:
                return
            if isinstance(message, m.TrajectoryAck):
                if message.received <= self._received:
                    self._reminded_of = message.received  # something behind a hole arrived
                self._received = max(self._received, message.received)
            elif isinstance(message, m.Reject):
                self._refusal = device_error(message.code, message.facts, default=MotionRejected)
            self._changed.notify_all()

    def run(self) -> int:
        """Upload and commit; the token to run it with.

        Raises
        ------
        MotionRejected
            ``stopped``, or why the device refused the trajectory.
        TransportError
            ``no-answer``, or why the link was lost.
        """
        content = self._upload.content
        begin = m.TrajectoryBegin(self._upload.kind, size=len(content), crc=crc_of(content))
        accepted(self._link.ask(begin, permit=self._permit))
        with self._changed:
            self._has_begun = True
        self._send(content)
        commit = m.TrajectoryCommit()
        answer = self._link.ask(commit, permit=self._permit, timeout_s=COMMIT_TIMEOUT_S, attempts=2)
        return token_of(answer)

    def _send(self, content: bytes) -> None:
        sent = self._fill_window(content, 0, end=WINDOW_BYTES)
        known, filled = 0, -1
        moved_at = resent_at = self._clock.now()
        while known < len(content):
            received, reminded_of = self._wait(known, filled)
            now = self._clock.now()
            if received > known:
                known, moved_at, sent = received, now, max(sent, received)
            self._check(still_s=now - moved_at)
            has_hole = reminded_of == known and filled != known and sent > known
            if has_hole or now - max(moved_at, resent_at) > RESEND_AFTER_S:
                sent, filled, resent_at = known, known, now  # everything from the hole on again
            sent = self._fill_window(content, sent, end=known + WINDOW_BYTES)

    def _fill_window(self, content: bytes, sent: int, *, end: int) -> int:
        while sent < min(end, len(content)):
            piece = content[sent : sent + CHUNK_BYTES]
            self._link.put(m.TrajectoryChunk(offset=sent, content=piece), permit=self._permit)
            sent += len(piece)
        return sent

    def _wait(self, known: int, filled: int) -> tuple[int, int]:
        """Wait a moment for news; the bytes acknowledged, and the hole that the device reminded us of."""
        news = _News(
            self._changed,
            lambda: bool(
                self._received > known or self._reminded_of == known != filled or self._refusal is not None
            ),
        )
        self._clock.wait(news, _LOOK_S)
        with self._changed:
            return self._received, self._reminded_of

    def _check(self, *, still_s: float) -> None:
        if self._refusal is not None:
            raise self._refusal
        if self._link.error is not None:
            raise self._link.error
        if not self._link.has_permit(self._permit):
            raise MotionRejected("stopped")
        if still_s > GIVE_UP_AFTER_S:
            raise TransportError("no-answer", request="TrajectoryChunk", waited_s=GIVE_UP_AFTER_S)


class _News:
    """Something that a condition announces, to be waited for by the arm's clock."""

    def __init__(self, changed: threading.Condition, has_come: Callable[[], bool]) -> None:
        self._changed, self._has_come = changed, has_come

    def wait(self, timeout: float, /) -> bool:
        """Whether it has come within ``timeout`` s."""
        with self._changed:
            return self._changed.wait_for(self._has_come, timeout)


def accepted(answer: m.Reply) -> None:
    """Raise what a refusal says."""
    if isinstance(answer, m.Reject):
        raise device_error(answer.code, answer.facts, default=MotionRejected)


def token_of(answer: m.Reply) -> int:
    """The token of a commit; what a refusal says is raised."""
    accepted(answer)
    if not isinstance(answer, m.Committed):
        raise ProtocolError(
            "protocol-field", message=type(answer).__name__, field="type", reason="no answer to a commit"
        )
    return answer.token
