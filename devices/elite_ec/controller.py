"""The driver of an arm of Elite's EC series: reads its monitor, and moves it where that is allowed.

Without ``motion=allowed`` it only asks questions, so that it disturbs neither the pendant nor another client.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import Fact
from core.recording import FloatArray, LinkPosition, Mark, Quantity, TorqueKind
from core.robot.dynamics import inverse_dynamics
from core.robot.kinematics import flange_transforms
from core.robot.model import RobotModel
from core.stamp import time_stamp
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.controller import ControllerStatus, PayloadSetting
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.driving.linked_arm import LinkedArm
from devices.driving.moving import said_missing
from devices.driving.pulse import Pulse
from devices.elite_ec.calls import Calls, dial_service
from devices.elite_ec.counting import Counting
from devices.elite_ec.intake import Intake
from devices.elite_ec.link import Link, first_frames
from devices.elite_ec.moving import Moving
from devices.elite_ec.payload import read_payload
from devices.elite_ec.readiness import conditions, fault_of, remark_of, status_of
from devices.elite_ec.recognising import ask_model
from devices.elite_ec.settings import MODELS, MONITOR_ABOVE, RATE_HZ, EcSettings, TorqueUnit
from devices.elite_ec.state import EcState
from devices.errors import ConfigurationError, MotionRejected, RobotStateError, TransportError
from devices.protocol_elite_ec.monitor import Frames
from devices.transport.dialing import first_answer

JOINTS = 6
EMULATED_SERIAL = "EMULATED-"
"""Beginning of the name that ``torsion emulate`` gives to an arm."""
_EXPECTED = (Quantity.POSITION, Quantity.VELOCITY, Quantity.TORQUE)


@dataclass(frozen=True)
class _Asked:
    """Answers to the requests of a new connection."""

    calls: Calls
    model: str
    software: str
    payload: PayloadSetting | None


class EcArm(LinkedArm[EcSettings, Link, Moving]):
    """An arm behind the controller that ``settings`` name; ``robot`` is its description.

    ``pulse`` is not needed: this controller knows no heartbeat, and finishes a move alone.
    """

    def __init__(self, settings: EcSettings, *, robot: RobotModel, pulse: Pulse) -> None:
        super().__init__(
            settings,
            robot=robot,
            pulse=pulse,
            joints=JOINTS,
            capabilities=_capabilities(settings, robot, quantities=_EXPECTED),
        )
        self._counting = Counting(robot)
        self._asked: _Asked | None = None
        self._away_m = float("nan")

    def _status_when_read(self, link: Link) -> ControllerStatus:
        if link.error is not None:
            return ControllerStatus.lost(link.error, heard_at=link.heard_at)
        payload = None if self._asked is None else self._asked.payload
        mass = None if payload is None else payload.mass
        return status_of(link.intake.state, heard_at=link.heard_at, payload_mass=mass)

    @property
    def state(self) -> EcState | None:
        """Newest state of the controller; None while nothing is connected."""
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
        """Conditions that a motion would lack."""
        state, moving, link = self.state, self._moving, self._link
        if state is None or link is None:
            return ()
        if moving is not None:
            return said_missing(moving.conditions)
        others_move = link.intake.others_move
        return said_missing(
            conditions(state, away_m=self._away_m, speed_percent=None, others_move=others_move)
        )

    def _begin(self) -> Identity:
        """Ask which arm it is, and start its stream.

        Raises
        ------
        TransportError
            ``ec-service-off``, ``address-unknown``, ``address-silent``, ``no-answer``, ``link-lost``,
            ``no-samples-from-controller``.
        ProtocolError
            ``ec-answer``, ``ec-other-arm``.
        DataQualityError
            ``ec-value-impossible``.
        """
        settings, robot, frames = self._settings, self._robot, Frames()
        with first_answer():
            asked = _ask(self._opened(Calls(settings.host, settings.port)))
        transport = self._opened(dial_service(settings.host, settings.port + MONITOR_ABOVE))
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

    def _close_rest(self) -> None:
        asked, self._asked = self._asked, None
        if asked is not None:
            asked.calls.close()

    def _read_only(self) -> MotionRejected:
        return MotionRejected("ec-read-only", controller=self.uri)

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
            return super().write_payload(setting)
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
    """The reported type, where the description is of one; another description cannot be compared."""
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


_FIELDS = {
    Quantity.POSITION: ("machinePos", ChannelKind.MEASURED),
    Quantity.VELOCITY: ("joint_speed", ChannelKind.CONVERTED),
    Quantity.TORQUE: ("torque", ChannelKind.UNKNOWN),
    Quantity.TEMPERATURE: ("jointTemperature", ChannelKind.MEASURED),
}


def facts_of(
    quantities: Sequence[Quantity],
    *,
    model: str,
    software: str,
    serial: str,
    torque: TorqueUnit,
    torque_factor: float,
) -> ControllerFacts:
    """Build the facts of a connection; ``torque_factor`` as :func:`plausible.torque_factor`."""
    low, high = TORQUE_FACTORS
    is_other = not math.isnan(torque_factor) and not low <= torque_factor <= high
    missing = [
        *([] if serial else [Missing("ec-no-serial")]),
        Missing(f"ec-torque-{torque}"),
        *([Missing("ec-torque-factor", {"factor": torque_factor})] if is_other else []),
        Missing("ec-link-computed"),
        *(
            Missing("field-not-sent", {"field": name})
            for quantity, (name, _) in _FIELDS.items()
            if quantity not in quantities
        ),
    ]
    return ControllerFacts(
        model=model.upper(),
        software=software,
        serial=serial,
        serial_source=SerialSource.of(serial, is_reported=False),
        rate=float(RATE_HZ),
        asked_rate=float(RATE_HZ),
        channels=tuple(Channel(quantity, *_FIELDS[quantity]) for quantity in quantities),
        missing=tuple(missing),
    )


HEAVY_SHARE = 0.1
"""Of the rated torque: below it friction hides the weight."""
TORQUE_FACTORS = 0.5, 2.0
"""Torques of a standing arm over those of the description's masses; beyond these the unit is another one."""


def flange_apart(robot: RobotModel, state: EcState) -> float:
    """Distance of the flange by the description from where the controller says it is, m.

    NaN if it does not say it.
    """
    if state.flange is None:
        return float("nan")
    own = replace(robot, base=np.eye(4))  # the controller counts from the arm's own base
    q = robot.position_from_reported(state.position)
    return float(np.linalg.norm(flange_transforms(own, q[None])[0, :3, 3] - np.array(state.flange)))


def torque_factor(robot: RobotModel, state: EcState, torque: FloatArray) -> float:
    """Torque (n,) of a standing arm over its weight by the description; NaN where it is unknown."""
    if robot.inertial_parameters is None or not np.isfinite(robot.torque_limit).all():
        return float("nan")
    q = robot.position_from_reported(state.position)[None]
    weight = robot.reported_sign * inverse_dynamics(robot, q, np.zeros_like(q), np.zeros_like(q))[0]
    is_heavy = np.abs(weight) > HEAVY_SHARE * robot.torque_limit
    if not is_heavy.any():
        return float("nan")
    return float(torque[is_heavy] @ weight[is_heavy] / (weight[is_heavy] @ weight[is_heavy]))
