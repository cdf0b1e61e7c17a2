"""The driver of an arm whose joints are CiA 402 drives: reads them, and moves them where that is allowed.

To be read, the drives are set to send values with each SYNC, and started; nothing that moves a motor
is written. Torsion is the only master of the bus meanwhile.
"""

import datetime as dt
import math
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
from devices.controller import ControllerStatus
from devices.driving.linked_arm import LinkedArm
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, MotionRejected, ProtocolError, TransportError

_REMARK_STEP_S = 1e-4
"""The alignment of the joints is reported in steps of this size."""


class Cia402Arm(LinkedArm[Cia402Settings, Link, Moving]):
    """The drives that ``settings`` name; ``robot`` is the description of the arm that they move."""

    def __init__(self, settings: Cia402Settings, *, robot: RobotModel, pulse: Pulse) -> None:
        drives = read_map(settings.map)
        super().__init__(
            settings,
            robot=robot,
            pulse=pulse,
            joints=len(drives),
            capabilities=_capabilities(settings, drives),
        )
        self._drives = drives
        self._bus: MasterProcess | None = None
        self._alignment = 0.0

    def _status_when_read(self, link: Link) -> ControllerStatus:
        return status_of(link)

    @property
    def cycle(self) -> Cycle | None:
        """Newest values of the drives; None while nothing is connected."""
        link = self._link
        return None if link is None else link.intake.cycle

    @property
    def note(self) -> tuple[str, dict[str, Fact]]:
        """Note on the largest difference in time between the joints of a sample; a recording stores it."""
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

    def _begin(self) -> Identity:
        """Open the bus, set up what the drives send, and start the cycle.

        Raises
        ------
        TransportError
            ``cia402-no-bus``, ``cia402-drive-silent``, ``link-lost``.
        ProtocolError
            ``cia402-object-refused``.
        ConfigurationError
            ``cia402-no-library``, ``cia402-not-in-eds``, ``other-serial``.
        """
        timing = Timing(float(self._settings.rate), cycle_link.LATE_S, cycle_link.SILENT_S)
        bus = self._bus = MasterProcess(self._settings, self._drives, timing=timing)
        for drive in self._drives:
            bus.read(drive.node, STATUS_WORD)
        identity = self._ask_identity(bus)
        for drive in self._drives:
            layout = layout_of(drive)
            expect_described(drive, [at for pdo in layout for _, at in pdo])
            set_up_sending(bus, drive.node, layout)
        intake = Intake(self._drives, self._robot, rated=self._rated(bus))
        link = Link(bus, intake, rate=float(self._settings.rate))
        if self._settings.can_move:
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
            # the drives do not report when they were switched on: offsets are valid for one connection
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

    def _close_rest(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()

    def _read_only(self) -> MotionRejected:
        return MotionRejected("cia402-read-only", controller=self.uri)

    def clear_fault(self) -> None:
        """Reset the faults of the drives; see ``Controller``."""
        self._expect_moving().clear_fault()

    def read_identity(self) -> Identity:
        """Ask the first drive again which one it is; see ``Controller``."""
        bus, identity = self._bus, self._identity
        if bus is None or identity is None:
            raise TransportError("not-connected", uri=self.uri)
        serial = _asked(bus, self._drives[0].node, SERIAL)
        return replace(identity, serial=serial or identity.serial)


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
