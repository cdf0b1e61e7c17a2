"""Recordings inside the visit file: written block by block, read lazily.

Each recording is a numbered group with the device's clock and this computer's, one dataset
for each quantity with its unit, the gaps of the clock, the gaps that were found while
recording, and the rest as fields. Samples are compressed without loss, channel by channel, which makes a
recording of the virtual robot five or six times smaller. Datasets carry checksums, so that
damage by the disk is detected.
"""

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import h5py
import numpy as np
import numpy.typing as npt

from core.errors import BadFile, BadRequest
from core.exchange.clock import Gap, clock_report, is_endless
from core.fields import from_fields, to_fields
from core.recording import (
    Dropped,
    Event,
    FloatArray,
    MissingSamples,
    Origin,
    Quantity,
    Recording,
    TorqueKind,
)
from core.storage.digests import DIGEST, check_column
from core.storage.hdf5_values import (
    checked_numbers,
    damaged,
    dataset_in,
    group_in,
    has,
    names_in,
    numbers_in,
    read_fields,
    reading,
    write_fields,
)
from core.storage.seal import places_of

ROWS_PER_CHUNK = 4096
_FEWEST_ROWS_PER_CHUNK = 64
ROWS_PER_BLOCK = 16 * ROWS_PER_CHUNK
_DEFLATION = 4
"""Level of the compression, 0 to 9: higher ones take twice the time for two hundredths of the size."""

UNITS: dict[Quantity, str] = {
    Quantity.POSITION: "rad or m",
    Quantity.VELOCITY: "rad/s or m/s",
    Quantity.ACCELERATION: "rad/s² or m/s²",
    Quantity.MOTOR_POSITION: "rad",
    Quantity.MOTOR_VELOCITY: "rad/s",
    Quantity.LINK_POSITION: "rad or m",
    Quantity.CURRENT: "A",
    Quantity.MOTOR_TORQUE: "N·m",
    Quantity.TORQUE: "N·m or N",
    Quantity.CURRENT_REFERENCE: "A",
    Quantity.TORQUE_REFERENCE: "N·m or N",
    Quantity.TEMPERATURE: "K",
}
"""Unit of each quantity; the second one is that of a prismatic joint."""


_MISSING_ROW = np.dtype([("index", np.int64), ("missing", np.int64), ("cause", h5py.string_dtype("utf-8"))])


@dataclass(frozen=True)
class RecordingAbout:
    """A recording without its clocks and samples."""

    torque_kind: TorqueKind
    payload_mass: float | None
    origin: Origin
    dropped: tuple[Dropped, ...]
    events: tuple[Event, ...] = ()
    incomplete: str = ""


def blocks_of(recording: Recording) -> Iterator[Recording]:
    """The recording in blocks that fit into memory; one empty block when it has no samples."""
    for first in range(0, max(recording.sample_count, 1), ROWS_PER_BLOCK):
        yield recording.block(first, min(first + ROWS_PER_BLOCK, recording.sample_count))


def stored_bytes(recording: Recording) -> int:
    """Most bytes that a recording's samples can take in the file, which stores them in whole chunks."""
    chunk = _rows_per_chunk(recording.sample_count)
    rows = -(-recording.sample_count // chunk) * chunk
    clocks = 1 if recording.host_time is None else 2
    width = sum(math.prod(column.shape[1:]) for column in recording.columns.values())
    return 8 * rows * (clocks + width)


def _rows_per_chunk(count: int) -> int:
    """Rows that are compressed together, by the number of rows in the first block."""
    return max(_FEWEST_ROWS_PER_CHUNK, min(count, ROWS_PER_CHUNK))


def write_recording(parent: h5py.Group, label: str, blocks: Iterable[Recording]) -> h5py.Group:
    """Store consecutive blocks as one recording, with the metadata of the first block.

    Returns
    -------
    The recording's group; there is none after an error.

    Raises
    ------
    BadRequest
        ``no-samples``, ``column-shape``, ``clock-not-increasing`` or ``clock-endless`` when the
        blocks do not form a recording, ``label-not-usable`` for an empty label or control characters.
    """
    if not label.strip() or not label.isprintable():
        raise BadRequest("label-not-usable", label=label)
    group = parent.create_group(f"{len(parent) + 1:04d}")
    try:
        _write_blocks(group, label, blocks)
    except BaseException:
        del parent[group.name]
        raise
    return group


def _write_blocks(group: h5py.Group, label: str, blocks: Iterable[Recording]) -> None:
    group.attrs["label"] = label
    digests: defaultdict[str, Any] = defaultdict(hashlib.sha256)
    first: Recording | None = None
    for block in blocks:
        if first is None:
            first = block
            _start(group, block)
        _append(group, label, block, digests)
    if first is None or not first.columns or not group["time"].shape[0]:
        raise BadRequest("no-samples", label=label)
    time = group["time"][:]
    if is_endless(time):
        raise BadRequest("clock-endless", label=label, seconds=float(time[-1] - time[0]))
    about = RecordingAbout(
        first.torque_kind, first.payload_mass, first.origin, first.dropped, first.events, first.incomplete
    )
    write_fields(group.create_group("about"), to_fields(about))
    write_missing(group, first.missing)
    gaps = _gaps(time, first.missing)
    table = np.array([(gap.index, gap.missing) for gap in gaps], dtype=np.int64).reshape(-1, 2)
    group.create_dataset("gaps", data=table).attrs["columns"] = ("index", "missing")
    for dataset in columns_of(group):
        dataset.attrs[DIGEST] = digests[str(dataset.name)].hexdigest()


def _gaps(time: FloatArray, missing: tuple[MissingSamples, ...]) -> list[Gap]:
    """Every gap once: those counted while recording, and those visible in the clock alone."""
    holes = {gap.index: gap.missing for gap in clock_report(time).gaps}
    holes |= {hole.index: hole.missing for hole in missing}
    return [Gap(index, holes[index]) for index in sorted(holes)]


def write_missing(group: h5py.Group, missing: tuple[MissingSamples, ...]) -> None:
    """Store the gaps that were found while recording, one row each."""
    rows = [(hole.index, hole.missing, hole.cause) for hole in missing]
    group.create_dataset("missing", data=np.array(rows, dtype=_MISSING_ROW))


def _read_missing(group: h5py.Group, count: int) -> tuple[MissingSamples, ...]:
    if not has(group, "missing"):  # the first schema had none
        return ()
    dataset = dataset_in(group, "missing")
    place = str(dataset.name)
    with reading(group, place):
        if dataset.dtype.names != _MISSING_ROW.names or len(dataset.shape) != 1:
            raise damaged(group, place, "wrong-kind", expected="table", found=str(dataset.dtype))
        table = dataset[()]
        found = tuple(
            MissingSamples(int(index), int(missing), bytes(cause).decode()) for index, missing, cause in table
        )
    if any(not 0 <= hole.index < count or hole.missing < 0 for hole in found):
        raise damaged(group, place, "outside-recording")
    return found


def read_gaps(group: h5py.Group) -> tuple[Gap, ...]:
    """Gaps in the clock of a stored recording.

    Raises
    ------
    BadFile
        ``visit-damaged``.
    """
    count = int(numbers_in(group, "time", shape=(None,), kinds="f").shape[0])
    table = numbers_in(group, "gaps", shape=(None, 2), kinds="iu")
    gaps = tuple(Gap(index=int(index), missing=int(missing)) for index, missing in table)
    if any(not 0 <= gap.index < count or gap.missing < 0 for gap in gaps):
        raise damaged(group, f"{group.name}/gaps", "outside-recording")
    return gaps


def sample_numbers(recording: Recording, gaps: Iterable[Gap]) -> npt.NDArray[np.int64]:
    """Sample numbers (N,) from 0, without those missing in the recording or, by ``gaps``, in its clock."""
    holes = [(hole.index, hole.missing) for hole in recording.missing]
    holes = holes or [(gap.index, gap.missing) for gap in gaps]
    steps = np.ones(recording.sample_count, dtype=np.int64)
    steps[0] = 0
    for index, missing in holes:
        # a gap after the last sample has no sample behind it
        if 0 <= index < recording.sample_count - 1:
            steps[index + 1] += missing
    return np.cumsum(steps)


def columns_of(group: h5py.Group) -> Iterator[h5py.Dataset]:
    """The datasets of a recording that hold one row for each sample."""
    for name in ("time", "host_time"):
        if has(group, name):
            yield dataset_in(group, name)
    columns = group_in(group, "columns")
    for name in names_in(columns):
        yield dataset_in(columns, name)


def sample_places(file: h5py.File) -> list[tuple[int, int]]:
    """Places of the samples of all recordings in the file; their blocks have their own checksums."""
    recordings = group_in(file, "recordings")
    columns = [column for name in names_in(recordings) for column in columns_of(group_in(recordings, name))]
    return places_of(column for column in columns if column.chunks and column.fletcher32)


def _start(group: h5py.Group, block: Recording) -> None:
    rows = _rows_per_chunk(block.sample_count)
    _dataset(group, "time", (), "s", rows)
    if block.host_time is not None:
        _dataset(group, "host_time", (), "s", rows)
    columns = group.create_group("columns", track_order=True)
    for quantity, column in block.columns.items():
        _dataset(columns, quantity.value, tuple(column.shape[1:]), UNITS[quantity], rows)


def _dataset(group: h5py.Group, name: str, width: tuple[int, ...], unit: str, rows: int) -> None:
    dataset = group.create_dataset(
        name,
        shape=(0, *width),
        maxshape=(None, *width),
        chunks=(rows, *(1 for _ in width)),  # a channel alone compresses better than all at once
        dtype=np.float64,
        shuffle=True,
        compression="gzip",
        compression_opts=_DEFLATION,
        fletcher32=True,
    )
    dataset.attrs["unit"] = unit


def _append(group: h5py.Group, label: str, block: Recording, digests: Mapping[str, Any]) -> None:
    _check_clock(group["time"], label, block.time)
    if {quantity.value for quantity in block.columns} != set(group["columns"]):
        raise BadRequest("column-shape", label=label, quantity="")
    if ("host_time" in group) != (block.host_time is not None):
        raise BadRequest("column-shape", label=label, quantity="host_time")
    _extend(group["time"], block.time, digests)
    if block.host_time is not None:
        if block.host_time.shape != block.time.shape:
            raise BadRequest("column-shape", label=label, quantity="host_time")
        _extend(group["host_time"], block.host_time, digests)
    for quantity, column in block.columns.items():
        dataset = group["columns"][quantity.value]
        if tuple(column.shape) != (block.sample_count, *dataset.shape[1:]):
            raise BadRequest("column-shape", label=label, quantity=quantity.value)
        _extend(dataset, np.asarray(column[0 : block.sample_count], dtype=np.float64), digests)


def _check_clock(stored: h5py.Dataset, label: str, time: FloatArray) -> None:
    before = stored[-1:] if stored.shape[0] else np.zeros(0)
    whole = np.concatenate([before, time])
    if not (np.all(np.isfinite(whole)) and np.all(np.diff(whole) > 0.0)):
        raise BadRequest("clock-not-increasing", label=label)


def _extend(dataset: h5py.Dataset, rows: FloatArray, digests: Mapping[str, Any]) -> None:
    digests[str(dataset.name)].update(np.ascontiguousarray(rows, dtype="<f8").tobytes())
    first = dataset.shape[0]
    dataset.resize(first + rows.shape[0], axis=0)
    dataset[first:] = rows


class OpenFile:
    """The file handle through which stored columns are read; renewed by a change of the visit.

    ``is_sealed``: the bytes of the file are known to be unchanged. If not, a column is compared
    with its digest before its first row is used.
    """

    def __init__(self, handle: h5py.File, *, is_sealed: bool = True) -> None:
        self.handle, self.is_sealed = handle, is_sealed
        self._checked: set[str] = set()

    def dataset(self, place: str) -> h5py.Dataset:
        """The dataset at a place, checked where the file is not sealed."""
        dataset = self.handle[place]
        if not self.is_sealed and place not in self._checked:
            check_column(dataset)
            self._checked.add(place)
        return dataset


class StoredColumn:
    """One quantity of a stored recording, shape (N, joints), read from the file when sliced."""

    def __init__(self, file: OpenFile, place: str, shape: tuple[int, ...]) -> None:
        self._file, self._place, self._shape = file, place, shape

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the column, (N, joints)."""
        return self._shape

    def __len__(self) -> int:
        return self._shape[0]

    def __getitem__(self, rows: Any, /) -> Any:
        """The rows as a NumPy array, read now; ``BadFile`` (``file-damaged``) where they cannot be."""
        try:
            return self._file.dataset(self._place)[rows]
        except (OSError, RuntimeError) as error:  # a wrong checksum, a missing block
            name = str(self._file.handle.filename)
            raise BadFile("file-damaged", file=name, reason=str(error)) from error

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self[:], dtype=dtype)


def read_recording(file: OpenFile, group: h5py.Group, label: str) -> Recording:
    """A stored recording: its clocks in memory, its columns still in the file.

    Quantities that a newer program has added are left out.

    Raises
    ------
    BadFile
        ``visit-damaged`` with the place, where the group holds no recording.
    """
    about = read_about(group)
    time = _clock(file, group, "time")
    if not (time.size and np.isfinite(time).all() and (np.diff(time) > 0.0).all()):
        raise damaged(group, f"{group.name}/time", "no-clock-inside")
    if is_endless(time):
        raise damaged(group, f"{group.name}/time", "endless-clock", seconds=float(time[-1] - time[0]))
    recording = Recording(label=label, time=time, columns=_columns(file, group, time.size))
    host_time = _clock(file, group, "host_time") if has(group, "host_time") else None
    if host_time is not None and host_time.shape != time.shape:
        raise damaged(
            group, f"{group.name}/host_time", "wrong-length", found=host_time.size, expected=time.size
        )
    return replace(
        recording,
        torque_kind=about.torque_kind,
        payload_mass=about.payload_mass,
        origin=about.origin,
        dropped=about.dropped,
        host_time=host_time,
        missing=_read_missing(group, time.size),
        events=about.events,
        incomplete=about.incomplete,
    )


def read_about(group: h5py.Group) -> RecordingAbout:
    """A stored recording without its clocks and samples; raises as ``read_recording``."""
    return from_fields(RecordingAbout, read_fields(group_in(group, "about")))


def _clock(file: OpenFile, group: h5py.Group, name: str) -> FloatArray:
    dataset = checked_numbers(dataset_in(group, name), shape=(None,), kinds="f")
    try:
        return np.asarray(file.dataset(str(dataset.name))[()], dtype=np.float64)
    except (OSError, RuntimeError) as error:
        raise damaged(group, str(dataset.name), "unreadable", reason=str(error)) from error


def _columns(file: OpenFile, group: h5py.Group, count: int) -> dict[Quantity, StoredColumn]:
    columns = group_in(group, "columns")
    known = {quantity.value for quantity in Quantity}
    found: dict[Quantity, StoredColumn] = {}
    for name in names_in(columns):
        if name in known:
            dataset = checked_numbers(dataset_in(columns, name), shape=(count, None), kinds="f")
            shape = tuple(int(size) for size in dataset.shape)
            found[Quantity(name)] = StoredColumn(file, str(dataset.name), shape)
    widths = {column.shape[1] for column in found.values()}
    if len(widths) != 1 or 0 in widths:
        raise damaged(group, str(columns.name), "no-columns-inside")
    return found
