"""The driver of an arm whose joints are CiA 402 drives: reads them, and moves them where that is allowed.

To be read, the drives are told what to send with each SYNC, and to send it; nothing that moves a motor
is written. Torsion is the only master of the bus meanwhile.
"""

import datetime as dt
import math
import threading
from dataclasses import replace

import numpy as np

from core.errors import Fact
from core.recording import FloatArray, LinkPosition, Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.cia402 import link as cycle_link
from devices.cia402.bus import DriveBus, expect_described
from devices.cia402.drive_map import DriveMap, read_map
from devices.cia402.facts import facts_of
from devices.cia402.intake import MILLI, Cycle, Intake, quantities_of
from devices.cia402.link import Link
from devices.cia402.master import Timing
from devices.cia402.master_process import MasterProcess
from devices.cia402.moving import Moving, status_of
from devices.cia402.objects import REVISION, SERIAL, STATUS_WORD, VENDOR, ObjectAt
from devices.cia402.pdo import layout_of, set_up_sending
from devices.cia402.settings import Cia402Settings
from devices.clock import ArmClock, WallClock
from devices.controller import (
    Controller,
    ControllerStatus,
    Lifecycle,
    LinkCounters,
    PayloadSetting,
    StopLevel,
)
from devices.controller_facts import ControllerFacts
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, MotionRejected, ProtocolError, TransportError
from devices.motion import Motion, MotionPlan, motion_kind
from devices.samples import SampleBlock

_REMARK_STEP_S = 1e-4
"""The alignment of the joints is told in steps of this size."""


class Cia402Arm(Controller):
    """The drives that ``settings`` name; ``robot`` is the description of the arm that they move."""

    def __init__(self, settings: Cia402Settings, *, robot: RobotModel, pulse: Pulse) -> None:
        self._settings, self._robot, self._pulse = settings, robot, pulse
        self._drives = read_map(settings.map)
        self._capabilities = _capabilities(settings, self._drives)
        self._clock = WallClock()
        self._changing = threading.RLock()  # connect and disconnect
        self._bus: MasterProcess | None = None
        self._link: Link | None = None
        self._moving: Moving | None = None
        self._identity: Identity | None = None
        self._facts: ControllerFacts | None = None
        self._alignment = 0.0

    @property
    def uri(self) -> str:
        """The name it was opened by."""
        return self._settings.uri

    @property
    def capabilities(self) -> Capabilities:
        """What the table of the drives gives."""
        return self._capabilities

    @property
    def clock(self) -> ArmClock:
        """The computer's own clock: a real arm does not wait."""
        return self._clock

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        link, moving = self._link, self._moving
        if link is None:
            return ControllerStatus(Lifecycle.DISCONNECTED)
        if moving is not None:
            return moving.status
        return status_of(link)

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples since ``connect``."""
        link = self._link
        return LinkCounters() if link is None else link.counters

    @property
    def cycle(self) -> Cycle | None:
        """What the drives said last; None while nothing is connected."""
        link = self._link
        return None if link is None else link.intake.cycle

    @property
    def note(self) -> tuple[str, dict[str, Fact]]:
        """How far apart in time the joints of a sample may be; a recording stores it."""
        link = self._link
        if link is None:
            return "", {}
        found = link.intake.alignment
        if math.isnan(found):
            is_known = all(drive.clock is not None for drive in self._drives)
            return ("", {}) if is_known else ("cia402-alignment-unknown", {})
        # the largest that was seen, in steps: an event is stored each time it changes
        self._alignment = max(self._alignment, _REMARK_STEP_S * math.ceil(found / _REMARK_STEP_S))
        return "cia402-alignment", {"ms": round(1e3 * self._alignment, 1)}

    @property
    def facts(self) -> ControllerFacts | None:
        """What it is, what it sends and what it keeps back; None while nothing is connected."""
        return None if self._link is None else self._facts

    def connect(self) -> Identity:
        """Open the bus, set up what the drives send, start the cycle; see ``Controller``.

        Raises
        ------
        TransportError
            ``cia402-no-bus``, ``cia402-drive-silent``, ``link-lost``.
        ProtocolError
            ``cia402-object-refused``.
        ConfigurationError
            ``cia402-no-library``, ``cia402-not-in-eds``, ``wrong-joint-count``, ``other-serial``.
        """
        with self._changing:
            self.disconnect()
            found, expected = len(self._drives), self._robot.joint_count
            if found != expected:
                raise ConfigurationError("wrong-joint-count", found=found, expected=expected, model=self.uri)
            settings = self._settings
            timing = Timing(float(settings.rate), cycle_link.LATE_S, cycle_link.SILENT_S)
            self._bus = MasterProcess(settings, self._drives, timing=timing)
            try:
                return self._begin(self._bus)
            except BaseException:  # whatever the error is, no bus may stay open
                self.disconnect()
                raise

    def _begin(self, bus: MasterProcess) -> Identity:
        for drive in self._drives:
            bus.read(drive.node, STATUS_WORD)
        identity = self._ask_identity(bus)
        for drive in self._drives:
            layout = layout_of(drive)
            expect_described(drive, [at for pdo in layout for _, at in pdo])
            set_up_sending(bus, drive.node, layout)
        intake = Intake(self._drives, self._robot, rated=self._rated(bus))
        link = Link(bus, intake, rate=float(self._settings.rate))
        if self._settings.controller_kind is not ControllerKind.READ_ONLY:
            self._moving = Moving(link, self._drives, robot=self._robot, pulse=self._pulse)
        self._identity, self._link, self._alignment = identity, link, 0.0
        self._facts = facts_of(
            self._drives,
            intake.quantities,
            serial=identity.serial,
            software=identity.firmware,
            rate=link.rate,
        )
        link.start()
        return identity

    def _ask_identity(self, bus: DriveBus) -> Identity:
        first, count = self._drives[0].node, len(self._drives)
        serial, revision = _asked(bus, first, SERIAL), _asked(bus, first, REVISION)
        wanted = self._settings.serial
        if wanted and serial and wanted != serial:
            raise ConfigurationError("other-serial", expected=wanted, found=serial)
        # the drives of this program's emulator have no vendor; it is handled as a real arm all the same
        is_emulated = bus.read(first, VENDOR) == 0
        self._capabilities = replace(self._capabilities, mark=Mark.SAID if is_emulated else Mark.NONE)
        return Identity(
            model="",
            serial=serial or wanted,
            firmware=revision,
            # when the drives were switched on is not told: offsets are valid for one connection
            power_on=dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            joint_names=self._robot.joint_names,
            lower=np.full(count, -np.inf),
            upper=np.full(count, np.inf),
            velocity=np.full(count, np.inf),
        )

    def _rated(self, bus: DriveBus) -> FloatArray:
        """Rated torques of the motors, N·m; NaN where the table has no torque."""
        found = []
        for drive in self._drives:
            torque = drive.torque
            if torque is None:
                found.append(float("nan"))
            elif torque.rated_nm is not None:
                found.append(torque.rated_nm)
            else:
                found.append(MILLI * bus.read(drive.node, torque.rated))
        return np.array(found)

    def disconnect(self) -> None:
        """Stop a motion, close the bus and end the threads; see ``Controller``."""
        with self._changing:
            moving, self._moving = self._moving, None
            if moving is not None:
                moving.take_leave()
            link, self._link = self._link, None
            if link is not None:
                link.close()
            if moving is not None:
                moving.close()
            bus, self._bus = self._bus, None
            if bus is not None:
                bus.close()

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller``."""
        link = self._link
        if link is None:
            self._clock.sleep(timeout)
            return None
        return link.samples.take(timeout)

    def arm(self) -> None:
        """Switch the drives on and let the heartbeat begin; see ``Controller``.

        Raises
        ------
        MotionRejected
            ``cia402-read-only`` without consent, ``cia402-not-homed``, ``cia402-no-watchdog``.
        RobotStateError
            ``cia402-fault``, ``cia402-not-enabled``.
        """
        self._expect_moving().arm()

    def disarm(self) -> None:
        """Switch the drives off; their brakes hold the arm."""
        if self._moving is not None:
            self._moving.disarm()

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return immediately; see ``Controller``."""
        moving, kind = self._expect_moving(), motion_kind(plan)
        if kind not in self._capabilities.motions:
            raise MotionRejected("motion-not-offered", motion=str(kind))
        return moving.start(plan)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting; both levels are the drives' quick stop."""
        del level
        moving = self._moving
        if moving is not None:
            moving.stop()

    def clear_fault(self) -> None:
        """Reset the faults of the drives; see ``Controller``."""
        self._expect_moving().clear_fault()

    def _expect_moving(self) -> Moving:
        moving = self._moving
        if moving is not None:
            return moving
        if self._settings.controller_kind is ControllerKind.READ_ONLY:
            raise MotionRejected("cia402-read-only", controller=self.uri)
        raise TransportError("not-connected", uri=self.uri)

    def read_identity(self) -> Identity:
        """Ask the first drive again which one it is; see ``Controller``."""
        bus, identity = self._bus, self._identity
        if bus is None or identity is None:
            raise TransportError("not-connected", uri=self.uri)
        serial = _asked(bus, self._drives[0].node, SERIAL)
        return replace(identity, serial=serial or identity.serial)

    def read_payload(self) -> PayloadSetting:
        """Drives know no payload; raise ``MotionRejected`` ``payload-not-offered``."""
        raise MotionRejected("payload-not-offered")

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Drives take no payload; raise ``MotionRejected`` ``payload-not-offered``."""
        raise MotionRejected("payload-not-offered", uri=self.uri, mass=setting.mass)


def _asked(bus: DriveBus, node: int, at: ObjectAt) -> str:
    """The number in an object as text; empty where the drive has none."""
    try:
        number = bus.read(node, at)
    except ProtocolError:
        return ""
    return str(number) if number else ""


def _capabilities(settings: Cia402Settings, drives: tuple[DriveMap, ...]) -> Capabilities:
    quantities = quantities_of(drives)
    kind = settings.controller_kind
    has_link = Quantity.LINK_POSITION in quantities
    return Capabilities(
        kind=kind,
        joint_count=len(drives),
        sample_rate=float(settings.rate),
        quantities=quantities,
        torque_kind=TorqueKind.MOTOR_TORQUE if Quantity.TORQUE in quantities else TorqueKind.UNKNOWN,
        motions=frozenset() if kind is ControllerKind.READ_ONLY else frozenset(MotionKind),
        stops_when_host_silent=kind is not ControllerKind.READ_ONLY,
        said_link_position=LinkPosition.MEASURED if has_link else LinkPosition.UNKNOWN,
    )
