"""Parquet and Excel files as tables, by libraries that are installed on demand."""

import datetime as dt
import importlib
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import BadFile
from core.exchange.clock_text import DATE_TIME, has_month_first, is_moment, moments, over_midnight
from core.monitor import Cancelled, Monitor
from core.recognition.found_table import Channel, FoundTable, words_of
from core.recognition.header import header_of
from core.recording import FloatArray

_Column = tuple[str, FloatArray, str, tuple[str, ...]]
"""Name, numbers, unit and texts of a column."""
_MOMENTS = (dt.datetime, dt.date, dt.time, dt.timedelta)
_MOMENTS_LOOKED_AT = 50


def read_parquet_table(path: Path, *, monitor: Monitor) -> FoundTable:
    """The columns of a Parquet file; list columns become one column for each element.

    Raises
    ------
    BadFile
        ``library-missing`` where pyarrow is not installed, ``not-a-table`` for a damaged file.
    """
    parquet = _library("pyarrow.parquet", "pyarrow", path)
    try:
        with parquet.ParquetFile(path) as file:
            groups = []
            for number in range(file.num_row_groups):
                monitor.check()
                monitor.report(number / file.num_row_groups)
                groups.append(file.read_row_group(number))
        table = _library("pyarrow", "pyarrow", path).concat_tables(groups)
    except Cancelled:
        raise
    except Exception as error:  # the library's own errors have no common class
        raise BadFile("not-a-table-file", file=str(path), reason=str(error)) from error
    named: list[_Column] = []
    for name in table.column_names:
        values = table.column(name).to_numpy(zero_copy_only=False)
        named += _numeric(str(name), values)
    return _table(path, "parquet", named)


def parquet_columns(path: Path, names: Collection[str], *, monitor: Monitor) -> dict[str, FloatArray]:
    """The columns of these names that a Parquet file has; lists of equal length as (N, length).

    Raises
    ------
    BadFile
        ``library-missing`` where pyarrow is not installed, ``not-a-table-file`` for a damaged file.
    """
    parquet = _library("pyarrow.parquet", "pyarrow", path)
    monitor.check()
    try:
        with parquet.ParquetFile(path) as file:
            there = [name for name in file.schema_arrow.names if name in names]
            table = file.read(columns=there)
        found = {}
        for name in there:
            values = table.column(name).to_numpy(zero_copy_only=False)
            whole = np.stack(list(values)) if values.dtype == object else values
            found[name] = np.asarray(whole, dtype=np.float64)
    except Exception as error:  # the library's own errors have no common class
        raise BadFile("not-a-table-file", file=str(path), reason=str(error)) from error
    return found


def read_excel_table(path: Path, *, sheet: str = "", monitor: Monitor) -> FoundTable:
    """The one sheet of an Excel file that has a table: names, units below them, and rows of numbers.

    Parameters
    ----------
    sheet
        Name of the sheet, where several have a table.

    Raises
    ------
    BadFile
        ``library-missing`` where openpyxl is not installed, ``not-a-table-file`` for a damaged file,
        ``sheet-open`` where several sheets have a table, ``sheet-unknown``.
    """
    library = _library("openpyxl", "openpyxl", path)
    try:
        book = library.load_workbook(path, read_only=True, data_only=True)
        sheets = {
            one.title: _filled_rows(one, monitor) for one in book.worksheets if sheet in {"", one.title}
        }
        names = tuple(one.title for one in book.worksheets)
        book.close()
    except Cancelled:
        raise
    except Exception as error:  # the library's own errors have no common class
        raise BadFile("not-a-table-file", file=str(path), reason=str(error)) from error
    if sheet and not sheets:
        raise BadFile("sheet-unknown", file=str(path), sheet=sheet, sheets=names)
    starts = {title: start for title, rows in sheets.items() if (start := _first_row(rows)) is not None}
    if not starts:
        raise BadFile("no-usable-rows", file=str(path))
    if len(starts) > 1:
        raise BadFile("sheet-open", file=str(path), sheets=tuple(starts))
    ((title, start),) = starts.items()
    rows = sheets[title]
    width = len(rows[start])
    head = [
        "\t".join("" if cell is None else str(cell).replace("\t", " ") for cell in row)
        for row in rows[:start]
    ]
    columns, units = header_of(head, "\t".join(["0"] * width), "\t", width)
    named = []
    for place in range(width):
        cells = [row[place] if place < len(row) else None for row in rows[start:]]
        is_clock = any(isinstance(cell, _MOMENTS) for cell in cells[:_MOMENTS_LOOKED_AT])
        month_first = has_month_first(cell for cell in cells if isinstance(cell, str))
        numbers = np.array([_number(cell, month_first=month_first) for cell in cells])
        unit = DATE_TIME if is_clock else units[place]
        texts = (
            () if np.isfinite(numbers).any() else words_of(str(cell) for cell in cells if cell is not None)
        )
        named.append((columns[place], over_midnight(numbers) if is_clock else numbers, unit, texts))
    return _table(path, "xlsx", named)


def _filled_rows(sheet: Any, monitor: Monitor) -> list[tuple[object, ...]]:
    rows = []
    for number, row in enumerate(sheet.iter_rows(values_only=True)):
        if number % 500 == 0:
            monitor.check()
        if any(cell is not None for cell in row):
            rows.append(tuple(row))
    return rows


def _first_row(rows: list[tuple[object, ...]]) -> int | None:
    """Place of the first row of which more than half are numbers; None for a sheet with fewer than two."""
    found = [
        place
        for place, row in enumerate(rows)
        if 2 * np.isfinite([_number(cell) for cell in row]).sum() > len(row)
    ]
    return found[0] if len(found) > 1 else None


def _number(cell: object, *, month_first: bool = False) -> float:
    """A cell as a number, moments in s; NaN for any other one."""
    if isinstance(cell, dt.timedelta):
        return cell.total_seconds()
    if isinstance(cell, _MOMENTS) or (isinstance(cell, str) and is_moment(cell)):
        return float(moments([str(cell)], month_first=month_first)[0])
    return float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else float("nan")


def _library(module: str, package: str, path: Path) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise BadFile("library-missing", file=str(path), library=package) from error


def _numeric(name: str, values: np.ndarray[Any, Any]) -> list[_Column]:
    """A column as numbers; lists of equal length as one column each; other columns as NaN."""
    if values.dtype.kind in "fiub":
        return [(name, values.astype(np.float64), "", ())]
    if values.dtype.kind in "mM":
        kind = "datetime64[ns]" if values.dtype.kind == "M" else "timedelta64[ns]"
        whole = values.astype(kind).astype(np.int64)
        return [(name, 1e-9 * whole.astype(np.float64), DATE_TIME, ())]
    first = next((value for value in values if value is not None), None)
    if isinstance(first, np.ndarray | list | tuple) and all(
        value is not None and len(value) == len(first) for value in values
    ):
        if isinstance(first[0] if len(first) else None, str):
            words = [words_of(str(value[place]) for value in values) for place in range(len(first))]
            nothing = np.full(values.shape[0], np.nan)
            return [(f"{name}[{place + 1}]", nothing, "", texts) for place, texts in enumerate(words)]
        stacked = np.array([list(value) for value in values], dtype=np.float64)
        return [(f"{name}[{place + 1}]", stacked[:, place], "", ()) for place in range(stacked.shape[1])]
    texts = words_of(str(value) for value in values if value is not None)
    return [(name, np.full(values.shape[0], np.nan), "", texts)]


def _table(path: Path, container: str, named: list[_Column]) -> FoundTable:
    if not named or named[0][1].size < 2:
        raise BadFile("no-usable-rows", file=str(path))
    channels = tuple(
        Channel(place + 1, name, values, unit=unit, words=words)
        for place, (name, values, unit, words) in enumerate(named)
    )
    rows = tuple(
        tuple(f"{channel.values[row]:.6g}" for channel in channels) for row in range(min(3, named[0][1].size))
    )
    return FoundTable(path, container, channels, rows)
