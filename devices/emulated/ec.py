"""An emulated EC controller of Elite with its two ports, in real time, in a thread of its own.

Methods and parameters of port 8055 are those of the maker's package (PyPI ``elirobots`` 0.0.7);
port 8056 sends the monitor's frames.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from core.robot.library import load_robot
from devices.elite_ec.recognising import COLLABORATIVE
from devices.elite_ec.settings import CALLS_PORT, MONITOR_ABOVE, EcSettings
from devices.emulated.arm import Arm, PhysicalArm
from devices.emulated.cabled import BOOT_S
from devices.emulated.controller_settings import expect_emulated
from devices.emulated.ec_controller import FAULTS, FULL_PERCENT, TOOLS, EcController, Refusal
from devices.emulated.ec_settings import EmulatedEcSettings
from devices.emulated.serving import EmulatedController
from devices.emulated.sockets import Session
from devices.errors import ProtocolError
from devices.protocol_elite_ec.lines import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    Answer,
    Objects,
    Request,
    answer_line,
    read_request,
)
from devices.transport.tcp import LOCAL_ADDRESS


class EmulatedEc(EmulatedController):
    """A controller at a loopback address; other threads reach it by the methods below.

    Parameters
    ----------
    settings
        Which arm.
    host, port, boot_s
        As in ``EmulatedController``; the port is that of the requests.
    arm
        The arm behind it; by default the physics of ``settings.robot``.

    Raises
    ------
    BadRequest
        ``robot-not-emulated`` for a description that no controller of the series belongs to.
    TransportError
        ``port-busy`` if a port is taken.
    """

    faults = FAULTS

    def __init__(
        self,
        settings: EmulatedEcSettings,
        *,
        host: str = LOCAL_ADDRESS,
        port: int = CALLS_PORT,
        arm: Arm | None = None,
        boot_s: float = BOOT_S,
    ) -> None:
        expect_emulated(settings)
        body = arm or PhysicalArm(load_robot(settings.robot), seed=settings.seed)
        self.controller = EcController(settings, body)
        """The state behind the ports; only this object's thread changes it."""
        super().__init__(self.controller, host=host, port=port, rate=settings.rate, boot_s=boot_s)

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""
        return EcSettings(self._host, serial=self.controller.settings.serial, port=self.port).uri

    def set_speed(self, share: float) -> None:
        """Set the speed at the controller."""

        def change() -> None:
            self.controller.speed_percent = 100.0 * share

        self.do(change)

    def set_clock(self, seconds: float) -> None:
        """Set the controller's wall clock by this time."""

        def change() -> None:
            self.controller.clock_off += seconds

        self.do(change)

    def _ports(self, base: int) -> dict[int, Callable[[], Session]]:
        return {
            base: lambda: CallsSession(self.controller),
            base + MONITOR_ABOVE: lambda: MonitorSession(self.controller),
        }


LARGEST_ANSWER_BYTES = 1024
"""Largest answer that the maker's package takes in at once, bytes."""
LOWEST_PERCENT = 0.05
Params = Mapping[str, object]


class CallsSession(Session):
    """One client of port 8055: each answer is sent by itself."""

    def __init__(self, controller: EcController) -> None:
        self._controller = controller
        self._objects = Objects()

    def answers(self, content: bytes) -> Iterable[bytes]:
        """Take in bytes; return the answers to the requests that they complete."""
        return [self._answer(told) for told in self._objects.feed(content)]

    def take(self, content: bytes) -> bytes:
        """Like ``answers``, joined."""
        return b"".join(self.answers(content))

    def _answer(self, told: Mapping[str, object]) -> bytes:
        try:
            request = read_request(told)
        except ProtocolError:
            return answer_line(Answer(None, refusal="Invalid request"), code=INVALID_PARAMS)
        try:
            value = answer_to(self._controller, request)
        except LookupError:
            refusal = Answer(request.number, refusal=f"Method not found: {request.method}"[:200])
            return answer_line(refusal, code=METHOD_NOT_FOUND)
        except (Refusal, TypeError, ValueError) as problem:
            return answer_line(Answer(request.number, refusal=str(problem)[:200]))
        return answer_line(Answer(request.number, value))


class MonitorSession(Session):
    """One client of port 8056, which sends nothing."""

    def __init__(self, controller: EcController) -> None:
        self._controller = controller

    def news(self) -> bytes | None:
        """The newest frame."""
        return self._controller.frame


def answer_to(controller: EcController, request: Request) -> object:
    """Carry out a request; return its value.

    Raises
    ------
    LookupError
        For a method that is not emulated.
    Refusal
        If the controller refuses it.
    """
    if request.method not in METHODS:
        raise LookupError(request.method)
    return METHODS[request.method](controller, request.params)


def _number(params: Params, name: str) -> float:
    value = params.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise Refusal(f"{name} is no number")
    return float(value)


def _numbers(params: Params, name: str) -> Iterator[float]:
    value = params.get(name)
    if not isinstance(value, list):
        raise Refusal(f"{name} is no list")
    return (_number({name: each}, name) for each in value)


def _tool(params: Params) -> int:
    number = _number(params, "tool_num")
    if number not in range(TOOLS):
        raise Refusal("tool_num is out of range")
    return int(number)


def _move(at: EcController, params: Params) -> bool:
    at.move(list(_numbers(params, "targetPos")), _number(params, "speed"))
    return True


def _set_servo(at: EcController, params: Params) -> bool:
    at.expect_remote()
    if not _number(params, "status"):
        at.servo_off()
        return True
    return at.servo_on()


def _synchronise(at: EcController, _params: Params) -> bool:
    at.expect_remote()
    at.synchronised = True
    return True


def _payload(at: EcController, params: Params) -> object:
    mass, center = at.payloads.get(_tool(params), (0.0, [0.0] * 3))
    return {"m": mass, "tool_cog": center}


def _set_payload(at: EcController, params: Params) -> bool:
    at.expect_remote()
    mass, limit = _number(params, "m"), at.largest_load
    # "point" is the older name
    center = list(_numbers(params, "cog" if "cog" in params else "point"))
    if not 0.0 <= mass <= limit or len(center) != 3:
        raise Refusal(f"m is out of range: 0 to {limit:g}")
    at.payloads[_tool(params)] = (mass, center)
    return True


def _set_speed(at: EcController, params: Params) -> bool:
    at.expect_remote()
    percent = _number(params, "value")
    if not LOWEST_PERCENT <= percent <= FULL_PERCENT:
        raise Refusal("value is out of range")
    at.speed_percent = percent
    return True


def _set_tool(at: EcController, params: Params) -> bool:
    at.tool = _tool(params)
    return True


def _stop(at: EcController, _params: Params) -> bool:
    at.stop()
    return True


def _done(act: Callable[[EcController], None]) -> "Method":
    def answer(at: EcController, _params: Params) -> bool:
        at.expect_remote()
        act(at)
        return True

    return answer


def _clear_collision(at: EcController, _params: Params) -> bool:
    if at.has_collided:
        at.normal()
    return True


def _fixed(value: object) -> "Method":
    return lambda _at, _params: value


Method = Callable[[EcController, Params], object]
METHODS: dict[str, Method] = {
    "getRobotMode": lambda at, _: int(at.mode),
    "getRobotState": lambda at, _: int(at.state),
    "get_estop_status": lambda at, _: int(at.is_stopped_hard),
    "getServoStatus": lambda at, _: at.servo,
    "getMotorStatus": lambda at, _: at.synchronised,
    "getCollisionState": lambda at, _: int(at.has_collided),
    "resetCollisionState": _clear_collision,
    "clearAlarm": lambda at, _: at.clear_alarm(),
    "syncMotorStatus": _synchronise,
    "set_servo_status": _set_servo,
    "getAlarmNum": _fixed(""),
    "get_servo_precise_position_status": _fixed(1),
    "get_transparent_transmission_state": _fixed(0),
    "tt_clear_servo_joint_buf": _fixed(value=True),
    "getRobotType": _fixed(COLLABORATIVE),
    "getRobotSubtype": lambda at, _: at.subtype,
    "getSoftVersion": lambda at, _: f"v{at.settings.version}",
    "getJointVersion": _fixed(11),
    # what a real controller computes for the joints is not known: the position of the motor here
    "getRobotPos": lambda at, _: at.slots(at.row.position),
    "get_joint_pos": lambda at, _: at.slots(at.row.position),
    "get_motor_pos": lambda at, _: at.slots(at.row.position),
    "getRobotTorques": lambda at, _: at.torques(at.row.torque),
    "get_joint_speed": lambda at, _: at.speeds(at.row.velocity),
    "get_motor_speed": lambda at, _: at.motor_speeds(at.row.velocity),
    "getRobotPose": lambda at, _: at.flange(at.row.position),
    "get_tcp_pose": lambda at, _: at.flange(at.row.position),
    "get_base_flange_pose": lambda at, _: at.flange(at.row.position),
    "getSpeed": lambda at, _: at.speed_percent,
    "setSpeed": _set_speed,
    "getToolNumber": lambda at, _: at.tool,
    "getAutoRunToolNumber": lambda at, _: at.tool,
    "setAutoRunToolNumber": _set_tool,
    "get_tool_payload": _payload,
    "cmd_set_payload": _set_payload,
    "moveByJoint": _move,
    "pause": _done(EcController.pause),
    "run": _done(EcController.go_on),
    "stop": _stop,
    "stopj": _stop,
}
"""Functions that carry out a request, by its method."""
