"""One client's conversation with port 8055 of an emulated EC controller, and with its monitor port 8056.

Methods and parameters are those of the maker's package (PyPI ``elirobots`` 0.0.7).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from devices.elite_ec.recognising import COLLABORATIVE
from devices.emulated.ec_controller import FULL_PERCENT, TOOLS, EcController, Refusal
from devices.emulated.session import Session
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
