"""The firmware as seen from the link: requests in, replies and samples out."""

import math
from collections import OrderedDict
from collections.abc import Iterator

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.capabilities import ControllerKind
from devices.errors import ConfigurationError, DeviceError, MotionRejected, ProtocolError
from devices.protocol_open import messages as m
from devices.protocol_open.messages import JogJoint, PointToPoint
from devices.virtual.firmware.control import Control, Device, TimedReply
from devices.virtual.firmware.joints import LIMIT_TOLERANCE, Joints
from devices.virtual.firmware.paths import Joined, Path, StraightMove, Sway
from devices.virtual.firmware.plant import Plant, payload_from_facts
from devices.virtual.firmware.sampling import MOST_SAMPLES_PER_FRAME
from devices.virtual.firmware.trajectories import Upload, UploadedPath

_REMEMBERED_REQUESTS = 32


class Firmware:
    """The controller of one arm.

    ``handle`` processes a request, ``run`` runs control periods; both return the messages to send. One
    thread calls both; another thread may call ``host_heard`` and ``line_read``.
    """

    def __init__(self, plant: Plant, device: Device) -> None:
        self._kind = device.kind
        self._control = Control(plant, device)
        self._upload = Upload(self._control.joints)
        self._motions = MotionRequests(device.robot, self._control.joints, kind=device.kind)
        self._stops_seen = 0
        self._answered: OrderedDict[int, list[m.Reply]] = OrderedDict()

    @property
    def time(self) -> float:
        """Device time since power-on, s; a simulated clock jump is included."""
        return self._control.time

    @property
    def is_moving(self) -> bool:
        """True while the arm moves or has not yet come to standstill."""
        return self._control.drive.under_way

    def host_heard(self, now: float | None = None) -> None:
        """Record a sign of life, now or at ``now`` s on the clock; the receiving thread may call it."""
        self._control.host_heard(now)

    def line_read(self, now: float) -> None:
        """Record that the line was read, at ``now`` s on the clock; the receiving thread may call it."""
        self._control.watchdog.line_read(now)

    def host_is_gone(self) -> None:
        """Note that the link has closed; an open controller then stops its motion."""
        self._control.host_is_gone()

    def run(self, periods: int) -> Iterator[list[TimedReply]]:
        """Run control periods; see ``Control.run``."""
        return self._control.run(periods)

    def handle(self, request: m.Message, sequence: int, *, repeated: bool = False) -> list[m.Reply]:
        """Execute a request or refuse it; ``sequence`` is its number on the link.

        A repeated request whose answer was lost is answered again and not executed again. After Hello a host
        numbers from the start: answers to the host before it must not be used for its requests.
        """
        if isinstance(request, m.Hello):
            self._answered.clear()
        if repeated and sequence in self._answered:
            return self._answered[sequence]
        try:
            replies = self._answer(request, sequence)
        except DeviceError as refusal:
            replies = [m.Reject(sequence, refusal.code, refusal.facts)]
        self._answered[sequence] = replies
        self._answered.move_to_end(sequence)
        if len(self._answered) > _REMEMBERED_REQUESTS:
            self._answered.popitem(last=False)
        return replies

    def _answer(self, request: m.Message, sequence: int) -> list[m.Reply]:
        match request:
            case m.Stop() | m.Arm() | m.Disarm() | m.Clear():
                self._change(request)
            case m.PointToPoint() | m.JogJoint() | m.TrajectoryRun():
                self._move(request)
            case m.TrajectoryBegin() | m.TrajectoryChunk() | m.TrajectoryCommit():
                return self._store(request, sequence)
            case m.Hello() | m.StreamOn() | m.StreamOff() | m.Heartbeat() | m.AskStatus():
                return self._tell(request, sequence)
            case m.AskPayload():
                return [self._control.payload.told(sequence)]
            case m.SetPayload():
                self._control.set_payload(request)
            case m.Simulate():
                self._simulate(request)
            case _:
                raise ProtocolError("not-a-request", message=type(request).__name__)
        return [m.Ack(sequence), self._control.status()]

    def _change(self, request: m.Stop | m.Arm | m.Disarm | m.Clear) -> None:
        match request:
            case m.Stop():
                self._control.halt(abort=request.abort, cause="request")
            case m.Disarm():
                self._control.halt(abort=False, cause="disarm")
            case m.Arm():
                self._control.arm()
            case m.Clear():
                self._control.clear()

    def _move(self, request: m.PointToPoint | m.JogJoint | m.TrajectoryRun) -> None:
        control = self._control
        start = control.drive.mover.position
        match request:
            case m.PointToPoint():
                path = self._motions.point_to_point(request, start=start)
            case m.JogJoint():
                path = self._motions.jog(request, start=start)
            case m.TrajectoryRun():
                self._motions.expect_upload_offered()
                self._discard_after_stop()
                uploaded = self._upload.take(request.token)
                path = self._motions.run(uploaded, start=start, measured=control.drive.measured)
        control.begin(path, what=type(request).__name__)

    def _store(
        self, request: m.TrajectoryBegin | m.TrajectoryChunk | m.TrajectoryCommit, sequence: int
    ) -> list[m.Reply]:
        self._motions.expect_upload_offered()
        self._discard_after_stop()
        match request:
            case m.TrajectoryBegin():
                self._upload.begin(request)
                return [m.Ack(sequence), m.TrajectoryAck(self._upload.received)]
            case m.TrajectoryChunk():
                self._upload.add(request)
                return [m.TrajectoryAck(self._upload.received)]
        if self.is_moving:  # the check of a long path takes longer than a control period
            raise MotionRejected("already-moving")
        return [m.Committed(sequence, self._upload.commit())]

    def _discard_after_stop(self) -> None:
        """Discard the upload after a stop: real arms have moved to old targets after a stop."""
        if self._stops_seen != self._control.stops:
            self._stops_seen = self._control.stops
            self._upload.discard()

    def _tell(
        self, request: m.Hello | m.StreamOn | m.StreamOff | m.Heartbeat | m.AskStatus, sequence: int
    ) -> list[m.Reply]:
        match request:
            case m.Hello():
                if request.version != m.PROTOCOL_VERSION:
                    raise ProtocolError("protocol-version", host=request.version, device=m.PROTOCOL_VERSION)
                return [self._control.announcement]
            case m.StreamOn():
                self._stream(request.samples_per_frame)
                return [m.Ack(sequence)]
            case m.StreamOff():
                rest = self._control.sampler.end()
                self._control.end_sway("stream-off")
                return [m.Ack(sequence)] if rest is None else [rest, m.Ack(sequence)]
            case m.Heartbeat():
                return []
        return [self._control.status()]

    def _stream(self, samples_per_frame: int) -> None:
        if not 1 <= samples_per_frame <= MOST_SAMPLES_PER_FRAME:
            raise ProtocolError("protocol-field", field="samples_per_frame", value=samples_per_frame)
        self._control.sampler.begin(samples_per_frame)
        if self._kind is ControllerKind.READ_ONLY:
            self._control.begin_sway(self._motions.sway)

    def _simulate(self, request: m.Simulate) -> None:
        facts = dict(request.facts)
        match request.action:
            case "fault":
                self._control.inject(str(facts.pop("name", "")), facts)
            case "release":
                self._control.release(str(facts.get("name", "")))
            case "attach":
                self._control.attach(payload_from_facts(facts))
            case _:
                raise ConfigurationError("unknown-simulation", action=request.action)


START_TOLERANCE_RAD, START_TOLERANCE_M = math.radians(0.5), 0.002
"""Longest distance from its start pose at which a trajectory may begin."""
UNATTENDED_MOVE_S = 5.0
"""Longest move of a controller that finishes it even without its host, s."""
_FULL_SPEED_PERCENT = 100.0
_APPROACH_SPEED = 0.05
"""Speed for the remaining fraction of a degree to the start of a trajectory, rad/s (m/s)."""
_APPROACH_ACCELERATION = 0.5
_JOG_RAMP_S = 0.2
_SWAY_REACH = 0.2
_SWAY_SPEED_SHARE = 0.12


class MotionRequests:
    """Makes paths from the present set-point; each refusal is a ``MotionRejected``."""

    def __init__(self, robot: RobotModel, joints: Joints, *, kind: ControllerKind) -> None:
        self._joints, self._kind = joints, kind
        self._start_tolerance = np.where(robot.is_prismatic, START_TOLERANCE_M, START_TOLERANCE_RAD)

    def point_to_point(self, request: PointToPoint, *, start: FloatArray) -> Path:
        """Path of all joints together to a pose, at a percentage of full speed and acceleration.

        Raises
        ------
        MotionRejected
            ``motion-not-offered``, ``trajectory-joint-count``, ``speed-out-of-range``,
            ``outside-limits`` or ``move-too-long``.
        """
        self._expect_offered(open_only=False)
        target = np.array(request.target, dtype=np.float64)
        if target.shape != start.shape:
            raise MotionRejected("trajectory-joint-count", joints=len(target), expected=self._joints.count)
        if not 0.0 < request.speed_percent <= _FULL_SPEED_PERCENT:
            raise MotionRejected(
                "speed-out-of-range", speed=request.speed_percent, largest=_FULL_SPEED_PERCENT
            )
        self._expect_inside(target)
        share = request.speed_percent / _FULL_SPEED_PERCENT
        move = StraightMove(
            start,
            target,
            velocity=share * self._joints.velocity,
            acceleration=share * self._joints.acceleration,
        )
        if self._kind is ControllerKind.CLOSED and move.duration > UNATTENDED_MOVE_S:
            raise MotionRejected("move-too-long", duration=move.duration, longest=UNATTENDED_MOVE_S)
        return move

    def jog(self, request: JogJoint, *, start: FloatArray) -> Path:
        """Path of one joint by an angle, the others at rest.

        Raises
        ------
        MotionRejected
            ``motion-not-offered``, ``unknown-joint``, ``speed-out-of-range`` or ``outside-limits``.
        """
        self._expect_offered(open_only=True)
        if not 0 <= request.joint < self._joints.count:
            raise MotionRejected("unknown-joint", joint=request.joint, joints=self._joints.names)
        most = float(self._joints.velocity[request.joint])
        if not 0.0 < request.speed <= most * (1.0 + LIMIT_TOLERANCE):
            raise MotionRejected("speed-out-of-range", speed=request.speed, largest=most)
        target = start.copy()
        target[request.joint] += request.angle
        self._expect_inside(target)
        # 1.5: peak over mean acceleration of the smooth ramp, so that the ramp takes _JOG_RAMP_S
        gentle = np.full_like(start, 1.5 * request.speed / _JOG_RAMP_S)
        return StraightMove(
            start,
            target,
            velocity=np.full_like(start, request.speed),
            acceleration=np.minimum(gentle, self._joints.acceleration),
        )

    def run(self, path: UploadedPath, *, start: FloatArray, measured: FloatArray) -> Path:
        """The uploaded trajectory, with a slow approach of its exact start pose before it.

        Raises
        ------
        MotionRejected
            ``start-pose-differs`` if the arm as ``measured`` is elsewhere.
        """
        beginning = path.at(0.0).position
        distance = np.abs(measured - beginning)
        joint = int(np.argmax(distance / self._start_tolerance))
        if not distance[joint] <= self._start_tolerance[joint]:
            raise MotionRejected(
                "start-pose-differs",
                joint=self._joints.names[joint],
                difference=float(distance[joint]),
                limit=float(self._start_tolerance[joint]),
            )
        approach = StraightMove(
            start,
            beginning,
            velocity=np.full_like(start, _APPROACH_SPEED),
            acceleration=np.minimum(_APPROACH_ACCELERATION, self._joints.acceleration),
        )
        return Joined(approach, path) if approach.duration > 0.0 else path

    def expect_upload_offered(self) -> None:
        """Refuse uploads with ``motion-not-offered`` where no trajectory can be run."""
        self._expect_offered(open_only=True)

    def sway(self, center: FloatArray) -> Path:
        """Path of a read-only controller's own motion, as if it was moved from its pendant."""
        room = np.minimum(center - self._joints.lower, self._joints.upper - center)
        return Sway(
            center,
            reach=np.clip(room, 0.0, _SWAY_REACH),
            velocity=_SWAY_SPEED_SHARE * self._joints.velocity,
        )

    def _expect_offered(self, *, open_only: bool) -> None:
        offered = {ControllerKind.OPEN} if open_only else {ControllerKind.OPEN, ControllerKind.CLOSED}
        if self._kind not in offered:
            raise MotionRejected("motion-not-offered", kind=str(self._kind))

    def _expect_inside(self, target: FloatArray) -> None:
        still = np.zeros((1, self._joints.count))
        self._joints.check_limits(target[None, :], still, still)
