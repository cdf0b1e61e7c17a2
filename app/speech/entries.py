"""Reads typed joints and boxes of a plan. Numbers are in mm unless a unit is given."""

import re
from collections.abc import Sequence

import numpy as np

from app.speech.quantities import (
    LENGTH,
    NotUnderstood,
    Typed,
    joint_quantity,
    read_all,
)
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

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
