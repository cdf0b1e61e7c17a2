"""The session with one arm: its connection, stream, safety layer and description. No Qt.

``open``, ``close``, ``reconnect`` and the procedures belong to one thread; ``stop`` may be called from any
thread, in any state, and never waits.
"""

import math
import shutil
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.arm.circumstances import Circumstances
from app.arm.description import completed, mismatch, origin_of
from app.arm.stream import WatchedStream
from app.jobs.task import Compute, Task
from app.visit.recordings import StoredCheck, about_visit
from core.errors import BadRequest, Fact, TorsionError
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray, Mark
from core.robot.model import RobotModel
from devices.acquisition.acquisition import Acquisition
from devices.acquisition.recorder import RecordingInProgress
from devices.capabilities import Capabilities, Identity, MotionKind
from devices.clock import ArmClock
from devices.connection import Connection, open_controller
from devices.controller import (
    Controller,
    Foretelling,
    Lifecycle,
    PayloadSetting,
    Simulated,
    StopLevel,
    Withholding,
    note_of,
    remark_of,
)
from devices.driving.pulse import Pulse
from devices.errors import CHECK_NEEDED, ConfigurationError, MotionRejected, TransportError
from devices.safety.readiness import ReadinessFacts, ReadinessLine, readiness
from devices.safety.safe_arm import SafeArm
from devices.samples import SampleBlock

BRAKES_TIMEOUT_S = 3.0
"""Longest wait for the brakes of an arm that was just stopped."""

STANDSTILL_TIMEOUT_S = 3.0
"""Longest wait of ``close`` for a moving arm to come to rest, s."""
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
        Runs long computations.
    visit
        File that takes the recordings; may be set later.
    open_with
        Makes the controller; tests pass their own.
    is_in_trial
        True while this arm may be moved for its first trial only; asked before every motion.
    is_watched
        True if the arm is shown even while no work is done with it: then the time of a simulated one
        goes on.
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
        is_in_trial: "Callable[[RobotSession], bool] | None" = None,
        is_watched: bool = False,
    ) -> None:
        self.uri, self.visit = uri, visit
        self.visit_serial = ""
        """Serial number of the visit's robot; empty if no recording has one."""
        self.compute = compute
        self.proven = False
        """True once the arm has run at reduced speed in this session without a complaint."""
        self.last_check: StoredCheck | None = None
        """The last encoder check of this robot in the visit, of any power-on."""
        self.connection_count = 0
        self.hung: PayloadSetting | None = None
        """Load that ``hang_on_virtual`` put on the flange in this connection; None before."""
        self.described = robot
        """The description as given."""
        self.robot = robot
        """The description, completed with what the controller reported on connecting."""
        self.controller = open_with(uri, robot=robot, pulse=pulse)
        self.connection = Connection(self.controller)
        self._stream: WatchedStream | None = None
        self._stop_asked = threading.Event()
        self.under_way: object = None
        """The ``PlannedMotion`` that was begun last; None before the first of a procedure."""
        self._is_in_trial = is_in_trial
        self._is_watched = is_watched

    @property
    def visit_file(self) -> Path:
        """The visit that takes the recordings.

        Raises
        ------
        ConfigurationError
            ``no-visit`` if there is none.
        """
        if self.visit is None:
            raise ConfigurationError("no-visit")
        return self.visit

    @property
    def clock(self) -> ArmClock:
        """The clock to wait by; only waiting by it lets the time of a simulated arm go on."""
        return self.controller.clock

    @property
    def capabilities(self) -> Capabilities:
        """Abilities of the controller, known before connecting; then without what it fails to deliver."""
        acquisition, announced = self.acquisition, self.controller.capabilities
        if acquisition is None or not acquisition.not_delivered:
            return announced
        return announced.without(acquisition.not_delivered)

    @property
    def identity(self) -> Identity | None:
        """Identity of the device that answered; None before ``open``."""
        return self.connection.identity

    @property
    def acquisition(self) -> Acquisition | None:
        """The acquisition of the stream; None while not connected."""
        return None if self._stream is None else self._stream.acquisition

    @property
    def stream(self) -> WatchedStream:
        """The stream with its watchers; ``TransportError`` ``not-connected`` before ``open``."""
        if self._stream is None:
            raise TransportError("not-connected", uri=self.uri)
        return self._stream

    @property
    def safe(self) -> SafeArm:
        """The safety layer, the only way to a motion; raises as ``stream``."""
        return self.stream.safe

    @property
    def encoders_checked(self) -> bool:
        """True if this robot's encoders were checked since its last power-on."""
        check, identity = self.last_check, self.identity
        if check is None or identity is None or not identity.power_on:
            return False  # a controller that does not number its power-ons may have had one since
        return (check.serial, check.power_on) == (identity.serial, identity.power_on)

    @property
    def mismatch(self) -> ConfigurationError | None:
        """Reason why this is not the described arm, or not the visit's; None if it is."""
        identity = self.identity
        return None if identity is None else mismatch(self.described, identity, serial=self.visit_serial)

    def expect_motion(self) -> None:
        """Refuse a controller that takes no motion.

        Raises
        ------
        BadRequest
            ``controller-does-not-move``.
        DeviceError
            The controller's own reason, where it was allowed to move its arm and cannot.
        """
        if MotionKind.POINT_TO_POINT in self.capabilities.motions:
            return
        controller: object = self.controller
        if isinstance(controller, Withholding) and (reason := controller.refusal) is not None:
            raise reason
        raise BadRequest("controller-does-not-move", controller=self.uri)

    def open(self, monitor: Monitor | None = None) -> Identity:
        """Connect, drain the stream, and wait for the first samples.

        Raises
        ------
        DeviceError
            If no device answers, no samples arrive, or the arm has another number of joints.
        Cancelled
            If the user cancelled.
        """
        monitor = monitor or NullMonitor()
        self.look_at_visit(monitor)
        identity = self.connection.connect()
        self._settle(identity, monitor)
        return identity

    def reconnect(self, monitor: Monitor | None = None) -> Identity:
        """Reconnect to a lost arm, for reading; prepared motions become void.

        The stream that ended can be read until the new one has samples.

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
        return self.connection.reconnect(lambda identity: self._settle(identity, monitor))

    def close(self) -> None:
        """Stop a motion, end a recording, end the stream, disconnect: each with a deadline; idempotent."""
        self.connection.give_up()
        if self._stream is not None:
            self.stop()
            self._wait_for_standstill()
        self._end_stream()
        self.connection.disconnect()

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop the arm now, from any thread in any state; the procedure under way ends by itself."""
        self._stop_asked.set()  # what is refused because of the stop finds it asked for
        stream = self._stream
        if stream is not None:
            stream.safe.stop(level)
        else:
            self.controller.stop(level)
        self._stop_asked.set()  # again, for a procedure that has begun meanwhile

    @property
    def stop_asked(self) -> bool:
        """True if the user has stopped the arm since the last procedure began."""
        return self._stop_asked.is_set()

    def is_own_stop(self, error: TorsionError) -> bool:
        """True for an end by the user's stop, also where a request was refused because of it."""
        return error.code in {"stopped", CHECK_NEEDED} and self.stop_asked

    def begin(self, *, connection: int, stop_count: int, moves: bool) -> None:
        """Begin a procedure that was prepared at this connection and this count of stops.

        Raises
        ------
        MotionRejected
            ``check-needed-after-stop`` if either has changed since.
        TransportError
            The cause of a lost link.
        """
        status = self.controller.status
        if status.lifecycle is Lifecycle.LOST and status.fault_code:
            raise TransportError(status.fault_code, **status.fault_facts)  # the cause; the stop is its effect
        self._stop_asked.clear()  # before the count is read: a stop between the two is not lost
        if connection != self.connection_count or stop_count != self.safe.stop_count:
            raise MotionRejected(CHECK_NEEDED)
        self.under_way = None
        self.stream.begin(moves=moves)

    def end(self) -> None:
        """End a procedure: findings about the stream do not stop the arm any more."""
        if self._stream is not None:
            self._stream.end()

    def wait(self, seconds: float) -> bool:
        """Wait by the arm's clock, at most until a stop; return True if there was one."""
        return self.clock.wait(self._stop_asked, seconds)

    @property
    def is_simulated(self) -> bool:
        """True if the controller has no real arm."""
        return not self.capabilities.is_real_arm

    def circumstances(self) -> Circumstances:
        """Arm, pose and abilities for previews; the arm has to be at rest.

        Raises
        ------
        MotionRejected
            ``stale-stream`` or ``arm-not-standing``.
        """
        count = self.safe.stop_count  # before the pose: a stop in between voids the preview
        return Circumstances(
            robot=self.robot,
            capabilities=self.capabilities,
            start=self.standing_pose(),
            proven=self.proven,
            stop_count=count,
        )

    def standing_pose(self) -> FloatArray:
        """The model's joint positions (n,) of the arm at rest, rad or m."""
        return self.safe.standing_pose()

    def hang_on_virtual(self, mass: float, center: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        """Attach ``mass`` kg to the virtual robot's flange, centre (3,) m in its frame; 0 removes it.

        The arm is stopped first, so prepared motions become void. It counts as unproven again, and is at
        rest when this returns.

        Raises
        ------
        MotionRejected
            ``simulation-not-offered`` for a robot that is not virtual, ``already-moving``,
            ``arm-not-standing`` or ``stale-stream`` if it does not come to rest.
        ConfigurationError
            ``payload-setting`` for a load that no body can be.
        """
        x, y, z = map(float, center)
        load = PayloadSetting(float(mass), (x, y, z))
        hang(self.controller, self.safe, load)
        self.proven, self.hung = False, load
        self.standing_pose()

    def start_recording(
        self,
        *,
        label: str,
        payload_mass: float | None = None,
        watcher: Callable[[SampleBlock], None] | None = None,
    ) -> RecordingInProgress:
        """Record into a part beside the visit; a replay starts again for it.

        ``watcher`` gets every block of samples from the first recorded one on.

        Raises
        ------
        ConfigurationError
            ``no-visit`` without a visit; the reason of ``mismatch`` if this is not the visit's arm.
        """
        visit = self.visit_file
        if (wrong := self.mismatch) is not None:
            raise wrong
        stream = self.stream
        is_replay = self.capabilities.mark is Mark.REPLAY
        if is_replay:
            self._end_stream()
            identity = self.connection.connect()
            stream = self._stream = WatchedStream(self.controller, self.robot, identity=identity)
        origin = origin_of(self.uri, self.capabilities.mark, self.identity)
        recording = stream.acquisition.start_recording(
            visit, label=label, payload_mass=payload_mass, origin=origin
        )
        if watcher is not None:
            stream.acquisition.add_watcher(watcher)
        if is_replay:
            stream.start()
        # what was so before counts for this recording too; what changes meanwhile is found in the stream
        for code, facts in (remark_of(self.controller), note_of(self.controller)):
            if code:
                recording.note(code, **facts)
        return recording

    def begin_recording(self, *, label: str) -> RecordingInProgress:
        """Begin a recording that the caller gives its blocks; raises as ``start_recording``."""
        visit = self.visit_file
        if (wrong := self.mismatch) is not None:
            raise wrong
        origin = origin_of(self.uri, self.capabilities.mark, self.identity)
        return self.stream.acquisition.begin_recording(
            visit, label=label, origin=origin, quantities=self.capabilities.quantities
        )

    @property
    def missing(self) -> tuple[tuple[str, dict[str, Fact]], ...]:
        """Codes and facts of what a motion would lack at the controller, as far as it tells beforehand."""
        controller: object = self.controller
        return controller.missing if isinstance(controller, Foretelling) else ()

    def readiness(
        self, *, top_speed: float = 0.0, clear_cell_confirmed: bool = False
    ) -> tuple[ReadinessLine, ...]:
        """The readiness list for a motion with this ``top_speed``, m/s."""
        stream = self._stream
        return readiness(
            ReadinessFacts(
                robot=self.described,
                capabilities=self.capabilities,
                status=self.controller.status,
                counters=self.controller.counters,
                identity=self.identity,
                visit_serial=self.visit_serial if self.identity and self.identity.serial else "",
                stream_rate=0.0 if stream is None else stream.rate,
                stream_age=math.inf if stream is None else stream.sample_age,
                velocity_ratio=None if stream is None else stream.velocity_ratio,
                encoders_checked=self.encoders_checked,
                missing=self.missing,
                doubtful=() if stream is None else tuple(map(str, stream.acquisition.doubtful)),
                free_disk=self._free_disk(),
                top_speed=top_speed,
                clear_cell_confirmed=clear_cell_confirmed,
            )
        )

    def _settle(self, identity: Identity, monitor: Monitor) -> None:
        """Take over the arm that answered as soon as its samples arrive."""
        wrong = mismatch(self.described, identity)
        if wrong is not None and identity.lower.shape[0] != self.described.joint_count:
            self.connection.disconnect()  # its samples cannot be stored
            raise wrong
        robot = completed(self.described, identity) if wrong is None else self.described
        if self._is_watched:
            self.clock.run_on()
        asked = self._is_in_trial
        is_in_trial = bool if asked is None else partial(asked, self)
        stream = WatchedStream(self.controller, robot, identity=identity, is_in_trial=is_in_trial)
        try:
            stream.start()
            stream.wait_for_samples(monitor)
        except BaseException:  # whatever it was, nothing may be left running
            stream.close()
            raise
        self.robot, self._stream = robot, stream
        self.connection_count += 1
        self.hung = None

    def look_at_visit(self, monitor: Monitor) -> None:
        """Read the serial number and the last encoder check of the visit; nothing without a visit."""
        if self.visit is not None and self.visit.exists():
            about = self.compute(Task(about_visit, path=self.visit), monitor)
            self.visit_serial, self.last_check = about.serial, about.last_check

    def _wait_for_standstill(self) -> None:
        clock = self.clock
        deadline = clock.now() + STANDSTILL_TIMEOUT_S
        while self.controller.status.lifecycle is Lifecycle.MOVING and clock.now() < deadline:
            clock.sleep(_LOOK_S)

    def _end_stream(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _free_disk(self) -> int | None:
        if self.visit is None or not self.visit.parent.is_dir():
            return None
        return shutil.disk_usage(self.visit.parent).free


def hang(controller: Controller, safe: SafeArm, load: PayloadSetting) -> None:
    """Stop the arm, wait until its brakes hold it, and attach the load; prepared motions become void.

    Raises
    ------
    MotionRejected
        ``simulation-not-offered`` for a robot that is not virtual, ``already-moving``.
    ConfigurationError
        ``payload-setting`` for a load that no body can be.
    """
    if controller.capabilities.mark is not Mark.VIRTUAL or not isinstance(controller, Simulated):
        raise MotionRejected("simulation-not-offered", action="attach")
    if controller.status.lifecycle is Lifecycle.MOVING:
        raise MotionRejected("already-moving")
    safe.stop()
    clock = controller.clock
    deadline = clock.now() + BRAKES_TIMEOUT_S
    clock.sleep(0.0)  # no time, but the answer to STOP: else a busy computer decides how old the status is
    while controller.status.brakes_released and clock.now() < deadline:
        clock.sleep(_LOOK_S)
    center = load.center or (0.0, 0.0, 0.0)
    controller.simulate("attach", mass=load.mass, center_of_mass=center)
