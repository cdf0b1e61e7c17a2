"""Framing: ``size u16 | type u8 | body``, big-endian; ``size`` counts the header too.

The protocol has no marker and no checksum. A stream that lost its place cannot be continued: the
decoder then raises at every call, and the connection has to be opened again.
"""

import string
import struct
from dataclasses import dataclass
from enum import IntEnum

from devices.errors import ProtocolError

HEADER = struct.Struct(">HB")
LARGEST_MESSAGE_BYTES = 0xFFFF


class Kind(IntEnum):
    """The types of messages; each is the code of a letter."""

    PROTOCOL = ord("V")
    """Which version of the protocol to speak."""
    CONTROLLER = ord("v")
    """Version of the controller's software."""
    TEXT = ord("M")
    DATA = ord("U")
    OUTPUTS = ord("O")
    """Recipe of the fields that the controller sends."""
    INPUTS = ord("I")
    """Recipe of the fields that the controller takes."""
    START = ord("S")
    PAUSE = ord("P")


_KINDS = {int(kind): kind for kind in Kind}
_LETTERS = frozenset(string.ascii_letters.encode())
"""Another code is of no message, known or not: the stream has lost its place."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message without its header."""

    kind: Kind
    body: bytes = b""


def field_error(message: str, field: str, reason: str) -> ProtocolError:
    """Build the error for a part of a message that cannot be understood."""
    return ProtocolError("protocol-field", message=message, field=field, reason=reason)


def encode(message: Message) -> bytes:
    """Encode one message.

    Raises
    ------
    ProtocolError
        ``protocol-field`` if the body is too long for the header.
    """
    size = HEADER.size + len(message.body)
    if size > LARGEST_MESSAGE_BYTES:
        raise field_error(message.kind.name, "size", f"{size} bytes")
    return HEADER.pack(size, message.kind) + message.body


class Decoder:
    """Cuts a stream of bytes into messages; keeps at most one incomplete message.

    Messages of a letter that is not known are left out, as by the maker's client: newer controllers have
    further ones. A stream that begins with one is not of this protocol.
    """

    def __init__(self) -> None:
        self._waiting = b""
        self._is_ours = False
        self.unknown = 0
        """Number of messages that were left out."""
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
            ``protocol-field`` for a header that no message has, once the messages before it were
            returned, and at every later call.
        """
        if self._broken is not None:
            raise self._broken
        content = self._waiting + content
        messages: list[Message] = []
        start = 0
        while len(content) - start >= HEADER.size:
            size, number = HEADER.unpack_from(content, start)
            kind = _KINDS.get(number)
            is_known = kind is not None or (self._is_ours and number in _LETTERS)
            if size < HEADER.size or not is_known:
                return self._break(messages, size=size, number=number)
            if len(content) - start < size:
                break
            if kind is None:
                self.unknown += 1
            else:
                self._is_ours = True
                messages.append(Message(kind, content[start + HEADER.size : start + size]))
            start += size
        self._waiting = content[start:]
        return messages

    def _break(self, messages: list[Message], *, size: int, number: int) -> list[Message]:
        self._waiting = b""
        self._broken = field_error("header", "size, type", f"{size}, {number}")
        if messages:
            return messages
        raise self._broken
