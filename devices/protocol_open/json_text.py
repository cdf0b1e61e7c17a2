"""The parts of bodies that are JSON text: facts of refusals and faults."""

import json
import math
import sys
from collections.abc import Mapping

from core.errors import Fact

_LARGEST_NUMBER = sys.float_info.max
"""JSON can say 1e999, and whole numbers of any length; nobody could show or calculate with them."""


def text_of(value: object) -> bytes:
    """Compact JSON in UTF-8; NaN and infinities are refused (``ValueError``): JSON has none."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"), ensure_ascii=False).encode()


def object_of(content: bytes) -> dict[str, object]:
    """The object that a JSON text holds; ``ValueError`` where it is none, or says a thing twice."""
    text = content.decode()
    found = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_once_each)
    if not isinstance(found, dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - one kind of error for all bodies
    if "\\u" in text:
        text_of(found)  # refuses halves of characters, which no file would take later
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


def facts_text(facts: Mapping[str, Fact]) -> bytes:
    """Facts as text, nothing for none; numbers that are not finite go as words, with their neighbours."""
    return text_of({name: _as_json(fact) for name, fact in facts.items()}) if facts else b""


def _as_json(fact: Fact) -> object:
    if isinstance(fact, tuple):
        whole = all(map(_is_sayable, fact))
        return [item if whole else str(item) for item in fact]
    return fact if _is_sayable(fact) else str(fact)


def _is_sayable(item: str | float) -> bool:
    return isinstance(item, str) or math.isfinite(item)


def facts_of(content: bytes) -> dict[str, Fact]:
    """Facts from their text; ``ValueError`` where a value is neither text, number nor a list of one kind."""
    return {name: as_fact(value) for name, value in object_of(content).items()} if content else {}


def as_fact(value: object) -> Fact:
    """A JSON value as a fact; ``ValueError`` where it cannot be one."""
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, int | float) and not abs(item) <= _LARGEST_NUMBER for item in items):
        raise ValueError("a number out of range")
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return tuple(value)
        if all(isinstance(item, int) for item in value):
            return tuple(value)
        if all(isinstance(item, int | float) for item in value):
            return tuple(float(item) for item in value)
    raise ValueError("no fact")
