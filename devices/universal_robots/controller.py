"""The driver of an arm of Universal Robots: reads it over RTDE, and moves it where that is allowed.

Without ``motion=allowed`` it claims no input, sends no program and needs no remote mode, so that it
disturbs neither the program at the pendant nor another client.
"""

import threading
from dataclasses import replace
from typing import TypedDict

from core.errors import Fact
from core.recording import Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
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
from devices.errors import ConfigurationError, MotionRejected, RobotStateError, TransportError
from devices.motion import Motion, MotionPlan, motion_kind
from devices.protocol_rtde.setup import ControllerVersion
from devices.protocol_rtde.values import IN_USE
from devices.samples import SampleBlock
from devices.transport.dialing import dial
from devices.transport.transport import Transport
from devices.universal_robots.dialect import RTDE, Dialect
from devices.universal_robots.facts import facts_of
from devices.universal_robots.identity import (
    PowerOn,
    ask_identity,
    comparable_model,
    identity_of,
    read_identity_facts,
)
from devices.universal_robots.link import Link
from devices.universal_robots.moving import Moving
from devices.universal_robots.negotiation import Conversation
from devices.universal_robots.payload import reported_payload
from devices.universal_robots.readiness import Condition, fault_of, remark_of, streamed_conditions
from devices.universal_robots.recipe import JOINTS
from devices.universal_robots.remote import RemoteWatch
from devices.universal_robots.settings import UrSettings
from devices.universal_robots.state import UrState

DIAL_TIMEOUT_S = 3.0
MOTIONS: dict[ControllerKind, frozenset[MotionKind]] = {
    ControllerKind.OPEN: frozenset(MotionKind),
    ControllerKind.CLOSED: frozenset({MotionKind.POINT_TO_POINT}),
    ControllerKind.READ_ONLY: frozenset(),
}


class UrArm(Controller):
    """An arm behind the controller that ``settings`` names; ``robot`` is its description."""

    dialect: Dialect = RTDE
    _facts_of = staticmethod(facts_of)

    def __init__(self, settings: UrSettings, *, robot: RobotModel, pulse: Pulse) -> None:
        self._settings, self._robot, self._pulse = settings, robot, pulse
        self._capabilities = expected_capabilities(settings, robot, self.dialect)
        self._clock = WallClock()
        self._changing = threading.RLock()  # connect and disconnect
        self._link: Link | None = None
        self._moving: Moving | None = None
        """What moves the arm; None while it is only read."""
        self._opening: Transport | None = None
        """The connection during its handshake, so that ``give_up`` can end it."""
        self._identity: Identity | None = None
        self._version: ControllerVersion | None = None
        self._power_on = PowerOn()
        self._refusal = ""
        """Why the controller gave no heartbeat's register; empty if it was given or not asked for."""
        self._facts: ControllerFacts | None = None

    @property
    def uri(self) -> str:
        """The name it was opened by."""
        return self._settings.uri

    @property
    def capabilities(self) -> Capabilities:
        """The expected capabilities before the first connection, the found ones from then on."""
        return self._capabilities

    @property
    def clock(self) -> ArmClock:
        """The computer's own clock: a real arm does not wait."""
        return self._clock

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        link, moving = self._link, self._moving
        if moving is not None:
            return moving.status
        return ControllerStatus(Lifecycle.DISCONNECTED) if link is None else link.status

    @property
    def counters(self) -> LinkCounters:
        """Counts of packages and samples since ``connect``."""
        link = self._link
        return LinkCounters() if link is None else link.counters

    @property
    def state(self) -> UrState | None:
        """What the controller says about itself; None while nothing is connected."""
        link = self._link
        return None if link is None else link.intake.state

    @property
    def remark(self) -> tuple[str, dict[str, Fact]]:
        """The code, with facts, of what to know about the samples of this moment; empty if nothing."""
        state = self.state
        if state is None:
            return "", {}
        fault = fault_of(state)
        return fault if fault[0] else remark_of(state)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What a motion needs, and what of it is missing; empty for an arm that is only read."""
        moving = self._moving
        return () if moving is None else moving.conditions

    @property
    def missing(self) -> tuple[tuple[str, dict[str, Fact]], ...]:
        """What a motion would lack; of an arm that is only read, as far as its stream shows."""
        state, moving = self.state, self._moving
        if state is None:
            return ()
        found = streamed_conditions(state) if moving is None else moving.conditions
        return tuple((each.code, each.facts) for each in found if not each.is_met)

    @property
    def refusal(self) -> MotionRejected | None:
        """Why the arm is only read though it may be moved; None if it is not so."""
        if not self._refusal:
            return None
        own = self.dialect.own
        in_use = self._refusal == IN_USE
        return MotionRejected(own("ur-input-in-use") if in_use else own("ur-no-registers"))

    @property
    def facts(self) -> ControllerFacts | None:
        """What it is, what it sends and what it keeps back; None while nothing is connected."""
        return None if self._link is None else self._facts

    def connect(self) -> Identity:
        """Negotiate the recipe, start the stream, ask which arm it is; see ``Controller``.

        Raises
        ------
        TransportError
            ``ur-service-off``, ``address-unknown``, ``address-silent``, ``no-answer``, ``link-lost``,
            ``no-samples-from-controller``.
        ProtocolError
            ``ur-protocol-refused``, ``ur-field-missing``, ``ur-start-refused``, ``protocol-field``.
        ConfigurationError
            ``wrong-joint-count``, ``other-serial``.
        """
        with self._changing:
            self.disconnect()
            found = self._robot.joint_count
            if found != JOINTS:
                raise ConfigurationError("wrong-joint-count", found=JOINTS, expected=found, model=self.uri)
            transport = self._dial()
            self._opening = transport
            try:
                return self._begin(transport)
            except BaseException:  # whatever the error is, no connection may stay open
                transport.close()
                raise
            finally:
                self._opening = None

    def _dial(self) -> Transport:
        settings = self._settings
        try:
            return dial(settings.host, settings.port, timeout=DIAL_TIMEOUT_S)
        except TransportError as error:
            if error.code == "connection-refused":
                raise TransportError(
                    self.dialect.own("ur-service-off"), address=settings.host, port=settings.port
                ) from error
            raise

    def _begin(self, transport: Transport) -> Identity:
        conversation = Conversation(transport, self.dialect)
        version, recipe = conversation.agree(rate=self._settings.rate)
        # before the stream starts, which no thread reads while another service is asked
        serial, model, is_reported = read_identity_facts(self._settings, lambda: self._ask_identity(version))
        kind = self._settings.controller_kind
        claim = None if kind is ControllerKind.READ_ONLY else conversation.claim(self.dialect.language.beat)
        conversation.start()
        link = Link(transport, conversation, recipe)
        assert link.intake.state is not None
        power_on = self._power_on.name(timestamp=link.intake.state.timestamp)
        comparable = self._comparable(model, version)
        identity = identity_of(self._robot, version, serial=serial, model=comparable, power_on=power_on)
        expected = expected_capabilities(self._settings, self._robot, self.dialect)
        settings = self._settings
        found = _found_capabilities(expected, link, self.dialect, settings=settings, serial=serial)
        if claim is not None and not claim.recipe:  # without a heartbeat the arm would not stop by itself
            found = replace(found, **_motions_of(ControllerKind.READ_ONLY))
        self._capabilities, self._refusal = found, "" if claim is None else claim.refusal
        self._identity, self._version, self._link = identity, version, link
        self._facts = self._facts_of(
            version,
            model=model,
            serial=serial,
            is_reported=is_reported,
            quantities=link.intake.quantities,
            rate=link.rate,
            asked_rate=self._settings.rate,
        )
        if claim is not None and claim.recipe:
            self._moving = Moving(
                self._settings,
                version,
                link,
                claim=claim,
                dialect=self.dialect,
                remote=self._watch_remote(version),
                robot=self._robot,
                pulse=self._pulse,
            )
        link.start()
        return identity

    def _ask_identity(self, version: ControllerVersion) -> tuple[str, str]:
        """Ask the controller for its serial number and model; raises ``TransportError``."""
        return ask_identity(self._settings, version)

    def _watch_remote(self, version: ControllerVersion) -> RemoteWatch:
        """Watch whether the controller takes programs from outside."""
        return RemoteWatch(self._settings, version)

    def _comparable(self, model: str, version: ControllerVersion) -> str:
        """The name under which the reported model ships; empty if it cannot be compared."""
        return comparable_model(self._robot.name, model, version)

    def give_up(self) -> None:
        """End a ``connect`` in progress; may be called from any thread."""
        opening = self._opening
        if opening is not None:
            opening.close()

    def disconnect(self) -> None:
        """Close the connection and end the thread; see ``Controller``."""
        with self._changing:
            link, self._link = self._link, None
            moving, self._moving = self._moving, None
            if moving is not None:
                moving.take_leave()
            if link is not None:
                link.close()
            if moving is not None:
                moving.close()

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller``."""
        link = self._link
        if link is None:
            self._clock.sleep(timeout)
            return None
        return link.samples.take(timeout)

    def arm(self) -> None:
        """Check that the controller is ready for a motion; see ``Controller``.

        Raises
        ------
        MotionRejected
            ``ur-read-only`` without consent, ``ur-input-in-use`` or ``ur-no-registers`` without a heartbeat.
        RobotStateError
            What of ``conditions`` is missing.
        """
        self._expect_moving().arm()

    def disarm(self) -> None:
        """Let no motion begin; the arm holds its position."""
        if self._moving is not None:
            self._moving.disarm()

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return immediately; see ``Controller``."""
        moving, kind = self._expect_moving(), motion_kind(plan)
        if kind not in self._capabilities.motions:
            raise MotionRejected("motion-not-offered", motion=str(kind))
        return moving.start(plan)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop a motion of this program, from any thread in any state, without waiting."""
        moving = self._moving
        if moving is not None:
            moving.stop(level)

    def _expect_moving(self) -> Moving:
        """What moves the arm; raise an error if it is only read."""
        moving = self._moving
        if moving is not None:
            return moving
        if self.refusal is not None:
            raise self.refusal
        if self._settings.controller_kind is ControllerKind.READ_ONLY:
            raise MotionRejected(self.dialect.own("ur-read-only"), controller=self.uri)
        raise TransportError("not-connected", uri=self.uri)

    def clear_fault(self) -> None:
        """Raise ``RobotStateError`` ``ur-clear-at-pendant`` while something stops the arm."""
        state = self.state
        code = "" if state is None else fault_of(state)[0]
        if code:
            raise RobotStateError("ur-clear-at-pendant", fault=code)

    def read_identity(self) -> Identity:
        """Ask the controller again which arm it is; see ``Controller``."""
        link, identity, version = self._link, self._identity, self._version
        if link is None or identity is None or version is None:
            raise TransportError("not-connected", uri=self.uri)
        serial, _, _ = read_identity_facts(self._settings, lambda: self._ask_identity(version))
        return replace(identity, serial=serial)

    def read_payload(self) -> PayloadSetting:
        """Read the payload that is set in the controller; see ``Controller``."""
        state = self.state
        found = None if state is None else reported_payload(state)
        if found is None:
            raise MotionRejected("payload-not-offered")
        return found

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Write the payload and return what the controller reports then; see ``Controller``."""
        if self._settings.controller_kind is ControllerKind.READ_ONLY:
            raise MotionRejected("payload-not-offered", uri=self.uri, mass=setting.mass)
        return self._expect_moving().write_payload(setting)


def expected_capabilities(settings: UrSettings, robot: RobotModel, dialect: Dialect) -> Capabilities:
    """Capabilities before the controller has said which fields it has."""
    return Capabilities(
        **_motions_of(settings.controller_kind),
        joint_count=robot.joint_count,
        sample_rate=float(settings.rate),
        quantities=dialect.expected,
        torque_kind=_torque_kind(dialect.expected, dialect, settings),
    )


class _Motions(TypedDict):
    kind: ControllerKind
    motions: frozenset[MotionKind]
    stops_when_host_silent: bool
    payload_write_back: bool


def _motions_of(kind: ControllerKind) -> _Motions:
    """What an arm driven in this way takes; the heartbeat is claimed wherever it may be moved."""
    moves = kind is not ControllerKind.READ_ONLY
    return {
        "kind": kind,
        "motions": MOTIONS[kind],
        "stops_when_host_silent": moves,
        "payload_write_back": moves,
    }


def _torque_kind(quantities: tuple[Quantity, ...], dialect: Dialect, settings: UrSettings) -> TorqueKind:
    if Quantity.TORQUE not in quantities:
        return TorqueKind.MOTOR_CURRENT
    return settings.torque_kind or dialect.torque_kind


def _found_capabilities(
    before: Capabilities, link: Link, dialect: Dialect, *, settings: UrSettings, serial: str
) -> Capabilities:
    quantities = link.intake.quantities
    return replace(
        before,
        sample_rate=link.rate,
        quantities=quantities,
        torque_kind=_torque_kind(quantities, dialect, settings),
        # what the device says of itself; it is handled as a real arm all the same
        mark=Mark.SAID if serial.startswith(dialect.emulated_serial) else Mark.NONE,
    )
