"""Opens any kind of recording as a table: chosen by its content and its ending."""

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import BadFile
from core.exchange.array_file import Arrays, load_arrays
from core.given_file import LARGEST_RECORDING, check_file
from core.monitor import Monitor, NullMonitor
from core.recognition.bag_table import is_bag, read_bag_table
from core.recognition.found_table import MOST_WORDS, Channel, FoundTable
from core.recognition.kuka_trace import is_kuka_trace, read_kuka_trace
from core.recognition.lerobot_table import lerobot_root, read_lerobot_table
from core.recognition.sheet_table import read_excel_table, read_parquet_table
from core.recognition.text_format import read_text_table
from core.recognition.user_answers import Answers
from core.recording import FloatArray
from core.storage.output_kinds import HDF5_SIGNATURE

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


_HEAD, _NAMED = 4_000, 4
VISIT_ENDING = ".h5"
_ARRAYS = {".npz": "npz", ".npy": "npy", ".mat": "mat"}


def read_table(path: Path, *, answers: Answers | None = None, monitor: Monitor | None = None) -> FoundTable:
    """The columns of a recording, whatever its container.

    Raises
    ------
    BadFile
        ``file-missing``, ``not-a-plain-file``, ``given-file-too-large``, ``robot-not-a-recording``, and
        what the reader of its kind raises.
    Cancelled
        After a request to stop.
    """
    monitor = monitor or NullMonitor()
    monitor.check()
    if not path.exists():
        raise BadFile("file-missing", file=str(path))
    said = answers or Answers()
    root = lerobot_root(path)
    if root is not None:
        return read_lerobot_table(root, path, episode=said.topic, monitor=monitor)
    if is_bag(path):
        return read_bag_table(path, topic=said.topic, monitor=monitor)
    check_file(path, largest=LARGEST_RECORDING)
    if is_kuka_trace(path):
        return read_kuka_trace(path, monitor=monitor)
    if _is_robot(path):
        raise BadFile("robot-not-a-recording", file=str(path))
    container = container_of(path)
    if container in {"npz", "npy", "mat"}:
        return read_array_table(path, container)
    if container == "parquet":
        return read_parquet_table(path, monitor=monitor)
    if container == "xlsx":
        return read_excel_table(path, sheet=said.topic, monitor=monitor)
    return read_text_table(path)


def _is_robot(path: Path) -> bool:
    """True for a description of a robot, in XML or TOML: its numbers are no rows of a recording."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_xml = text.startswith(b"<") and any(mark in text for mark in (b"<robot", b"<mujoco", b"<sdf"))
    return is_xml or (path.suffix.lower() == ".toml" and b"[[joint" in text)


def container_of(path: Path) -> str:
    """Kind of a file by its first bytes, else by its ending.

    Raises
    ------
    BadFile
        ``zip-of-files`` for an archive of other files than arrays.
    """
    with path.open("rb") as stream:
        head = stream.read(128)
    if head.startswith(b"\x93NUMPY"):
        return "npy"
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"PK"):
        return _packed(path)
    if head.startswith((b"MATLAB 5", b"MATLAB 7", HDF5_SIGNATURE)) or b"MATLAB 7.3" in head:
        return "mat"
    return _ARRAYS.get(path.suffix.lower(), "csv")


def _packed(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError):
        return "npz"
    files = [name for name in names if not name.endswith("/")]
    if any(name.startswith("xl/") for name in files):
        return "xlsx"
    if files and not any(name.endswith(".npy") for name in files):
        raise BadFile("zip-of-files", file=str(path), files=tuple(files[:_NAMED]), count=len(files))
    return "npz"
