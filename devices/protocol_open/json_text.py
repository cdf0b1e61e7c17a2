"""The JSON parts of message bodies: facts of refusals and faults."""

import json
import math
import sys
from collections.abc import Mapping

from core.errors import Fact

_LARGEST_NUMBER = sys.float_info.max
"""JSON allows 1e999 and integers of any length; such numbers cannot be shown or calculated with."""


def text_of(value: object) -> bytes:
    """Encode compact JSON in UTF-8; ``ValueError`` for NaN and infinity, which JSON does not have."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"), ensure_ascii=False).encode()


def object_of(content: bytes) -> dict[str, object]:
    """Decode a JSON object; ``ValueError`` for another value or a repeated name."""
    text = content.decode()
    found = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_once_each)
    if not isinstance(found, dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - one kind of error for all bodies
    if "\\u" in text:
        text_of(found)  # refuses lone surrogates, which no file could store
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


def facts_text(facts: Mapping[str, Fact]) -> bytes:
    """Encode facts, empty for none; numbers that are not finite are encoded as text."""
    return text_of({name: _as_json(fact) for name, fact in facts.items()}) if facts else b""


def _as_json(fact: Fact) -> object:
    if isinstance(fact, tuple):
        # a list has one type: one infinite number turns all of its numbers into text
        whole = all(map(_is_sayable, fact))
        return [item if whole else str(item) for item in fact]
    return fact if _is_sayable(fact) else str(fact)


def _is_sayable(item: str | float) -> bool:
    return isinstance(item, str) or math.isfinite(item)


def facts_of(content: bytes) -> dict[str, Fact]:
    """Decode facts; ``ValueError`` unless each value is text, a number or a list of one type."""
    return {name: as_fact(value) for name, value in object_of(content).items()} if content else {}


def as_fact(value: object) -> Fact:
    """Convert a JSON value to a fact; ``ValueError`` if it has another type."""
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, int | float) and not abs(item) <= _LARGEST_NUMBER for item in items):
        raise ValueError("a number out of range")
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return tuple(value)
        # whole numbers are kept: a list of joint numbers must not become floats
        if all(isinstance(item, int) for item in value):
            return tuple(value)
        if all(isinstance(item, int | float) for item in value):
            return tuple(float(item) for item in value)
    raise ValueError("no fact")
