"""Text and nested fields inside an HDF5 group.

Text goes into scalar datasets, for attributes hold no more than 64 KB. Nested fields
become one JSON text; arrays in them become datasets of their own, so that they come
back bit for bit, and infinities are spelled so that any JSON reader accepts them.
"""

import json
import math
from functools import cached_property
from typing import Any

import h5py
import numpy as np

from core.storage.typed import damaged, group_in, numbers_in, reading, text_in

_ARRAY = "$array"
_FLOAT = "$float"


def write_text(group: h5py.Group, name: str, text: str) -> None:
    """Store ``text`` as the dataset ``name``."""
    group.create_dataset(name, data=text, dtype=h5py.string_dtype("utf-8"))


def write_fields(group: h5py.Group, plain: dict[str, Any]) -> None:
    """Store plain nested fields (``core.fields.to_fields``) in an empty group."""
    arrays: list[np.ndarray[Any, Any]] = []
    text = json.dumps(_without_arrays(plain, arrays), ensure_ascii=False, allow_nan=False)
    write_text(group, "fields", text)
    for number, array in enumerate(arrays):
        group.create_dataset(f"arrays/{number}", data=array)


def read_fields(group: h5py.Group) -> dict[str, Any]:
    """The plain nested fields stored in a group.

    Raises
    ------
    BadFile
        ``visit-damaged`` with the place, where they cannot be read.
    """
    place = f"{group.name}/fields"
    text = text_in(group, "fields")
    with reading(group, place):  # too deeply nested text raises RecursionError
        plain = _with_arrays(json.loads(text, parse_constant=_refuse), _Arrays(group))
        if not isinstance(plain, dict):
            raise damaged(group, place, "wrong-kind", expected="table", found=type(plain).__name__)
    return plain


def read_plain(group: h5py.Group) -> dict[str, Any]:
    """The fields of a group as stored, with marks in place of arrays and infinities."""
    place = f"{group.name}/fields"
    text = text_in(group, "fields")
    with reading(group, place):
        plain = json.loads(text, parse_constant=_refuse)
        if not isinstance(plain, dict):
            raise damaged(group, place, "wrong-kind", expected="table", found=type(plain).__name__)
    return plain


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON")


def _without_arrays(value: Any, arrays: list[np.ndarray[Any, Any]]) -> Any:
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return {_ARRAY: len(arrays) - 1}
    if isinstance(value, float) and not math.isfinite(value):
        return {_FLOAT: str(value)}
    if isinstance(value, dict):
        return {key: _without_arrays(item, arrays) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_arrays(item, arrays) for item in value]
    return value


class _Arrays:
    """The arrays of a group of fields; fields without an array need no group of them."""

    def __init__(self, group: h5py.Group) -> None:
        self._group = group

    @cached_property
    def _place(self) -> h5py.Group:
        return group_in(self._group, "arrays")

    def __getitem__(self, number: object) -> Any:
        if not isinstance(number, int):
            raise TypeError(f"{number} is no number of an array")
        return numbers_in(self._place, str(number))


def _with_arrays(value: Any, arrays: _Arrays) -> Any:
    if isinstance(value, list):
        return [_with_arrays(item, arrays) if isinstance(item, list | dict) else item for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {_ARRAY}:
        return arrays[value[_ARRAY]]
    if value.keys() == {_FLOAT}:
        return float(value[_FLOAT])
    return {key: _with_arrays(item, arrays) for key, item in value.items()}
