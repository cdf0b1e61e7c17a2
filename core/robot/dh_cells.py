"""Header names and cells of a table of Denavit-Hartenberg rows as people write them."""

import re

import numpy as np

from core.bounds import SENSIBLE

_NAMES = {
    "name": {"joint", "name", "i", "link", "axis", "no", "nr", "#", "jointname", "关节"},
    "kind": {"type", "kind", "jointtype"},
    "a": {"a", "r", "ai", "ai-1", "ai1", "aprev", "length", "linklength"},
    "alpha": {"alpha", "α", "alphai", "alphai-1", "alphai1", "alphaprev", "αi", "αi-1", "twist", "linktwist"},
    "d": {"d", "di", "linkoffset"},
    "offset": {"theta", "θ", "thetai", "θi", "offset", "thetaoffset", "theta0", "q", "qoffset", "jointangle"},
    "lower": {"min", "lower", "qmin", "lowerlimit", "minimum", "from"},
    "upper": {"max", "upper", "qmax", "upperlimit", "maximum", "to"},
    "velocity": {"velocity", "speed", "vmax", "dqmax", "maxspeed", "maxvelocity"},
    "torque": {"torque", "effort", "taumax", "maxtorque"},
}
_UNITS = {
    "deg": {"deg", "degree", "degrees", "°", "grad", "deg/s", "°/s", "degs"},
    "rad": {"rad", "radian", "radians", "rad/s", "rads"},
    "mm": {"mm", "millimetre", "millimeter", "mm/s"},
    "cm": {"cm"},
    "m": {"m", "metre", "meter", "m/s"},
}
_IN_BRACKETS = re.compile(r"[\[(]\s*([^\])]*?)\s*[\])]")
_PI = re.compile(r"([+-]?)\s*(\d*\.?\d*)\s*\*?\s*(?:pi|π)\s*(?:/\s*(\d+\.?\d*))?", re.IGNORECASE)
_VARIABLE = re.compile(r"^[+]?(?:q|theta|θ|d)_?\{?\d+\}?\s*\*?", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)


def column_of(header: str) -> str:
    """The meaning of a column by its header; empty where it has none here."""
    text, unit = header.strip().lower(), unit_of(header)
    without = _IN_BRACKETS.sub(lambda match: match[0] if _unit(match[1]) == "" else "", text)
    parts = re.split(r"[\s_]+", without.strip())
    if unit and len(parts) > 1 and _unit(parts[-1]):
        parts = parts[:-1]
    plain = re.sub(r"[{}()\[\]$\\]", "", "".join(parts))
    return next((column for column, names in _NAMES.items() if plain in names), "")


def unit_of(header: str) -> str:
    """The unit of a header such as ``alpha [deg]`` or ``a_mm``, by its key in ``_UNITS``; else empty."""
    text = header.strip().lower()
    for inside in _IN_BRACKETS.findall(text):
        if unit := _unit(inside):
            return unit
    parts = re.split(r"[\s_,]+", text)
    return _unit(parts[-1]) if len(parts) > 1 else ""


def _unit(text: str) -> str:
    return next((unit for unit, names in _UNITS.items() if text in names), "")


def cell_number(cell: str) -> float | None:
    """The number of a cell, a comma allowed as its decimal mark; None where it is none."""
    text = cell.strip().replace("−", "-").replace(",", ".")
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if SENSIBLE.holds(value) else None


def cell_length(cell: str) -> float | None:
    """A length as written; a variable of a sliding joint (``d3``, ``q3 + 0.2``) counts as zero."""
    text = _VARIABLE.sub("", cell.strip()).strip()
    return 0.0 if not text and cell.strip() else cell_number(text.replace(" ", ""))


def cell_angle(cell: str, *, in_degrees: bool) -> float | None:
    """An angle in rad from a number, ``pi/2``, ``90°`` or ``q2 - 90``; None where it is none."""
    text = _VARIABLE.sub("", cell.strip().replace("−", "-")).replace(" ", "")
    if not text:
        return 0.0 if cell.strip() else None
    if match := _PI.fullmatch(text):
        sign = -1.0 if match[1] == "-" else 1.0
        return sign * float(match[2] or 1.0) * np.pi / float(match[3] or 1.0)
    is_marked = text.endswith("°")
    value = cell_number(text.removesuffix("°"))
    return None if value is None else float(np.radians(value)) if in_degrees or is_marked else value
