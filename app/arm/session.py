"""One connection to one arm, with everything that belongs to it: stream, safety, description. No Qt.

``open``, ``close``, ``reconnect`` and the procedures belong to one thread; ``stop`` may be
called from any, in any state, and never waits.
"""

import math
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

from app.arm.circumstances import Circumstances
from app.arm.compute import Compute
from app.arm.description import completed, mismatch
from app.arm.hanging import hang
from app.arm.stream import WatchedStream
from app.jobs.task import Task
from app.visit.recordings import AnnouncedDrives, StoredCheck, about_visit
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray, Mark, Origin
from core.robot.model import RobotModel
from devices.acquisition.acquisition import Acquisition
from devices.acquisition.recorder import RecordingInProgress
from devices.capabilities import Capabilities, Identity
from devices.clock import ArmClock
from devices.connection import Connection, ConnectionState, open_controller
from devices.controller import Controller, Lifecycle, PayloadSetting, StopLevel
from devices.driving.pulse import Pulse
from devices.errors import (
    ConfigurationError,
    MotionRejected,
    TransportError,
)
from devices.safety.readiness import ReadinessFacts, ReadinessLine, readiness
from devices.safety.safe_arm import SafeArm

STANDSTILL_TIMEOUT_S = 3.0
"""Time that closing waits for a moving arm to stand, s."""
_LOOK_S = 0.02

OpenController = Callable[..., Controller]


class RobotSession:
    """A controller, its stream and its safety layer, from ``open`` to ``close``.

    Parameters
    ----------
    uri
        Address of the controller.
    robot
        The arm's description; completed on connecting with what the controller reports.
    pulse
        Ticked by the thread that serves STOP.
    compute
        Where long computations are done.
    visit
        Where recordings go; may be set later.
    open_with
        Makes the controller; a test hands in its own.
    is_watched
        Whether the arm is shown also while nothing is done with it: then the time of a
        simulated one goes on.
    """

    def __init__(
        self,
        uri: str,
        robot: RobotModel,
        *,
        pulse: Pulse,
        compute: Compute,
        visit: Path | None = None,
        open_with: OpenController = open_controller,
        is_watched: bool = False,
    ) -> None:
        self.uri, self.visit = uri, visit
        self.visit_serial = ""
        """Serial number of the visit's robot; empty while no recording of it has one."""
        self.compute = compute
        self.proven = False
        """Whether the arm has run at reduced speed in this session without a complaint."""
        self.last_check: StoredCheck | None = None
        """The last encoder check of this robot in the visit, of whichever power-on."""
        self.connection_count = 0
        self.hung: PayloadSetting | None = None
        """What ``hang_on_virtual`` put on the flange in this connection; None before."""
        self._described = self._robot = robot
        self._controller = open_with(uri, robot=robot, pulse=pulse)
        self._connection = Connection(self._controller)
        self._stream: WatchedStream | None = None
        self._stop_asked = threading.Event()
        self._is_watched = is_watched

    @property
    def visit_file(self) -> Path:
        """The visit that takes what is recorded.

        Raises
        ------
        ConfigurationError
            ``no-visit`` when there is nowhere to put it.
        """
        if self.visit is None:
            raise ConfigurationError("no-visit")
        return self.visit

    @property
    def robot(self) -> RobotModel:
        """The description, completed by what the controller reported on connecting."""
        return self._robot

    @property
    def described(self) -> RobotModel:
        """The description as it was given."""
        return self._described

    @property
    def controller(self) -> Controller:
        """The controller; ``status`` and ``counters`` may be asked at any time."""
        return self._controller

    @property
    def clock(self) -> ArmClock:
        """The clock by which to wait for the arm: that of a simulated one stands still otherwise."""
        return self._controller.clock

    @property
    def capabilities(self) -> Capabilities:
        """What the controller can do; known before it is connected."""
        return self._controller.capabilities

    @property
    def identity(self) -> Identity | None:
        """Who answered; None before ``open``."""
        return self._connection.identity

    @property
    def state(self) -> ConnectionState:
        """State of the connection."""
        return self._connection.state

    @property
    def acquisition(self) -> Acquisition | None:
        """The stream; None while not connected."""
        return None if self._stream is None else self._stream.acquisition

    @property
    def stream(self) -> WatchedStream:
        """The stream with all that looks at it; ``TransportError`` ``not-connected`` before ``open``."""
        if self._stream is None:
            raise TransportError("not-connected", uri=self.uri)
        return self._stream

    @property
    def safe(self) -> SafeArm:
        """The only way to motion; ``TransportError`` ``not-connected`` before ``open``."""
        return self.stream.safe

    @property
    def encoders_checked(self) -> bool:
        """Whether this robot's encoders were checked in this power-on."""
        check, identity = self.last_check, self.identity
        if check is None or identity is None or not identity.power_on:
            return False  # a controller that does not tell its power-ons apart may have had one since
        return (check.serial, check.power_on) == (identity.serial, identity.power_on)

    @property
    def mismatch(self) -> ConfigurationError | None:
        """Why this is not the described arm, or not the visit's; None when all fits."""
        identity = self.identity
        return None if identity is None else mismatch(self._described, identity, serial=self.visit_serial)

    def open(self, monitor: Monitor | None = None) -> Identity:
        """Connect, drain the stream, and wait for the first samples.

        Raises
        ------
        DeviceError
            When nobody answers, no samples come, or it is no arm of this many joints.
        Cancelled
            When the user gave up meanwhile.
        """
        monitor = monitor or NullMonitor()
        self.look_at_visit(monitor)
        identity = self._connection.connect()
        self._settle(identity, monitor)
        return identity

    def reconnect(self, monitor: Monitor | None = None) -> Identity:
        """Find the way back to a lost arm, for reading; whatever was prepared is void.

        The stream that ended stays to be looked at until the new one has samples.

        Raises
        ------
        ConfigurationError
            ``other-serial``: the robot that answers is another one.
        TransportError
            ``gave-up-connecting`` after ``give_up``.
        """
        monitor = monitor or NullMonitor()
        if self._stream is not None:
            self._stream.close()
        self.proven = False
        self.look_at_visit(monitor)
        return self._connection.reconnect(lambda identity: self._settle(identity, monitor))

    @property
    def attempts(self) -> int:
        """How often ``reconnect`` has tried since the link was lost."""
        return self._connection.attempts

    def clear_give_up(self) -> None:
        """Forget a ``give_up``, before a ``reconnect``; also by the caller that gives up: none is missed."""
        self._connection.clear_give_up()

    def give_up(self) -> None:
        """End a ``reconnect`` under way; from any thread."""
        self._connection.give_up()

    def close(self) -> None:
        """Stop a motion, end a recording, end the stream, disconnect: each with a deadline; idempotent."""
        self._connection.give_up()
        if self._stream is not None:
            self.stop()
            self._wait_for_standstill()
        self._end_stream()
        self._connection.disconnect()

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop the arm now, from any thread in any state; the procedure under way ends by itself."""
        stream = self._stream
        if stream is not None:
            stream.safe.stop(level)
        else:
            self._controller.stop(level)
        self._stop_asked.set()

    @property
    def stop_asked(self) -> bool:
        """Whether the user has stopped the arm since the last procedure began."""
        return self._stop_asked.is_set()

    def begin(self, *, connection: int, stop_count: int, moves: bool) -> None:
        """Begin to do what was prepared at that connection and that count of stops.

        Raises
        ------
        MotionRejected
            ``check-needed-after-stop`` when either has changed since.
        TransportError
            Why the link is lost.
        """
        status = self._controller.status
        if status.lifecycle is Lifecycle.LOST and status.fault_code:
            raise TransportError(status.fault_code, **status.fault_facts)  # why, not that it was stopped
        self._stop_asked.clear()  # before the count is read: a stop between the two is not lost
        if connection != self.connection_count or stop_count != self.safe.stop_count:
            raise MotionRejected("check-needed-after-stop")
        self.stream.begin(moves=moves)

    def end(self) -> None:
        """What was begun is over: findings about the stream stop nothing any more."""
        if self._stream is not None:
            self._stream.end()

    def wait(self, seconds: float) -> bool:
        """Wait by the arm's clock, or less after a stop; return whether there was one."""
        return self.clock.wait(self._stop_asked, seconds)

    @property
    def is_simulated(self) -> bool:
        """Whether the controller has no real arm."""
        return not self.capabilities.is_real_arm

    @property
    def announced_drives(self) -> AnnouncedDrives | None:
        """The drive gains that the controller reported; None where it reported none."""
        identity = self.identity
        if identity is None or identity.drive_gain is None:
            return None
        return AnnouncedDrives(
            identity.drive_gain, f"nominal, told by the controller {identity.model} {identity.serial}"
        )

    def circumstances(self) -> Circumstances:
        """Pose of the standing arm and what is known of it, for previews.

        Raises
        ------
        MotionRejected
            ``stale-stream`` or ``arm-not-standing``.
        """
        count = self.safe.stop_count  # before the pose: a stop in between voids the preview
        return Circumstances(
            robot=self._robot,
            capabilities=self.capabilities,
            start=self.standing_pose(),
            proven=self.proven,
            stop_count=count,
        )

    def standing_pose(self) -> FloatArray:
        """(n,) the model's joint positions of the standing arm."""
        return self.safe.standing_pose()

    def hang_on_virtual(self, mass: float, center: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        """Hang ``mass`` kg on the virtual robot's flange, centre (3,) m in its frame; 0 takes it off.

        The arm is stopped first: everything prepared before is void. It counts as unproven again,
        and stands when this returns.

        Raises
        ------
        MotionRejected
            ``simulation-not-offered`` for any other than a virtual robot, ``already-moving``,
            ``arm-not-standing`` or ``stale-stream`` where it does not come to rest.
        ConfigurationError
            ``payload-setting`` for what cannot hang anywhere.
        """
        x, y, z = map(float, center)
        load = PayloadSetting(float(mass), (x, y, z))
        hang(self._controller, self.safe, load)
        self.proven, self.hung = False, load
        self.standing_pose()

    def start_recording(self, *, label: str, payload_mass: float | None = None) -> RecordingInProgress:
        """Record from now on into a part beside the visit; a replay starts again for it.

        Raises
        ------
        ConfigurationError
            ``no-visit`` when there is nowhere to put it; ``mismatch`` when this is not the visit's arm.
        """
        visit = self.visit_file
        if (wrong := self.mismatch) is not None:
            raise wrong
        stream = self.stream
        is_replay = self.capabilities.mark is Mark.REPLAY
        if is_replay:
            self._end_stream()
            stream = self._new_stream(self._connection.connect())
        recording = stream.acquisition.start_recording(
            visit, label=label, payload_mass=payload_mass, origin=self._origin()
        )
        if is_replay:
            stream.start()
        return recording

    def readiness(
        self, *, top_speed: float = 0.0, clear_cell_confirmed: bool = False
    ) -> tuple[ReadinessLine, ...]:
        """The list of what must be so before the arm may move; ``top_speed`` in m/s of what is meant."""
        stream = self._stream
        return readiness(
            ReadinessFacts(
                robot=self._described,
                capabilities=self.capabilities,
                status=self._controller.status,
                counters=self._controller.counters,
                identity=self.identity,
                visit_serial=self.visit_serial if self.identity and self.identity.serial else "",
                stream_rate=0.0 if stream is None else stream.rate,
                stream_age=math.inf if stream is None else stream.sample_age,
                velocity_ratio=None if stream is None else stream.velocity_ratio,
                encoders_checked=self.encoders_checked,
                free_disk=self._free_disk(),
                top_speed=top_speed,
                clear_cell_confirmed=clear_cell_confirmed,
            )
        )

    def _settle(self, identity: Identity, monitor: Monitor) -> None:
        """Take the robot that answered as the arm, once its samples come."""
        wrong = mismatch(self._described, identity)
        if wrong is not None and identity.lower.shape[0] != self._described.joint_count:
            self._connection.disconnect()  # its samples would fit nowhere
            raise wrong
        robot = completed(self._described, identity) if wrong is None else self._described
        if self._is_watched:
            self.clock.run_on()
        stream = WatchedStream(self._controller, robot, identity=identity)
        try:
            stream.start()
            stream.wait_for_samples(monitor)
        except BaseException:  # whatever it was, nothing may be left running
            stream.close()
            raise
        self._robot, self._stream = robot, stream
        self.connection_count += 1
        self.hung = None

    def _new_stream(self, identity: Identity) -> WatchedStream:
        """The stream of a controller that has just been connected, not yet started."""
        self._stream = WatchedStream(self._controller, self._robot, identity=identity)
        return self._stream

    def look_at_visit(self, monitor: Monitor) -> None:
        """Learn the visit's serial number and what was checked in it; nothing without a visit."""
        if self.visit is not None and self.visit.exists():
            about = self.compute(Task(about_visit, path=self.visit), monitor)
            self.visit_serial, self.last_check = about.serial, about.last_check

    def _wait_for_standstill(self) -> None:
        clock = self.clock
        deadline = clock.now() + STANDSTILL_TIMEOUT_S
        while self._controller.status.lifecycle is Lifecycle.MOVING and clock.now() < deadline:
            clock.sleep(_LOOK_S)

    def _end_stream(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _origin(self) -> Origin:
        identity = self.identity
        ratio = None if identity is None else identity.gear_ratio
        return Origin(
            device=self.uri,
            mark=self.capabilities.mark,
            serial="" if identity is None else identity.serial,
            model="" if identity is None else identity.model,
            firmware="" if identity is None else identity.firmware,
            power_on="" if identity is None else identity.power_on,
            gear_ratio=() if ratio is None else tuple(ratio.tolist()),
            announcement_sha256="" if identity is None else identity.announcement_sha256,
        )

    def _free_disk(self) -> int | None:
        if self.visit is None or not self.visit.parent.is_dir():
            return None
        return shutil.disk_usage(self.visit.parent).free
