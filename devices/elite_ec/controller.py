"""The driver of an arm of Elite's EC series: reads its monitor, and moves it where that is allowed.

Without ``motion=allowed`` it only asks questions, so that it disturbs neither the pendant nor another client.
"""

import threading
from dataclasses import dataclass, replace

import numpy as np

from core.errors import Fact
from core.recording import FloatArray, LinkPosition, Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from core.stamp import time_stamp
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
from devices.elite_ec.calls import Calls, dial_service
from devices.elite_ec.counting import Counting
from devices.elite_ec.facts import facts_of
from devices.elite_ec.intake import Intake
from devices.elite_ec.link import Link, first_frames
from devices.elite_ec.moving import Moving
from devices.elite_ec.payload import read_payload
from devices.elite_ec.plausible import flange_apart, torque_factor
from devices.elite_ec.readiness import Condition, conditions, fault_of, remark_of, status_of
from devices.elite_ec.recognising import ask_model
from devices.elite_ec.settings import MODELS, MONITOR_ABOVE, RATE_HZ, EcSettings, TorqueUnit
from devices.elite_ec.state import EcState
from devices.errors import ConfigurationError, MotionRejected, RobotStateError, TransportError
from devices.motion import Motion, MotionPlan, motion_kind
from devices.protocol_elite_ec.monitor import Frames
from devices.samples import SampleBlock
from devices.transport.transport import Transport

JOINTS = 6
EMULATED_SERIAL = "EMULATED-"
"""Beginning of the name that ``torsion emulate`` gives to an arm."""
_EXPECTED = (Quantity.POSITION, Quantity.VELOCITY, Quantity.TORQUE)


@dataclass(frozen=True)
class _Asked:
    """What the requests of a new connection told."""

    calls: Calls
    model: str
    software: str
    payload: PayloadSetting | None


class EcArm(Controller):
    """An arm behind the controller that ``settings`` name; ``robot`` is its description."""

    def __init__(self, settings: EcSettings, *, robot: RobotModel, pulse: Pulse) -> None:
        del pulse  # this controller knows no heartbeat: it finishes a move alone
        self._settings, self._robot = settings, robot
        self._counting = Counting(robot)
        self._capabilities = _capabilities(settings, robot, quantities=_EXPECTED)
        self._clock = WallClock()
        self._changing = threading.RLock()  # connect and disconnect
        self._link: Link | None = None
        self._moving: Moving | None = None
        """What moves the arm; None while it is only read."""
        self._opening: tuple[Transport | Calls, ...] = ()
        """The connections during ``connect``, so that ``give_up`` can end them."""
        self._asked: _Asked | None = None
        self._identity: Identity | None = None
        self._facts: ControllerFacts | None = None
        self._away_m = float("nan")

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
        if link is None:
            return ControllerStatus(Lifecycle.DISCONNECTED)
        if link.error is not None:
            code, facts = link.error.code, dict(link.error.facts)
            return ControllerStatus(Lifecycle.LOST, link.heard_at, fault_code=code, fault_facts=facts)
        payload = None if self._asked is None else self._asked.payload
        mass = None if payload is None else payload.mass
        return status_of(link.intake.state, heard_at=link.heard_at, payload_mass=mass)

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples since ``connect``."""
        return LinkCounters() if self._link is None else self._link.counters

    @property
    def state(self) -> EcState | None:
        """What the controller says about itself; None while nothing is connected."""
        return None if self._link is None else self._link.intake.state

    @property
    def remark(self) -> tuple[str, dict[str, Fact]]:
        """The code, with facts, of what is wrong with the samples of this moment; empty if nothing."""
        state = self.state
        return ("", {}) if state is None else remark_of(state)

    @property
    def note(self) -> tuple[str, dict[str, Fact]]:
        """The code, with facts, of a clock of the controller that was set; empty without one."""
        clock = None if self._link is None else self._link.intake.clock
        return ("ec-clock-set", {"seconds": clock.jump_s}) if clock is not None and clock.jumps else ("", {})

    @property
    def missing(self) -> tuple[tuple[str, dict[str, Fact]], ...]:
        """What a motion would lack."""
        state, moving, link = self.state, self._moving, self._link
        if state is None or link is None:
            return ()
        found: tuple[Condition, ...] = (
            moving.conditions
            if moving is not None
            else conditions(
                state, away_m=self._away_m, speed_percent=None, others_move=link.intake.others_move
            )
        )
        return tuple((each.code, each.facts) for each in found if not each.is_met)

    @property
    def facts(self) -> ControllerFacts | None:
        """What it is, what it sends and what it keeps back; None while nothing is connected."""
        return None if self._link is None else self._facts

    def connect(self) -> Identity:
        """Ask which arm it is, and start its stream; see ``Controller``.

        Raises
        ------
        TransportError
            ``ec-service-off``, ``address-unknown``, ``address-silent``, ``no-answer``, ``link-lost``,
            ``no-samples-from-controller``.
        ProtocolError
            ``ec-answer``, ``ec-other-arm``.
        ConfigurationError
            ``wrong-joint-count``.
        DataQualityError
            ``ec-value-impossible``.
        """
        with self._changing:
            self.disconnect()
            found = self._robot.joint_count
            if found != JOINTS:
                raise ConfigurationError("wrong-joint-count", found=JOINTS, expected=found, model=self.uri)
            settings = self._settings
            calls = Calls(settings.host, settings.port)
            self._opening = (calls,)
            try:
                asked = _ask(calls)
                transport = dial_service(settings.host, settings.port + MONITOR_ABOVE)
                self._opening = (calls, transport)
                return self._begin(asked, transport)
            except BaseException:  # whatever the error is, no connection may stay open
                self._end_opening()
                raise
            finally:
                self._opening = ()

    def _begin(self, asked: _Asked, transport: Transport) -> Identity:
        settings, robot, frames = self._settings, self._robot, Frames()
        first = first_frames(transport, frames)
        intake = Intake(self._counting, size=frames.size, torque_scale=_torque_scale(settings, robot))
        link = Link(transport, frames, intake)
        block = link.take(first)
        assert block is not None
        assert intake.state is not None
        self._away_m = flange_apart(robot, intake.state)
        self._capabilities = _capabilities(settings, robot, quantities=intake.quantities)
        self._facts = facts_of(
            intake.quantities,
            model=asked.model,
            software=asked.software,
            serial=settings.serial,
            torque=settings.torque,
            torque_factor=torque_factor(robot, intake.state, block.columns[Quantity.TORQUE].mean(axis=0)),
        )
        self._asked, self._link = asked, link
        self._identity = _identity(robot, asked, serial=settings.serial)
        if settings.can_move:
            self._moving = Moving(
                settings,
                link,
                calls=asked.calls,
                counting=self._counting,
                robot=robot,
                away_m=self._away_m,
            )
            self._moving.payload = asked.payload
        link.start()
        return self._identity

    def give_up(self) -> None:
        """End a ``connect`` in progress; may be called from any thread."""
        self._end_opening()

    def _end_opening(self) -> None:
        for each in self._opening:
            each.close()

    def disconnect(self) -> None:
        """Close the connections and end the threads; see ``Controller``."""
        with self._changing:
            link, moving, asked = self._link, self._moving, self._asked
            if moving is not None:
                moving.take_leave()
            self._link = self._moving = self._asked = None
            if link is not None:
                link.close()
            if moving is not None:
                moving.close()
            if asked is not None:
                asked.calls.close()

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
            ``ec-read-only`` without consent.
        RobotStateError
            What of the conditions is missing; ``ec-servo-off``, ``ec-refused``.
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
        if self._moving is not None:
            return self._moving
        if not self._settings.can_move:
            raise MotionRejected("ec-read-only", controller=self.uri)
        raise TransportError("not-connected", uri=self.uri)

    def clear_fault(self) -> None:
        """Clear an alarm; an arm that is only read is left alone; see ``Controller``.

        Raises
        ------
        RobotStateError
            The fault that stays; ``ec-clear-at-pendant`` for an arm that is only read.
        """
        if self._moving is not None:
            self._moving.clear_fault()
            return
        state = self.state
        code = "" if state is None else fault_of(state)[0]
        if code:
            raise RobotStateError("ec-clear-at-pendant", fault=code)

    def read_identity(self) -> Identity:
        """Ask the controller again which arm it is; see ``Controller``."""
        link, identity, asked = self._link, self._identity, self._asked
        if link is None or identity is None or asked is None or link.error is not None:
            raise TransportError("not-connected", uri=self.uri)
        model, software = ask_model(asked.calls)
        return replace(identity, model=_comparable(self._robot, model), firmware=software)

    def read_payload(self) -> PayloadSetting:
        """Read the payload that is set in the controller; see ``Controller``."""
        if self._moving is not None:
            return self._moving.read_payload()
        if self._asked is None:
            raise TransportError("not-connected", uri=self.uri)
        return read_payload(self._asked.calls)

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Write the payload and return what the controller reports then; see ``Controller``."""
        if not self._settings.can_move:
            raise MotionRejected("payload-not-offered", uri=self.uri, mass=setting.mass)
        return self._expect_moving().write_payload(setting)


def _ask(calls: Calls) -> _Asked:
    """Ask for type, software and payload; raises like :meth:`Calls.ask`."""
    model, software = ask_model(calls)
    try:
        payload: PayloadSetting | None = read_payload(calls)
    except MotionRejected:
        payload = None
    return _Asked(calls, model, software, payload)


def _torque_scale(settings: EcSettings, robot: RobotModel) -> FloatArray:
    """N·m for one unit of the reported torque, (n,).

    Raises
    ------
    ConfigurationError
        ``ec-rated-torque`` if a share of the rated torque is reported and the description has none.
    """
    if settings.torque is TorqueUnit.NEWTON_METRE:
        return np.ones(robot.joint_count)
    if not np.isfinite(robot.torque_limit).all():
        raise ConfigurationError("ec-rated-torque", robot=robot.name)
    return 1e-3 * robot.torque_limit


def _comparable(robot: RobotModel, model: str) -> str:
    """The reported type, where the description stands for one; another description cannot be compared."""
    return model if robot.name in MODELS else ""


def _identity(robot: RobotModel, asked: _Asked, *, serial: str) -> Identity:
    """Build the identity; the controller reports neither limits, gear ratios nor names of joints."""
    return Identity(
        model=_comparable(robot, asked.model),
        serial=serial,
        firmware=asked.software,
        # nothing tells how long it has been on: what holds for one power-on holds for one connection
        power_on=time_stamp(),
        joint_names=robot.joint_names,
        lower=np.full(JOINTS, -np.inf),
        upper=np.full(JOINTS, np.inf),
        velocity=np.full(JOINTS, np.inf),
    )


def _capabilities(
    settings: EcSettings, robot: RobotModel, *, quantities: tuple[Quantity, ...]
) -> Capabilities:
    moves = settings.can_move
    return Capabilities(
        kind=ControllerKind.CLOSED if moves else ControllerKind.READ_ONLY,
        joint_count=robot.joint_count,
        sample_rate=float(RATE_HZ),
        quantities=quantities,
        torque_kind=TorqueKind.UNKNOWN,
        motions=frozenset({MotionKind.POINT_TO_POINT}) if moves else frozenset(),
        stops_when_host_silent=False,
        payload_write_back=moves,
        # what its name says; it is handled as a real arm all the same
        mark=Mark.SAID if settings.serial.startswith(EMULATED_SERIAL) else Mark.NONE,
        said_link_position=LinkPosition.COMPUTED,
    )
