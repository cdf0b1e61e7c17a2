"""Typed values, text and nested fields in an HDF5 file: damage becomes ``BadFile`` with its place.

No link is followed, no value is read before its kind and size are known, and no exception of HDF5 or
NumPy about broken content leaves this module.

Text goes into scalar datasets, for attributes hold no more than 64 KB. Nested fields are two datasets, a
JSON text and the bytes of their arrays (``core.storage.packed_fields``), so that they come back bit for
bit. Before schema 4 every array was a dataset of its own, named by its number; those are read as well.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeAlias

import h5py
import numpy as np
import numpy.typing as npt
from h5py import h5a, h5l, h5t

from core.errors import BadFile, Fact, Problem
from core.hdf5_file import dataset_problems
from core.storage.packed_fields import Packed, array_in, pack, parse, unpack

_UNREADABLE = (
    OSError, KeyError, ValueError, TypeError, RuntimeError, OverflowError, MemoryError, AttributeError,
    IndexError, NotImplementedError, RecursionError,
)  # fmt: skip
"""Exceptions of h5py and NumPy about broken content."""
_MOST_ATTRIBUTE_BYTES = 1 << 17
_PLAIN = {h5t.INTEGER, h5t.FLOAT, h5t.STRING, h5t.ENUM}
Node: TypeAlias = Any
"""A ``h5py.Group`` or ``h5py.Dataset`` of the file."""


_FIELDS, _VALUES, _ARRAYS = "fields", "values", "arrays"


def damaged(node: Node, where: str, code: str, **facts: Fact) -> BadFile:
    """The error about a damaged place; ``where`` is its path in the file."""
    return BadFile("visit-damaged", [Problem(where.strip("/"), code, facts)], file=str(node.file.filename))


@contextmanager
def reading(node: Node, where: str) -> Iterator[None]:
    """Convert exceptions of reading into ``visit-damaged`` at ``where``."""
    try:
        yield
    except BadFile:
        raise
    except _UNREADABLE as error:
        raise damaged(node, where, "unreadable", reason=_first_line(error)) from error


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


def names_in(group: h5py.Group) -> list[str]:
    """The names of all members of a group."""
    with reading(group, str(group.name)):
        return [bytes(name).decode() for name in group.id]  # in the order of their making where it is kept


def member_in(parent: h5py.Group, name: str) -> tuple[Node, str]:
    """The group or dataset of this name, and its path; no link is followed."""
    where = f"{parent.name}/{name}"
    with reading(parent, where):
        key = name.encode()
        if key not in parent.id:
            raise damaged(parent, where, "missing")
        if parent.id.links.get_info(key).type != h5l.TYPE_HARD:
            raise damaged(parent, where, "soft-link")
        return parent[name], where


def has(parent: h5py.Group, name: str) -> bool:
    """True if the group has a member with this name."""
    with reading(parent, f"{parent.name}/{name}"):
        return name.encode() in parent.id


def group_in(parent: h5py.Group, name: str) -> h5py.Group:
    """The member group with this name."""
    found, where = member_in(parent, name)
    if not isinstance(found, h5py.Group):
        raise damaged(parent, where, "not-a-group")
    return found


def dataset_in(parent: h5py.Group, name: str) -> h5py.Dataset:
    """The dataset with this name, after a check that its values are complete and in this file."""
    found, where = member_in(parent, name)
    if not isinstance(found, h5py.Dataset):
        raise damaged(parent, where, "not-a-dataset")
    return checked_dataset(found, where)


def checked_dataset(dataset: h5py.Dataset, where: str) -> h5py.Dataset:
    """The dataset, once it is known that its values are complete and in this file."""
    with reading(dataset, where):
        for problem in dataset_problems(dataset.id, where):
            raise damaged(dataset, where, problem.code, **problem.facts)
    return dataset


def text_in(parent: h5py.Group, name: str) -> str:
    """The text of the dataset of this name."""
    dataset = dataset_in(parent, name)
    with reading(parent, str(dataset.name)):
        if dataset.shape != () or dataset.id.get_type().get_class() != h5t.STRING:
            raise damaged(parent, str(dataset.name), "not-text")
        try:
            return bytes(dataset[()]).decode()
        except UnicodeDecodeError as error:
            raise damaged(parent, str(dataset.name), "not-text") from error


def numbers_in(
    parent: h5py.Group, name: str, *, shape: tuple[int | None, ...] | None = None, kinds: str = "biuf"
) -> npt.NDArray[Any]:
    """The numbers of the dataset of this name; ``shape`` has None where any size will do."""
    dataset = checked_numbers(dataset_in(parent, name), shape=shape, kinds=kinds)
    with reading(parent, str(dataset.name)):
        return np.asarray(dataset[()])


def checked_numbers(
    dataset: h5py.Dataset, *, shape: tuple[int | None, ...] | None = None, kinds: str = "biuf"
) -> h5py.Dataset:
    """The dataset, once it is known to hold numbers of this shape."""
    where = str(dataset.name)
    with reading(dataset, where):
        found = dataset.shape
        if dataset.dtype.kind not in kinds or dataset.dtype.names:
            raise damaged(dataset, where, "not-numeric")
        if found is None or (shape is not None and not _fits(found, shape)):
            wanted = tuple(-1 if size is None else size for size in shape or ())
            raise damaged(dataset, where, "wrong-shape", found=str(found), expected=_shape_text(wanted))
    return dataset


def _shape_text(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join("n" if size < 0 else str(size) for size in shape) + ")"


def _fits(found: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(found) == len(wanted) and all(
        want is None or size == want for size, want in zip(found, wanted, strict=True)
    )


def attribute(node: Node, name: str) -> Any:
    """The value of an attribute, None where there is none; references and the like are refused."""
    where = f"{node.name}@{name}"
    with reading(node, where):
        key = name.encode()
        if not h5a.exists(node.id, key):
            return None
        found = h5a.open(node.id, key)
        if found.get_type().get_class() not in _PLAIN:
            raise damaged(node, where, "foreign-type")
        if found.get_storage_size() > _MOST_ATTRIBUTE_BYTES:
            raise damaged(node, where, "rows-not-there")
        return node.attrs[name]


def attribute_text(node: Node, name: str, default: str | None = None) -> str:
    """The text of an attribute; ``default`` where there is none."""
    value = attribute(node, name)
    where = f"{node.name}@{name}"
    if value is None:
        if default is None:
            raise damaged(node, where, "missing")
        return default
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise damaged(node, where, "not-text")
    return value


def attribute_number(node: Node, name: str) -> int:
    """The whole number of an attribute."""
    value = attribute(node, name)
    if value is None:
        raise damaged(node, f"{node.name}@{name}", "missing")
    if not isinstance(value, int | np.integer) or isinstance(value, bool):
        raise damaged(node, f"{node.name}@{name}", "wrong-kind", expected="int", found=type(value).__name__)
    return int(value)


def attribute_names(node: Node) -> list[str]:
    """The names of all attributes of a node."""
    with reading(node, str(node.name)):
        return [str(name) for name in node.attrs]


def write_text(group: h5py.Group, name: str, text: str) -> None:
    """Store ``text`` as the dataset ``name``."""
    group.create_dataset(name, data=text, dtype=h5py.string_dtype("utf-8"))


def write_fields(group: h5py.Group, plain: dict[str, Any]) -> None:
    """Store plain nested fields (``core.fields.to_fields``) in an empty group."""
    write_packed(group, pack(plain))


def write_packed(group: h5py.Group, packed: Packed) -> None:
    """Store packed fields in an empty group."""
    write_text(group, _FIELDS, packed.text)
    if packed.values:
        group.create_dataset(_VALUES, data=np.frombuffer(packed.values, dtype=np.uint8))


def read_fields(group: h5py.Group) -> dict[str, Any]:
    """The plain nested fields stored in a group.

    Raises
    ------
    BadFile
        ``visit-damaged`` with the place, where they cannot be read.
    """
    text = text_in(group, _FIELDS)
    with reading(group, f"{group.name}/{_FIELDS}"):  # too deeply nested text raises RecursionError
        return unpack(text, _Arrays(group))


def read_plain(group: h5py.Group) -> dict[str, Any]:
    """The fields of a group as stored, with marks in place of arrays and infinities."""
    text, place = text_in(group, _FIELDS), f"{group.name}/{_FIELDS}"
    with reading(group, place):
        plain = parse(text)
        if not isinstance(plain, dict):
            raise damaged(group, place, "wrong-kind", expected="table", found=type(plain).__name__)
    return plain


class _Arrays:
    """The arrays of a group of fields; fields without an array need no dataset of them."""

    def __init__(self, group: h5py.Group) -> None:
        self._group = group

    @cached_property
    def _values(self) -> bytes:
        if not has(self._group, _VALUES):  # every array is empty
            return b""
        return numbers_in(self._group, _VALUES, shape=(None,), kinds="u").tobytes()

    @cached_property
    def _numbered(self) -> h5py.Group:
        return group_in(self._group, _ARRAYS)

    def __call__(self, place: object) -> Any:
        if isinstance(place, int):
            return numbers_in(self._numbered, str(place))
        return array_in(self._values, place)
