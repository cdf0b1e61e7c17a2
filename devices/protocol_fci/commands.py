"""Bodies of the commands and of their answers, in the versions that have them alike.

Sources: frankarobotics/libfranka-common ``service_types.h``; BarisYazici/franka-rs ``wire/robot/v5``.
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from devices.protocol_fci.header import OLDEST, Command, field_error

_CONNECT = struct.Struct("<HH")
_CONNECTED = struct.Struct("<BH")
_LOAD = struct.Struct("<d3d9d")
_MOVE = struct.Struct("<II")
DONE = 0
"""Status of a command that was carried out, in every version."""
INCOMPATIBLE = 1
"""Status of *connect* with a version that the controller does not speak; the answer tells its own."""
_SETTERS = ("done", "not-possible", "invalid-argument", "safety")
_RECOVERY = ("done", "not-possible", "safety", "manual-recovery", "reflex", "user-stop", "aborted")
_OTHERS = ("done", "not-possible", "safety")


class MoveStatus(IntEnum):
    """Status of a motion in version 10: *started* first, one of the others at its end."""

    FINISHED = 0
    STARTED = 1
    PREEMPTED = 2
    NOT_POSSIBLE = 5
    INVALID_ARGUMENT = 7
    REFLEX = 8
    EMERGENCY = 9
    INPUT_ERROR = 10
    ABORTED = 11


class Generator(IntEnum):
    """Kind of the set-points of a motion, in the command that begins it."""

    JOINT_POSITION = 0
    JOINT_VELOCITY = 1
    CARTESIAN_POSITION = 2
    CARTESIAN_VELOCITY = 3
    NONE = 4


@dataclass(frozen=True)
class Load:
    """Load of the flange: ``mass`` kg, ``center`` (3,) m in the flange frame.

    ``inertia`` (9,) kg·m² about the centre, column by column.
    """

    mass: float
    center: tuple[float, ...] = (0.0, 0.0, 0.0)
    inertia: tuple[float, ...] = (0.0,) * 9


def connect_request(version: int, udp_port: int) -> bytes:
    """Body of *connect*: the version to speak, and the port at which states are awaited."""
    return _CONNECT.pack(version, udp_port)


def read_connect_request(body: bytes) -> tuple[int, int]:
    """Version and port of a *connect*; raises ``ProtocolError`` ``protocol-field``."""
    version, port = _unpacked(_CONNECT, body, Command.CONNECT)
    return int(version), int(port)


def connect_answer(version: int, *, is_spoken: bool) -> bytes:
    """Body of the answer: the controller's own version, and whether it accepts the client's."""
    return _CONNECTED.pack(DONE if is_spoken else INCOMPATIBLE, version)


def read_connect_answer(body: bytes) -> tuple[bool, int]:
    """True if the version is accepted, and the controller's own one.

    Like libfranka it reads a longer answer, and refuses a shorter one. What an accepting controller gives as
    its version is not used: libfranka does not compare it either.
    """
    if len(body) < _CONNECTED.size:
        raise field_error(Command.CONNECT, "length", f"{len(body)} bytes in place of {_CONNECTED.size}")
    status, version = _CONNECTED.unpack_from(body)
    if status not in {DONE, INCOMPATIBLE}:
        raise field_error(Command.CONNECT, "status", str(status))
    return status == DONE, int(version)


def load_request(load: Load) -> bytes:
    """Body of *set load*."""
    return _LOAD.pack(load.mass, *load.center, *load.inertia)


def read_load_request(body: bytes) -> Load:
    """Load of a *set load*; raises ``ProtocolError`` ``protocol-field``."""
    mass, *rest = _unpacked(_LOAD, body, Command.SET_LOAD)
    return Load(mass, tuple(rest[:3]), tuple(rest[3:]))


def read_move_request(body: bytes) -> tuple[int, Generator]:
    """Number of the controller and kind of the set-points of a *move*; what follows is left aside."""
    if len(body) < _MOVE.size:
        raise field_error(Command.MOVE, "length", f"{len(body)} bytes")
    controller, generator = _MOVE.unpack_from(body)
    if generator not in set(Generator):
        raise field_error(Command.MOVE, "motion generator", str(generator))
    return int(controller), Generator(generator)


def status_answer(status: int) -> bytes:
    """Body of an answer that is a status alone."""
    return bytes([status])


def read_status(body: bytes, command: Command, *, version: int) -> str:
    """Result in an answer: ``done``, or the reason of failure; raises ``ProtocolError`` ``protocol-field``.

    ``not-possible`` in the present mode, ``invalid-argument``, ``safety`` if a safety function forbids
    it, ``manual-recovery`` if only the controller's own page clears it, ``reflex``, ``user-stop``,
    ``aborted``.
    """
    if not body:
        raise field_error(command, "status", "missing")
    words: Sequence[str] = _WORDS.get(command, _OTHERS)
    if version <= OLDEST and command is Command.AUTOMATIC_ERROR_RECOVERY:
        words = [word for word in words if word != "safety"]
    if body[0] >= len(words):
        raise field_error(command, "status", str(body[0]))
    return words[body[0]]


_WORDS: Mapping[Command, Sequence[str]] = {
    Command.SET_LOAD: _SETTERS,
    Command.AUTOMATIC_ERROR_RECOVERY: _RECOVERY,
}


def model_answer(urdf: str) -> bytes:
    """Body of the answer to *get robot model*."""
    return status_answer(DONE) + urdf.encode()


def read_model_answer(body: bytes) -> str:
    """The URDF of an answer to *get robot model*; empty if the controller refuses it.

    Raises
    ------
    ProtocolError
        ``protocol-field`` if it is no text.
    """
    if not body or body[0] != DONE:
        return ""
    try:
        return body[1:].rstrip(b"\0").decode()
    except UnicodeDecodeError as error:
        raise field_error(Command.GET_ROBOT_MODEL, "text", str(error)) from error


def _unpacked(form: struct.Struct, body: bytes, command: Command) -> tuple[float, ...]:
    if len(body) != form.size:
        raise field_error(command, "length", f"{len(body)} bytes in place of {form.size}")
    return form.unpack(body)
