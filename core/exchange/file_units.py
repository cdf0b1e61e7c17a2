"""Units that files may be written in, and their factor to SI."""

import re
from collections.abc import Mapping

import numpy as np

from core.exchange.clock_text import DATE_TIME, DAY_S, MONTH_FIRST, TEXT_CLOCKS
from core.recording import Quantity

_DEGREE = np.pi / 180.0

_ANGLE = {"rad": 1.0, "mrad": 1e-3, "deg": _DEGREE, "°": _DEGREE, "mdeg": 1e-3 * _DEGREE, "rev": 2.0 * np.pi}
_LENGTH = {"m": 1.0, "mm": 1e-3}
_TORQUE = {"N·m": 1.0, "Nm": 1.0, "N.m": 1.0, "N*m": 1.0, "mN·m": 1e-3, "mNm": 1e-3,
           "N·cm": 1e-2, "Ncm": 1e-2, "kN·m": 1e3, "kNm": 1e3, "lbf·ft": 1.3558179483314004,
           "lbf·in": 0.1129848290276167, "kgf·m": 9.80665, "kgf·cm": 0.0980665}  # fmt: skip
_FORCE = {"N": 1.0, "kN": 1e3}
_CURRENT = {"A": 1.0, "mA": 1e-3}


def _per(lengths: Mapping[str, float], *endings: str) -> dict[str, float]:
    return {f"{unit}{ending}": factor for unit, factor in lengths.items() for ending in endings}


_MOTION = _ANGLE | _LENGTH
_SPEED = _per(_MOTION, "/s") | {"rpm": 2.0 * np.pi / 60.0}

ANGLE_UNITS: dict[str, float] = dict(_ANGLE)
LENGTH_UNITS: dict[str, float] = _LENGTH | {"cm": 1e-2, "µm": 1e-6, "um": 1e-6, "in": 0.0254, "inch": 0.0254}
FORCE_UNITS: dict[str, float] = dict(_FORCE)
MOMENT_UNITS: dict[str, float] = dict(_TORQUE)
MASS_UNITS: dict[str, float] = {"kg": 1.0, "g": 1e-3}
TIME_UNITS: dict[str, float] = {
    "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "100ns": 1e-7, "ns": 1e-9, "min": 60.0, "day": DAY_S,
    DATE_TIME: 1.0, MONTH_FIRST: 1.0,
}  # fmt: skip
RATE_UNITS: dict[str, float] = {"Hz": 1.0, "kHz": 1e3}

UNITS_OF: dict[Quantity, dict[str, float]] = {
    Quantity.POSITION: _MOTION,
    Quantity.VELOCITY: _SPEED,
    Quantity.ACCELERATION: _per(_MOTION, "/s²", "/s^2", "/s2"),
    Quantity.MOTOR_POSITION: _MOTION,
    Quantity.MOTOR_VELOCITY: _SPEED,
    Quantity.LINK_POSITION: _MOTION,
    Quantity.CURRENT: _CURRENT,
    Quantity.MOTOR_TORQUE: _TORQUE,
    Quantity.TORQUE: _TORQUE | _FORCE,
    Quantity.CURRENT_REFERENCE: _CURRENT,
    Quantity.TORQUE_REFERENCE: _TORQUE | _FORCE,
    Quantity.TEMPERATURE: {"K": 1.0, "degC": 1.0, "°C": 1.0},
}
"""The units that each quantity may be written in, with their factor to SI."""

UNIT_OFFSET: dict[str, float] = {"degC": 273.15, "°C": 273.15}
"""Number that is added after the factor, K; zero for all other units."""

COUNTS = "counts/turn"
"""Unit of encoder counts behind the number of them in a turn; of speeds in counts a second."""
_SCALED = re.compile(r"(-?\d+(?:\.\d*)?(?:e[+-]?\d+)?) (\S+)", re.IGNORECASE)


def factor_of(unit: str, units: Mapping[str, float]) -> float | None:
    """Factor to SI of a unit; None for a text that is no unit of the quantity.

    Beside the names in ``units`` there are scaled units: ``0.2 A`` (each number is 0.2 A), ``-1 rad``
    (counted the other way) and, for angles, ``524288 counts/turn``.
    """
    scaled = _SCALED.fullmatch(unit)
    if scaled is None or unit in units:
        return units.get(unit)
    size, name = float(scaled[1]), scaled[2]
    turn = units.get("rev", units.get("rev/s", units.get("rev/s²")))
    if size == 0.0 or not np.isfinite(size) or name in UNIT_OFFSET or name in TEXT_CLOCKS:
        return None
    if name == COUNTS:
        return turn / size if turn is not None else None
    return size * units[name] if name in units else None
