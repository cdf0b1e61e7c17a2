"""The driver of an arm whose joints are CiA 402 drives: reads them, and moves them where that is allowed.

To be read, the drives are set to send values with each SYNC, and started; nothing that moves a motor
is written. Torsion is the only master of the bus meanwhile; at the end the drives get their settings back.
Without a table the arm is only read: no drive tells which way its joint turns.
"""

import datetime as dt
import logging
import math
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from core.errors import Fact
from core.given_file import read_given_bytes
from core.recording import FloatArray, LinkPosition, Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from core.storage.output_writer import write_whole
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.cia402 import link as cycle_link
from devices.cia402.bus import DriveBus
from devices.cia402.drive_map import (
    REVISION,
    SERIAL,
    STATUS_WORD,
    TARGET,
    VENDOR,
    DriveMap,
    ObjectAt,
    Side,
    map_text,
    read_map,
)
from devices.cia402.eds import Eds, expect_described, read_drive
from devices.cia402.intake import MILLI, Cycle, Intake, quantities_of
from devices.cia402.link import Link
from devices.cia402.map_from_eds import draft_head, work_out
from devices.cia402.master import Timing
from devices.cia402.master_process import MasterProcess
from devices.cia402.moving import Moving, status_of
from devices.cia402.pdo import layout_of, set_up_sending, steps_back
from devices.cia402.settings import Cia402Settings
from devices.controller import ControllerStatus
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.driving.linked_arm import LinkedArm
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, MotionRejected, ProtocolError, TransportError

_NOT_KEPT = {TARGET}
"""A position is no setting: the arm has moved since."""
log = logging.getLogger(__name__)


class BorrowedBus(DriveBus):
    """The bus of ``master``; each object is read before it is written for the first time."""

    def __init__(self, master: MasterProcess) -> None:
        self.master = master
        self._writing = threading.Lock()
        self._before: dict[int, dict[ObjectAt, int]] = {}
        """Values of before, by drive, in the order in which they were replaced."""

    def read(self, node: int, at: ObjectAt) -> int:
        """Read an object of a drive; raises as ``Bus.read``."""
        return self.master.read(node, at)

    def write(self, node: int, at: ObjectAt, value: int) -> None:
        """Write an object of a drive; raises as ``Bus.read``."""
        with self._writing:
            before = self._before.setdefault(node, {})
            if at not in before and at not in _NOT_KEPT:
                before[at] = self.master.read(node, at)
        self.master.write(node, at, value)

    def send(self, identifier: int, content: bytes = b"") -> None:
        """Send a frame; raises as ``Bus.send``."""
        self.master.send(identifier, content)

    def give_back(self) -> None:
        """Write the values of before, as far as the drives can be reached; may be called again."""
        with self._writing:
            before, self._before = self._before, {}
        for node, values in before.items():
            try:
                for at, value in steps_back(values):
                    self._return(node, at, value)
            except TransportError as error:  # a pulled cable: a drive forgets them when it is switched off
                log.info("the settings of drive %d were not returned: %s", node, error)
                return

    def _return(self, node: int, at: ObjectAt, value: int) -> None:
        try:
            self.master.write(node, at, value)
        except ProtocolError as error:
            log.info("a drive did not take back its setting: %s", error)


_REMARK_STEP_S = 1e-4
"""The alignment of the joints is reported in steps of this size."""


class Cia402Arm(LinkedArm[Cia402Settings, Link, Moving]):
    """The drives that ``settings`` name; ``robot`` is the description of the arm that they move."""

    def __init__(self, settings: Cia402Settings, *, robot: RobotModel, pulse: Pulse) -> None:
        self._eds = None if settings.eds is None else read_drive(settings.eds)
        drives = () if settings.map is None else read_map(settings.map)
        expected = quantities_of(drives) if self._eds is None else self._eds.quantities
        joints = len(drives) or len(settings.nodes)
        super().__init__(
            settings,
            robot=robot,
            pulse=pulse,
            joints=joints,
            capabilities=_capabilities(settings, expected, joints=joints),
        )
        if self._eds is not None and settings.can_move:
            self._refusal = self._read_only()
        self._drives = drives
        self._not_sent: tuple[str, ...] = ()
        self._bus: BorrowedBus | None = None
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
        """Note on the largest difference in time between the joints of a sample; a recording stores it.

        Of drives without a table it is the note that their directions are assumed.
        """
        link = self._link
        if link is None:
            return "", {}
        found = link.intake.alignment
        said: dict[str, Fact] = {}
        if not math.isnan(found):
            # the largest that was seen, in steps: an event is stored each time it changes
            self._alignment = max(self._alignment, _REMARK_STEP_S * math.ceil(found / _REMARK_STEP_S))
            said = {"ms": round(1e3 * self._alignment, 1)}
        if self._eds is not None:
            has_link = Quantity.LINK_POSITION in link.intake.quantities
            others = () if has_link else self._eds.second_positions
            return "cia402-directions-assumed", {**said, "others": others}
        if said:
            return "cia402-alignment", said
        is_known = all(drive.clock is not None for drive in self._drives)
        return ("", {}) if is_known else ("cia402-alignment-unknown", {})

    def _begin(self) -> Identity:
        """Open the bus, set up what the drives send, and start the cycle.

        Raises
        ------
        TransportError
            ``cia402-no-bus``, ``cia402-drive-silent``, ``link-lost``.
        ProtocolError
            ``cia402-object-refused``.
        ConfigurationError
            ``cia402-no-library``, ``cia402-not-in-eds``, ``other-serial``, and without a table as
            ``work_out`` and ``WorkedOut.drives``, and ``cia402-table-exists``.
        """
        timing = Timing(float(self._settings.rate), cycle_link.LATE_S, cycle_link.SILENT_S)
        nodes = self._settings.nodes or [drive.node for drive in self._drives]
        master = MasterProcess(self._settings, nodes, timing=timing)
        bus = self._bus = BorrowedBus(master)
        for node in nodes:
            bus.read(node, STATUS_WORD)
        identity = self._ask_identity(bus, nodes)
        if self._eds is not None:
            self._drives = self._worked_out(bus, self._eds)
            found = _capabilities(self._settings, quantities_of(self._drives), joints=len(nodes))
            self._capabilities = replace(found, mark=self._capabilities.mark)
        for drive in self._drives:
            layout = layout_of(drive)
            expect_described(drive, [at for pdo in layout for _, at in pdo])
            set_up_sending(bus, drive.node, layout)
        intake = Intake(self._drives, self._robot, rated=self._rated(bus))
        link = Link(master, intake, rate=float(self._settings.rate))
        if self._settings.can_move and self._refusal is None:
            self._moving = Moving(link, self._drives, bus=bus, robot=self._robot, pulse=self._pulse)
        self._identity, self._link, self._alignment = identity, link, 0.0
        self._facts = _facts_of(
            self._drives,
            intake.quantities,
            serial=identity.serial,
            software=identity.firmware,
            rate=link.rate,
            not_sent=self._not_sent,
        )
        link.start()
        return identity

    def _worked_out(self, bus: DriveBus, eds: Eds) -> tuple[DriveMap, ...]:
        """The drives from what they tell; the table is written also where an entry is left open."""
        robot = self._robot
        # behind coupled joints no drive has a gear ratio of its own
        gears = robot.gear_ratio if robot.coupling is None else np.ones(robot.joint_count)
        found = work_out(eds, self._settings.nodes, partial(_told, bus), gears=gears)
        self._not_sent = found.not_sent
        write = self._settings.write
        if write is not None:
            text = map_text(found.rows, head="\n".join(draft_head(eds))).encode()
            if not write.exists():
                write_whole(write, text)
            elif read_given_bytes(write) != text:  # it may be filled in already
                raise ConfigurationError("cia402-table-exists", file=str(write))
        return found.drives(eds.path)

    def _ask_identity(self, bus: DriveBus, nodes: Sequence[int]) -> Identity:
        first, count = nodes[0], len(nodes)
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
            bus.give_back()
            bus.master.close()

    def _read_only(self) -> MotionRejected:
        if self._eds is not None:
            return MotionRejected("cia402-no-directions", controller=self.uri)
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


def _told(bus: DriveBus, node: int, at: ObjectAt) -> int | None:
    """The number in an object; None where the drive refuses it."""
    try:
        return bus.read(node, at)
    except ProtocolError:
        return None


def _asked(bus: DriveBus, node: int, at: ObjectAt) -> str:
    """The number in an object as text; empty where the drive has none."""
    number = _told(bus, node, at)
    return str(number) if number else ""


def _capabilities(settings: Cia402Settings, quantities: Sequence[Quantity], *, joints: int) -> Capabilities:
    kind = settings.controller_kind if settings.eds is None else ControllerKind.READ_ONLY
    has_link = Quantity.LINK_POSITION in quantities
    return Capabilities(
        kind=kind,
        joint_count=joints,
        sample_rate=float(settings.rate),
        quantities=tuple(quantities),
        torque_kind=TorqueKind.MOTOR_TORQUE if Quantity.TORQUE in quantities else TorqueKind.UNKNOWN,
        motions=frozenset() if kind is ControllerKind.READ_ONLY else frozenset(MotionKind),
        stops_when_host_silent=kind is not ControllerKind.READ_ONLY,
        said_link_position=LinkPosition.MEASURED if has_link else LinkPosition.UNKNOWN,
    )


def _facts_of(
    drives: Sequence[DriveMap],
    quantities: Sequence[Quantity],
    *,
    serial: str,
    software: str,
    rate: float,
    not_sent: Sequence[str],
) -> ControllerFacts:
    """Build the facts of a connection: channels that the drives give, and those they keep back."""
    missing = () if Quantity.LINK_POSITION in quantities else (Missing("one-encoder"),)
    return ControllerFacts(
        model="",
        software=software,
        serial=serial,
        serial_source=SerialSource.of(serial, is_reported=bool(serial)),
        rate=rate,
        asked_rate=rate,
        channels=tuple(_channel(quantity, drives[0]) for quantity in quantities),
        missing=(*missing, *(Missing("field-not-sent", {"field": name}) for name in not_sent)),
    )


def _channel(quantity: Quantity, drive: DriveMap) -> Channel:
    if quantity is Quantity.TORQUE:
        name = "" if drive.torque is None else drive.torque.at.name
        return Channel(quantity, name, ChannelKind.CONVERTED)
    sides = {Quantity.MOTOR_POSITION: Side.MOTOR, Quantity.LINK_POSITION: Side.LINK}
    encoder = drive.encoder(sides[quantity]) if quantity in sides else drive.position
    return Channel(quantity, "" if encoder is None else encoder.at.name, ChannelKind.MEASURED)
