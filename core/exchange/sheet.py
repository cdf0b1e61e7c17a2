"""A small table as a person writes it in a spreadsheet or an instrument exports it: lines of cells of text.

Commas, semicolons, tabs or blanks between the cells, a decimal point or comma, byte order marks,
remarks after a ``#`` and empty lines are all understood; nothing is taken for a number here.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadFile
from core.exchange.csv_text import read_cell
from core.given_file import read_given_bytes

BLANKS = " "
"""In place of any run of blanks between cells."""
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""First bytes of files of spreadsheet programs that are not text."""
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")
_LARGEST = 1e15
_COMMA_NUMBER = re.compile(r"[+-]?\d+,\d+([eE][+-]?\d+)?")
_SEPARATOR_LINE = re.compile(r"sep=(.)", re.IGNORECASE)


@dataclass(frozen=True)
class SheetRow:
    """The cells of a line, which counts from 1."""

    line: int
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """The text in a column (from 0); empty where the line ends before it."""
        return self.cells[column] if column < len(self.cells) else ""


def read_sheet(path: Path) -> tuple[SheetRow, ...]:
    """All lines with something in them.

    Raises
    ------
    BadFile
        ``sheet-is-workbook`` for a spreadsheet program's own file, ``not-csv`` for what is no text,
        ``no-usable-rows`` for an empty file.
    OSError
        When the file cannot be read.
    """
    lines = list(_lines(_text(path)))
    separator = None
    if lines and (named := _SEPARATOR_LINE.fullmatch(lines[0][1].strip())):
        separator, lines = named[1], lines[1:]
    separator = separator or separator_of(lines[0][1] if lines else "")
    try:
        rows = [SheetRow(number, _cells(line, separator)) for number, line in lines]
    except csv.Error as error:
        raise BadFile("not-csv", file=str(path), reason=str(error)) from error
    filled = tuple(row for row in rows if any(row.cells))
    if not filled:
        raise BadFile("no-usable-rows", file=str(path))
    return filled


def separator_of(line: str) -> str:
    """Return the separator of the cells of a line; ``BLANKS`` if there is no other.

    A comma is none where blanks separate numbers that have it before their decimals.
    """
    for separator in (";", "\t"):
        if separator in line:
            return separator
    words = line.split()
    if "," not in line or (len(words) > 1 and any(_COMMA_NUMBER.fullmatch(word) for word in words)):
        return BLANKS
    return ","


def number(cell: str) -> float | None:
    """The number in a cell, with a point or a comma; None where there is none that anybody measured."""
    plain = cell.replace("−", "-")
    value = float(plain.replace(",", ".")) if _NUMBER.fullmatch(plain) else _LARGEST
    return value if abs(value) < _LARGEST else None


def _text(path: Path) -> str:
    content = read_given_bytes(path)
    if content.startswith(_WORKBOOKS):
        raise BadFile("sheet-is-workbook", file=str(path))
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    if b"\0" in content:
        raise BadFile("not-csv", file=str(path), reason="not text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:  # what spreadsheet programs write on a western Windows
        return content.decode("cp1252", errors="replace")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines (from 1) that are neither empty nor remarks."""
    for number_, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip(' \t"').startswith("#"):
            yield number_, line


def _cells(line: str, separator: str) -> tuple[str, ...]:
    if separator == BLANKS:
        line = " ".join(line.replace("\t", " ").split())
    return tuple(
        read_cell(cell.strip())
        for cell in next(csv.reader([line], delimiter=separator, skipinitialspace=True))
    )
