"""The driver of a Franka arm: reads it on every system, and moves it where that is allowed and possible.

The controller takes one client. Without ``motion=allowed`` that is the native one, which only reads; with it,
on Linux, the maker's own client reads and moves.

Sources of what it reports: franka.de libfranka documentation (*Robot State*: "motor and estimated joint
angles"; table of versions), frankarobotics/libfranka-common ``rbk_types.h``.
"""

import time
from collections.abc import Iterator

import numpy as np

from core.errors import Fact
from core.recording import LinkPosition, Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.controller import ControllerStatus, Lifecycle, PayloadSetting
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.driving.jitter import Jitter
from devices.driving.linked_arm import LinkedArm, PowerOn
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, MotionRejected, RobotStateError, TransportError
from devices.franka.conversation import Agreed, agree
from devices.franka.intake import COLUMNS, RATE_HZ
from devices.franka.moving import Moving
from devices.franka.reading import ReadingLink
from devices.franka.settings import FCI_PORT, MODELS, FrankaSettings
from devices.franka.state import FrankaLink, status_of
from devices.franka.urdf import SAME_PLACE_M, TheirModel, model_of, places_apart
from devices.franka.vendor_client import VendorLink, why_not
from devices.protocol_fci.commands import Load
from devices.protocol_fci.header import WITH_MODEL
from devices.protocol_fci.state import JOINTS
from devices.safety.payload_setting import is_kept
from devices.samples import SampleBlock

READ_BACK_S = 2.0
"""Longest wait for the states to follow."""
LEAST_S = 0.05
"""Shortest wait, s: states before that still report the earlier load."""
_LOOK_S = 0.01


class LoadWriter:
    """Sets loads in one connection; remembers the inertia of the first load that it finds."""

    def __init__(self, link: FrankaLink) -> None:
        self._link = link
        self._found, self._inertia = link.state.payload, link.state.load.inertia

    def write(self, setting: PayloadSetting) -> PayloadSetting:
        """Set a load; return what the controller tells afterwards.

        A new load is set without inertia, which was not measured. The load that was found first is
        restored with the inertia that it had.

        Raises
        ------
        MotionRejected
            ``franka-load-refused``.
        TransportError
            If the connection is lost.
        """
        load = Load(setting.mass, setting.center or (0.0, 0.0, 0.0))
        if is_kept(self._found, setting):
            load = Load(load.mass, load.center, self._inertia)
        self._link.set_load(load)
        began = time.monotonic()
        while (passed := time.monotonic() - began) < READ_BACK_S:
            found = self._link.state.payload
            if passed > LEAST_S and is_kept(setting, found):
                return found
            time.sleep(_LOOK_S)
        return self._link.state.payload


LARGEST_ACCELERATION = 10.0
"""Of a commanded motion in each joint, rad/s²; the controller ends a faster one. Source: FR3, *Limits*."""
_KINDS = {
    Quantity.MOTOR_POSITION: ChannelKind.MEASURED,
    Quantity.MOTOR_VELOCITY: ChannelKind.CONVERTED,
    Quantity.TORQUE: ChannelKind.MEASURED,
}


def capabilities_of(*, moves: bool, mark: Mark = Mark.NONE) -> Capabilities:
    """Capabilities of an arm that is moved or only read."""
    return Capabilities(
        kind=ControllerKind.OPEN if moves else ControllerKind.READ_ONLY,
        joint_count=JOINTS,
        sample_rate=float(RATE_HZ),
        quantities=tuple(COLUMNS),
        torque_kind=TorqueKind.LINK_SENSOR,
        motions=frozenset(MotionKind) if moves else frozenset(),
        stops_when_host_silent=moves,
        payload_write_back=True,
        mark=mark,
        acceleration=(LARGEST_ACCELERATION,) * JOINTS if moves else (),
        said_link_position=LinkPosition.UNKNOWN,
    )


def identity_of(robot: RobotModel, told: TheirModel, *, version: int, serial: str, power_on: str) -> Identity:
    """Build the identity; ``robot`` is the arm's description.

    The name of the type is compared with the description only where that is one of the maker's types.
    """
    theirs = told.robot
    none = np.full(JOINTS, np.inf)
    return Identity(
        model=told.name if robot.name in MODELS and told.name in MODELS else "",
        serial=serial,
        firmware=f"FCI {version}",
        power_on=power_on,
        joint_names=robot.joint_names,
        lower=-none if theirs is None else theirs.lower,
        upper=none if theirs is None else theirs.upper,
        velocity=none if theirs is None else theirs.velocity_limit,
    )


def facts_of(identity: Identity, told: TheirModel, *, version: int, apart: float | None) -> ControllerFacts:
    """Build the facts of a connection.

    ``apart`` is the largest distance in m of its flange from the described one, None if unknown.
    """
    return ControllerFacts(
        model=told.name,
        software=identity.firmware,
        serial=identity.serial,
        serial_source=SerialSource.of(identity.serial, is_reported=bool(told.emulated_serial)),
        rate=float(RATE_HZ),
        asked_rate=float(RATE_HZ),
        channels=tuple(
            Channel(quantity, field, _KINDS.get(quantity, ChannelKind.UNKNOWN))
            for quantity, field in COLUMNS.items()
        ),
        missing=tuple(_missing(told, version=version, apart=apart)),
    )


def _missing(told: TheirModel, *, version: int, apart: float | None) -> Iterator[Missing]:
    if not told.emulated_serial:
        yield Missing("franka-serial")
    if apart is None:
        versions: dict[str, Fact] = {"version": version, "needed": WITH_MODEL}
        yield Missing("franka-no-model", versions)
    elif apart > SAME_PLACE_M:
        yield Missing("franka-geometry", {"apart_mm": 1e3 * apart})
    yield Missing("franka-link-position")


OTHER_PLACE_M = 0.02
"""No arm is moved by a description whose flange is further away than this: limits and collisions lie."""


class FrankaArm(LinkedArm[FrankaSettings, FrankaLink, Moving]):
    """An arm behind the controller that ``settings`` name; ``robot`` is its description."""

    def __init__(self, settings: FrankaSettings, *, robot: RobotModel, pulse: Pulse) -> None:
        super().__init__(
            settings,
            robot=robot,
            pulse=pulse,
            joints=JOINTS,
            capabilities=capabilities_of(moves=settings.can_move),
        )
        self._loads: LoadWriter | None = None
        self._power_on = PowerOn()

    def _status_when_read(self, link: FrankaLink) -> ControllerStatus:
        return status_of(link, Lifecycle.CONNECTED)

    @property
    def jitter(self) -> Jitter | None:
        """Jitter of the cycles; None for an arm that is only read."""
        link = self._link
        return link.jitter if isinstance(link, VendorLink) else None

    @property
    def remark(self) -> tuple[str, dict[str, Fact]]:
        """The code of what is not as planned at this moment, with its facts; empty if nothing is."""
        link = self._link
        return ("", {}) if link is None else link.state.remark

    @property
    def missing(self) -> tuple[tuple[str, dict[str, Fact]], ...]:
        """Condition that a motion would lack, as far as the states show."""
        link, moving = self._link, self._moving
        if link is None or (moving is not None and moving.is_under_way):
            return ()
        found = link.state.missing
        return () if found is None else ((found.code, dict(found.facts)),)

    def _begin(self) -> Identity:
        """Agree on a version, ask for the model, and take the first state.

        Raises
        ------
        TransportError
            ``franka-fci-off``, ``address-unknown``, ``address-silent``, ``no-answer``,
            ``franka-no-states``, ``franka-taken-over``, ``franka-client-failed``.
        ProtocolError
            ``franka-version``, ``franka-urdf``, ``franka-state-size``, ``protocol-field``.
        ConfigurationError
            ``other-serial``.
        """
        agreed = self._opened(agree(self._settings))
        settings, version = self._settings, agreed.conversation.version
        told = model_of(agreed.conversation.model(), version=version)
        serial = told.emulated_serial or settings.serial
        if settings.serial and serial != settings.serial:
            raise ConfigurationError("other-serial", expected=settings.serial, found=serial)
        apart = None if told.robot is None else places_apart(self._robot, told.robot)
        refusal = self._why_not(version, apart) if settings.can_move else None
        link = self._link_of(agreed, moves=settings.can_move and refusal is None)
        power_on = self._power_on.name(timestamp=link.state.message_id / 1e3)
        identity = identity_of(self._robot, told, version=version, serial=serial, power_on=power_on)
        self._facts = facts_of(identity, told, version=version, apart=apart)
        self._identity, self._refusal, self._link = identity, refusal, link
        self._loads = LoadWriter(link)
        self._capabilities = capabilities_of(moves=self._moving is not None, mark=_mark(told))
        link.start()
        return identity

    def _why_not(self, version: int, apart: float | None) -> MotionRejected | None:
        """Reason why the arm is not moved though it may be; None if there is none."""
        found = why_not(version=version, is_usual_port=self._settings.port == FCI_PORT)
        if found is None and apart is not None and apart > OTHER_PLACE_M:
            return MotionRejected("franka-other-geometry", apart_mm=1e3 * apart)
        return found

    def _link_of(self, agreed: Agreed, *, moves: bool) -> FrankaLink:
        if not moves:
            return ReadingLink(agreed)
        agreed.close()  # the controller takes one client
        link = VendorLink(self._settings.host)
        self._moving = Moving(link, robot=self._robot, pulse=self._pulse)
        return link

    def _close_rest(self) -> None:
        self._loads = None

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller``."""
        link = self._link
        return super().read(timeout) if link is None else link.take(timeout)

    def _read_only(self) -> MotionRejected:
        return MotionRejected("franka-read-only", controller=self.uri)

    def clear_fault(self) -> None:
        """Let the controller clear its errors; see ``Controller``.

        Raises
        ------
        RobotStateError
            ``franka-clear-at-desk`` for an arm that is only read; ``franka-not-cleared``.
        """
        link, moving = self._link, self._moving
        code = "" if link is None else link.state.fault[0]
        if not code:
            return
        if moving is None:
            raise RobotStateError("franka-clear-at-desk", fault=code)
        moving.clear_fault()

    def read_payload(self) -> PayloadSetting:
        """Read the load that is set in the controller; see ``Controller``."""
        if self._link is None:
            raise TransportError("not-connected", uri=self.uri)
        return self._link.state.payload

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Set the load and return what the controller tells then; see ``Controller``."""
        loads, moving = self._loads, self._moving
        if loads is None:
            raise TransportError("not-connected", uri=self.uri)
        if moving is not None and moving.is_under_way:
            raise RobotStateError("not-at-rest")
        return loads.write(setting)


def _mark(told: TheirModel) -> Mark:
    """Mark of a controller that declares itself emulated; the arm is handled as a real one all the same."""
    return Mark.SAID if told.emulated_serial else Mark.NONE
