"""Dates and times as a person reads them, in the present language; local time. No Qt."""

import re
from datetime import datetime

from app.speech.conventions import current_conventions
from app.speech.language import tr
from core.signals.trend_line import moment_of

_PARTS = re.compile("yyyy|MMMM|MMM|M|d|HH|mm")
"""The fields of Qt's date patterns."""


def day_word(stamp: str) -> str:
    """Date of a time stamp, such as ``21 Nov 2026``; empty for any other text."""
    return _written(stamp, tr("d MMM yyyy"))


def long_day_word(stamp: str) -> str:
    """The same with the whole name of the month, for a sentence, such as ``21 November 2026``."""
    return _written(stamp, tr("d MMMM yyyy"))


def moment_word(stamp: str) -> str:
    """Date and time of a time stamp, such as ``21 Nov 2026, 14:03``; empty for any other text."""
    return _written(stamp, tr("d MMM yyyy, HH:mm"))


def stamp_text(stamp: str) -> str:
    """A time stamp to the minute, unchanged otherwise; marked UTC only if the stamp is."""
    return stamp[:16].replace("T", " ") + (" UTC" if stamp.endswith(("+00:00", "Z")) else "")


def _written(stamp: str, pattern: str) -> str:
    moment = moment_of(stamp)
    if moment is None:
        return ""
    local: datetime = moment.astimezone()
    parts = {
        "yyyy": f"{local.year:04}",
        "MMMM": f"{local:%B}",
        "MMM": current_conventions().months[local.month - 1],
        "M": str(local.month),
        "d": str(local.day),
        "HH": f"{local:%H}",
        "mm": f"{local:%M}",
    }
    return _PARTS.sub(lambda part: parts[part[0]], pattern)
