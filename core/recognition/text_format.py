"""The format of a text table, found from its first lines: encoding, delimiter, decimal sign, header."""

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from core.errors import BadFile
from core.exchange.text_lines import opened_lines
from core.recognition.found_table import Channel, FoundTable, TextFormat
from core.recognition.names import known_unit
from core.recording import FloatArray

LOOKED_AT = 400
"""Lines from which the format is found."""
ROWS_PER_WINDOW = 12_000
"""Rows of each part of the file whose numbers are looked at."""
_MOST_WINDOWS = 4
_FORMATS = ((";", "."), (";", ","), ("\t", "."), ("\t", ","), (",", "."), ("|", "."), ("whitespace", "."),
            ("whitespace", ","))  # fmt: skip
_NUMBER = {
    sign: re.compile(
        rf"[+-]?(\d+({mark}\d*)?|{mark}\d+)([eE][+-]?\d+)?|[+-]?(nan|inf)(\(ind\))?", re.IGNORECASE
    )
    for sign, mark in ((".", r"\."), (",", ","))
}
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
_REMARK = re.compile(r"^\s*(#|%|//)\s?")


def read_text_table(path: Path) -> FoundTable:
    """The columns of a text table, with the numbers of some parts of the file.

    Raises
    ------
    BadFile
        ``no-usable-rows`` for an empty file, ``not-a-table`` for one without rows of numbers,
        ``number-format-unclear`` where a comma can be a decimal sign or separate thousands.
    """
    encoding = _encoding(path)
    head = [
        line.decode("utf-8", "replace").rstrip("\r\n")
        for line in opened_lines(path, encoding, most=LOOKED_AT)
    ]
    if not any(line.strip() for line in head):
        raise BadFile("no-usable-rows", file=str(path))
    found = _format(head)
    if found is None:
        raise BadFile("not-a-table", file=str(path))
    delimiter, decimal, width = found
    start = _first_row(head, delimiter, decimal, width)
    if start is None:
        raise BadFile("not-a-table", file=str(path))
    names, units = _header(head[:start], delimiter, decimal, width)
    _check_thousands(head[start:], delimiter, decimal, path)
    form = TextFormat(encoding, delimiter, decimal, start)
    values = _values(path, form, width)
    return FoundTable(
        path,
        "csv",
        tuple(
            Channel(number + 1, names[number], values[:, number], unit=units[number])
            for number in range(width)
        ),
        first_rows=tuple(
            tuple(cells) for line in head[start : start + 12] if len(cells := split(line, delimiter)) == width
        )[:3],
        text=form,
    )


def split(line: str, delimiter: str) -> list[str]:
    """The cells of a line, without quotes and blanks around them."""
    cells = line.split(None if delimiter == "whitespace" else delimiter)
    return [cell.strip().strip("\"'").strip() for cell in cells]


def _encoding(path: Path) -> str:
    """Encoding of the file by its mark, its zeros, or by being UTF-8; else that of Western Windows."""
    head = b"".join(opened_lines(path, "raw", most=LOOKED_AT))[:200_000]
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if head[1:200:2].count(0) > 40:
        return "utf-16-le"
    if head[0:200:2].count(0) > 40:
        return "utf-16-be"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _format(head: Sequence[str]) -> tuple[str, str, int] | None:
    """Delimiter, decimal sign and number of columns with most numbers in rows of that width."""
    best, best_score = None, 0
    for delimiter, decimal in _FORMATS:
        rows = [split(line, delimiter) for line in head if line.strip()]
        widths = Counter(len(cells) for cells in rows if 2 * _numbers_in(cells, decimal) >= len(cells))
        if not widths:
            continue
        width = max(widths, key=lambda width: widths[width] * width)
        score = sum(_numbers_in(cells, decimal) for cells in rows if len(cells) == width)
        if width > 1 and score > best_score:
            best, best_score = (delimiter, decimal, width), score
    return best


def _is_row(line: str, delimiter: str, decimal: str, width: int) -> bool:
    cells = split(line, delimiter)
    return len(cells) == width and 2 * _numbers_in(cells, decimal) >= width


def _numbers_in(cells: Sequence[str], decimal: str) -> int:
    return sum(bool(_NUMBER[decimal].fullmatch(cell)) for cell in cells)


def _first_row(head: Sequence[str], delimiter: str, decimal: str, width: int) -> int | None:
    """Number of lines before the first row of numbers.

    A file without header may begin with garbled rows: they count as rows, not as a header, where they have
    no letters.
    """
    rows = [number for number, line in enumerate(head) if _is_row(line, delimiter, decimal, width)]
    if not rows:
        return None
    start = rows[0]
    while (
        start
        and not re.search(
            r"[^\W\d_]{1}", re.sub(r"\d[eE][+-]?\d|nan|inf", "", head[start - 1], flags=re.IGNORECASE)
        )
        and head[start - 1].strip()
    ):
        start -= 1
    return start


def _header(lines: Sequence[str], delimiter: str, decimal: str, width: int) -> tuple[list[str], list[str]]:
    """Names and units above the first row; empty texts where there are none."""
    units = [""] * width
    for line in reversed(lines):
        cells = _header_cells(line, delimiter, width)
        if cells is None or all(not cell or _NUMBER[decimal].fullmatch(cell) for cell in cells):
            continue
        as_units = [known_unit(cell.strip("[]() ")) for cell in cells]
        blank = [cell.strip("[]() -") == "" for cell in cells]
        if all(unit or nothing for unit, nothing in zip(as_units, blank, strict=True)) and not any(units):
            units = as_units
            continue
        return cells, units
    return [""] * width, units


def _header_cells(line: str, delimiter: str, width: int) -> list[str] | None:
    plain = _REMARK.sub("", line)
    for text in (line, plain):
        for sign in (delimiter, ",", ";", "\t", "whitespace"):
            cells = split(text, sign)
            if len(cells) == width:
                return [_REMARK.sub("", cells[0]), *cells[1:]]
    return None


def _check_thousands(lines: Sequence[str], delimiter: str, decimal: str, path: Path) -> None:
    """Refuse numbers such as 1,234 alone, which are read in two ways."""
    if decimal != ",":
        return
    with_comma = [
        cell
        for line in lines
        for cell in split(line, delimiter)
        if "," in cell and _NUMBER[","].fullmatch(cell)
    ]
    if with_comma and all(_THOUSANDS.fullmatch(cell) for cell in with_comma):
        raise BadFile("number-format-unclear", file=str(path), example=with_comma[0])


def _values(path: Path, form: TextFormat, width: int) -> FloatArray:
    """Numbers of the first rows and of parts farther on; NaN where a cell is none."""
    parts = [
        _numbers(opened_lines(path, form.encoding, skip=form.header_lines, most=ROWS_PER_WINDOW), form, width)
    ]
    size = path.stat().st_size
    if (
        form.encoding in {"utf-8", "cp1252"}
        and path.suffix.lower() != ".gz"
        and parts[0].shape[0] >= ROWS_PER_WINDOW - 100
    ):
        for part in range(1, _MOST_WINDOWS):
            at = size * part // _MOST_WINDOWS
            parts.append(np.full((1, width), np.nan))  # a break: nothing runs across it
            parts.append(
                _numbers(opened_lines(path, form.encoding, start_at=at, most=ROWS_PER_WINDOW), form, width)
            )
    return np.concatenate(parts)


def _numbers(lines: Iterable[bytes], form: TextFormat, width: int) -> FloatArray:
    rows = []
    pattern = _NUMBER[form.decimal]
    for line in lines:
        cells = split(line.decode("utf-8", "replace").rstrip("\r\n"), form.delimiter)
        if len(cells) != width:
            continue
        rows.append([_number(cell, form.decimal, pattern) for cell in cells])
    return np.array(rows, dtype=np.float64).reshape(-1, width)


def _number(cell: str, decimal: str, pattern: re.Pattern[str]) -> float:
    if decimal == ".":
        try:
            return float(cell) if "_" not in cell else float("nan")
        except ValueError:
            return float("nan")
    return float(cell.replace(",", ".").replace("(ind)", "")) if pattern.fullmatch(cell) else float("nan")
