"""The driver: reads an arm of Universal Robots over RTDE and moves nothing.

It claims no input, sends no script and needs no remote mode, so that it disturbs neither the
program at the pendant nor another client.
"""

import threading
from dataclasses import replace

from core.errors import Fact
from core.recording import Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind, Identity
from devices.clock import ArmClock, WallClock
from devices.controller import (
    Controller,
    ControllerStatus,
    Lifecycle,
    LinkCounters,
    PayloadSetting,
    StopLevel,
)
from devices.errors import ConfigurationError, MotionRejected, RobotStateError, TransportError
from devices.motion import Motion, MotionPlan
from devices.protocol_rtde.setup import ControllerVersion
from devices.samples import SampleBlock
from devices.transport.dialing import dial
from devices.transport.transport import Transport
from devices.universal_robots.identity import PowerOn, identity_of, read_identity_facts
from devices.universal_robots.link import Link
from devices.universal_robots.negotiation import Conversation
from devices.universal_robots.readiness import fault_of, remark_of
from devices.universal_robots.recipe import COLUMNS, JOINTS
from devices.universal_robots.settings import UrSettings
from devices.universal_robots.state import UrState

DIAL_TIMEOUT_S = 3.0
EMULATED_SERIAL = "2000"
"""Beginning of the serial numbers of emulated arms: of a year in which the maker sold none."""


class UrArm(Controller):
    """An arm behind the controller that ``settings`` names; ``robot`` is its description."""

    def __init__(self, settings: UrSettings, *, robot: RobotModel) -> None:
        self._settings, self._robot = settings, robot
        self._capabilities = expected_capabilities(settings, robot)
        self._clock = WallClock()
        self._changing = threading.RLock()  # connect and disconnect
        self._link: Link | None = None
        self._opening: Transport | None = None
        """The connection during its handshake, so that ``give_up`` can end it."""
        self._identity: Identity | None = None
        self._version: ControllerVersion | None = None
        self._power_on = PowerOn()

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
        link = self._link
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
                raise TransportError("ur-service-off", address=settings.host, port=settings.port) from error
            raise

    def _begin(self, transport: Transport) -> Identity:
        conversation = Conversation(transport)
        version, recipe = conversation.agree(rate=self._settings.rate)
        # before the stream starts, which no thread reads while another service is asked
        serial, model = read_identity_facts(self._settings, version)
        conversation.start()
        link = Link(transport, conversation, recipe)
        assert link.intake.state is not None
        power_on = self._power_on.name(timestamp=link.intake.state.timestamp)
        identity = identity_of(self._robot, version, serial=serial, model=model, power_on=power_on)
        self._capabilities = _found_capabilities(self._capabilities, link, serial=serial)
        self._identity, self._version, self._link = identity, version, link
        link.start()
        return identity

    def give_up(self) -> None:
        """End a ``connect`` in progress; may be called from any thread."""
        opening = self._opening
        if opening is not None:
            opening.close()

    def disconnect(self) -> None:
        """Close the connection and end the thread; see ``Controller``."""
        with self._changing:
            link, self._link = self._link, None
            if link is not None:
                link.close()

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller``."""
        link = self._link
        if link is None:
            self._clock.sleep(timeout)
            return None
        return link.samples.take(timeout)

    def arm(self) -> None:
        """Raise ``MotionRejected`` ``ur-read-only``: the arm is only read."""
        raise MotionRejected("ur-read-only", controller=self.uri)

    def disarm(self) -> None:
        """Do nothing: the arm is never armed."""

    def start(self, plan: MotionPlan) -> Motion:
        """Raise ``MotionRejected`` ``ur-read-only``: the arm is only read."""
        raise MotionRejected("ur-read-only", controller=self.uri, motion=type(plan).__name__)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Do nothing: no motion of the arm is this program's."""

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
        serial, _ = read_identity_facts(self._settings, version)
        return replace(identity, serial=serial)

    def read_payload(self) -> PayloadSetting:
        """Read the payload that is set in the controller; see ``Controller``."""
        state = self.state
        if state is None or state.payload is None:
            raise MotionRejected("payload-not-offered")
        return PayloadSetting(state.payload, state.payload_center)

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Raise ``MotionRejected`` ``payload-not-offered``: the arm is only read."""
        raise MotionRejected("payload-not-offered", uri=self.uri, mass=setting.mass)


def expected_capabilities(settings: UrSettings, robot: RobotModel) -> Capabilities:
    """Capabilities before the controller has said which fields it has."""
    return Capabilities(
        kind=ControllerKind.READ_ONLY,
        joint_count=robot.joint_count,
        sample_rate=float(settings.rate),
        quantities=tuple(quantity for quantity in COLUMNS if quantity is not Quantity.TORQUE),
        torque_kind=TorqueKind.MOTOR_CURRENT,
        motions=frozenset(),
        stops_when_host_silent=False,
    )


def _found_capabilities(before: Capabilities, link: Link, *, serial: str) -> Capabilities:
    quantities = link.intake.quantities
    has_torque = Quantity.TORQUE in quantities
    return replace(
        before,
        sample_rate=link.rate,
        quantities=quantities,
        torque_kind=TorqueKind.MOTOR_TORQUE if has_torque else TorqueKind.MOTOR_CURRENT,
        # what the device says of itself; it is handled as a real arm all the same
        mark=Mark.SAID if serial.startswith(EMULATED_SERIAL) else Mark.NONE,
    )
