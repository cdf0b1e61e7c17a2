"""The lines of text files, plain or packed by gzip, in any encoding, as UTF-8."""

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from core.errors import BadFile

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LONGEST_ROW = 100_000
"""Bytes of one row; a hundred columns take two thousand."""
_GZIP = b"\x1f\x8b"
EAST_ASIAN = ("gb18030", "cp932", "euc_jp", "big5", "euc_kr")
AS_BYTES = {"raw", "utf-8", "cp1252", *EAST_ASIAN}
"""Encodings whose line ends are single bytes."""


def opened_lines(
    path: Path, encoding: str, *, skip: int = 0, most: int | None = None, start_at: int = 0
) -> Iterator[bytes]:
    """Lines of a text file as UTF-8, with their ends; ``raw`` gives the bytes of the file.

    Parameters
    ----------
    skip
        Lines that are left out at the beginning.
    most
        Largest number of lines.
    start_at
        Byte after which to begin; the line that it lies in is left out.

    Raises
    ------
    BadFile
        ``row-too-long``, and ``bad-archive`` for a damaged gzip file.
    """
    try:
        with opened_text(path) as stream:
            if start_at:
                stream.seek(start_at)
                stream.readline(LONGEST_ROW)
            lines = (
                _as_utf8(_lines(stream, path), encoding)
                if encoding in AS_BYTES
                else as_utf8_lines(stream, encoding, path)
            )
            yield from islice(lines, skip, None if most is None else skip + most)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadFile("bad-archive", file=str(path), reason=str(error)) from error


def opened_text(path: Path) -> IO[bytes]:
    """The bytes of a text file, unpacked where it is packed; its lines end in line feeds."""
    text = _unpacked(path)
    try:
        head = text.read(LONGEST_ROW)
        text.seek(0)
    except BaseException:
        text.close()
        raise
    if b"\r" in head and b"\n" not in head:
        return cast("IO[bytes]", io.BufferedReader(_CarriageReturns(text)))
    return text


def _unpacked(path: Path) -> IO[bytes]:
    with path.open("rb") as stream:
        is_packed = stream.read(2) == _GZIP
    return cast("IO[bytes]", gzip.open(path, "rb")) if is_packed else path.open("rb")


class _CarriageReturns(io.RawIOBase):
    """A text whose lines end in a carriage return alone, as Excel writes them for the old Macintosh."""

    def __init__(self, text: IO[bytes]) -> None:
        self._text = text

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        view = memoryview(buffer)
        content = self._text.read(len(view)).replace(b"\r", b"\n")
        view[: len(content)] = content
        return len(content)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._text.seek(offset, whence)

    def close(self) -> None:
        self._text.close()
        super().close()


def _lines(stream: IO[bytes], path: Path) -> Iterator[bytes]:
    while line := stream.readline(LONGEST_ROW + 1):
        if len(line) > LONGEST_ROW:
            raise BadFile("row-too-long", file=str(path), longest=LONGEST_ROW)
        yield line


def _as_utf8(lines: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    if encoding in {"raw", "utf-8"}:
        return lines
    return (line if line.isascii() else line.decode(encoding, "replace").encode() for line in lines)


def as_utf8_lines(stream: IO[bytes], encoding: str, path: Path) -> Iterator[bytes]:
    """Lines of a text whose line ends take two bytes, as UTF-8.

    Raises
    ------
    BadFile
        ``row-too-long``.
    """
    text = codecs.getreader(encoding)(stream, "replace")
    while line := text.readline(keepends=True):
        if len(line) > LONGEST_ROW:
            raise BadFile("row-too-long", file=str(path), longest=LONGEST_ROW)
        yield line.encode("utf-8", "replace")
