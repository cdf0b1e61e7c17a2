"""One connection to one arm, with everything that belongs to it: stream, safety, description. No Qt.

``open``, ``close``, ``reconnect`` and the procedures belong to one thread; ``stop`` may be
called from any, in any state, and never waits.
"""

import math
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.procedures.compute import Compute
from app.procedures.description import completed, mismatch
from app.work.circumstances import Circumstances
from app.work.recordings import AnnouncedDrives, StoredCheck
from core.exchange.clock import clock_report
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray, Mark, Origin, Quantity
from core.robot.model import RobotModel
from core.signals.velocity_ratio import velocity_ratio
from devices.acquisition.acquisition import Acquisition
from devices.acquisition.recorder import RecordingInProgress
from devices.acquisition.stream_checks import StreamChecks
from devices.capabilities import Capabilities, Identity
from devices.connection import Connection, ConnectionState, open_controller
from devices.controller import Controller, Lifecycle, StopLevel
from devices.errors import (
    ConfigurationError,
    DataQualityError,
    DeviceError,
    MotionRejected,
    TransportError,
)
from devices.open_arm.pulse import Pulse
from devices.safety.readiness import ReadinessFacts, ReadinessLine, readiness
from devices.safety.safe_arm import SafeArm
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from app.work.recordings import AboutVisit

FIRST_SAMPLES_TIMEOUT_S = 5.0
STANDSTILL_TIMEOUT_S = 3.0
"""How long closing waits for a moving arm to stand."""
MOST_FINDINGS = 100
_RATE_WINDOW_S = 1.0
_LOOK_S = 0.02

OpenController = Callable[..., Controller]


class RobotSession:
    """A controller, its stream and its safety layer, from ``open`` to ``close``.

    Parameters
    ----------
    uri
        How the controller is named.
    robot
        The arm's description; completed on connecting with what the controller tells.
    pulse
        Ticked by the thread that serves STOP.
    compute
        Where long computations are done.
    visit
        Where recordings go; may be set later.
    open_with
        Makes the controller; a test hands in its own.
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
        self._described = self._robot = robot
        self._controller = open_with(uri, robot=robot, pulse=pulse)
        self._connection = Connection(self._controller)
        self._acquisition: Acquisition | None = None
        self._safe: SafeArm | None = None
        self._stop_asked = threading.Event()
        self._old_violation: DeviceError | None = None
        self._finding: DataQualityError | None = None
        self._moving_procedure = False
        self.findings: tuple[DataQualityError, ...] = ()
        """What was found about the stream since connecting, the newest last."""

    @property
    def robot(self) -> RobotModel:
        """The description, completed by what the controller told on connecting."""
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
    def capabilities(self) -> Capabilities:
        """What the controller can do; known before it is connected."""
        return self._controller.capabilities

    @property
    def identity(self) -> Identity | None:
        """Who answered; None before ``open``."""
        return self._connection.identity

    @property
    def state(self) -> ConnectionState:
        """Where the connection stands."""
        return self._connection.state

    @property
    def acquisition(self) -> Acquisition | None:
        """The stream; None while not connected."""
        return self._acquisition

    @property
    def safe(self) -> SafeArm:
        """The only way to motion; ``TransportError`` ``not-connected`` before ``open``."""
        if self._safe is None:
            raise TransportError("not-connected", uri=self.uri)
        return self._safe

    @property
    def encoders_checked(self) -> bool:
        """Whether this robot's encoders were checked in this power-on."""
        check, identity = self.last_check, self.identity
        if check is None or identity is None:
            return False
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
            When somebody gave up meanwhile.
        """
        return self._opened(self._connection.connect, monitor or NullMonitor())

    def reconnect(self, monitor: Monitor | None = None) -> Identity:
        """Find the way back to a lost arm, for reading; whatever was prepared is void.

        Raises
        ------
        ConfigurationError
            ``other-serial``: whoever answers is another robot.
        TransportError
            ``gave-up-connecting`` after ``give_up``.
        """
        self._end_stream()
        self.proven = False
        return self._opened(self._connection.reconnect, monitor or NullMonitor())

    def give_up(self) -> None:
        """End a ``reconnect`` under way; from any thread."""
        self._connection.give_up()

    def close(self) -> None:
        """Stop a motion, end a recording, end the stream, disconnect: each with a deadline; idempotent."""
        self._connection.give_up()
        if self._safe is not None:
            self.stop()
            self._wait_for_standstill()
        self._end_stream()
        self._connection.disconnect()

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop the arm now, from any thread in any state; the procedure under way ends by itself."""
        self._safe_stop(level)
        self._stop_asked.set()

    @property
    def stop_asked(self) -> bool:
        """Whether somebody has stopped since the last procedure began."""
        return self._stop_asked.is_set()

    @property
    def complaint(self) -> DeviceError | None:
        """What the safety layer or the stream's checks found since ``begin``; the arm was stopped for it."""
        violation = None if self._safe is None else self._safe.violation
        return self._finding if violation is None or violation is self._old_violation else violation

    def begin(self, *, connection: int, stop_count: int, moves: bool) -> None:
        """Begin to do what was prepared at that connection and that count of stops.

        Raises
        ------
        MotionRejected
            ``check-needed-after-stop`` when either has changed since.
        """
        self._stop_asked.clear()  # before the count is read: a stop between the two is not lost
        if connection != self.connection_count or stop_count != self.safe.stop_count:
            raise MotionRejected("check-needed-after-stop")
        self._old_violation, self._finding = self.safe.violation, None
        self._moving_procedure = moves

    def end(self) -> None:
        """What was begun is over: findings about the stream stop nothing any more."""
        self._moving_procedure = False

    def wait(self, seconds: float) -> bool:
        """Wait, or less when somebody stops; whether they did."""
        return self._stop_asked.wait(seconds)

    @property
    def is_simulated(self) -> bool:
        """Whether no real arm stands behind the controller."""
        return self.capabilities.mark is not Mark.NONE

    @property
    def announced_drives(self) -> AnnouncedDrives | None:
        """The drive gains that the controller told; None where it told none."""
        identity = self.identity
        if identity is None or identity.drive_gain is None:
            return None
        return AnnouncedDrives(
            identity.drive_gain, f"nominal, told by the controller {identity.model} {identity.serial}"
        )

    def circumstances(self) -> Circumstances:
        """Where the arm stands and what is known of it, for previews.

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

    def sample_age(self) -> float:
        """Seconds since the last sample arrived; infinite before the first."""
        return math.inf if self._acquisition is None else self._acquisition.ring.age()

    def device_time(self) -> float:
        """The device's clock at the newest sample; NaN before the first."""
        acquisition = self._acquisition
        newest = np.empty(0) if acquisition is None else acquisition.ring.newest(0.0)[0]
        return float(newest[-1]) if newest.size else math.nan

    @contextmanager
    def watched_by(self, watcher: Callable[[SampleBlock], None]) -> Iterator[None]:
        """Have a watcher called with every block for as long as the block lasts."""
        acquisition = self._stream()
        acquisition.add_watcher(watcher)
        try:
            yield
        finally:
            acquisition.remove_watcher(watcher)

    def standing_pose(self) -> FloatArray:
        """(n,) the model's joint positions of the standing arm."""
        return self.safe.standing_pose()

    def start_recording(self, *, label: str, payload_mass: float | None = None) -> RecordingInProgress:
        """Record from now on into a part beside the visit; a replay begins anew for it.

        Raises
        ------
        ConfigurationError
            ``no-visit`` when there is nowhere to put it; ``mismatch`` when this is not the visit's arm.
        """
        if self.visit is None:
            raise ConfigurationError("no-visit")
        if (wrong := self.mismatch) is not None:
            raise wrong
        acquisition = self._stream()
        is_replay = self.capabilities.mark is Mark.REPLAY
        if is_replay:
            self._end_stream()
            acquisition = self._new_stream(self._connection.connect())
        recording = acquisition.start_recording(
            self.visit, label=label, payload_mass=payload_mass, origin=self._origin()
        )
        if is_replay:
            acquisition.start()
        return recording

    def readiness(
        self, *, top_speed: float = 0.0, clear_cell_confirmed: bool = False
    ) -> tuple[ReadinessLine, ...]:
        """The list of what must be so before the arm may move; ``top_speed`` in m/s of what is meant."""
        acquisition = self._acquisition
        return readiness(
            ReadinessFacts(
                robot=self._described,
                capabilities=self.capabilities,
                status=self._controller.status,
                counters=self._controller.counters,
                identity=self.identity,
                visit_serial=self.visit_serial if self.identity and self.identity.serial else "",
                stream_rate=0.0 if acquisition is None else _rate(acquisition),
                stream_age=self.sample_age(),
                velocity_ratio=None if acquisition is None else _velocity_ratio(acquisition),
                encoders_checked=self.encoders_checked,
                free_disk=self._free_disk(),
                top_speed=top_speed,
                clear_cell_confirmed=clear_cell_confirmed,
            )
        )

    def _opened(self, connect: Callable[[], Identity], monitor: Monitor) -> Identity:
        self.look_at_visit(monitor)
        identity = connect()
        wrong = mismatch(self._described, identity)
        if wrong is not None and identity.lower.shape[0] != self._described.joint_count:
            self._connection.disconnect()  # its samples would fit nowhere
            raise wrong
        self._robot = completed(self._described, identity) if wrong is None else self._described
        acquisition = self._new_stream(identity)
        self.connection_count += 1
        acquisition.start()
        self._wait_for_samples(acquisition, monitor)
        return identity

    def _new_stream(self, identity: Identity) -> Acquisition:
        """The stream of a controller that has just been connected, watched but not yet started."""
        self.findings = ()
        acquisition = Acquisition(self._controller)
        self._safe = SafeArm(self._controller, self._robot, identity=identity, samples=acquisition.ring)
        acquisition.add_watcher(self._safe.watch)
        acquisition.add_watcher(StreamChecks(self._controller, self._robot, on_finding=self._take_finding))
        self._acquisition = acquisition
        return acquisition

    def look_at_visit(self, monitor: Monitor) -> None:
        """Learn the visit's serial number and what was checked in it; nothing without a visit."""
        if self.visit is not None and self.visit.exists():
            about: AboutVisit = self.compute("app.work.recordings:about_visit", {"path": self.visit}, monitor)
            self.visit_serial, self.last_check = about.serial, about.last_check

    def _take_finding(self, finding: DataQualityError) -> None:
        """In the acquisition thread: an arm that is not seen properly must not go on moving."""
        if self._moving_procedure and self._finding is None:
            self._finding = finding
            self._safe_stop()
        self.findings = (*self.findings[1 - MOST_FINDINGS :], finding)
        acquisition = self._acquisition
        if acquisition is not None and (recording := acquisition.recording) is not None:
            recording.note(finding.code, **finding.facts)

    def _safe_stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        safe = self._safe
        if safe is not None:
            safe.stop(level)
        else:
            self._controller.stop(level)

    def _wait_for_samples(self, acquisition: Acquisition, monitor: Monitor) -> None:
        deadline = time.monotonic() + FIRST_SAMPLES_TIMEOUT_S
        while not acquisition.ring.generation:
            if acquisition.error is not None:
                raise acquisition.error
            if time.monotonic() > deadline:
                raise TransportError("no-samples-from-controller", seconds=FIRST_SAMPLES_TIMEOUT_S)
            monitor.check()
            time.sleep(_LOOK_S)

    def _wait_for_standstill(self) -> None:
        deadline = time.monotonic() + STANDSTILL_TIMEOUT_S
        while self._controller.status.lifecycle is Lifecycle.MOVING and time.monotonic() < deadline:
            time.sleep(_LOOK_S)

    def _end_stream(self) -> None:
        safe, acquisition = self._safe, self._acquisition
        self._safe, self._acquisition = None, None
        if acquisition is not None:
            acquisition.close()
        if safe is not None:
            safe.close()

    def _stream(self) -> Acquisition:
        if self._acquisition is None:
            raise TransportError("not-connected", uri=self.uri)
        return self._acquisition

    def _origin(self) -> Origin:
        identity = self.identity
        return Origin(
            device=self.uri,
            mark=self.capabilities.mark,
            serial="" if identity is None else identity.serial,
            power_on="" if identity is None else identity.power_on,
        )

    def _free_disk(self) -> int | None:
        if self.visit is None or not self.visit.parent.is_dir():
            return None
        return shutil.disk_usage(self.visit.parent).free


def _rate(acquisition: Acquisition) -> float:
    """Hz of the stream, by its own clock."""
    clock, _ = acquisition.ring.newest(_RATE_WINDOW_S)
    period = clock_report(clock).period
    return 1.0 / period if period > 0.0 else 0.0


def _velocity_ratio(acquisition: Acquisition) -> float | None:
    clock, columns = acquisition.ring.newest(_RATE_WINDOW_S)
    if not {Quantity.POSITION, Quantity.VELOCITY} <= columns.keys():
        return None
    return velocity_ratio(clock, columns[Quantity.POSITION], columns[Quantity.VELOCITY])
