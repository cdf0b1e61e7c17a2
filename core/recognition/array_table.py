"""Files of arrays, NumPy's and MATLAB's, nested structures too, as a table of columns."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import BadFile
from core.exchange.array_file import Arrays, load_arrays
from core.recognition.found_table import MOST_WORDS, Channel, FoundTable
from core.recording import FloatArray

_RATE_NAMES = {"fs": 1.0, "rate": 1.0, "sample_rate": 1.0, "samplerate": 1.0, "freq": 1.0, "frequency": 1.0}
_PERIOD_NAMES = {"ts", "dt", "tsample", "sample_time", "sampletime", "period"}
_MOST_COLUMNS = 4_000


def read_array_table(path: Path, container: str) -> FoundTable:
    """The arrays of a file as columns ``name[1]``, ``name[2]``, …, all of the length of the most common one.

    Raises
    ------
    BadFile
        ``not-npz`` or ``not-mat`` for another kind of file, ``no-usable-rows`` for one without arrays.
    """
    arrays = load_arrays(path, container)
    numbers = {name: value for name, value in arrays.items() if value.dtype.kind in "fiu"}
    table = table_of_arrays(path, container, numbers)
    texts = [
        (f"{name}[{place + 1}]", str(word))
        for name, value in arrays.items()
        if value.dtype.kind in "US" and value.size <= MOST_WORDS
        for place, word in enumerate(np.char.strip(value.astype(np.str_).ravel()))
    ]
    nothing = np.full(table.channels[0].values.size, np.nan)
    first = len(table.channels) + 1
    words = (Channel(first + at, name, nothing, words=(word,)) for at, (name, word) in enumerate(texts))
    rows = tuple((*row, *(word for _, word in texts)) for row in table.first_rows)
    return replace(table, channels=(*table.channels, *words), first_rows=rows)


def table_of_arrays(path: Path, container: str, arrays: Arrays) -> FoundTable:
    """Arrays (N,), (N, joints) or (joints, N) as columns; scalars that state a rate are its rate."""
    count = _sample_count(arrays)
    if count < 2:
        raise BadFile("no-usable-rows", file=str(path))
    channels: list[Channel] = []
    for name, column in _columns(arrays, count):
        if len(channels) < _MOST_COLUMNS:
            channels.append(Channel(len(channels) + 1, name, column))
    rate, named = _rate(arrays)
    rows = tuple(tuple(f"{channel.values[row]:.6g}" for channel in channels) for row in range(min(3, count)))
    return FoundTable(path, container, tuple(channels), rows, rate_hz=rate, rate_name=named)


def _sample_count(arrays: Arrays) -> int:
    """Length that most columns have; that of a clock by its name comes first."""
    clocks = [
        array.size
        for name, array in arrays.items()
        if name.split(".")[-1].lower() in {"t", "time", "timestamp"}
    ]
    if clocks and max(clocks) > 1:
        return int(max(clocks))
    longest = [max(array.shape, default=0) for array in arrays.values() if array.ndim in {1, 2}]
    return int(max(longest, default=0))


def _columns(arrays: Arrays, count: int) -> Iterator[tuple[str, FloatArray]]:
    for name, array in arrays.items():
        table = np.asarray(array, dtype=np.float64)
        if table.ndim == 3 and 1 in table.shape:  # Simulink's (joints, 1, N)
            table = table.reshape([size for size in table.shape if size != 1] or [1])
        if table.ndim == 1:
            table = table.reshape(-1, 1)
        if table.ndim != 2:
            continue
        if table.shape[0] != count and table.shape[1] == count:
            table = table.T
        if table.shape[0] != count:
            continue
        if table.shape[1] == 1:
            yield name, table[:, 0]
        else:
            yield from ((f"{name}[{place + 1}]", table[:, place]) for place in range(table.shape[1]))


def _rate(arrays: Mapping[str, npt.NDArray[Any]]) -> tuple[float | None, str]:
    for name, array in arrays.items():
        key = name.split(".")[-1].lower()
        if array.size != 1 or not np.isfinite(array).all():
            continue
        value = float(np.ravel(array)[0])
        if key in _RATE_NAMES and value > 0.0:
            return value, name
        if key in _PERIOD_NAMES and 0.0 < value < 1.0:
            return 1.0 / value, name
    return None, ""
