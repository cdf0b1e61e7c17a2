"""Frames of a moteus drive: subframes that write, read and answer registers, and a tunnel for text.

Source: moteus, ``docs/protocol/can.md``. The same functions serve both ends of the bus.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from devices.errors import ProtocolError
from devices.protocol_moteus.registers import Kind, raw_of, value_of

MOST_BYTES = 64
ASKS_FOR_ANSWER = 0x80
"""Bit of the source in a frame's identifier."""
LENGTHS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64)
"""Numbers of bytes that a frame of CAN-FD can have."""
_WRITE, _READ, _REPLY = 0x00, 0x10, 0x20
_WRITE_ERROR, _READ_ERROR = 0x30, 0x31
_TO_DRIVE, _FROM_DRIVE, _POLL, _NOTHING = 0x40, 0x41, 0x42, 0x50
_FORMS = {Kind.INT8: "<b", Kind.INT16: "<h", Kind.INT32: "<i", Kind.FLOAT: "<f"}
_COUNT_BITS, _LARGEST_SHORT_COUNT = 0x03, 3
_SEVEN_BITS, _MORE, _MOST_SHIFT = 0x7F, 0x80, 28


@dataclass(frozen=True)
class Frame:
    """A frame on the bus: identifier and at most 64 bytes."""

    identifier: int
    data: bytes

    @property
    def source(self) -> int:
        """Id of the sender, without the bit that asks for an answer."""
        return self.identifier >> 8 & 0x7F

    @property
    def destination(self) -> int:
        """Id of the receiver."""
        return self.identifier & 0x7F

    @property
    def asks(self) -> bool:
        """True if the receiver is to answer."""
        return bool(self.identifier >> 8 & ASKS_FOR_ANSWER)

    @classmethod
    def to(cls, drive: int, data: bytes, *, asks: bool = True, source: int = 0) -> "Frame":
        """Make a frame to a drive; it is filled up to a length that the bus knows.

        Raises
        ------
        ProtocolError
            ``moteus-frame`` for more than 64 bytes.
        """
        return cls((source | (ASKS_FOR_ANSWER if asks else 0)) << 8 | drive, padded(data))


@dataclass(frozen=True)
class Write:
    """Writes ``values`` to the registers from ``register`` on."""

    register: int
    kind: Kind
    values: tuple[float, ...]


@dataclass(frozen=True)
class Read:
    """Reads ``count`` registers from ``register`` on."""

    register: int
    kind: Kind
    count: int = 1


@dataclass(frozen=True)
class Reply:
    """Answers a read."""

    register: int
    kind: Kind
    values: tuple[float, ...]


@dataclass(frozen=True)
class Refused:
    """Tells that a register was not read or written."""

    register: int
    code: int
    is_write: bool


@dataclass(frozen=True)
class Text:
    """Bytes of the tunnel, to the drive or from it."""

    content: bytes
    from_drive: bool
    channel: int = 1


@dataclass(frozen=True)
class Poll:
    """Asks for at most ``most`` bytes of the tunnel."""

    most: int
    channel: int = 1


Subframe = Write | Read | Reply | Refused | Text | Poll


def padded(data: bytes) -> bytes:
    """Fill up to the next length of a frame; raises ``ProtocolError`` ``moteus-frame`` beyond 64 bytes."""
    if len(data) > MOST_BYTES:
        raise _wrong(f"{len(data)} bytes")
    length = next(length for length in LENGTHS if length >= len(data))
    return data + bytes([_NOTHING]) * (length - len(data))


def encode(subframes: Sequence[Subframe]) -> bytes:
    """Join subframes; not filled up yet."""
    return b"".join(_encoded(each) for each in subframes)


def decode(data: bytes) -> list[Subframe]:
    """Split the bytes of a frame, up to a subframe that is not known: newer drives have further ones.

    Raises
    ------
    ProtocolError
        ``moteus-frame`` for a subframe that ends too early, or an unknown one before any other.
    """
    try:
        return list(_Cursor(data).subframes())
    except (struct.error, IndexError) as error:
        raise _wrong("it ends too early") from error


def _encoded(subframe: Subframe) -> bytes:
    match subframe:
        case Write(register, kind, values):
            return _head(_WRITE, kind, len(values), register) + _packed(register, kind, values)
        case Reply(register, kind, values):
            return _head(_REPLY, kind, len(values), register) + _packed(register, kind, values)
        case Read(register, kind, count):
            return _head(_READ, kind, count, register)
        case Refused(register, code, is_write):
            return bytes([_WRITE_ERROR if is_write else _READ_ERROR]) + _varuint(register) + _varuint(code)
        case Text(content, from_drive, channel):
            code = _FROM_DRIVE if from_drive else _TO_DRIVE
            return bytes([code]) + _varuint(channel) + _varuint(len(content)) + content
        case Poll(most, channel):
            return bytes([_POLL]) + _varuint(channel) + _varuint(most)


def _head(code: int, kind: Kind, count: int, register: int) -> bytes:
    code |= kind << 2
    if count <= _LARGEST_SHORT_COUNT:
        return bytes([code | count]) + _varuint(register)
    return bytes([code]) + _varuint(count) + _varuint(register)


def _packed(register: int, kind: Kind, values: Sequence[float]) -> bytes:
    return b"".join(
        struct.pack(_FORMS[kind], raw_of(register + place, kind, value)) for place, value in enumerate(values)
    )


def _varuint(number: int) -> bytes:
    out = bytearray()
    while number > _SEVEN_BITS:
        out.append(number & _SEVEN_BITS | _MORE)
        number >>= 7
    return bytes([*out, number])


class _Cursor:
    """Reads a frame from its beginning to its end."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def subframes(self) -> Iterator[Subframe]:
        has_some = False
        while self._at < len(self._data):
            code = self._data[self._at]
            self._at += 1
            if code == _NOTHING:
                continue
            if code > _POLL and has_some:  # like the maker's client: its length is not known
                return
            has_some = True
            if code < _WRITE_ERROR:
                yield self._register_run(code)
            elif code in {_WRITE_ERROR, _READ_ERROR}:
                yield Refused(self._number(), self._number(), is_write=code == _WRITE_ERROR)
            elif code in {_TO_DRIVE, _FROM_DRIVE}:
                yield self._text(from_drive=code == _FROM_DRIVE)
            elif code == _POLL:
                channel = self._number()
                yield Poll(self._number(), channel)
            else:
                raise _wrong(f"subframe {code:#04x}")

    def _register_run(self, code: int) -> Subframe:
        kind, count = Kind(code >> 2 & _COUNT_BITS), code & _COUNT_BITS
        if not count:
            count = self._number()
        if not 0 < count <= MOST_BYTES:
            raise _wrong(f"{count} registers")
        first = self._number()
        if code & 0xF0 == _READ:
            return Read(first, kind, count)
        values = tuple(self._value(first + place, kind) for place in range(count))
        return (Write if code & 0xF0 == _WRITE else Reply)(first, kind, values)

    def _value(self, register: int, kind: Kind) -> float:
        (raw,) = struct.unpack_from(_FORMS[kind], self._data, self._at)
        self._at += struct.calcsize(_FORMS[kind])
        return value_of(register, kind, raw)

    def _text(self, *, from_drive: bool) -> Text:
        channel, size = self._number(), self._number()
        content = self._data[self._at : self._at + size]
        if len(content) < size:
            raise _wrong("it ends too early")
        self._at += size
        return Text(content, from_drive, channel)

    def _number(self) -> int:
        number, shift = 0, 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            number |= (byte & _SEVEN_BITS) << shift
            if not byte & _MORE:
                return number
            shift += 7
            if shift > _MOST_SHIFT:
                raise _wrong("a number without end")


def _wrong(reason: str) -> ProtocolError:
    return ProtocolError("moteus-frame", reason=reason)
