"""Parquet and Excel files as tables, by libraries that are installed on demand."""

import importlib
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import BadFile
from core.monitor import Cancelled, Monitor
from core.recognition.found_table import Channel, FoundTable
from core.recording import FloatArray

_MOST_ROWS = 20_000_000


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
    named: list[tuple[str, FloatArray]] = []
    for name in table.column_names:
        values = table.column(name).to_numpy(zero_copy_only=False)
        named += _numeric(str(name), values)
    return _table(path, "parquet", named)


def read_excel_table(path: Path, *, monitor: Monitor) -> FoundTable:
    """The first sheet of an Excel file: names in the row above the first row of numbers.

    Raises
    ------
    BadFile
        ``library-missing`` where openpyxl is not installed, ``not-a-table-file`` for a damaged file.
    """
    library = _library("openpyxl", "openpyxl", path)
    try:
        book = library.load_workbook(path, read_only=True, data_only=True)
        rows = []
        for number, row in enumerate(book.worksheets[0].iter_rows(values_only=True)):
            if number % 500 == 0:
                monitor.check()
            rows.append(tuple(row))
        book.close()
    except Cancelled:
        raise
    except Exception as error:  # the library's own errors have no common class
        raise BadFile("not-a-table-file", file=str(path), reason=str(error)) from error
    rows = [row for row in rows if any(cell is not None for cell in row)]
    start = next((place for place, row in enumerate(rows) if 2 * sum(map(_is_number, row)) > len(row)), None)
    if start is None:
        raise BadFile("no-usable-rows", file=str(path))
    header = rows[start - 1] if start else ()
    named = []
    for place in range(len(rows[start])):
        cells = [row[place] if place < len(row) else None for row in rows[start:]]
        name = str(header[place]) if place < len(header) and header[place] is not None else ""
        named.append((name, np.array([_number(cell) for cell in cells])))
    return _table(path, "xlsx", named)


def _number(cell: object) -> float:
    return float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else float("nan")


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _library(module: str, package: str, path: Path) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise BadFile("library-missing", file=str(path), library=package) from error


def _numeric(name: str, values: np.ndarray[Any, Any]) -> list[tuple[str, FloatArray]]:
    """A column as numbers; lists of equal length as one column each; other columns as NaN."""
    if values.dtype.kind in "fiub":
        return [(name, values.astype(np.float64))]
    if values.dtype.kind == "M":
        return [(f"{name} [ns]", values.astype("datetime64[ns]").astype(np.int64).astype(np.float64))]
    first = next((value for value in values if value is not None), None)
    if isinstance(first, np.ndarray | list | tuple) and all(
        value is not None and len(value) == len(first) for value in values
    ):
        stacked = np.array([list(value) for value in values], dtype=np.float64)
        return [(f"{name}[{place + 1}]", stacked[:, place]) for place in range(stacked.shape[1])]
    return [(name, np.full(values.shape[0], np.nan))]


def _table(path: Path, container: str, named: list[tuple[str, FloatArray]]) -> FoundTable:
    if not named or named[0][1].size < 2:
        raise BadFile("no-usable-rows", file=str(path))
    channels = tuple(Channel(place + 1, name, values) for place, (name, values) in enumerate(named))
    rows = tuple(
        tuple(f"{channel.values[row]:.6g}" for channel in channels) for row in range(min(3, named[0][1].size))
    )
    return FoundTable(path, container, channels, rows)
