"""Numbers of the rows of a text table, a block of lines at a time."""

import io
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from core.exchange.clock_text import moments, over_midnight
from core.exchange.layout import Layout, Variant
from core.exchange.plain_rows import INSIDE, WHITESPACE
from core.exchange.samples import Rows, Samples
from core.exchange.text_blocks import LineBlock
from core.recording import Dropped, FloatArray, Quantity

BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.int64]
_COMMA_IS_POINT = str.maketrans({",": ".", ".": "_"})
"""With a decimal comma, a point is no part of a number."""


class TakenRows:
    """The quantities of the rows that were read so far, in SI units; nothing else of a file is kept."""

    def __init__(self, variant: Variant, places: dict[str, tuple[int, ...]], *, most: int) -> None:
        self._variant = variant
        self.needed = sorted({column for columns in places.values() for column in columns})
        self.clock = places["time"] if variant.time is not None and variant.time.is_text else ()
        """Columns of moments that are written as text."""
        self.is_month_first = variant.time.is_month_first if variant.time is not None else None
        position = {column: index for index, column in enumerate(self.needed)}
        self._at = {
            name: _as_slice([position[column] for column in columns]) for name, columns in places.items()
        }
        self._row = np.empty(most, dtype=np.int64)
        self._time = np.empty(most)
        self._columns = {
            quantity: np.empty((most, len(places[quantity.value]))) for quantity in variant.quantities
        }
        self._count = 0
        self._bad: dict[str, list[int]] = {}

    def add(self, row: IntArray, values: FloatArray) -> None:
        """Take over rows of these numbers (N,) with the needed columns (N, K) of the file."""
        part = slice(self._count, self._count + row.size)
        self._count = part.stop
        self._row[part] = row
        if self._variant.time is not None:  # of seconds and nanoseconds, where there are two
            self._time[part] = self._variant.time.to_si(values[:, self._at["time"]]).sum(axis=1)
        else:
            self._time[part] = (row - 1) / float(self._variant.rate_hz or 1.0)
        for quantity, source in self._variant.quantities.items():
            self._columns[quantity][part] = source.to_si(values[:, self._at[quantity.value]])

    def drop(self, code: str, row: IntArray) -> None:
        """Note rows that are no rows of this table."""
        if row.size:
            self._bad.setdefault(code, []).extend(row.tolist())

    def samples(self, rows: Rows, *, column_count: int) -> Samples:
        """Samples of the rows from the first to the last, with what was left out there."""
        first, last = np.searchsorted(self._row[: self._count], [rows[0], rows[1] + 1])
        part = slice(int(first), int(last))
        dropped = []
        for code, found in self._bad.items():
            within = [row for row in found if rows[0] <= row <= rows[1]]
            detail = f"columns={column_count}" if "column" in code else ""
            dropped += [Dropped(code, len(within), within[0], detail)] if within else []
        columns: dict[Quantity, FloatArray] = {
            quantity: values[part] for quantity, values in self._columns.items()
        }
        time = over_midnight(self._time[part]) if self.clock else self._time[part]
        return Samples(self._row[part], time, columns, tuple(dropped))


def _as_slice(places: list[int]) -> list[int] | slice:
    """Neighbouring places as a slice, which takes no copy."""
    first, last = places[0], places[-1] + 1
    return slice(first, last) if places == list(range(first, last)) else places


def numbers_of(
    block: LineBlock,
    chosen: BoolArray,
    layout: Layout,
    needed: Sequence[int],
    clock: Collection[int] = (),
    *,
    month_first: bool | None = None,
) -> tuple[FloatArray, BoolArray]:
    """The needed columns of the chosen lines as numbers, and which of these lines (N,) consist of numbers.

    The columns in ``clock`` hold moments that are written as text.
    """
    separator = None if layout.delimiter == WHITESPACE else layout.delimiter
    count = int(chosen.sum())
    every = np.ones(count, dtype=np.bool_)
    if not count:
        return np.zeros((0, len(needed))), every
    content = block.content
    if count < block.count:
        content = b"".join(block.line(int(place)) for place in np.flatnonzero(chosen))
    text = content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    if clock:
        return _with_clock(text, layout, needed, clock, count, month_first)
    text = _plain_text(text, layout)
    if "_" not in text and "\r" not in text:
        try:
            values = np.loadtxt(
                io.StringIO(text),
                delimiter=separator,
                usecols=needed,
                ndmin=2,
                comments=None,
                dtype=np.float64,
            )
        except ValueError:
            pass
        else:
            if values.shape[0] == count:
                return values, every
    return _line_by_line(text.split("\n")[:count], separator, needed)


def _plain_text(text: str, layout: Layout) -> str:
    """Lines with points as decimal signs and no sign between thousands.

    A point beside a decimal comma becomes "_", which is no part of a number.
    """
    inside = INSIDE.decode()
    for sign in (inside, layout.thousands) if layout.thousands == layout.delimiter else (layout.thousands,):
        text = text.replace(sign, "") if sign and sign != layout.delimiter else text
    if layout.decimal == layout.delimiter:  # decimal signs inside quotes
        return text.replace(".", "_").replace(inside, ".")
    return text.translate(_COMMA_IS_POINT) if layout.decimal == "," else text


def _with_clock(
    text: str,
    layout: Layout,
    needed: Sequence[int],
    clock: Collection[int],
    count: int,
    month_first: bool | None,  # noqa: FBT001
) -> tuple[FloatArray, BoolArray]:
    """Numbers of lines of which some columns are moments."""
    separator = None if layout.delimiter == WHITESPACE else layout.delimiter
    rows = [line.split(separator) for line in text.split("\n")[:count]]
    others = [column for column in needed if column not in clock]
    joined = "\n".join((separator or " ").join([row[column] for column in others]) for row in rows)
    values: FloatArray = np.full((count, len(needed)), np.nan)
    numbers, readable = _line_by_line(
        _plain_text(joined, layout).split("\n") if others else [], separator, range(len(others))
    )
    readable = readable if others else np.ones(count, dtype=np.bool_)
    if others:
        places = np.array([needed.index(column) for column in others])
        values[np.ix_(np.flatnonzero(readable), places)] = numbers
    for column in clock:
        stamps = moments((row[column].strip("\r\ufeff") for row in rows), month_first=month_first)
        values[:, needed.index(column)] = stamps
        readable &= np.isfinite(stamps)
    return values[readable], readable


def _line_by_line(
    lines: Sequence[str], separator: str | None, needed: Sequence[int]
) -> tuple[FloatArray, BoolArray]:
    values: list[list[float]] = []
    readable = np.ones(len(lines), dtype=np.bool_)
    for place, line in enumerate(lines):
        cells = line.strip("\r\ufeff").split(separator)
        try:
            values.append([_number(cells[column]) for column in needed])
        except (ValueError, IndexError):
            readable[place] = False
    return np.array(values, dtype=np.float64).reshape(-1, len(needed)), readable


def _number(cell: str) -> float:
    if "_" in cell:  # Python reads it as a separator of thousands
        raise ValueError(cell)
    return float(cell)
