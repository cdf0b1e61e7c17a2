"""Parsers of typed entries about the stiffness of an arm: loads, poses, ranges of poses."""

import re

from app.speech.quantities import (
    FORCE,
    NUMBER,
    NotUnderstood,
    Typed,
    check_positions,
    number_in,
    read_all,
    read_numbers,
)
from app.speech.units import parse_mass

_RANGE = re.compile(rf"({NUMBER})\s*(?:\.\.|:)\s*({NUMBER})\s*([^\d\s]*)")


def parse_load_mass(text: str) -> float:
    """Return a mass above zero in kg."""
    mass = parse_mass(text)
    if not mass:
        raise NotUnderstood(text)
    return mass


def parse_force(text: str) -> tuple[float, float, float]:
    """Return a force in N in the base frame from ``0 0 -100 N``."""
    values = read_all(text, FORCE)
    if len(values) != len("xyz") or not any(values):
        raise NotUnderstood(text)
    x, y, z = values
    return x, y, z


def parse_angles(text: str) -> tuple[Typed, ...]:
    """Return joint positions; a number without a unit is in ° (mm where the joint slides)."""
    typed = read_numbers(text)
    if not typed:
        raise NotUnderstood(text)
    check_positions(typed)
    return typed


def parse_ranges(text: str) -> tuple[tuple[Typed, Typed], ...]:
    """Return ranges from ``-90:90 -45:45``, none for an empty field; a unit applies to both ends."""
    found = [_RANGE.fullmatch(part) for part in text.replace(";", " ").split()]
    if not all(found):
        raise NotUnderstood(text)
    ends = [
        (Typed(number_in(match[1]), match[3]), Typed(number_in(match[2]), match[3]))
        for match in found
        if match is not None
    ]
    check_positions([low for low, _ in ends])
    if not all(low.number < high.number for low, high in ends):
        raise NotUnderstood(text)
    return tuple(ends)
