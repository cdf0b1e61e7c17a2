"""Formats of sizes and times in sentences. Uses no Qt."""

import math
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial


def _megabytes(size: float, *, rounded: Callable[[float], int]) -> str:
    tenths = rounded(size / 1e5)
    return f"{tenths / 10:.1f}" if tenths < 1000 else str(rounded(size / 1e6))


MEGABYTES: Mapping[str, Callable[[float], str]] = {
    "MB": partial(_megabytes, rounded=math.ceil),
    "MB free": partial(_megabytes, rounded=math.floor),
}
"""Bytes as MB: needed sizes are rounded up, free ones down, so that a shortage is visible."""


def local_moment(stamp: str) -> str:
    """A time stamp as local time to the second; any other text unchanged."""
    try:
        return datetime.fromisoformat(stamp).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return stamp
