"""Plain nested fields in one piece: a JSON text, and the bytes of all arrays one after the other.

A result has up to hundreds of small arrays; in one piece they are stored and read at once. In the text an
array is its place among the bytes: ``{"$array": ["<f8", [3, 2], 160]}`` for the kind of its elements, its
shape and its first byte. Infinities are spelled, so that any JSON reader accepts the text.
"""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

_ARRAY = "$array"
_FLOAT = "$float"
_KIND = re.compile(r"[<>|][biuf]\d{1,2}")


@dataclass(frozen=True)
class Packed:
    """Nested fields as a text and the bytes of their arrays."""

    text: str
    values: bytes = b""


def pack(plain: dict[str, Any]) -> Packed:
    """Plain nested fields (``core.fields.to_fields``) in one piece.

    Raises
    ------
    TypeError
        For an array of anything but numbers.
    """
    values = bytearray()
    text = json.dumps(_without_arrays(plain, values), ensure_ascii=False, allow_nan=False)
    return Packed(text, bytes(values))


def unpack(text: str, arrays: Callable[[object], Any]) -> dict[str, Any]:
    """The fields of a text; ``arrays`` finds an array by its place in it.

    Raises
    ------
    ValueError, TypeError, RecursionError
        For a text that was not made by ``pack``.
    """
    plain = _with_arrays(parse(text), arrays)
    if not isinstance(plain, dict):
        raise TypeError(f"a table is expected, not {type(plain).__name__}")
    return plain


def parse(text: str) -> Any:
    """The text as it is, with places of arrays and spelled infinities.

    Raises
    ------
    ValueError
        When it is no JSON.
    """
    return json.loads(text, parse_constant=_refuse)


def array_in(values: bytes, place: object) -> npt.NDArray[Any]:
    """The array at a place among the bytes, as a copy.

    Raises
    ------
    ValueError, TypeError
        For a place that does not lie within the bytes.
    """
    if not isinstance(place, list) or len(place) != 3:
        raise TypeError(f"{place} is no place of an array")
    kind, shape, first = place
    sizes = [first, *shape] if isinstance(shape, list) else [None]
    if not isinstance(kind, str) or not _KIND.fullmatch(kind) or not all(map(_is_size, sizes)):
        raise TypeError(f"{place} is no place of an array")
    count = math.prod(shape)
    if not count:
        return np.zeros(shape, dtype=kind)
    return np.frombuffer(values, dtype=kind, count=count, offset=first).reshape(shape).copy()


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON")


def _without_arrays(value: Any, values: bytearray) -> Any:
    if isinstance(value, np.ndarray):
        if not _KIND.fullmatch(value.dtype.str):
            raise TypeError(f"arrays of {value.dtype} cannot be stored")
        place = [value.dtype.str, list(value.shape), len(values)]
        values += value.tobytes()
        return {_ARRAY: place}
    if isinstance(value, float) and not math.isfinite(value):
        return {_FLOAT: str(value)}
    if isinstance(value, dict):
        return {key: _without_arrays(item, values) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_arrays(item, values) for item in value]
    return value


def _with_arrays(value: Any, arrays: Callable[[object], Any]) -> Any:
    if isinstance(value, list):
        return [_with_arrays(item, arrays) if isinstance(item, list | dict) else item for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {_ARRAY}:
        return arrays(value[_ARRAY])
    if value.keys() == {_FLOAT}:
        return float(value[_FLOAT])
    return {key: _with_arrays(item, arrays) for key, item in value.items()}
