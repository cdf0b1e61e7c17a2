"""Reads text tables row by row, and reports the rows that are no rows of this table.

The file is read twice as a stream: once to count columns, once to take the numbers, so
that memory holds no more than the numbers.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from core.errors import BadFile, BadRequest, Problem
from core.exchange.layout import Layout, Source, Variant
from core.exchange.samples import Rows, Samples
from core.exchange.text_lines import opened_lines
from core.monitor import Monitor, NullMonitor
from core.recording import Dropped, FloatArray

ROWS_PER_BLOCK = 20_000
_COMMA_IS_POINT = str.maketrans({",": ".", ".": "_"})
"""With a decimal comma, a point is no part of a number."""
_LARGEST_NUMBER = 1e9
_TAIL_ROWS = 10
"""Rows before the last one that must agree on its format before it can be called cut off."""
_LEAST_TAIL_ROWS = 4
"""So many are enough in a file that has no more."""


@dataclass(frozen=True)
class _Shape:
    """Findings of the first pass over the file."""

    header: tuple[str, ...]
    row_count: int
    column_count: int
    last_is_cut: bool


def read_csv(path: Path, layout: Layout, rows: Rows | None, monitor: Monitor | None = None) -> Samples:
    """The rows of a text table that have the right number of columns, all of them numbers.

    Raises
    ------
    BadFile
        ``no-usable-rows`` for an empty file, ``layout-does-not-fit`` when most rows have a
        number of columns, or a header, that the layout does not know.
    BadRequest
        ``rows-outside-file``.
    """
    watched = monitor or NullMonitor()
    shape = _survey(path, layout, watched)
    first, last = chosen_rows(rows, shape.row_count)
    variant = _variant(path, layout, shape)
    places = _places(path, variant, shape)
    needed = sorted({column for columns in places.values() for column in columns})
    numbers, row, dropped = _read_rows(path, layout, shape, (first, last), needed, watched)
    position = {column: index for index, column in enumerate(needed)}

    def take(name: str, source: Source) -> FloatArray:
        return source.to_si(numbers[:, [position[column] for column in places[name]]])

    if variant.time is not None:
        time = take("time", variant.time).sum(axis=1)  # of seconds and nanoseconds, where there are two
    else:
        time = (row - 1) / float(variant.rate_hz or 1.0)
    columns = {quantity: take(quantity.value, source) for quantity, source in variant.quantities.items()}
    return Samples(row, time, columns, tuple(dropped))


def column_parts(path: Path, layout: Layout, name: str) -> list[tuple[int, Rows]]:
    """The parts of a table, which end wherever a column changes, with their numbers and rows.

    Parts are called by the column's whole numbers, else counted from 1. The column is a name in the header or
    a number from 1.

    Raises
    ------
    BadRequest
        ``no-split-column`` without that column.
    """
    shape = _survey(path, layout, NullMonitor())
    index = _index(int(name) if name.isdecimal() else name, shape)
    if index is None or index < 0:
        raise BadRequest("no-split-column", file=str(path), column=name, has=shape.header)
    values: list[str] = []
    begins: list[int] = []
    for row, line in enumerate(islice(_lines(path, layout), shape.row_count), start=1):
        fields = _fields(line, layout)
        if len(fields) != shape.column_count:
            continue  # a broken row belongs to the part around it
        value = fields[index].decode("utf-8", errors="replace").strip()
        if not values or value != values[-1]:
            values.append(value)
            begins.append(row)
    ends = [*(begin - 1 for begin in begins[1:]), shape.row_count]
    numbers = [_whole(value) for value in values]
    known = None not in numbers
    return [
        ((number or 0) if known else place, (begin, end))
        for place, (number, begin, end) in enumerate(zip(numbers, begins, ends, strict=True), start=1)
    ]


def _whole(value: str) -> int | None:
    """A whole number, which may be written with decimals; None for anything else."""
    try:
        number = float(value)
    except ValueError:
        return None
    return int(number) if number.is_integer() and abs(number) < _LARGEST_NUMBER else None


def chosen_rows(rows: Rows | None, row_count: int) -> Rows:
    """The chosen rows, all where none were chosen; ``BadRequest`` where they are not in the file."""
    first, last = rows or (1, row_count)
    if row_count and not 1 <= first <= last <= row_count:
        raise BadRequest("rows-outside-file", first=first, last=last, available=row_count)
    return first, last


def _lines(path: Path, layout: Layout) -> Iterator[bytes]:
    """The lines after the header, with their ends.

    Raises
    ------
    BadFile
        ``row-too-long``.
    """
    yield from opened_lines(path, layout.encoding, skip=layout.header_lines)


def _fields(line: bytes, layout: Layout) -> list[bytes]:
    separator = None if layout.delimiter == "whitespace" else layout.delimiter.encode()
    return line.strip(b"\r\n").split(separator)


def _count(line: bytes, layout: Layout) -> int:
    if layout.delimiter == "whitespace":
        return len(line.split())
    return line.count(layout.delimiter.encode()) + 1 if line.strip() else 0


def _survey(path: Path, layout: Layout, monitor: Monitor) -> _Shape:
    """Count rows and columns; blank lines at the very end are no rows."""
    counts: Counter[int] = Counter()
    row_count = blank = 0
    tail: list[bytes] = []
    for line in _lines(path, layout):
        columns = _count(line, layout)
        if row_count % ROWS_PER_BLOCK == 0:
            monitor.check()
        counts[columns] += 1
        row_count, blank = row_count + 1, 0 if columns else blank + 1
        if columns:
            tail = [*tail[-_TAIL_ROWS:], line]
    row_count -= blank
    del counts[0]
    if not counts:
        raise BadFile("no-usable-rows", file=str(path))
    usual = counts.most_common(1)[0][0]
    return _Shape(_header(path, layout), row_count, usual, _is_cut(tail, layout, usual))


def _header(path: Path, layout: Layout) -> tuple[str, ...]:
    if not layout.header_lines:
        return ()
    *_, line = opened_lines(path, layout.encoding, most=layout.header_lines)
    names = (name.decode("utf-8-sig", errors="replace") for name in _fields(line, layout))
    return tuple(name.strip().strip("\"'") for name in names)


def _is_cut(tail: list[bytes], layout: Layout, usual: int) -> bool:
    """Return True if the last row ends in the middle: no line end, and columns or decimals missing."""
    if tail[-1].endswith((b"\n", b"\r")):
        return False
    if _count(tail[-1], layout) < usual:
        return True
    decimals = {_decimals(line, layout) for line in tail[:-1]}
    return len(tail) > _LEAST_TAIL_ROWS and len(decimals) == 1 and _decimals(tail[-1], layout) < min(decimals)


def _decimals(line: bytes, layout: Layout) -> int:
    found = re.search(rb"[.,](\d*)$", _fields(line, layout)[-1].strip())
    return len(found[1]) if found else 0


def _variant(path: Path, layout: Layout, shape: _Shape) -> Variant:
    for variant in layout.variants:
        if variant.column_count in {None, shape.column_count}:
            return variant
    expected = tuple(variant.column_count or 0 for variant in layout.variants)
    raise BadFile(
        "layout-does-not-fit",
        file=str(path),
        layout=layout.name,
        columns=shape.column_count,
        expected=expected,
    )


def _places(path: Path, variant: Variant, shape: _Shape) -> dict[str, tuple[int, ...]]:
    """The columns, counted from 0, of each quantity and of the clock."""
    sources = {quantity.value: source for quantity, source in variant.quantities.items()}
    if variant.time is not None:
        sources["time"] = variant.time
    problems: list[Problem] = []
    places: dict[str, tuple[int, ...]] = {}
    for name, source in sources.items():
        found: list[int] = []
        for column in source.columns:
            index = _index(column, shape)
            if index is None:
                problems.append(Problem(name, "no-such-column", {"column": column}))
            else:
                found.append(index)
        places[name] = tuple(found)
    if problems:
        raise BadFile("layout-does-not-fit", problems, file=str(path), columns=shape.column_count)
    return places


def _index(column: int | str, shape: _Shape) -> int | None:
    if isinstance(column, str):
        return shape.header.index(column) if column in shape.header else None
    return column - 1 if column <= shape.column_count else None


def _read_rows(
    path: Path, layout: Layout, shape: _Shape, rows: Rows, needed: list[int], monitor: Monitor
) -> tuple[FloatArray, np.ndarray[tuple[int], np.dtype[np.int64]], list[Dropped]]:
    blocks: list[FloatArray] = [np.zeros((0, len(needed)))]
    numbers: list[int] = []
    bad: dict[str, list[int]] = {}
    lines = islice(enumerate(_lines(path, layout), start=1), rows[0] - 1, rows[1])
    while block := list(islice(lines, ROWS_PER_BLOCK)):
        monitor.check()
        monitor.report(block[0][0] / max(1, shape.row_count), path.name)
        good: list[tuple[int, bytes]] = []
        for row, line in block:
            if shape.last_is_cut and row == shape.row_count:
                bad.setdefault("truncated-last-row", []).append(row)
            elif _count(line, layout) != shape.column_count:
                bad.setdefault("wrong-column-count", []).append(row)
            else:
                good.append((row, line))
        values, unreadable = _parse(good, layout, needed)
        blocks.append(values)
        numbers.extend(row for row, _ in good if row not in unreadable)
        if unreadable:
            bad.setdefault("not-a-number", []).extend(sorted(unreadable))
    dropped = [
        Dropped(code, len(found), found[0], f"columns={shape.column_count}" if "column" in code else "")
        for code, found in bad.items()
    ]
    return np.concatenate(blocks), np.array(numbers, dtype=np.int64), dropped


def _parse(good: list[tuple[int, bytes]], layout: Layout, needed: list[int]) -> tuple[FloatArray, set[int]]:
    """The needed columns as numbers, and the rows that are not made of numbers."""
    if not good:
        return np.zeros((0, len(needed))), set()
    separator = None if layout.delimiter == "whitespace" else layout.delimiter
    texts = [line.decode("utf-8-sig", errors="replace").strip("\r\n").replace('"', "") for _, line in good]
    is_plain = True
    if layout.decimal == ",":
        is_plain = not any("." in text for text in texts)  # where it would separate thousands
        texts = [text.translate(_COMMA_IS_POINT) for text in texts]
    if not is_plain or any("_" in text for text in texts):
        return _parse_singly(good, texts, separator, needed)
    try:
        values = np.loadtxt(
            texts, delimiter=separator, usecols=needed, ndmin=2, comments=None, dtype=np.float64
        )
    except ValueError:
        return _parse_singly(good, texts, separator, needed)
    return values, set()


def _parse_singly(
    good: list[tuple[int, bytes]], texts: list[str], separator: str | None, needed: list[int]
) -> tuple[FloatArray, set[int]]:
    values: list[list[float]] = []
    unreadable: set[int] = set()
    for (row, _), text in zip(good, texts, strict=True):
        cells = text.split(separator)
        try:
            values.append([_number(cells[column]) for column in needed])
        except ValueError:
            unreadable.add(row)
    return np.array(values, dtype=np.float64).reshape(-1, len(needed)), unreadable


def _number(cell: str) -> float:
    if "_" in cell:  # Python reads it as a separator of thousands
        raise ValueError(cell)
    return float(cell)
