"""Blocks of whole lines of a text table, with the number of columns of each line, counted all at once."""

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from core.errors import BadFile
from core.exchange.plain_rows import WHITESPACE, plain_rows
from core.exchange.text_lines import AS_BYTES, LONGEST_ROW, as_utf8_lines, opened_text

BLOCK_BYTES = 2_000_000
"""Text that is in memory at a time."""
_LINES = 5_000
"""Lines in memory at a time of a text whose line ends take two bytes."""
_NEW_LINE = 10
_BLANKS = b" \t\n\r\x0b\x0c"
_IS_BLANK = np.isin(np.arange(256), np.frombuffer(_BLANKS, dtype=np.uint8))


@dataclass(frozen=True)
class LineBlock:
    """Consecutive whole lines as UTF-8.

    ``ends`` (N,) are the places behind each line in ``content``; ``columns`` (N,) the number of columns of
    each, 0 for a blank line.
    """

    content: bytes
    ends: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]

    @property
    def count(self) -> int:
        """Number of lines."""
        return int(self.ends.size)

    def line(self, place: int) -> bytes:
        """One line with its end."""
        return self.content[int(self.ends[place - 1]) if place else 0 : int(self.ends[place])]


def line_blocks(path: Path, *, encoding: str, delimiter: str, skip: int = 0) -> Iterator[LineBlock]:
    """The lines of a text file, made plain, in blocks of about ``BLOCK_BYTES``.

    The first ``skip`` lines are left out.

    Raises
    ------
    BadFile
        ``row-too-long``, and ``bad-archive`` for a damaged gzip file.
    """
    try:
        with opened_text(path) as stream:
            for content in _contents(stream, encoding, path, skip):
                block = counted(plain_rows(content, delimiter), delimiter)
                if np.diff(block.ends, prepend=0).max() > LONGEST_ROW:
                    raise BadFile("row-too-long", file=str(path), longest=LONGEST_ROW)
                yield block
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadFile("bad-archive", file=str(path), reason=str(error)) from error


def _contents(stream: IO[bytes], encoding: str, path: Path, skip: int) -> Iterator[bytes]:
    """Texts of whole lines, none of them empty."""
    if encoding not in AS_BYTES:
        lines = islice(as_utf8_lines(stream, encoding, path), skip, None)
        while part := list(islice(lines, _LINES)):
            yield b"".join(part)
        return
    for _ in range(skip):
        if len(stream.readline(LONGEST_ROW + 1)) > LONGEST_ROW:
            raise BadFile("row-too-long", file=str(path), longest=LONGEST_ROW)
    while content := stream.read(BLOCK_BYTES):
        if not content.endswith(b"\n"):
            content += stream.readline(LONGEST_ROW + 1)
        if encoding != "utf-8" and not content.isascii():
            content = content.decode(encoding, "replace").encode()
        yield content


def counted(content: bytes, delimiter: str) -> LineBlock:
    r"""The lines of a text that is not empty, with their columns.

    >>> counted(b"1,2,3\n\n4,5", ",").columns
    array([3, 0, 2])
    """
    signs = np.frombuffer(content, dtype=np.uint8)
    ends = np.flatnonzero(signs == _NEW_LINE) + 1
    if not content.endswith(b"\n"):
        ends = np.append(ends, signs.size)
    if delimiter == WHITESPACE:
        begins = ~_IS_BLANK[signs]
        begins[1:] &= _IS_BLANK[signs[:-1]]
        return LineBlock(content, ends, _in_each_line(np.flatnonzero(begins), ends))
    sign = delimiter.encode()
    if len(sign) > 1:
        lines = (LineBlock(content, ends, ends).line(place) for place in range(ends.size))
        columns = np.array([line.count(sign) + 1 for line in lines], dtype=np.int64)
    else:
        columns = _in_each_line(np.flatnonzero(signs == sign[0]), ends) + 1
    block = LineBlock(content, ends, columns)
    length = np.diff(ends, prepend=0)
    for place in np.flatnonzero((columns == 1) | (length <= columns + 1)):  # only these can be blank
        columns[place] = columns[place] if block.line(int(place)).strip() else 0
    return block


def _in_each_line(places: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Number of places in each line, (N,)."""
    return np.diff(np.searchsorted(places, ends), prepend=0)
