"""The driver of an arm of moteus drives: reads all of them in rounds, and moves them where that is allowed.

Without ``motion=allowed`` it writes no register, so that it disturbs no other program on the bus.
"""

import hashlib
import math
from collections.abc import Sequence

import numpy as np

from core.errors import Fact
from core.recording import FloatArray, LinkPosition, Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from core.stamp import time_stamp
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.controller import ControllerStatus, Lifecycle
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.driving.jitter import Jitter
from devices.driving.linked_arm import LinkedArm
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, MotionRejected
from devices.moteus.alignment import TURN, quantities_of
from devices.moteus.bus import open_bus
from devices.moteus.drives import EMULATED_SERIAL, Asking, DriveFacts
from devices.moteus.link import Link
from devices.moteus.moving import Moving, fault_of
from devices.moteus.settings import MoteusSettings
from devices.safety.limits import SILENCE_S

_ALL = tuple(
    Quantity(each) for each in ("position", "motor_position", "link_position", "velocity", "current")
)
_EXPECTED = (*_ALL, Quantity.TORQUE, Quantity.TEMPERATURE)
_FIELDS = {
    Quantity.POSITION: "0x001",
    Quantity.MOTOR_POSITION: "0x050-0x054",
    Quantity.LINK_POSITION: "0x050-0x054",
    Quantity.VELOCITY: "0x002",
    Quantity.CURRENT: "0x004",
    Quantity.TORQUE: "0x003",
    Quantity.TEMPERATURE: "0x00e",
}
_BYTE = 0xFF


class MoteusArm(LinkedArm[MoteusSettings, Link, Moving]):
    """An arm behind the bus that ``settings`` name; ``robot`` is its description."""

    def __init__(self, settings: MoteusSettings, *, robot: RobotModel, pulse: Pulse) -> None:
        super().__init__(
            settings,
            robot=robot,
            pulse=pulse,
            joints=len(settings.drives(robot.joint_count)),
            capabilities=_capabilities(settings, robot, quantities=_EXPECTED),
        )
        self._drives: tuple[DriveFacts, ...] = ()

    def _status_when_read(self, link: Link) -> ControllerStatus:
        if link.error is not None:
            return ControllerStatus.lost(link.error, heard_at=link.heard_at)
        fault, about = fault_of(link.answers, self._drives)
        lifecycle = Lifecycle.FAULT if fault else Lifecycle.CONNECTED
        return ControllerStatus(lifecycle, link.heard_at, fault_code=fault, fault_facts=dict(about))

    @property
    def jitter(self) -> Jitter | None:
        """Jitter of the rounds; None while nothing is connected."""
        return None if self._link is None else self._link.jitter

    @property
    def remark(self) -> tuple[str, dict[str, Fact]]:
        """A fault of a drive, with its facts; empty without one."""
        link = self._link
        if link is None:
            return "", {}
        fault, facts = fault_of(link.answers, self._drives)
        return fault, dict(facts)

    @property
    def note(self) -> tuple[str, dict[str, Fact]]:
        """Note on the alignment of the drives' clocks: stored with every recording."""
        if self._link is None:
            return "", {}
        within = self._link.alignment.within
        return ("", {}) if math.isnan(within) else ("moteus-aligned", {"within_s": within})

    @property
    def facts(self) -> ControllerFacts | None:
        """Facts of the connected controller; None while nothing is connected."""
        identity, link = self._identity, self._link
        if identity is None or link is None:
            return None
        measured = {Quantity.TORQUE: ChannelKind.CONVERTED}
        return ControllerFacts(
            model=f"{len(self._drives)} × moteus",
            software=identity.firmware,
            serial=identity.serial,
            serial_source=SerialSource.CONTROLLER,
            rate=float(self._settings.rate) if link.jitter is None else link.jitter.rate,
            asked_rate=float(self._settings.rate),
            channels=tuple(
                Channel(each, _FIELDS[each], measured.get(each, ChannelKind.MEASURED))
                for each in self._capabilities.quantities
            ),
            missing=() if self._capabilities.has_link_encoders else (Missing("one-encoder"),),
        )

    def _begin(self) -> Identity:
        """Open the bus, ask every drive what it is, and start the rounds.

        Raises
        ------
        TransportError
            The errors of opening the bus; ``moteus-drive-silent``.
        ProtocolError
            ``moteus-setting``.
        ConfigurationError
            ``other-serial``, ``moteus-can-missing``, ``moteus-no-rotor-encoder``, ``moteus-no-ratio``.
        """
        bus = self._opened(open_bus(self._settings))
        asking, ids = Asking(bus), self._settings.drives(self._robot.joint_count)
        drives = tuple(asking.facts(each) for each in ids)
        identity = _identity(drives, self._robot)
        if self._settings.serial and self._settings.serial != identity.serial:
            raise ConfigurationError("other-serial", expected=self._settings.serial, found=identity.serial)
        settings = self._settings
        link = Link(bus, drives, rate=settings.rate, motor_at_shaft=self._robot.motor_position_at_shaft)
        link.first_round()
        self._refusal = _refusal(drives) if settings.can_move else None
        self._capabilities = _capabilities(
            settings,
            self._robot,
            quantities=quantities_of(drives),
            can_move=settings.can_move and self._refusal is None,
            # what the drives say of themselves; the arm is handled as a real one all the same
            mark=Mark.SAID if all(each.serial[0] == EMULATED_SERIAL for each in drives) else Mark.NONE,
        )
        self._drives, self._identity, self._link = drives, identity, link
        if self._capabilities.can_move:
            self._moving = Moving(link, drives, robot=self._robot, pulse=self._pulse)
        link.start()
        return identity

    def _read_only(self) -> MotionRejected:
        return MotionRejected("moteus-read-only", controller=self.uri)

    def clear_fault(self) -> None:
        """Stop drives that tell a fault and look whether it stays; see ``Controller``."""
        self._expect_moving().clear_fault()


def _capabilities(
    settings: MoteusSettings,
    robot: RobotModel,
    *,
    quantities: tuple[Quantity, ...],
    can_move: bool | None = None,
    mark: Mark = Mark.NONE,
) -> Capabilities:
    moves = settings.can_move if can_move is None else can_move
    return Capabilities(
        kind=ControllerKind.OPEN if moves else ControllerKind.READ_ONLY,
        joint_count=robot.joint_count,
        sample_rate=float(settings.rate),
        quantities=quantities,
        torque_kind=TorqueKind.MOTOR_CURRENT,
        motions=frozenset(MotionKind) if moves else frozenset(),
        stops_when_host_silent=moves,
        mark=mark,
        said_link_position=LinkPosition.MEASURED,
    )


def _refusal(drives: Sequence[DriveFacts]) -> MotionRejected | None:
    """Reason why an arm of these drives takes no motion: no stop by itself, or not soon enough."""
    for each in drives:
        if not math.isfinite(each.timeout_s) or each.timeout_s <= 0.0:
            return MotionRejected("moteus-no-watchdog", drive=each.drive)
        if each.timeout_s > SILENCE_S:
            return MotionRejected(
                "moteus-slow-watchdog", drive=each.drive, timeout_s=each.timeout_s, most_s=SILENCE_S
            )
    return None


def _identity(drives: Sequence[DriveFacts], robot: RobotModel) -> Identity:
    """Identity of the arm: the serial numbers of all drives in their order make its own."""
    digest = hashlib.sha256(" ".join(each.serial_text for each in drives).encode()).hexdigest()
    firmware = sorted({_version(each.firmware) for each in drives})
    return Identity(
        model="",  # drives do not know of which arm they are
        serial=f"MT-{digest[:12]}",
        firmware=", ".join(firmware),
        # the turns of the encoders are counted again in every connection, and with them the offsets
        power_on=time_stamp(),
        joint_names=robot.joint_names,
        lower=_bounds([each.lower for each in drives], missing=-math.inf),
        upper=_bounds([each.upper for each in drives], missing=math.inf),
        velocity=np.full(len(drives), math.inf),
        gear_ratio=np.array([each.output_sign / each.ratio for each in drives]),
    )


def _bounds(turns: Sequence[float], *, missing: float) -> FloatArray:
    return np.array([missing if math.isnan(each) else TURN * each for each in turns])


def _version(number: int) -> str:
    return ".".join(str(number >> shift & _BYTE) for shift in (16, 8, 0))
