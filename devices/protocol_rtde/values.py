"""The data types of RTDE and the layout of a data package as a NumPy record."""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from devices.protocol_rtde.wire import field_error

NOT_FOUND = "NOT_FOUND"
"""In place of a type: this controller has no such field."""
IN_USE = "IN_USE"
"""In place of a type: another client already writes this input."""


class DataType(StrEnum):
    """The types that a controller announces for the fields of a recipe."""

    BOOL = "BOOL"
    UINT8 = "UINT8"
    UINT16 = "UINT16"
    UINT32 = "UINT32"
    UINT64 = "UINT64"
    INT32 = "INT32"
    DOUBLE = "DOUBLE"
    VECTOR3D = "VECTOR3D"
    VECTOR6D = "VECTOR6D"
    VECTOR6INT32 = "VECTOR6INT32"
    VECTOR6UINT32 = "VECTOR6UINT32"


_LAYOUTS: dict[DataType, tuple[str, int]] = {
    DataType.BOOL: (">u1", 1),
    DataType.UINT8: (">u1", 1),
    DataType.UINT16: (">u2", 1),
    DataType.UINT32: (">u4", 1),
    DataType.UINT64: (">u8", 1),
    DataType.INT32: (">i4", 1),
    DataType.DOUBLE: (">f8", 1),
    DataType.VECTOR3D: (">f8", 3),
    DataType.VECTOR6D: (">f8", 6),
    DataType.VECTOR6INT32: (">i4", 6),
    DataType.VECTOR6UINT32: (">u4", 6),
}
_LETTERS = {">u1": "B", ">u2": "H", ">u4": "I", ">u8": "Q", ">i4": "i", ">f8": "d"}
RECIPE_FIELD = "recipe-id"
"""Name of the leading number of a package; no field of a controller has a hyphen."""


def type_of(text: str) -> DataType | None:
    """The data type of this name; None for one that is not known, such as a text."""
    try:
        return DataType(text)
    except ValueError:
        return None


def width_of(kind: DataType) -> int:
    """Number of values of this type: 6 for a vector of six."""
    return _LAYOUTS[kind][1]


def struct_format(kinds: Sequence[DataType]) -> str:
    """Format of these values one after the other, for ``struct``."""
    parts = (_LAYOUTS[kind] for kind in kinds)
    return ">" + "".join(f"{count}{_LETTERS[code]}" for code, count in parts)


def record_dtype(names: Sequence[str], kinds: Sequence[DataType], *, has_recipe: bool) -> np.dtype[np.void]:
    """Layout of the body of a data package; with ``has_recipe`` the number of the recipe leads.

    Raises
    ------
    ProtocolError
        ``protocol-field`` if a name occurs twice.
    """
    fields: list[tuple[str, str] | tuple[str, str, tuple[int]]] = (
        [(RECIPE_FIELD, ">u1")] if has_recipe else []
    )
    for name, kind in zip(names, kinds, strict=True):
        code, count = _LAYOUTS[kind]
        fields.append((name, code) if count == 1 else (name, code, (count,)))
    if len({field[0] for field in fields}) != len(fields):
        raise field_error("OUTPUTS", "names", "a name occurs twice")
    return np.dtype(fields)
