"""Formats of sizes, times and compared numbers in sentences. Uses no Qt."""

import math
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from functools import partial


def _megabytes(size: float, *, rounded: Callable[[float], int]) -> str:
    tenths = rounded(size / 1e5)
    return f"{tenths / 10:.1f}" if tenths < 1000 else str(rounded(size / 1e6))


MEGABYTES: Mapping[str, Callable[[float], str]] = {
    "MB": partial(_megabytes, rounded=math.ceil),
    "MB free": partial(_megabytes, rounded=math.floor),
}
"""Bytes as MB: needed sizes are rounded up, free ones down, so that a shortage is visible."""


def apart(value: float, other: float, *, digits: int) -> str:
    """A number with so many digits, rounded away from another one if both would read the same.

    A sentence that compares 19.998 with 20 then says 19.99 and 20, and not 20 twice. The two numbers
    are given here each in its turn.
    """
    text = f"{value:.{digits}g}"
    is_same = text == f"{other:.{digits}g}" and value != other and math.isfinite(value + other)
    if not is_same:
        return text
    exact = Decimal(repr(value))
    last = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    rounded = exact.quantize(last, rounding=ROUND_FLOOR if value < other else ROUND_CEILING)
    return f"{float(rounded):.{digits}g}"


def local_moment(stamp: str) -> str:
    """A time stamp as local time to the second; any other text unchanged."""
    try:
        return datetime.fromisoformat(stamp).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return stamp
