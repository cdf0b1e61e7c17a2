"""Reads typed joints, boxes and settings. Numbers are in mm unless a unit is given. No widgets."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_origin

import numpy as np

from app.speech.quantities import (
    GAIN,
    LENGTH,
    NotUnderstood,
    Typed,
    joint_quantity,
    quantity_of,
    read_all,
    read_one,
    read_place,
    usual_unit,
)
from app.speech.units import parse_count
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box
from core.setting import Declared

_JOINTS = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
_MM_PER_M = 1000.0
_CORNERS = 6


def parse_joints(text: str) -> tuple[int, ...]:
    """Joints (from 0) in ``4 5 6`` or ``4-6``, which count from 1; none for an empty field."""
    joints: set[int] = set()
    for part in filter(None, re.split(r"[,;\s]+(?![-–])(?<![-–])", text.strip())):
        match = _JOINTS.fullmatch(part)
        if match is None:
            raise NotUnderstood(text)
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last:
            raise NotUnderstood(text)
        joints.update(range(first - 1, last))
    return tuple(sorted(joints))


def joints_text(joints: tuple[int, ...]) -> str:
    """Joints as the user would type them."""
    return " ".join(str(joint + 1) for joint in joints)


def parse_boxes(text: str) -> tuple[Box, ...]:
    """Boxes in ``table: -500 -800 0  500 -300 700; …``: a name, the lowest and the highest corner in mm."""
    parts = filter(None, (part.strip() for part in text.split(";")))
    return tuple(_box(part, number=number) for number, part in enumerate(parts, 1))


def boxes_text(boxes: tuple[Box, ...]) -> str:
    """Boxes as the user would type them."""
    return "; ".join(
        f"{box.name}: {' '.join(f'{_MM_PER_M * side:g}' for side in (*box.low, *box.high))}" for box in boxes
    )


def _box(text: str, *, number: int) -> Box:
    name, colon, rest = text.rpartition(":")
    if colon and not name.strip():
        raise NotUnderstood(text)
    sides = read_all(rest, LENGTH)
    if len(sides) != _CORNERS:
        raise NotUnderstood(text)
    low_x, low_y, low_z, high_x, high_y, high_z = sides
    if not (low_x < high_x and low_y < high_y and low_z < high_z):
        raise NotUnderstood(text)
    return Box(name.strip() or f"box {number}", (low_x, low_y, low_z), (high_x, high_y, high_z))


def place_of(typed: Sequence[Typed], robot: RobotModel) -> FloatArray | None:
    """Typed positions (n,) in rad (m) in the controller's convention; None if one is missing or wrong."""
    if len(typed) != robot.joint_count:
        return None
    try:
        pairs = zip(typed, robot.is_prismatic, strict=True)
        return np.array([one.si(joint_quantity(slides=bool(slides))) for one, slides in pairs])
    except NotUnderstood:
        return None


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
