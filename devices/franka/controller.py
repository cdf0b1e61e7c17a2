"""The driver of a Franka arm: reads it on every system, and moves it where that is allowed and possible.

The controller takes one client. Without ``motion=allowed`` that is the native one, which only reads; with it,
on Linux, the maker's own client reads and moves.
"""

import threading

from core.errors import Fact
from core.recording import Mark
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, Identity
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
from devices.driving.jitter import Jitter
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, MotionRejected, RobotStateError, TransportError
from devices.franka.conversation import Agreed, agree
from devices.franka.facts import capabilities_of, facts_of, identity_of
from devices.franka.loads import LoadWriter
from devices.franka.moving import Moving
from devices.franka.reading import ReadingLink
from devices.franka.settings import FCI_PORT, FrankaSettings
from devices.franka.state import FrankaLink, status_of
from devices.franka.urdf import TheirModel, model_of, places_apart
from devices.franka.vendor import VendorLink, why_not
from devices.motion import Motion, MotionPlan
from devices.protocol_fci.state import JOINTS
from devices.samples import SampleBlock
from devices.universal_robots.identity import PowerOn

OTHER_PLACE_M = 0.02
"""No arm is moved by a description whose flange is further away than this: limits and collisions lie."""


class FrankaArm(Controller):
    """An arm behind the controller that ``settings`` name; ``robot`` is its description."""

    def __init__(self, settings: FrankaSettings, *, robot: RobotModel, pulse: Pulse) -> None:
        self._settings, self._robot, self._pulse = settings, robot, pulse
        self._capabilities = capabilities_of(moves=settings.can_move)
        self._clock = WallClock()
        self._changing = threading.RLock()  # connect and disconnect
        self._link: FrankaLink | None = None
        self._moving: Moving | None = None
        self._loads: LoadWriter | None = None
        self._opening: Agreed | None = None
        self._identity: Identity | None = None
        self._facts: ControllerFacts | None = None
        self._power_on = PowerOn()
        self._refusal: MotionRejected | None = None

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
        if link is None:
            return ControllerStatus(Lifecycle.DISCONNECTED)
        return status_of(link, Lifecycle.CONNECTED) if moving is None else moving.status

    @property
    def counters(self) -> LinkCounters:
        """Counts of states and samples since ``connect``."""
        link = self._link
        return LinkCounters() if link is None else link.counters

    @property
    def jitter(self) -> Jitter | None:
        """How evenly the cycles begin; None for an arm that is only read."""
        link = self._link
        return link.jitter if isinstance(link, VendorLink) else None

    @property
    def remark(self) -> tuple[str, dict[str, Fact]]:
        """The code of what is not as planned at this moment, with its facts; empty if nothing is."""
        link = self._link
        return ("", {}) if link is None else link.state.remark

    @property
    def missing(self) -> tuple[tuple[str, dict[str, Fact]], ...]:
        """What a motion would lack, as far as the states show."""
        link, moving = self._link, self._moving
        if link is None or (moving is not None and moving.is_under_way):
            return ()
        found = link.state.missing
        return () if found is None else ((found.code, dict(found.facts)),)

    @property
    def refusal(self) -> MotionRejected | None:
        """Why the arm is only read though it may be moved; None if it is not so."""
        return self._refusal

    @property
    def facts(self) -> ControllerFacts | None:
        """What it is, what it sends and what it keeps back; None while nothing is connected."""
        return None if self._link is None else self._facts

    def connect(self) -> Identity:
        """Agree on a version, ask for the model, take the first state; see ``Controller``.

        Raises
        ------
        TransportError
            ``franka-fci-off``, ``address-unknown``, ``address-silent``, ``no-answer``,
            ``franka-no-states``, ``franka-taken-over``, ``franka-client-failed``.
        ProtocolError
            ``franka-version``, ``franka-urdf``, ``franka-state-size``, ``protocol-field``.
        ConfigurationError
            ``wrong-joint-count``, ``other-serial``.
        """
        with self._changing:
            self.disconnect()
            expected = self._robot.joint_count
            if expected != JOINTS:
                raise ConfigurationError("wrong-joint-count", found=JOINTS, expected=expected, model=self.uri)
            agreed = self._opening = agree(self._settings)
            try:
                return self._begin(agreed)
            except BaseException:  # whatever the error is, no connection may stay open
                agreed.close()
                raise
            finally:
                self._opening = None

    def _begin(self, agreed: Agreed) -> Identity:
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
        """Why the arm is not moved though it may be."""
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

    def give_up(self) -> None:
        """End a ``connect`` in progress; may be called from any thread."""
        opening = self._opening
        if opening is not None:
            opening.close()

    def disconnect(self) -> None:
        """Stop a motion, close the connection and end the thread; see ``Controller``."""
        with self._changing:
            link, moving = self._link, self._moving
            if moving is not None:
                moving.take_leave()
            self._link = self._moving = self._loads = None
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
        return link.take(timeout)

    def arm(self) -> None:
        """Check that the arm is ready for a motion and the cycles come in time; see ``Controller``.

        Raises
        ------
        MotionRejected
            ``franka-read-only`` without consent; ``refusal`` where it cannot be moved from here.
        RobotStateError
            What is ``missing``; ``franka-too-late``.
        """
        self._expect_moving().arm()

    def disarm(self) -> None:
        """Let no motion begin; the arm holds its position."""
        if self._moving is not None:
            self._moving.disarm()

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return immediately; see ``Controller``."""
        return self._expect_moving().start(plan)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop a motion, from any thread in any state, without waiting."""
        moving = self._moving
        if moving is not None:
            moving.stop(level)

    def _expect_moving(self) -> Moving:
        """What moves the arm; raise an error if it is only read."""
        if self._moving is not None:
            return self._moving
        if self._refusal is not None:
            raise self._refusal
        if not self._settings.can_move:
            raise read_only(self._settings)
        raise TransportError("not-connected", uri=self.uri)

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

    def read_identity(self) -> Identity:
        """The identity of this connection; see ``Controller``. No other arm can take its place meanwhile."""
        if self._link is None or self._identity is None or self._link.error is not None:
            raise TransportError("not-connected", uri=self.uri)
        return self._identity

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


def read_only(settings: FrankaSettings) -> MotionRejected:
    """The error for an arm that is opened without consent."""
    return MotionRejected("franka-read-only", controller=settings.uri)


def _mark(told: TheirModel) -> Mark:
    """What the controller says of itself; the arm is handled as a real one all the same."""
    return Mark.SAID if told.emulated_serial else Mark.NONE
