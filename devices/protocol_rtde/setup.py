"""The messages by which client and controller agree: versions, recipes, start and texts.

Version 1 of the protocol has no frequency in the request for outputs and no number of the recipe
in the answer and in the packages; everything else is equal in version 2. Both sides are here,
because the emulated controller answers what the driver asks.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from devices.protocol_rtde.wire import Kind, Message, field_error

PROTOCOLS = (2, 1)
"""Versions of the protocol, the preferred one first."""
LONGEST_NAMES_BYTES = 2048
"""Limit of the names of one recipe, as the guide to RTDE states it."""
_U16, _F64, _VERSION = struct.Struct(">H"), struct.Struct(">d"), struct.Struct(">4I")


@dataclass(frozen=True, order=True)
class ControllerVersion:
    """Version of a controller's software."""

    major: int
    minor: int
    bugfix: int = 0
    build: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.bugfix}.{self.build}"


@dataclass(frozen=True)
class OutputRequest:
    """Fields that a client wants; ``frequency`` in Hz is None in version 1."""

    names: tuple[str, ...]
    frequency: float | None = None


@dataclass(frozen=True)
class RecipeAnswer:
    """Types of the fields in their order, or the reason why a field is not given.

    ``recipe`` is 0 for a recipe that was refused, and in version 1 of outputs.
    """

    types: tuple[str, ...]
    recipe: int = 0


INFORMATION = 3


@dataclass(frozen=True)
class Text:
    """A text for a person; ``level`` counts from 0 (exception) to 3 (information)."""

    text: str
    source: str = ""
    level: int = INFORMATION


def protocol_request(version: int) -> Message:
    """Ask to speak this version of the protocol."""
    return Message(Kind.PROTOCOL, _U16.pack(version))


def requested_protocol(body: bytes) -> int:
    """Read the version out of a request; ``ProtocolError`` if it has another length."""
    return int(_unpack(_U16, body, "PROTOCOL")[0])


def acceptance(kind: Kind, *, accepted: bool) -> Message:
    """Answer a request for a protocol, a start or a pause."""
    return Message(kind, bytes([accepted]))


def is_accepted(message: Message) -> bool:
    """Read such an answer, a longer one too; ``ProtocolError`` if it is empty."""
    if not message.body:
        raise field_error(message.kind.name, "accepted", "no bytes")
    return message.body[0] != 0


def version_message(version: ControllerVersion) -> Message:
    """Answer the request for the controller's version."""
    return Message(
        Kind.CONTROLLER, _VERSION.pack(version.major, version.minor, version.bugfix, version.build)
    )


def read_version(body: bytes) -> ControllerVersion:
    """Read the version of a controller from a body that may go on; ``ProtocolError`` if it is shorter."""
    return ControllerVersion(*_unpack(_VERSION, body[: _VERSION.size], "CONTROLLER"))


def output_request(names: Sequence[str], *, frequency: float, protocol: int) -> Message:
    """Ask for fields at ``frequency`` Hz, which version 1 cannot express.

    Raises
    ------
    ProtocolError
        ``protocol-field`` if the names are too long for one recipe.
    """
    head = _F64.pack(frequency) if protocol > 1 else b""
    return Message(Kind.OUTPUTS, head + _joined(names, "OUTPUTS"))


def read_output_request(body: bytes, *, protocol: int) -> OutputRequest:
    """Read a request for outputs; a comma after the last name is allowed."""
    if protocol == 1:
        return OutputRequest(_names(body, "OUTPUTS"))
    if len(body) < _F64.size:
        raise field_error("OUTPUTS", "frequency", f"{len(body)} bytes")
    return OutputRequest(_names(body[_F64.size :], "OUTPUTS"), float(_F64.unpack_from(body)[0]))


def input_request(names: Sequence[str]) -> Message:
    """Ask to write these inputs."""
    return Message(Kind.INPUTS, _joined(names, "INPUTS"))


def read_input_request(body: bytes) -> tuple[str, ...]:
    """Read the names of the inputs that a client wants to write."""
    return _names(body, "INPUTS")


def recipe_answer(kind: Kind, answer: RecipeAnswer, *, protocol: int) -> Message:
    """Answer a request for outputs or inputs; only outputs in version 1 lack the number."""
    head = b"" if _lacks_number(kind, protocol) else bytes([answer.recipe])
    return Message(kind, head + ",".join(answer.types).encode("ascii"))


def read_recipe_answer(message: Message, *, protocol: int) -> RecipeAnswer:
    """Read the answer to a request for outputs or inputs.

    Raises
    ------
    ProtocolError
        ``protocol-field`` if it is empty or no text.
    """
    body, recipe = message.body, 0
    if not _lacks_number(message.kind, protocol):
        if not body:
            raise field_error(message.kind.name, "recipe", "no bytes")
        recipe, body = body[0], body[1:]
    return RecipeAnswer(_names(body, message.kind.name), recipe)


def text_message(text: Text, *, protocol: int) -> Message:
    """A text from the controller; version 1 has no source."""
    words, source = text.text.encode()[:255], text.source.encode()[:255]
    if protocol == 1:
        return Message(Kind.TEXT, bytes([text.level]) + words)
    return Message(
        Kind.TEXT, bytes([len(words)]) + words + bytes([len(source)]) + source + bytes([text.level])
    )


def read_text(body: bytes, *, protocol: int) -> Text:
    """Read a text from the controller, as far as it goes; bytes that are no UTF-8 are replaced.

    It is for a person: one that is cut off, or of the other layout, ends no connection.
    """
    if protocol == 1:
        return Text(body[1:].decode(errors="replace"), level=body[0] if body else INFORMATION)
    words, rest = _counted(body)
    source, level = _counted(rest)
    told = level[0] if level else INFORMATION
    return Text(words.decode(errors="replace"), source.decode(errors="replace"), told)


def _counted(body: bytes) -> tuple[bytes, bytes]:
    """Split off the text whose length is the first byte."""
    length = 1 + body[0] if body else 0
    return body[1:length], body[length:]


def _lacks_number(kind: Kind, protocol: int) -> bool:
    return kind is Kind.OUTPUTS and protocol == 1


def _unpack(layout: struct.Struct, body: bytes, message: str) -> tuple[int, ...]:
    if len(body) != layout.size:
        raise field_error(message, "length", f"{len(body)} bytes")
    return layout.unpack(body)


def _joined(names: Sequence[str], message: str) -> bytes:
    joined = ",".join(names).encode("ascii")
    if len(joined) > LONGEST_NAMES_BYTES:
        raise field_error(message, "names", f"{len(joined)} bytes")
    return joined


def _names(body: bytes, message: str) -> tuple[str, ...]:
    try:
        return tuple(filter(None, body.decode("ascii").split(",")))
    except UnicodeDecodeError as error:
        raise field_error(message, "names", "not ASCII") from error
