"""The driver of an arm of Universal Robots: reads it over RTDE, and moves it where that is allowed.

Without ``motion=allowed`` it claims no input, sends no program and needs no remote mode, so that it
disturbs neither the program at the pendant nor another client.
"""

from dataclasses import replace
from typing import TypedDict

from core.errors import Fact
from core.recording import Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.controller import ControllerStatus, PayloadSetting
from devices.driving.linked_arm import LinkedArm, PowerOn
from devices.driving.moving import Condition, said_missing
from devices.driving.pulse import Pulse
from devices.errors import MotionRejected, RobotStateError, TransportError
from devices.protocol_rtde.setup import ControllerVersion
from devices.protocol_rtde.values import IN_USE
from devices.transport.dialing import dial
from devices.transport.transport import Transport
from devices.universal_robots.dialect import RTDE, Dialect
from devices.universal_robots.facts import POLYSCOPE, Reporting, facts_of
from devices.universal_robots.heartbeat import Claim
from devices.universal_robots.identity import (
    ask_identity,
    comparable_model,
    identity_of,
    read_identity_facts,
)
from devices.universal_robots.link import Link
from devices.universal_robots.moving import Moving
from devices.universal_robots.negotiation import Conversation
from devices.universal_robots.payload import reported_payload
from devices.universal_robots.readiness import fault_of, remark_of, streamed_conditions
from devices.universal_robots.recipe import JOINTS
from devices.universal_robots.remote_mode import RemoteWatch
from devices.universal_robots.settings import UrSettings
from devices.universal_robots.state import UrState

DIAL_TIMEOUT_S = 3.0
MOTIONS: dict[ControllerKind, frozenset[MotionKind]] = {
    ControllerKind.OPEN: frozenset(MotionKind),
    ControllerKind.CLOSED: frozenset({MotionKind.POINT_TO_POINT}),
    ControllerKind.READ_ONLY: frozenset(),
}


class UrArm(LinkedArm[UrSettings, Link, Moving]):
    """An arm behind the controller that ``settings`` names; ``robot`` is its description."""

    dialect: Dialect = RTDE
    reporting: Reporting = POLYSCOPE

    def __init__(self, settings: UrSettings, *, robot: RobotModel, pulse: Pulse) -> None:
        super().__init__(
            settings,
            robot=robot,
            pulse=pulse,
            joints=JOINTS,
            capabilities=expected_capabilities(settings, robot, self.dialect),
        )
        self._version: ControllerVersion | None = None
        self._power_on = PowerOn()

    def _status_when_read(self, link: Link) -> ControllerStatus:
        return link.status

    @property
    def state(self) -> UrState | None:
        """Newest state of the controller; None while nothing is connected."""
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
        """Conditions of a motion, with those that are missing; empty for an arm that is only read."""
        moving = self._moving
        return () if moving is None else moving.conditions

    @property
    def missing(self) -> tuple[tuple[str, dict[str, Fact]], ...]:
        """Conditions that a motion would lack; of an arm that is only read, as far as its stream shows."""
        state, moving = self.state, self._moving
        if state is None:
            return ()
        return said_missing(streamed_conditions(state) if moving is None else moving.conditions)

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

    def _begin(self) -> Identity:
        """Negotiate the recipe, start the stream, and ask which arm it is.

        Raises
        ------
        TransportError
            ``ur-service-off``, ``address-unknown``, ``address-silent``, ``other-service``,
            ``closed-at-once``, ``no-answer``, ``link-lost``, ``no-samples-from-controller``.
        ProtocolError
            ``ur-protocol-refused``, ``ur-field-missing``, ``ur-start-refused``, ``protocol-field``.
        ConfigurationError
            ``other-serial``.
        """
        transport = self._opened(self._dial())
        conversation = Conversation(transport, self.dialect)
        version, recipe = conversation.agree(rate=self._settings.rate)
        # before the stream starts, which no thread reads while another service is asked
        serial, model, is_reported = read_identity_facts(self._settings, lambda: self._ask_identity(version))
        claim = conversation.claim(self.dialect.language.beat) if self._settings.can_move else None
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
        self._capabilities, self._refusal = found, self._refusal_of(claim)
        self._identity, self._version, self._link = identity, version, link
        self._facts = facts_of(
            version,
            reporting=self.reporting,
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

    def _refusal_of(self, claim: Claim | None) -> MotionRejected | None:
        """Reason why the controller gave no heartbeat's register; None if it was given or not asked for."""
        if claim is None or not claim.refusal:
            return None
        own = self.dialect.own
        return MotionRejected(own("ur-input-in-use") if claim.refusal == IN_USE else own("ur-no-registers"))

    def _ask_identity(self, version: ControllerVersion) -> tuple[str, str]:
        """Ask the controller for its serial number and model; raises ``TransportError``."""
        return ask_identity(self._settings, version)

    def _watch_remote(self, version: ControllerVersion) -> RemoteWatch:
        """Watch whether the controller takes programs from outside."""
        return RemoteWatch(self._settings, version)

    def _comparable(self, model: str, version: ControllerVersion) -> str:
        """The name under which the reported model ships; empty if it cannot be compared."""
        return comparable_model(self._robot.name, model, version)

    def _read_only(self) -> MotionRejected:
        return MotionRejected(self.dialect.own("ur-read-only"), controller=self.uri)

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
        if not self._settings.can_move:
            return super().write_payload(setting)
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
    """Motions of an arm driven in this way; the heartbeat is claimed wherever it may be moved."""
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
