"""Reads text tables row by row, and reports the rows that are no rows of this table.

The file is read twice as a stream: once to count columns, once to take the numbers, so
that memory holds no more than the numbers.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.errors import BadFile, BadRequest, Problem
from core.exchange.csv_numbers import TakenRows, numbers_of
from core.exchange.layout import Layout, Variant
from core.exchange.plain_rows import WHITESPACE, name_cells
from core.exchange.samples import Rows, Samples
from core.exchange.text_blocks import LineBlock, line_blocks
from core.exchange.text_lines import opened_lines
from core.monitor import Monitor, NullMonitor

TAIL_ROWS = 200
"""Rows before the last one whose last numbers must have one form."""
_LEAST_TAIL_ROWS = 4
_DECIMALS = re.compile(r"[+-]?\d*[.,](\d+(?:[eE][+-]\d+)?)")


def is_cut(last: bytes, before: Sequence[str], cell: str, *, has_all_columns: bool) -> bool:
    """True unless the last row is known to be whole.

    A row with a line end is whole. One without is whole only where the last numbers of the rows before it
    all have the same number of decimals and its own has so many too: a number that was cut has fewer.
    Whole numbers, and decimals of any length, do not show that they were cut.

    Parameters
    ----------
    last
        The last line of the file.
    before
        Last cells of the rows before it, at most ``TAIL_ROWS`` of them.
    cell
        Last cell of the last row.
    """
    if last.endswith((b"\n", b"\r")):
        return False
    decimals = {_decimals(text) for text in before}
    is_fixed = len(before) >= _LEAST_TAIL_ROWS and len(decimals) == 1 and None not in decimals
    return not has_all_columns or not is_fixed or _decimals(cell) not in decimals


def _decimals(cell: str) -> int | None:
    """Length of what follows the decimal sign; None for a number without."""
    found = _DECIMALS.fullmatch(cell.strip())
    return len(found[1]) if found else None


_LARGEST_NUMBER = 1e9
_SURVEYED = 0.15
"""Share of the work that counting rows and columns takes."""


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
    return read_csv_parts(path, layout, [rows], monitor)[0]


def read_csv_parts(
    path: Path, layout: Layout, parts: Sequence[Rows | None], monitor: Monitor | None = None
) -> list[Samples]:
    """Several parts of a text table, which is read once; errors as :func:`read_csv`."""
    watched = monitor or NullMonitor()
    shape = _survey(path, layout, watched)
    chosen = [chosen_rows(rows, shape.row_count) for rows in parts]
    variant = _variant(path, layout, shape)
    span = (min(first for first, _ in chosen), max(last for _, last in chosen))
    taken = TakenRows(variant, _places(path, variant, shape), most=span[1] - span[0] + 1)
    _read_rows(path, layout, shape, span, taken, watched)
    return [taken.samples(rows, column_count=shape.column_count) for rows in chosen]


def column_parts(
    path: Path, layout: Layout, name: str, monitor: Monitor | None = None
) -> list[tuple[int, Rows]]:
    """The parts of a table, which end wherever a column changes, with their numbers and rows.

    Parts are called by the column's whole numbers, else counted from 1. The column is a name in the header or
    a number from 1.

    Raises
    ------
    BadRequest
        ``no-split-column`` without that column.
    """
    watched = monitor or NullMonitor()
    shape = _survey(path, layout, watched)
    index = _index(int(name) if name.isdecimal() else name, shape)
    if index is None or index < 0:
        raise BadRequest("no-split-column", file=str(path), column=name, has=shape.header)
    values: list[bytes] = []
    begins: list[int] = []
    row = 1
    for block in _blocks(path, layout):
        watched.check()
        for place in np.flatnonzero(block.columns == shape.column_count):  # others belong to the part around
            value = _fields(block.line(int(place)), layout)[index].strip()
            if not values or value != values[-1]:
                values.append(value)
                begins.append(row + int(place))
        row += block.count
    ends = [*(begin - 1 for begin in begins[1:]), shape.row_count]
    numbers = [_whole(value.decode("utf-8", errors="replace")) for value in values]
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


def _blocks(path: Path, layout: Layout) -> Iterator[LineBlock]:
    """The lines after the header, in blocks."""
    return line_blocks(path, encoding=layout.encoding, delimiter=layout.delimiter, skip=layout.header_lines)


def _fields(line: bytes, layout: Layout) -> list[bytes]:
    separator = None if layout.delimiter == WHITESPACE else layout.delimiter.encode()
    return line.strip(b"\r\n").split(separator)


def _survey(path: Path, layout: Layout, monitor: Monitor) -> _Shape:
    """Count rows and columns; blank lines at the very end are no rows."""
    counts: Counter[int] = Counter()
    row_count = blank = 0
    tail: list[bytes] = []
    for block in _blocks(path, layout):
        monitor.check()
        numbers, times = np.unique(block.columns, return_counts=True)
        counts.update(dict(zip(numbers.tolist(), times.tolist(), strict=True)))
        filled = np.flatnonzero(block.columns)
        row_count += block.count
        blank = block.count - 1 - int(filled[-1]) if filled.size else blank + block.count
        tail = [*tail, *(block.line(int(place)) for place in filled[-TAIL_ROWS - 1 :])][-TAIL_ROWS - 1 :]
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
    return tuple(name_cells(line.decode("utf-8-sig", errors="replace").rstrip("\r\n"), layout.delimiter))


def _is_cut(tail: list[bytes], layout: Layout, usual: int) -> bool:
    """Return True if the last row may end in the middle."""
    *before, cell = (_fields(line, layout)[-1].decode("utf-8", "replace").strip() for line in tail)
    return is_cut(tail[-1], before, cell, has_all_columns=len(_fields(tail[-1], layout)) >= usual)


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
    path: Path, layout: Layout, shape: _Shape, span: Rows, taken: TakenRows, monitor: Monitor
) -> None:
    """Take over the rows of the file within ``span`` that are rows of this table."""
    first = 1
    for block in _blocks(path, layout):
        if first > span[1]:
            break
        monitor.check()
        monitor.report(_SURVEYED + (1.0 - _SURVEYED) * first / max(1, shape.row_count), path.name)
        rows = np.arange(first, first + block.count)
        first += block.count
        inside = (rows >= span[0]) & (rows <= span[1])
        cut = inside & (rows == shape.row_count) & shape.last_is_cut
        other = inside & ~cut & (block.columns != shape.column_count)
        taken.drop("truncated-last-row", rows[cut])
        taken.drop("wrong-column-count", rows[other])
        good = inside & ~cut & ~other
        values, readable = numbers_of(
            block, good, layout, taken.needed, taken.clock, month_first=taken.is_month_first
        )
        taken.drop("not-a-number", rows[good][~readable])
        taken.add(rows[good][readable], values)
