"""Conversion between a declared setting and the text of its field. No widgets."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_origin

import numpy as np

from app.speech.entries import joints_text, parse_joints
from app.speech.quantities import GAIN, NotUnderstood, quantity_of, read_all, read_one, read_place, usual_unit
from app.speech.units import parse_count
from core.setting import Declared


@dataclass(frozen=True)
class Entry:
    """Reader and writer of a field: ``parse`` raises ``NotUnderstood``, ``show`` writes what it reads."""

    parse: Callable[[str], Any]
    show: Callable[[Any], str]


def entry_of(one: Declared) -> Entry:
    """Make the entry of a setting from its type, its bounds and its unit.

    An empty field means the default if the declaration has words for it, else None if the setting may be
    None.
    """
    plain = _entry(one)
    empty_is_default = bool(one.said.auto)

    def parse(text: str) -> Any:
        if text.strip() or not (empty_is_default or one.is_optional):
            return plain.parse(text)
        return one.default if empty_is_default else None

    def show(value: Any) -> str:
        is_default = empty_is_default and not isinstance(value, np.ndarray) and value == one.default
        return "" if value is None or is_default else plain.show(value)

    return Entry(parse, show)


def place_or_none() -> Entry:
    """Entry for an optional place in the flange frame: None if the field is empty."""
    return Entry(read_place, lambda place: "" if place is None else _place_text(place))


def example_of(one: Declared) -> str:
    """Example text of a setting's field."""
    return one.said.example or (entry_of(one).show(one.default) if one.has_default else "")


def _entry(one: Declared) -> Entry:
    bounds = one.bounds
    assert bounds is not None, one.name
    if get_origin(one.kind) is np.ndarray:
        return Entry(_gains, lambda gains: "  ".join(f"{gain:g}" for gain in gains))
    if one.length == 0:
        return Entry(parse_joints, joints_text)
    if bounds.whole:
        return Entry(parse_count, str)
    si, sign = usual_unit(bounds.unit)
    if one.length is not None:
        return Entry(_place, _place_text)
    quantity = quantity_of(bounds.unit)
    assert quantity is not None, bounds.unit
    return Entry(lambda text: read_one(text, quantity), lambda value: f"{value / si:g} {sign}")


def _place(text: str) -> tuple[float, float, float]:
    place = read_place(text)
    if place is None:
        raise NotUnderstood(text)
    return place


def _place_text(place: tuple[float, ...]) -> str:
    si, sign = usual_unit("m")
    return " ".join(f"{value / si:g}" for value in place) + f" {sign}"


def _gains(text: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Read drive gains, separated by blanks or semicolons."""
    gains = read_all(text.strip().rstrip(","), GAIN)
    if not gains or not all(math.isfinite(gain) for gain in gains):
        raise NotUnderstood(text)
    return np.array(gains, dtype=np.float64)
