"""The text by which an adapter on a serial line passes frames of a CAN bus on (slcan)."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from devices.protocol_moteus.frames import LENGTHS

OK, ERROR = b"\r", b"\a"
LONGEST_LINE = 160
_DIGITS = 16
Frame = tuple[int, bytes]
"""Identifier and content."""


class Form(NamedTuple):
    """Format of frames: first letter of a line, digits of an identifier, largest identifier, data lengths."""

    letter: bytes
    digits: int
    largest: int
    lengths: tuple[int, ...]


CLASSIC = Form(b"t", 3, 0x7FF, tuple(range(9)))
"""Identifiers of 11 bits and up to 8 bytes."""
FLEXIBLE = Form(b"B", 8, 0x1FFFFFFF, LENGTHS)
"""Frames of CAN-FD at both rates: identifiers of 29 bits and up to 64 bytes."""


class Adapter:
    """The adapter between a serial line and the bus.

    Parameters
    ----------
    send
        Puts a frame of the host on the bus; returns the frames that the drives answer.
    news
        Returns the frames that the drives have sent unasked.
    form
        The frames of this bus.
    """

    def __init__(
        self,
        send: Callable[[Frame], Iterable[Frame]],
        news: Callable[[], Iterable[Frame]] = tuple,
        *,
        form: Form = CLASSIC,
    ) -> None:
        self._send, self._news, self._form = send, news, form
        self._buffer = b""
        self.is_open = False
        """True while the adapter is on the bus."""

    def take(self, content: bytes) -> bytes:
        """Take in what the host writes; return the adapter's answers and the frames of the drives."""
        *lines, self._buffer = (self._buffer + content).split(OK)
        self._buffer = self._buffer[-LONGEST_LINE:]
        return b"".join(map(self._obey, lines))

    def news(self) -> bytes:
        """The frames that the drives have sent unasked."""
        content = self._shown(self._news())
        return content if self.is_open else b""

    def _obey(self, line: bytes) -> bytes:
        order = line[:1]
        if order in {b"O", b"L"}:
            self.is_open = True
        elif order == b"C":
            self.is_open = False
        elif order == self._form.letter and self.is_open:
            frame = read_frame(line, self._form)
            if frame is None:
                return ERROR
            return b"z" + OK + self._shown(self._send(frame))
        elif order not in {b"S", b"Y", b"s", b"V", b"N", b""}:
            return ERROR
        return OK

    def _shown(self, frames: Iterable[Frame]) -> bytes:
        return b"".join(shown(frame, self._form) for frame in frames)


def shown(frame: Frame, form: Form) -> bytes:
    """Write a frame as a line."""
    identifier, content = frame
    head = f"{identifier:0{form.digits}X}{form.lengths.index(len(content)):X}"
    return form.letter + f"{head}{content.hex().upper()}".encode() + OK


def read_frame(line: bytes, form: Form) -> Frame | None:
    """Read a line ``t1234…``; None if it is no frame of this form."""
    at = 1 + form.digits
    try:
        identifier, code = int(line[1:at], _DIGITS), int(line[at : at + 1], _DIGITS)
        content = bytes.fromhex(line[at + 1 :].decode("ascii"))
        length = form.lengths[code]
    except (ValueError, IndexError):
        return None
    return (identifier, content) if len(content) == length and 0 <= identifier <= form.largest else None
