"""The text lines of the fdcanusb adapter, with the optional checksum `` *XX`` at their end.

Source: moteus, ``python/moteus/fdcanusb_device.py`` and the adapter's description: ``can send ID HEX FLAGS``
is answered by ``OK``, and ``rcv ID HEX FLAGS`` brings a frame. The checksum is CRC-8 with polynomial 0x97
over all before the star, the blank included.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from devices.errors import ProtocolError
from devices.protocol_moteus.frames import MOST_BYTES, Frame

LONGEST_LINE = 512
"""Bytes without an end of line beyond which they are thrown away."""
_POLYNOMIAL = 0x97
_SUM_LENGTH = len("*XX")
_FEWEST_WORDS = 3
_LARGEST_ID = 0x1FFFFFFF


def checksum(content: bytes) -> int:
    """CRC-8 with polynomial 0x97 and start value 0."""
    crc = 0
    for byte in content:
        crc = _TABLE[crc ^ byte]
    return crc


def _row(byte: int) -> int:
    for _ in range(8):
        byte = (byte << 1 ^ (_POLYNOMIAL if byte & 0x80 else 0)) & 0xFF
    return byte


_TABLE = tuple(_row(byte) for byte in range(256))


def checked(line: bytes) -> bytes:
    """Append the checksum to a line without its end."""
    content = line + b" "
    return content + b"*%02X" % checksum(content)


def unchecked(line: bytes) -> tuple[bytes, bool]:
    """Take the checksum off; return the line and whether there was one.

    Raises
    ------
    ProtocolError
        ``moteus-line`` if it is wrong.
    """
    star = len(line) - _SUM_LENGTH
    if star < 0 or line[star : star + 1] != b"*":
        return line, False
    try:
        told = int(line[star + 1 :], 16)
    except ValueError:
        return line, False
    if told != checksum(line[:star]):
        raise ProtocolError("moteus-line", reason="checksum")
    return line[:star].rstrip(b" "), True


def send_line(frame: Frame, *, with_checksum: bool) -> bytes:
    """The line with which a host sends a frame, with its end."""
    line = b"can send %04x %s BF" % (frame.identifier, frame.data.hex().upper().encode())
    return (checked(line) if with_checksum else line) + b"\n"


def received_line(frame: Frame, *, with_checksum: bool) -> bytes:
    """The line with which the adapter passes a frame on, with its end."""
    line = b"rcv %04x %s E B F" % (frame.identifier, frame.data.hex().upper().encode())
    return (checked(line) if with_checksum else line) + b"\r\n"


@dataclass(frozen=True)
class Line:
    """A line that was understood; ``frame`` of those that carry one."""

    word: str
    """``OK``, ``ERR``, ``rcv``, ``can``."""
    frame: Frame | None
    had_checksum: bool
    text: str = ""


def parse_line(line: bytes) -> Line:
    """Understand a line without its end.

    Raises
    ------
    ProtocolError
        ``moteus-line`` for a wrong checksum, or a frame that is none.
    """
    content, had_checksum = unchecked(line.strip())
    text = content.decode("ascii", "replace")
    words = text.split(" ")  # a frame without bytes leaves two blanks
    if words[:2] == ["can", "send"]:
        return Line("can", _frame(words[1:]), had_checksum, text)
    if words[:1] == ["rcv"]:
        return Line("rcv", _frame(words), had_checksum, text)
    return Line(words[0] if words else "", None, had_checksum, text)


def _frame(words: list[str]) -> Frame:
    try:
        identifier = int(words[1], 16)
        data = bytes.fromhex(words[2]) if len(words) >= _FEWEST_WORDS else b""
    except (ValueError, IndexError) as error:
        raise ProtocolError("moteus-line", reason="no frame") from error
    if not 0 <= identifier <= _LARGEST_ID or len(data) > MOST_BYTES:
        raise ProtocolError("moteus-line", reason="no frame")
    return Frame(identifier, data)


class Lines:
    """Splits bytes into lines, whatever pieces they arrive in; memory stays bounded."""

    def __init__(self) -> None:
        self._rest = b""
        self.overflows = 0
        """Number of times that bytes without an end of line were thrown away."""

    def feed(self, content: bytes) -> Iterator[bytes]:
        """Return the lines that are complete now, without empty ones."""
        *lines, self._rest = (self._rest + content).replace(b"\r", b"\n").split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            self._rest = b""
            self.overflows += 1
        return (line for line in lines if line)
