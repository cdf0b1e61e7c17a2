"""Converts messages to the bytes on the line and back."""

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
    """A message with its sequence number (16 bits) and the sender's clock in µs (32 bits), both wrap."""

    message: Message
    sequence: int
    time_us: int
    repeated: bool = False
    """True for a request that is sent again under its old sequence number."""


def encode(message: Message, *, sequence: int, time_us: int, repeated: bool = False) -> bytes:
    """Encode a message as a frame with delimiter; ``sequence`` and ``time_us`` are wrapped here.

    Raises
    ------
    ValueError, struct.error
        If a field does not fit its type on the wire: a programming error.
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
    """Decodes messages from a stream of bytes; never raises, whatever the bytes are.

    Counters: ``frames`` with a valid checksum; ``damaged`` and ``oversized`` pieces; ``missing`` frames,
    from gaps in the sequence numbers; frames of ``unknown`` type, which a later protocol version may
    send; ``malformed`` bodies despite a valid checksum, the reason of the last one in ``last_problem``.
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
        """Number of pieces between delimiters that were no valid frame."""
        return self._frames.damaged

    @property
    def oversized(self) -> int:
        """Number of pieces longer than any frame."""
        return self._frames.oversized

    @property
    def bytes_pending(self) -> int:
        """Buffered bytes of an incomplete frame; bounded."""
        return self._frames.bytes_pending

    def feed(self, content: bytes) -> list[Frame]:
        """Add received bytes and return the messages that are now complete."""
        found = [self._read(raw) for raw in self._frames.feed(content)]
        return [frame for frame in found if frame is not None]

    def _read(self, raw: RawFrame) -> Frame | None:
        self.frames += 1
        repeated = bool(raw.flags & FLAG_REPEATED)
        # a repeated request carries an old number, which is no gap
        if not repeated:
            self._count_missing(raw.sequence)
        codec = BY_NUMBER.get(raw.type_number)
        # not an error: a newer device may send types that this program does not know
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
