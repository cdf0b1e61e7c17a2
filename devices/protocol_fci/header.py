"""Framing of commands and answers: ``command u32 | id u32 | size u32 | body``, little-endian.

``size`` counts the header too. An answer carries the id of its command. The numbers of the commands differ
between the versions of the protocol.

Sources: frankarobotics/libfranka-common ``service_types.h`` (version 10), BarisYazici/franka-rs
``wire/robot/v5`` (version 5), marcbone/libfranka-rs ``service_types.rs`` (version 6), and the note on
version 9 in an emulator of libfranka 0.15 (the number of *get robot model*).
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from devices.errors import ProtocolError

HEADER = struct.Struct("<III")
LARGEST_MESSAGE_BYTES = 4 << 20
"""Longer than any description of an arm or library of its model."""
OLDEST, NEWEST = 5, 10
"""Versions of the protocol that are spoken: 5 of the FER (Panda), 6 to 10 of the Franka Research 3."""
WITH_MODEL = 8
"""From this version on a controller tells its URDF."""


class Command(StrEnum):
    """Requests of a client to a controller."""

    CONNECT = "connect"
    MOVE = "move"
    STOP_MOVE = "stop move"
    GET_CARTESIAN_LIMIT = "get cartesian limit"
    SET_COLLISION_BEHAVIOR = "set collision behavior"
    SET_JOINT_IMPEDANCE = "set joint impedance"
    SET_CARTESIAN_IMPEDANCE = "set cartesian impedance"
    SET_GUIDING_MODE = "set guiding mode"
    SET_EE_TO_K = "set EE to K"
    SET_NE_TO_EE = "set NE to EE"
    SET_LOAD = "set load"
    SET_FILTERS = "set filters"
    AUTOMATIC_ERROR_RECOVERY = "automatic error recovery"
    LOAD_MODEL_LIBRARY = "load model library"
    GET_ROBOT_MODEL = "get robot model"


_ONLY_OLDEST = {Command.GET_CARTESIAN_LIMIT, Command.SET_FILTERS}
_EARLY = tuple(each for each in Command if each is not Command.GET_ROBOT_MODEL)
_LATER = tuple(each for each in Command if each not in _ONLY_OLDEST)


def commands_of(version: int) -> tuple[Command, ...]:
    """The commands of a version in the order of their numbers, which begin at 0."""
    if version <= OLDEST:
        return _EARLY
    if version < WITH_MODEL:
        return _LATER[:-1]
    if version < NEWEST:
        return _LATER
    return tuple(each for each in _LATER if each is not Command.LOAD_MODEL_LIBRARY)


def numbers_of(version: int) -> Mapping[Command, int]:
    """The numbers of the commands of a version."""
    return {command: number for number, command in enumerate(commands_of(version))}


@dataclass(frozen=True, slots=True)
class Message:
    """One command or answer without its header."""

    number: int
    """Of the command, as the version counts them."""
    identifier: int
    body: bytes = b""


def field_error(message: str, field: str, reason: str) -> ProtocolError:
    """Build the error for a part of a message that cannot be understood."""
    return ProtocolError("protocol-field", message=message, field=field, reason=reason)


def encode(message: Message) -> bytes:
    """Encode one message."""
    size = HEADER.size + len(message.body)
    return HEADER.pack(message.number, message.identifier, size) + message.body


class Decoder:
    """Cuts a stream of bytes into messages; keeps at most one incomplete message."""

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._broken: ProtocolError | None = None

    @property
    def bytes_pending(self) -> int:
        """Length of the incomplete message, bytes."""
        return len(self._waiting)

    def feed(self, content: bytes) -> list[Message]:
        """Take in bytes; return the messages that they complete.

        Raises
        ------
        ProtocolError
            ``protocol-field`` for a size that no message has, once the messages before it were
            returned, and at every later call: the stream has no marker to find its place again.
            Any number of a command is read, as by libfranka: the identifier names the answer.
        """
        if self._broken is not None:
            raise self._broken
        self._waiting += content
        messages: list[Message] = []
        start = 0
        while len(self._waiting) - start >= HEADER.size:
            number, identifier, size = HEADER.unpack_from(self._waiting, start)
            if not HEADER.size <= size <= LARGEST_MESSAGE_BYTES:
                return self._break(messages, number=number, size=size)
            if len(self._waiting) - start < size:
                break
            body = bytes(self._waiting[start + HEADER.size : start + size])
            messages.append(Message(number, identifier, body))
            start += size
        del self._waiting[:start]
        return messages

    def _break(self, messages: list[Message], *, number: int, size: int) -> list[Message]:
        self._waiting.clear()
        self._broken = field_error("header", "command, size", f"{number}, {size}")
        if messages:
            return messages
        raise self._broken
