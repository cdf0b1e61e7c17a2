"""The format of a text table, found from its first lines: encoding, delimiter, decimal sign, header."""

import codecs
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from core.errors import BadFile
from core.exchange.clock_text import (
    DATE_TIME,
    MONTH_FIRST,
    has_month_first,
    is_moment,
    moments,
    over_midnight,
)
from core.exchange.plain_rows import INSIDE, WHITESPACE, plain_rows
from core.exchange.text_lines import AS_BYTES, EAST_ASIAN, opened_lines
from core.recognition.found_table import Channel, FoundTable, TextFormat, words_of
from core.recognition.header import dates_with_time, header_of
from core.recognition.names import east_asian_words, known_unit
from core.recording import FloatArray

LOOKED_AT = 400
"""Lines from which the format is found."""
ROWS_PER_WINDOW = 12_000
"""Rows of each part of the file whose numbers are looked at."""
_MOST_WINDOWS = 4
_MOMENTS_LOOKED_AT = 50
_END_OF_HEADER = "***End_of_Header***"
"""Line of LabVIEW's files, with numbers above it that are none of the rows."""
_FORMATS = ((";", "."), (";", ","), ("\t", "."), ("\t", ","), (",", "."), (",", ","), ("|", "."), ("|", ","),
            (WHITESPACE, "."), (WHITESPACE, ","))  # fmt: skip
_SIGNS = {".": r"\.", ",": ","}
_NUMBER = {
    sign: re.compile(
        rf"[+-]?(\d+({mark}\d*)?|{mark}\d+)([eE][+-]?\d+)?|[+-]?(nan|inf)(\(ind\))?", re.IGNORECASE
    )
    for sign, mark in _SIGNS.items()
}
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
_GROUPED = {
    sign: re.compile(rf"[+-]?[1-9]\d{{0,2}}(?:([,.' \u00a0\u202f])\d{{3}})(?:\1\d{{3}})*({mark}\d*)?")
    for sign, mark in _SIGNS.items()
}
"""Numbers with signs between their thousands, and decimals or none."""
_BETWEEN_DIGITS = re.compile(rf"[,' \u00a0\u202f{INSIDE.decode()}]")
"""Signs without which no number has any between its thousands, where a point is the decimal sign."""
_WORD = re.compile(r"[^\W\d_]{3}")
_NO_LETTERS = re.compile(r"\d[eE][+-]?\d|nan|inf", re.IGNORECASE)
_WITH_UNIT = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([^\d\s.+-].*)?")
_MOST_LINES_WITH_UNITS = 2_000_000
_DIGITS = re.compile(r"[+-]?\d[\d.,']*")


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
        line.decode("utf-8-sig", "replace").rstrip("\r\n")
        for line in opened_lines(path, encoding, most=LOOKED_AT)
    ]
    if not any(line.strip() for line in head):
        raise BadFile("no-usable-rows", file=str(path))
    found = _format(head)
    if found is None and (table := _table_with_units(path, encoding)) is not None:
        return table
    if found is None:
        raise BadFile("not-a-table", file=str(path))
    delimiter, decimal, width = found
    start = _first_row(head, delimiter, decimal, width)
    if start is None:
        raise BadFile("not-a-table", file=str(path))
    names, units = header_of(head[:start], head[start], delimiter, width)
    form = TextFormat(encoding, delimiter, decimal, start)
    parts = _windows(path, form, width)
    form = replace(form, thousands=_thousands([cells for rows in parts for cells in rows], form, path))
    clock = {
        place: MONTH_FIRST if has_month_first(_moment_texts(parts, place)) else DATE_TIME
        for place in _moment_columns(parts[0], decimal)
    }
    a_break = np.full((1, width), np.nan)  # nothing runs across it
    blocks = [(_numbers(rows, form, width, clock), a_break) for rows in parts]
    values = np.concatenate([one for block in blocks for one in block])[:-1]
    channels = tuple(
        Channel(
            number + 1,
            names[number],
            over_midnight(values[:, number]) if number in clock else values[:, number],
            unit=clock.get(number, units[number]),
            words=words_of(cells[number] for rows in parts for cells in rows)
            if not np.isfinite(values[:, number]).any()
            else (),
        )
        for number in range(width)
    )
    return FoundTable(path, "csv", channels, first_rows=tuple(map(tuple, parts[0][:3])), text=form)


def _table_with_units(path: Path, encoding: str) -> FoundTable | None:
    """A table with the unit in every cell, such as ``14.0 deg``; None for any other text."""
    lines = [
        line.decode("utf-8-sig", "replace").rstrip("\r\n")
        for line in opened_lines(path, encoding, most=_MOST_LINES_WITH_UNITS)
    ]
    for delimiter in (";", "\t", ",", "|"):
        rows = [[cell.strip() for cell in line.split(delimiter)] for line in lines if line.strip()]
        width = Counter(len(cells) for cells in rows).most_common(1)[0][0]
        read = [[_number_with_unit(cell) for cell in cells] for cells in rows if len(cells) == width]
        start = next((at for at, cells in enumerate(read) if all(cell is not None for cell in cells)), None)
        if width < 2 or start is None or len(read) - start < 2:
            continue
        units = [
            dict.fromkeys(cell[1] for row in read[start:] if (cell := row[place]) is not None)
            for place in range(width)
        ]
        if not any(any(one) for one in units):
            return None
        named = [cells for cells in rows if len(cells) == width][:start]
        names = named[-1] if named else [""] * width
        numbers = np.array([[np.nan if cell is None else cell[0] for cell in row] for row in read[start:]])
        channels = tuple(
            Channel(place + 1, names[place], numbers[:, place], unit=next(iter(units[place])))
            for place in range(width)
            if len(units[place]) == 1
        )
        if len(channels) == width:
            first = tuple(tuple(row) for row in rows[start : start + 3])
            return FoundTable(path, "text", channels, first_rows=first)
    return None


@lru_cache(maxsize=20_000)
def _number_with_unit(cell: str) -> tuple[float, str] | None:
    """A number and the unit behind it, in the spelling of layouts; None for any other cell."""
    found = _WITH_UNIT.fullmatch(cell)
    unit = known_unit(found[2]) if found is not None and found[2] else ""
    if found is None or (found[2] and not unit):
        return None
    return float(found[1]), unit


def split(line: str, delimiter: str) -> list[str]:
    """The cells of a row, without quotes and blanks around them; lists of numbers are taken apart."""
    plain = plain_rows(line.encode(), delimiter).decode() if any(sign in line for sign in '"[(') else line
    cells = plain.split(None if delimiter == WHITESPACE else delimiter)
    if "'" in plain:
        return [cell.strip().strip("'").strip() for cell in cells]
    return [cell.strip() for cell in cells]


def _encoding(path: Path) -> str:
    """Encoding of the file by its mark, its zeros, or by being UTF-8; else a Chinese or Western one."""
    head = b"".join(opened_lines(path, "raw", most=LOOKED_AT))[:200_000]
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if head[1:200:2].count(0) > 40:
        return "utf-16-le"
    if head[0:200:2].count(0) > 40:
        return "utf-16-be"
    if _decoded(head, "utf-8"):
        return "utf-8"
    known = {encoding: east_asian_words(_decoded(head, encoding)) for encoding in EAST_ASIAN}
    best = max(known, key=lambda encoding: known[encoding])
    return best if known[best] else "gb18030" if _is_chinese(head) else "cp1252"


def _decoded(head: bytes, encoding: str) -> str:
    """The text of the first bytes of a file; empty in an encoding that they are not in."""
    with suppress(UnicodeDecodeError):
        return codecs.getincrementaldecoder(encoding)().decode(head)
    return ""


def _is_chinese(head: bytes) -> bool:
    """True if bytes beyond ASCII come in pairs only, as those of Chinese characters do."""
    runs = re.findall(rb"[\x80-\xff]+", head)
    return bool(_decoded(head, "gb18030")) and all(len(run) % 2 == 0 for run in runs)


def _format(head: Sequence[str]) -> tuple[str, str, int] | None:
    """Delimiter, decimal sign and number of columns with most numbers in rows of that width."""
    best, best_score = None, 0
    for delimiter, decimal in _FORMATS:
        rows = [split(line, delimiter) for line in head if line.strip()]
        counts = [(len(cells), _numbers_in(cells, decimal)) for cells in rows]
        widths = Counter(width for width, numbers in counts if 2 * numbers > width)
        if not widths:
            continue
        width = max(widths, key=lambda width: widths[width] * width)
        score = sum(numbers for one, numbers in counts if one == width)
        if delimiter == WHITESPACE:  # a date and its time are one number to every other delimiter
            score -= sum(map(dates_with_time, (cells for cells in rows if len(cells) == width)))
        if width > 1 and score > best_score:
            best, best_score = (delimiter, decimal, width), score
    return best


def _is_row(line: str, delimiter: str, decimal: str, width: int) -> bool:
    cells = split(line, delimiter)
    return len(cells) == width and 2 * _numbers_in(cells, decimal) > width


def _numbers_in(cells: Sequence[str], decimal: str) -> int:
    return sum(_is_number(cell, decimal) for cell in cells)


@lru_cache(maxsize=20_000)
def _is_number(cell: str, decimal: str) -> bool:
    """True for a number, one with signs between its thousands, and a moment."""
    plain = cell.replace(INSIDE.decode(), ",")
    grouped = _GROUPED[decimal].fullmatch(plain)
    return bool(_NUMBER[decimal].fullmatch(plain) or (grouped and grouped[2]) or is_moment(plain))


def _first_row(head: Sequence[str], delimiter: str, decimal: str, width: int) -> int | None:
    """Number of lines before the first row of numbers.

    A file without header may begin with garbled rows: they count as rows, not as a header, where they have
    no letters.
    """
    begin = max((number for number, line in enumerate(head) if line.startswith(_END_OF_HEADER)), default=0)
    rows = {number: split(line, delimiter) for number, line in enumerate(head)
            if number >= begin and _is_row(line, delimiter, decimal, width)}  # fmt: skip
    if not rows:
        return None
    of_numbers = [
        place
        for place in range(width)
        if 2 * sum(_is_number(cells[place], decimal) for cells in rows.values()) > len(rows)
    ]
    start = next(
        (
            number
            for number, cells in rows.items()
            if not any(_WORD.search(_NO_LETTERS.sub("", cells[place])) for place in of_numbers)
        ),
        next(iter(rows)),
    )
    while (
        start and not re.search(r"[^\W\d_]", _NO_LETTERS.sub("", head[start - 1])) and head[start - 1].strip()
    ):
        start -= 1
    return start


def _thousands(rows: Sequence[Sequence[str]], form: TextFormat, path: Path) -> str:
    """The sign between thousands, empty where there is none.

    Raises
    ------
    BadFile
        ``number-format-unclear`` for a sign that can be a decimal sign as well.
    """
    if form.decimal == "." and not any(_BETWEEN_DIGITS.search("\n".join(cells)) for cells in rows):
        return ""
    number, grouped = _NUMBER[form.decimal], _GROUPED[form.decimal]
    signs: set[str] = set()
    unclear, has_decimals, strange = "", False, set[str]()
    for cell in {cell for cells in rows for cell in cells}:
        plain = cell.replace(INSIDE.decode(), ",")
        found = grouped.fullmatch(plain)
        if found is not None and found[1] != form.decimal:
            signs.add(found[1])
            unclear = unclear if found[2] else plain
        elif number.fullmatch(plain) is None:
            strange.update(sign for sign in ",.'" if sign in plain and _DIGITS.fullmatch(plain))
        elif form.decimal in plain:
            is_clear = form.decimal != "," or _THOUSANDS.fullmatch(plain) is None
            has_decimals = has_decimals or is_clear
            unclear = unclear if is_clear else plain
    if (unclear and not has_decimals) or signs & strange or len(signs) > 1:
        raise BadFile("number-format-unclear", file=str(path), example=unclear or min(signs))
    return min(signs, default="")


def _moment_columns(rows: Sequence[Sequence[str]], decimal: str) -> frozenset[int]:
    """Places of the columns whose cells are moments."""
    looked = rows[:_MOMENTS_LOOKED_AT]
    return frozenset(
        place
        for place in range(len(looked[0]) if looked else 0)
        if not _NUMBER[decimal].fullmatch(looked[0][place])
        and 2 * sum(is_moment(cells[place].replace(INSIDE.decode(), ",")) for cells in looked) > len(looked)
    )


def _moment_texts(parts: Sequence[Sequence[Sequence[str]]], place: int) -> Iterator[str]:
    return (cells[place].replace(INSIDE.decode(), ",") for rows in parts for cells in rows)


def _windows(path: Path, form: TextFormat, width: int) -> list[list[list[str]]]:
    """Cells of the first rows and of parts farther on, of rows of that width."""
    starts = [opened_lines(path, form.encoding, skip=form.header_lines, most=ROWS_PER_WINDOW)]
    size = path.stat().st_size
    found: list[list[list[str]]] = []
    while starts:
        lines = (line.decode("utf-8", "replace").rstrip("\r\n") for line in starts.pop(0))
        found.append([cells for line in lines if len(cells := split(line, form.delimiter)) == width])
        is_long = len(found) == 1 and len(found[0]) >= ROWS_PER_WINDOW - 100
        if is_long and form.encoding in AS_BYTES and path.suffix.lower() != ".gz":
            starts = [
                opened_lines(path, form.encoding, start_at=size * part // _MOST_WINDOWS, most=ROWS_PER_WINDOW)
                for part in range(1, _MOST_WINDOWS)
            ]
    return found


def _numbers(
    rows: Sequence[Sequence[str]], form: TextFormat, width: int, clock: Mapping[int, str]
) -> FloatArray:
    """Numbers (N, width) of rows; columns in ``clock`` are moments, NaN stands for any other cell."""
    values = np.array([_numbers_of(cells, form, clock) for cells in rows], dtype=np.float64).reshape(
        -1, width
    )
    for place, unit in clock.items():
        values[:, place] = moments(_moment_texts([rows], place), month_first=unit == MONTH_FIRST)
    return values


def _numbers_of(cells: Sequence[str], form: TextFormat, clock: Collection[int]) -> list[float]:
    """Numbers of one row, zero for a moment; most rows need no look at each cell."""
    if form.decimal == "." and not form.thousands and not clock:
        with suppress(ValueError):
            numbers = [float(cell) for cell in cells]
            if "_" not in "".join(cells):
                return numbers
    return [0.0 if place in clock else _number(cell, form) for place, cell in enumerate(cells)]


def _number(cell: str, form: TextFormat) -> float:
    text = cell.replace(INSIDE.decode(), form.delimiter) if form.thousands or form.decimal == "," else cell
    if form.thousands:
        text = text.replace(form.thousands, "")
    if form.decimal == ",":
        if not _NUMBER[","].fullmatch(text):
            return float("nan")
        text = text.replace(",", ".").replace("(ind)", "")
    try:
        return float(text) if "_" not in text else float("nan")
    except ValueError:
        return float("nan")
