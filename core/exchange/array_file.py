"""Reads files of named arrays, NumPy's npz and MATLAB's mat, as samples."""

import math
import struct
import zipfile
import zlib
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from core.errors import BadFile, BadRequest, Problem
from core.exchange.csv_file import chosen_rows
from core.exchange.layout import Layout, Source, Variant
from core.exchange.samples import Rows, Samples
from core.given_file import LARGEST_RECORDING, check_file
from core.hdf5_file import check_stays_inside, is_hdf5, named_arrays, open_to_read
from core.recording import FloatArray, Quantity

_UNREADABLE = (
    ValueError,
    TypeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""Errors that NumPy, SciPy and HDF5 raise over broken content."""

Arrays = Mapping[str, npt.NDArray[Any]]


def read_arrays(path: Path, layout: Layout, rows: Rows | None) -> Samples:
    """The chosen rows of all quantities that the file has an array for.

    Joints that have no link-side encoder (a column of zeros while the motor of that
    joint moves) become NaN and are remarked as ``no-link-encoder``; numeric arrays that
    the layout does not know are remarked as ``not-imported``.

    Raises
    ------
    BadFile
        ``not-npz`` or ``not-mat`` for another kind of file, ``layout-does-not-fit`` with
        every problem when clock and arrays do not make samples.
    BadRequest
        ``rows-outside-file``.
    """
    arrays = load_arrays(path, layout.kind)
    problems: list[Problem] = []
    variant = layout.variants[0]
    found = _found(arrays, variant, problems)
    count = _sample_count(arrays, variant, found)
    time = _clock(arrays, variant, count, problems)
    columns = {
        quantity: _column(name, arrays[name], source, count, problems)
        for quantity, (name, source) in found.items()
    }
    if problems:
        raise BadFile("layout-does-not-fit", problems, file=str(path), layout=layout.name)
    first, last = chosen_rows(rows, count)
    chosen = slice(first - 1, last)
    samples = Samples(
        row=np.arange(first, last + 1, dtype=np.int64),
        time=time[chosen],
        columns={quantity: column[chosen] for quantity, column in columns.items()},
    )
    return _remark_unread(without_absent_encoders(samples, columns), arrays, variant, found)


def part_rows(path: Path, layout: Layout, column: str = "") -> list[tuple[int, Rows]]:
    """The parts of a file, each with its number and its rows, in their order; none where it has but one.

    ``column`` names the array of the parts' numbers, instead of the layout's own.

    Raises
    ------
    BadFile
        ``not-npz`` or ``not-mat``.
    BadRequest
        ``no-split-column`` without that array.
    """
    arrays = load_arrays(path, layout.kind)
    if column and column not in arrays:
        raise BadRequest("no-split-column", file=str(path), column=column, has=tuple(arrays))
    names = (column,) if column else layout.variants[0].parts
    name = next((name for name in names if name in arrays), None)
    if name is None or not _is_numeric(arrays[name]) or arrays[name].size < 2:
        return []
    numbers = np.rint(arrays[name].astype(np.float64).ravel())
    edges = [0, *(np.flatnonzero(np.diff(numbers)) + 1), numbers.size]
    if len(edges) == 2 or not np.isfinite(numbers).all():
        return []
    return [(int(numbers[first]), (int(first) + 1, int(last))) for first, last in pairwise(edges)]


def load_arrays(path: Path, kind: str) -> dict[str, npt.NDArray[Any]]:
    """All arrays of a file of kind ``npz``, ``npy`` or ``mat`` by their names.

    The fields of MATLAB's structures have dotted names, such as ``data.q``.

    Raises
    ------
    BadFile
        ``not-npz``, ``not-npy`` or ``not-mat``.
    """
    check_file(path, largest=LARGEST_RECORDING)
    load = {"npz": _load_npz, "npy": _load_npy}.get(kind, _load_mat)
    try:
        return load(path)
    except _UNREADABLE as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the disk's trouble, not the content's
        raise BadFile(f"not-{kind}", file=str(path), reason=str(error)) from error


def _load_npy(path: Path) -> dict[str, npt.NDArray[Any]]:
    """One array without a name; the fields of a structured one by their names."""
    with path.open("rb") as stream:
        shape, kind = _npy_header(stream)
        if kind.hasobject or math.prod(shape) * kind.itemsize > path.stat().st_size:
            raise ValueError("no array of numbers")
    array = np.load(path, allow_pickle=False)
    if array.dtype.names:
        return {name: np.asarray(array[name]) for name in array.dtype.names}
    return {"": array}


def _load_npz(path: Path) -> dict[str, npt.NDArray[Any]]:
    _check_unpacked(path)
    with path.open("rb") as stream:  # np.load leaves a broken file open
        loaded = np.load(stream, allow_pickle=False)
        if not isinstance(loaded, np.lib.npyio.NpzFile):
            raise TypeError("one array without a name")
        with loaded:
            return {name: loaded[name] for name in loaded.files}


def _check_unpacked(path: Path) -> None:
    """Refuse an archive whose arrays do not fit into memory once unpacked; no array is read for that.

    The size in an archive's list can be a lie, but no more than that is ever unpacked; the size in an
    array's own header is what NumPy asks memory for, so it may not be more than the list's.
    """
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        if sum(member.file_size for member in members) > LARGEST_RECORDING:
            raise ValueError("too large once unpacked")
        for member in members:
            with archive.open(member) as stream:
                shape, kind = _npy_header(stream)
            if kind.hasobject or math.prod(shape) * kind.itemsize > member.file_size:
                raise ValueError(f"{member.filename} is no array of numbers")


def _npy_header(stream: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    version = np.lib.format.read_magic(stream)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = read(stream)
    return shape, kind


_MAT_NUMBERS = {
    "double",
    "single",
    "logical",
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
}
"""Classes of MATLAB arrays of numbers."""
_MOST_STRUCTS, _MOST_TEXT = 64, 4_000
"""Elements of an array of structures, such as Simulink's signals, and of one of texts, that are read."""
_MOST_ROWS = 1_000_000
"""Elements of an array of structures of which each is a row of a recording."""
_DEEPEST_STRUCT = 4
_LARGEST_STRUCT_BYTES = 1_000_000_000
"""Size of a file whose structures are read; their sizes are not stated in front of them."""


def _mat_names(path: Path) -> list[str]:
    """Names of the arrays of numbers and of structures, once they are known to fit into memory."""
    from scipy.io import whosmat

    with path.open("rb") as stream:
        found = whosmat(stream)
    numbers = [(name, shape) for name, shape, kind in found if kind in _MAT_NUMBERS]
    if 8 * sum(math.prod(shape) for _, shape in numbers) > LARGEST_RECORDING:
        raise ValueError("too large once unpacked")
    structs = [name for name, shape, kind in found if kind == "struct" and math.prod(shape) <= _MOST_ROWS]
    texts = [
        name for name, shape, kind in found if kind in {"char", "cell"} and math.prod(shape) <= _MOST_TEXT
    ]
    structs += texts
    if structs and path.stat().st_size > _LARGEST_STRUCT_BYTES:
        raise ValueError("structures of this size are not read; save the arrays without a structure")
    return [name for name, _ in numbers] + structs


def _load_mat(path: Path) -> dict[str, npt.NDArray[Any]]:
    from scipy.io import loadmat
    from scipy.io.matlab import MatReadError

    if is_hdf5(path):  # MATLAB's format 7.3, whose arrays are stored column by column
        with open_to_read(path) as file:
            check_stays_inside(file)
            return {name: np.asarray(value).T for name, value in named_arrays(file).items()}
    try:
        names = _mat_names(path)
        with path.open("rb") as stream:
            loaded = loadmat(stream, variable_names=names)
    except MatReadError as error:
        raise ValueError(str(error)) from error
    found: dict[str, npt.NDArray[Any]] = {}
    for name, value in loaded.items():
        if isinstance(value, np.ndarray):
            found |= _unnested(name, value, 0)
    return found


def _unnested(name: str, value: npt.NDArray[Any], depth: int) -> dict[str, npt.NDArray[Any]]:
    """An array of numbers or texts, or the fields of a structure by their dotted names.

    The elements of an array of structures have numbers, as in ``signals(2).values``; a signal of Simulink
    goes by its label.
    """
    if value.dtype.names is None:
        if not value.dtype.hasobject:
            return {name: value}
        texts = [np.ravel(cell) for cell in value.flat]
        is_text = bool(texts) and all(text.size == 1 and text.dtype.kind in "US" for text in texts)
        return {name: np.array([str(text[0]) for text in texts])} if is_text else {}
    found: dict[str, npt.NDArray[Any]] = {}
    if depth == _DEEPEST_STRUCT:
        return found
    if value.size > _MOST_STRUCTS:
        return {
            f"{name}.{part}": rows
            for part in value.dtype.names
            if (rows := _rows_of(value[part])) is not None
        }
    for place, element in enumerate(value.flat, start=1):
        own = name if value.size == 1 else f"{name}({place})"
        label = np.ravel(element["label"]) if {"values", "label"} <= set(value.dtype.names) else np.array([])
        if label.size == 1 and label.dtype.kind in "US" and str(label[0]).strip():
            found |= _unnested(f"{name}.{label[0]}", np.asarray(element["values"]), depth + 1)
            continue
        for part in value.dtype.names:
            inner = element[part]
            if isinstance(inner, np.ndarray):
                found |= _unnested(f"{own}.{part}", inner, depth + 1)
    return found


def _rows_of(cells: npt.NDArray[Any]) -> npt.NDArray[Any] | None:
    """A field of an array of structures as rows (N, columns); None where its elements are not alike."""
    rows = [np.ravel(cell) for cell in cells.flat]
    is_alike = len({row.size for row in rows}) == 1 and all(row.dtype.kind in "fiu" for row in rows)
    return np.array(rows, dtype=np.float64) if is_alike and rows[0].size else None


def _first_name(arrays: Arrays, source: Source | None) -> str | None:
    names = source.names if source is not None else ()
    return next((name for name in names if name in arrays), None)


def _found(arrays: Arrays, variant: Variant, problems: list[Problem]) -> dict[Quantity, tuple[str, Source]]:
    """The array of each quantity that has one."""
    found: dict[Quantity, tuple[str, Source]] = {}
    for quantity, source in variant.quantities.items():
        name = _first_name(arrays, source)
        if name is None:
            continue
        if not _is_numeric(arrays[name]) or arrays[name].ndim > 2:
            problems.append(Problem(name, "not-numeric"))
        else:
            found[quantity] = (name, source)
    if not found and not problems:
        known = tuple(name for source in variant.quantities.values() for name in source.names)
        problems.append(Problem("", "no-known-array", {"arrays": tuple(arrays), "known": known}))
    return found


def _is_numeric(array: npt.NDArray[Any]) -> bool:
    return array.dtype.kind in "fiu"


def _sample_count(arrays: Arrays, variant: Variant, found: Mapping[Quantity, tuple[str, Source]]) -> int:
    """The length of the clock, or the longer side of the first quantity where there is none."""
    name = _first_name(arrays, variant.time)
    if name is not None:
        return int(arrays[name].size)
    return max((max(arrays[name].shape, default=1) for name, _ in list(found.values())[:1]), default=0)


def _clock(arrays: Arrays, variant: Variant, count: int, problems: list[Problem]) -> FloatArray:
    name = _first_name(arrays, variant.time)
    if name is not None and variant.time is not None and _is_numeric(arrays[name]):
        return arrays[name].astype(np.float64).ravel() * variant.time.factor[0]
    name = _first_name(arrays, variant.rate)
    rate = variant.rate_hz
    if name is not None and variant.rate is not None and _is_numeric(arrays[name]) and arrays[name].size == 1:
        rate = float(arrays[name].item()) * variant.rate.factor[0]
    if rate is not None and np.isfinite(rate) and rate > 0.0:
        return np.arange(count) / rate
    problems.append(Problem("", "no-clock", {"arrays": tuple(arrays)}))
    return np.zeros(count)


def _column(
    name: str, array: npt.NDArray[Any], source: Source, count: int, problems: list[Problem]
) -> FloatArray:
    """An array as (N, joints) in SI units, turned where it is stored the other way."""
    table = array.astype(np.float64)
    if table.ndim < 2:
        table = table.reshape(-1, 1)
    if table.shape[0] != count and table.shape[1] == count:
        table = table.T
    if table.shape[0] != count:
        problems.append(Problem(name, "wrong-length", {"found": array.shape, "expected": count}))
        return np.zeros((count, 1))
    if len(source.factor) not in {1, table.shape[1]}:
        problems.append(Problem(name, "wrong-count", {"found": table.shape[1]}))
        return np.zeros((count, 1))
    return source.to_si(table)


def without_absent_encoders(samples: Samples, whole: Mapping[Quantity, FloatArray]) -> Samples:
    """NaN where a joint has no link encoder, judged on the whole file, not on the chosen rows."""
    link, motor = whole.get(Quantity.LINK_POSITION), whole.get(Quantity.MOTOR_POSITION)
    if link is None or motor is None or link.shape != motor.shape:
        return samples
    moves = np.ptp(np.where(np.isfinite(motor), motor, 0.0), axis=0) > 0.0
    absent = np.all(link == 0.0, axis=0) & moves
    if not absent.any():
        return samples
    column = np.where(absent, np.nan, samples.columns[Quantity.LINK_POSITION])
    joints = ",".join(str(joint + 1) for joint in np.flatnonzero(absent))
    marked = Samples(
        samples.row,
        samples.time,
        {**samples.columns, Quantity.LINK_POSITION: column},
        samples.dropped,
    )
    return marked.noting("no-link-encoder", detail=f"joints={joints}")


def _remark_unread(
    samples: Samples,
    arrays: Arrays,
    variant: Variant,
    found: Mapping[Quantity, tuple[str, Source]],
) -> Samples:
    read = {*variant.parts, *(name for name, _ in found.values())}
    read |= {name for source in (variant.time, variant.rate) if source for name in source.names}
    unread = [
        name for name, array in arrays.items() if name not in read and _is_numeric(array) and array.size
    ]
    return samples.noting("not-imported", detail=",".join(unread)) if unread else samples
