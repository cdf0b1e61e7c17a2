"""Text and nested fields inside an HDF5 group.

Text goes into scalar datasets, for attributes hold no more than 64 KB. Nested fields are two datasets, a
JSON text and the bytes of their arrays (``core.storage.packed_fields``), so that they come back bit for
bit. Before schema 4 every array was a dataset of its own, named by its number; those are read as well.
"""

from functools import cached_property
from typing import Any

import h5py
import numpy as np

from core.storage.packed_fields import Packed, array_in, pack, parse, unpack
from core.storage.typed import damaged, group_in, has, numbers_in, reading, text_in

_FIELDS, _VALUES, _ARRAYS = "fields", "values", "arrays"


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
