"""Messages to bytes and back: what host and device put on the line and take from it."""

import struct
from dataclasses import dataclass

from devices.errors import ProtocolError
from devices.protocol_open.bodies import BY_KIND, BY_NUMBER
from devices.protocol_open.frames import (
    DELIMITER,
    FLAG_REPEATED,
    FrameDecoder,
    RawFrame,
    encode_frame,
)
from devices.protocol_open.messages import Message

__all__ = ["DELIMITER", "Decoder", "Frame", "encode"]

_SEQUENCE_MASK = 0xFFFF
_TIME_MASK = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Frame:
    """A message with its frame's number (16 bits) and the sender's clock in µs (32 bits), both wrapping."""

    message: Message
    sequence: int
    time_us: int
    repeated: bool = False
    """Whether it is a request sent once more under the number it had."""


def encode(message: Message, *, sequence: int, time_us: int, repeated: bool = False) -> bytes:
    """The frame of a message with its delimiter; ``sequence`` and ``time_us`` wrap here.

    Raises
    ------
    ValueError, struct.error
        Where a field does not fit the wire: a programming error.
    """
    codec = BY_KIND[type(message)]
    raw = RawFrame(
        type_number=codec.number,
        flags=FLAG_REPEATED if repeated else 0,
        sequence=sequence & _SEQUENCE_MASK,
        time_us=time_us & _TIME_MASK,
        body=codec.pack(message),
    )
    return encode_frame(raw)


class Decoder:
    """Messages out of a stream of bytes, whatever the stream is; never raises.

    Counted: ``frames`` that were whole; ``damaged`` pieces that were none and ``oversized``
    ones; ``missing`` frames, by the gaps in the numbers of the whole ones; ``unknown`` types,
    which a later protocol may have; ``malformed`` bodies under a right checksum, with the
    reason of the last in ``last_problem``.
    """

    def __init__(self) -> None:
        self._frames = FrameDecoder()
        self._expected: int | None = None
        self.frames = 0
        self.missing = 0
        self.unknown = 0
        self.malformed = 0
        self.last_problem: ProtocolError | None = None

    @property
    def damaged(self) -> int:
        """Pieces between delimiters that were no whole frame."""
        return self._frames.damaged

    @property
    def oversized(self) -> int:
        """Pieces longer than any frame."""
        return self._frames.oversized

    @property
    def bytes_pending(self) -> int:
        """Bytes of a frame that has not ended yet; bounded."""
        return self._frames.bytes_pending

    def feed(self, content: bytes) -> list[Frame]:
        """Take what arrived; the messages it completed."""
        found = [self._read(raw) for raw in self._frames.feed(content)]
        return [frame for frame in found if frame is not None]

    def _read(self, raw: RawFrame) -> Frame | None:
        self.frames += 1
        repeated = bool(raw.flags & FLAG_REPEATED)
        if not repeated:
            self._count_missing(raw.sequence)
        codec = BY_NUMBER.get(raw.type_number)
        if codec is None:
            self.unknown += 1
            return None
        try:
            message = codec.unpack(raw.body)
        except ProtocolError as error:
            self._note(error)
            return None
        except (ValueError, OverflowError, RecursionError, struct.error) as error:
            name = codec.kind.__name__
            self._note(ProtocolError("protocol-field", message=name, field="body", reason=str(error)))
            return None
        return Frame(message, raw.sequence, raw.time_us, repeated)

    def _note(self, problem: ProtocolError) -> None:
        self.malformed += 1
        self.last_problem = problem

    def _count_missing(self, sequence: int) -> None:
        if self._expected is not None:
            self.missing += (sequence - self._expected) & _SEQUENCE_MASK
        self._expected = (sequence + 1) & _SEQUENCE_MASK
