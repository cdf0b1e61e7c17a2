"""Conversion of frozen dataclasses to plain nested fields and back, by their type hints.

The visit file, the worker process and the JSON output see results only through these fields, so a
result is an ordinary dataclass without code for saving. Plain fields are dicts with text keys, lists,
text, numbers, ``None`` and NumPy arrays; enumerations become their value. Fields unknown to a class are
ignored when reading, so a file written by a newer program still opens.
"""

import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

from core.errors import BadFile, Problem, TorsionError

T = TypeVar("T")


class _Mismatch:
    """Marks a value that could not be read; its problem was already noted."""


_MISMATCH = _Mismatch()
_REFUSALS = (TorsionError, ValueError, TypeError, ArithmeticError, LookupError, AttributeError)
"""Exceptions of a class for values of the right type that are inconsistent."""
_FITTING_KINDS = {"f": "biuf", "i": "iu", "u": "iu", "c": "biufc", "b": "b"}
"""Kinds of NumPy elements that can be read as the wanted kind."""


def to_fields(obj: object) -> dict[str, Any]:
    """The fields of a dataclass instance as plain nested values; arrays stay arrays.

    Raises
    ------
    TypeError
        For anything inside that is no dataclass, enumeration, array, tuple, list,
        mapping with text keys, text, number or ``None``.
    """
    if not is_dataclass(obj) or isinstance(obj, type):
        raise TypeError(f"not a dataclass instance: {type(obj).__name__}")
    return {item.name: _plain(getattr(obj, item.name)) for item in _stored(type(obj))}


def from_fields(cls: type[T], plain: Mapping[str, Any]) -> T:
    """The dataclass ``cls`` rebuilt from its plain fields; unknown extra fields are ignored.

    Raises
    ------
    BadFile
        ``bad-fields``, with one problem for each field that is missing
        (``missing-field``), of the wrong kind (``wrong-kind``) or refused by the class
        itself (``refused-value``).
    """
    problems: list[Problem] = []
    value = _dataclass(cls, plain, "", problems)
    if problems:
        raise BadFile("bad-fields", problems, kind=cls.__name__)
    return cast(T, value)


def from_usable_fields(cls: type[T], plain: Mapping[str, Any]) -> tuple[T, list[Problem]]:
    """The dataclass with its defaults and every usable field, and a problem for each unusable one.

    For data that is better read in part than not at all, such as remembered settings. Every field must
    have a default.
    """
    kind: Any = cls
    made = kind()
    problems: list[Problem] = []
    for item in _stored(kind):
        if item.name not in plain:
            continue
        known = len(problems)
        value = _read(_hints(kind)[item.name], plain[item.name], item.name, problems)
        if len(problems) > known:
            continue
        try:
            made = replace(made, **{item.name: value})
        except _REFUSALS as error:
            problems.append(Problem(item.name, "refused-value", {"kind": cls.__name__, "reason": str(error)}))
    return cast(T, made), problems


def to_json_value(value: object) -> Any:
    """Plain JSON: dataclasses to objects, arrays to lists, infinities and NaN to null."""
    if is_dataclass(value) and not isinstance(value, type):
        return to_json_value(to_fields(value))
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "biu" or (value.dtype.kind == "f" and np.isfinite(value).all()):
            return value.tolist()  # nothing in it that JSON has no number for
        return to_json_value(value.tolist())
    if isinstance(value, Mapping):
        return {str(_plain(key)): to_json_value(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_json_value(item) for item in value]
    scalar = _plain(value)
    return None if isinstance(scalar, float) and not math.isfinite(scalar) else scalar


def _plain(value: object) -> Any:
    """The plain form of one value."""
    if is_dataclass(value) and not isinstance(value, type):
        return to_fields(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, (bool, int, float, str, np.ndarray)):
        return value
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {_key(key): _plain(item) for key, item in value.items()}
    raise TypeError(f"cannot be stored as fields: {type(value).__name__}")


def _key(key: object) -> str:
    plain = _plain(key)
    if not isinstance(plain, str):
        raise TypeError(f"keys must be text, not {type(key).__name__}")
    return plain


@cache
def _stored(cls: type) -> tuple[Field[Any], ...]:
    """The fields that the constructor accepts."""
    return tuple(item for item in fields(cls) if item.init)


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _note(problems: list[Problem], where: str, expected: str, value: object) -> _Mismatch:
    problems.append(Problem(where, "wrong-kind", {"expected": expected, "found": type(value).__name__}))
    return _MISMATCH


def _read(hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    """``value`` converted to ``hint``, or ``_MISMATCH`` with a problem noted."""
    return _reader_of(hint)(hint, value, where, problems)


@cache
def _reader_of(hint: Any) -> "_Reader":
    """The function that reads values of a hint."""
    origin = get_origin(hint) or hint
    if origin in _READERS or not isinstance(origin, type):
        return _READERS.get(origin, _scalar)
    if issubclass(origin, Mapping):
        return _mapping
    if is_dataclass(origin):
        return _dataclass
    return _enumeration if issubclass(origin, Enum) else _scalar


def _anything(_hint: Any, value: Any, _where: str, _problems: list[Problem]) -> Any:
    return value


def _literal(hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    found = isinstance(value, str | int | float) and value in get_args(hint)
    return value if found else _note(problems, where, "one of the choices", value)


def _enumeration(hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    try:
        return hint(value)
    except (ValueError, TypeError):
        return _note(problems, where, hint.__name__, value)


def _nothing(_hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    return None if value is None else _note(problems, where, "null", value)


def _scalar(hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    if type(value) is hint:
        return value
    if isinstance(value, np.generic):
        value = value.item()
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            return _note(problems, where, hint.__name__, value)
    is_kind = isinstance(value, hint) and (hint is bool or not isinstance(value, bool))
    return value if is_kind else _note(problems, where, hint.__name__, value)


def _dataclass(cls: type, value: Any, where: str, problems: list[Problem]) -> Any:
    if not isinstance(value, Mapping):
        return _note(problems, where, cls.__name__, value)
    known = len(problems)
    arguments: dict[str, Any] = {}
    hints = _hints(cls)
    for item in _stored(cls):
        place = f"{where}.{item.name}" if where else item.name
        if item.name in value:
            arguments[item.name] = _read(hints[item.name], value[item.name], place, problems)
        elif item.default is MISSING and item.default_factory is MISSING:
            problems.append(Problem(place, "missing-field", {"kind": cls.__name__}))
    if len(problems) > known:
        return _MISMATCH
    try:
        return cls(**arguments)
    except _REFUSALS as error:  # the class itself refuses the values
        facts = {"kind": cls.__name__, "reason": str(error)}
        problems.append(Problem(where or cls.__name__, "refused-value", dict(facts)))
        return _MISMATCH


def _union(hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    """The first member that reads the value exactly as it is, else the first that reads it."""
    readable: list[Any] = []
    for member in _by_fit(get_args(hint), value):
        trouble: list[Problem] = []
        attempt = _read(member, value, where, trouble)
        if trouble:
            continue
        if _same_kind(attempt, value):
            return attempt
        readable.append(attempt)
    return readable[0] if readable else _note(problems, where, str(hint), value)


def _by_fit(members: tuple[Any, ...], value: Any) -> list[Any]:
    """Members ordered so that dataclasses with most of the value's keys come first."""
    if not isinstance(value, Mapping):
        return list(members)

    def strangers(member: Any) -> int:
        is_class = isinstance(member, type) and is_dataclass(member)
        known = {item.name for item in _stored(member)} if is_class else set()
        return len(known ^ set(value))

    return sorted(members, key=strangers)


def _same_kind(read: Any, value: Any) -> bool:
    """True if reading changed no number's type (an int to a float)."""
    if isinstance(read, tuple) and isinstance(value, (list, tuple)):
        return all(_same_kind(*pair) for pair in zip(read, value, strict=True))
    return not isinstance(read, float) or isinstance(value, float)


def _array(hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    if not isinstance(value, (np.ndarray, list, tuple)):
        return _note(problems, where, "array", value)
    wanted = _element_kind(hint)
    try:
        found = np.asarray(value)
        fits = _FITTING_KINDS.get(np.dtype(wanted).kind if wanted else "", found.dtype.kind)
        if found.size and found.dtype.kind not in fits:  # texts are not read as numbers
            return _note(problems, where, "array of numbers", value)
        return np.array(value, dtype=wanted)
    except (TypeError, ValueError, OverflowError):
        return _note(problems, where, "array of numbers", value)


def _element_kind(hint: Any) -> Any:
    """The element type written in ``NDArray[...]``; None leaves the choice to NumPy."""
    arguments = get_args(hint)
    element = get_args(arguments[1])[0] if len(arguments) == 2 else None
    return element if isinstance(element, type) else None


def _list(hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    (member,) = get_args(hint) or (Any,)
    items = _tuple(types.GenericAlias(tuple, (member, ...)), value, where, problems)
    return items if items is _MISMATCH else list(items)


def _tuple(hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    members = get_args(hint)
    if not isinstance(value, (list, tuple, np.ndarray)):
        return _note(problems, where, "list", value)
    if len(members) == 2 and members[1] is Ellipsis:
        members = (members[0],) * len(value)
    elif not members:
        members = (Any,) * len(value)
    if len(members) != len(value):
        return _note(problems, where, f"list of {len(members)}", value)
    known = len(problems)
    items = tuple(
        _read(member, item, f"{where}[{index}]", problems)
        for index, (member, item) in enumerate(zip(members, value, strict=True))
    )
    return items if len(problems) == known else _MISMATCH


def _mapping(hint: Any, value: Any, where: str, problems: list[Problem]) -> Any:
    if not isinstance(value, Mapping):
        return _note(problems, where, "table", value)
    key_hint, item_hint = get_args(hint) or (Any, Any)
    known = len(problems)
    result = {
        _read(key_hint, key, f"{where}.{key}", problems): _read(item_hint, item, f"{where}.{key}", problems)
        for key, item in value.items()
    }
    return result if len(problems) == known else _MISMATCH


_Reader = Callable[[Any, Any, str, list[Problem]], Any]
_READERS: dict[Any, _Reader] = {
    Any: _anything,
    object: _anything,
    Literal: _literal,
    None: _nothing,
    type(None): _nothing,
    Union: _union,
    types.UnionType: _union,
    np.ndarray: _array,
    tuple: _tuple,
    list: _list,
}
