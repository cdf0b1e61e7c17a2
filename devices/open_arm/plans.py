"""Converts plans to the controller's convention, and uploads them: a sliding window of chunks.

Joint positions of model and controller differ by a sign and a zero per joint
(``RobotModel.position_as_reported``); messages carry the controller's positions.
"""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.excitation.trajectories import FourierTrajectory, Trajectory
from core.robot.model import RobotModel
from devices.clock import ArmClock
from devices.errors import DeviceError, MotionRejected, ProtocolError, TransportError
from devices.motion import Jog, MotionPlan, MoveTo
from devices.open_arm.faults import device_error
from devices.open_arm.link import Link
from devices.protocol_open import messages as m
from devices.protocol_open.messages import JogJoint, PointToPoint, TrajectoryKind
from devices.protocol_open.trajectory_bytes import (
    FourierBody,
    SampledBody,
    crc_of,
    pack_fourier,
    pack_samples,
)

SAMPLING_PERIOD_S = 0.004
"""Longest distance in time between two points of a sampled trajectory."""

CHUNK_BYTES = 512
WINDOW_BYTES = 4096
"""Limit of unacknowledged bytes, so that only little is queued on the line before a STOP."""
RESEND_AFTER_S = 0.05
GIVE_UP_AFTER_S = 2.0
"""Limit without progress, s."""
COMMIT_TIMEOUT_S = 2.0
"""The device checks the whole trajectory before it answers, s."""
_LOOK_S = 0.02


@dataclass(frozen=True)
class Upload:
    """A trajectory as bytes for the device."""

    kind: TrajectoryKind
    content: bytes


def request_of(plan: MotionPlan, robot: RobotModel) -> PointToPoint | JogJoint | Upload:
    """Convert a plan to the request, or to the upload that goes before it."""
    if isinstance(plan, MoveTo):
        target = robot.position_as_reported(np.asarray(plan.target, dtype=np.float64))
        return PointToPoint(tuple(target.tolist()), speed_percent=100.0 * plan.speed_fraction)
    if isinstance(plan, Jog):
        angle = plan.angle * float(robot.reported_sign[plan.joint])
        return JogJoint(joint=plan.joint, angle=angle, speed=plan.speed)
    return _upload_of(plan.trajectory, robot)


def _upload_of(trajectory: Trajectory, robot: RobotModel) -> Upload:
    if isinstance(trajectory, FourierTrajectory):
        return Upload(TrajectoryKind.FOURIER, pack_fourier(_coefficients(trajectory, robot)))
    steps = max(math.ceil(trajectory.duration / SAMPLING_PERIOD_S - 1e-9), 1)
    time = np.linspace(0.0, trajectory.duration, steps + 1)
    positions = robot.position_as_reported(trajectory.evaluate(time).position)
    return Upload(
        TrajectoryKind.SAMPLES,
        pack_samples(SampledBody(period=trajectory.duration / steps, positions=positions)),
    )


def _coefficients(trajectory: FourierTrajectory, robot: RobotModel) -> FourierBody:
    # the zero cancels in derivatives, so the coefficients change sign only
    sign = robot.reported_sign[:, np.newaxis]
    return FourierBody(
        duration=trajectory.duration,
        base_frequency=2.0 * np.pi / trajectory.period_s,
        q0=robot.position_as_reported(trajectory.q0),
        a=trajectory.a * sign,
        b=trajectory.b * sign,
    )


class TrajectoryUpload:
    """One upload under one permit; ``run`` in one thread, ``hear`` in the reading thread."""

    def __init__(self, link: Link, upload: Upload, *, permit: object, clock: ArmClock) -> None:
        self._link = link
        self._clock = clock
        self._upload = upload
        self._permit = permit
        self._changed = threading.Condition()
        self._has_begun = False
        self._received = 0
        self._reminded_of = -1
        """Offset of a missing chunk, from an acknowledgement that brought no progress."""
        self._refusal: DeviceError | None = None

    def hear(self, message: m.Message) -> None:
        """Process a message about the upload; before ``run`` has begun it is ignored."""
        with self._changed:
            # an acknowledgement of an earlier upload may still be on the line
            if not self._has_begun:
                return
            if isinstance(message, m.TrajectoryAck):
                if message.received <= self._received:
                    self._reminded_of = message.received  # a chunk behind a gap arrived
                self._received = max(self._received, message.received)
            elif isinstance(message, m.Reject):
                self._refusal = device_error(message.code, message.facts, default=MotionRejected)
            self._changed.notify_all()

    def run(self) -> int:
        """Upload and commit; return the token that runs the trajectory.

        Raises
        ------
        MotionRejected
            ``stopped``, or the reason why the device refused the trajectory.
        TransportError
            ``no-answer``, or the error by which the link was lost.
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
            # resend a gap once only: each chunk behind it brings one more acknowledgement of the same offset
            has_hole = reminded_of == known and filled != known and sent > known
            if has_hole or now - max(moved_at, resent_at) > RESEND_AFTER_S:
                # go back to the gap and send everything behind it again
                sent, filled, resent_at = known, known, now
            sent = self._fill_window(content, sent, end=known + WINDOW_BYTES)

    def _fill_window(self, content: bytes, sent: int, *, end: int) -> int:
        while sent < min(end, len(content)):
            piece = content[sent : sent + CHUNK_BYTES]
            self._link.put(m.TrajectoryChunk(offset=sent, content=piece), permit=self._permit)
            sent += len(piece)
        return sent

    def _wait(self, known: int, filled: int) -> tuple[int, int]:
        """Wait a moment for news; return the acknowledged bytes and the offset of the reported gap."""
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
    """A condition as a ``Waitable``, so that it is waited for by the arm's clock."""

    def __init__(self, changed: threading.Condition, has_come: Callable[[], bool]) -> None:
        self._changed, self._has_come = changed, has_come

    def wait(self, timeout: float, /) -> bool:
        with self._changed:
            return self._changed.wait_for(self._has_come, timeout)


def accepted(answer: m.Reply) -> None:
    """Raise the error of a refusal; any other answer is accepted."""
    if isinstance(answer, m.Reject):
        raise device_error(answer.code, answer.facts, default=MotionRejected)


def token_of(answer: m.Reply) -> int:
    """Return the token of a commit; raise the error of a refusal."""
    accepted(answer)
    if not isinstance(answer, m.Committed):
        raise ProtocolError(
            "protocol-field", message=type(answer).__name__, field="type", reason="no answer to a commit"
        )
    return answer.token
