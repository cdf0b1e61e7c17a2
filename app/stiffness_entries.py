"""What people type about the stiffness of an arm: loads, poses, ranges of poses, lengths."""

import re

from app.units import NotUnderstood, parse_mass

_NUMBER = r"[+\-−]?\d+(?:[.,]\d+)?"
_FORCE = re.compile(rf"\s*({_NUMBER})[\s;]+({_NUMBER})[\s;]+({_NUMBER})\s*N?\s*")
_PLAIN = re.compile(_NUMBER)
_RANGE = re.compile(rf"({_NUMBER})\s*(?:\.\.|:)\s*({_NUMBER})")
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(mm|cm|m)?\s*")
_M_PER_UNIT = {"mm": 0.001, "cm": 0.01, "m": 1.0}


def parse_load_mass(text: str) -> float:
    """A mass above zero in kg."""
    mass = parse_mass(text)
    if not mass:
        raise NotUnderstood(text)
    return mass


def parse_force(text: str) -> tuple[float, float, float]:
    """A force in N in the base frame from ``0 0 -100 N``."""
    match = _FORCE.fullmatch(text)
    if match is None or not any(_value(part) for part in match.groups()):
        raise NotUnderstood(text)
    x, y, z = (_value(part) for part in match.groups())
    return x, y, z


def parse_angles(text: str) -> tuple[float, ...]:
    """Numbers with blanks between them; a decimal comma or point."""
    parts = text.replace(";", " ").split()
    if not parts or not all(_PLAIN.fullmatch(part) for part in parts):
        raise NotUnderstood(text)
    return tuple(_value(part) for part in parts)


def parse_ranges(text: str) -> tuple[tuple[float, float], ...]:
    """Ranges from ``-90:90 -45:45``; none for an empty field."""
    if not text.strip():
        return ()
    found = [_RANGE.fullmatch(part) for part in text.replace(";", " ").split()]
    if not all(found):
        raise NotUnderstood(text)
    ranges = tuple((_value(match[1]), _value(match[2])) for match in found if match is not None)
    if not all(low < high for low, high in ranges):
        raise NotUnderstood(text)
    return ranges


def parse_length(text: str) -> float:
    """A length in m, 0 or more, from ``150 mm``; 0 for an empty field."""
    if not text.strip():
        return 0.0
    match = _LENGTH.fullmatch(text)
    if match is None or _value(match[1]) < 0.0:
        raise NotUnderstood(text)
    return _value(match[1]) * _M_PER_UNIT[match[2] or "mm"]


def _value(text: str) -> float:
    return float(text.replace(",", ".").replace("−", "-"))
