"""Dates, times and numbers as a person reads them, in the present language; local time. No Qt.

The window sets the conventions of the user's computer once (``app.look.translator``). The worker and the
command line set none: they write a decimal point and no groups.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Context, Decimal

from app.speech.language import tr
from core.signals.trend_line import moment_of

_PARTS = re.compile("yyyy|MMMM|MMM|M|d|HH|mm")
"""The fields of Qt's date patterns."""

_EXACT = Context(prec=400, rounding=ROUND_HALF_UP)
"""More digits than any floating-point number has before or behind its point."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


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


@dataclass(frozen=True)
class Conventions:
    """Number and date formats of one language and country.

    Attributes
    ----------
    decimal, group
        The decimal sign, and the separator between groups of digits; empty for no groups.
    last_group, other_groups
        Digits of the group before the decimal sign, and of the groups left of it (2 in India).
    least_digits
        Digits needed before the first separator; with 2, a thousand has none (Spain).
    zero
        The digit zero; the other digits follow it in Unicode.
    months
        Short names of the twelve months.
    """

    decimal: str = "."
    group: str = ""
    last_group: int = 3
    other_groups: int = 3
    least_digits: int = 1
    zero: str = "0"
    months: tuple[str, ...] = _MONTHS


class _Used:
    """The conventions that this process uses now."""

    conventions = Conventions()


def current_conventions() -> Conventions:
    """The conventions in use."""
    return _Used.conventions


def use_conventions(conventions: Conventions) -> None:
    """Use these conventions from now on; existing texts are not changed."""
    _Used.conventions = conventions


def fixed(value: float, decimals: int) -> str:
    """Format a finite number with ``decimals``; with a minus sign instead of a hyphen, and never −0.

    Half of the last digit is rounded away from zero, as people and Qt do; Python's own formatting rounds it
    to the even digit.
    """
    text = f"{Decimal(value).quantize(Decimal((0, (1,), -decimals)), context=_EXACT):f}"
    sign = "−" if text.startswith("-") and text.strip("-0.") else ""
    whole, _, rest = text.removeprefix("-").partition(".")
    used = _Used.conventions
    written = sign + _grouped(whole, used) + (used.decimal + rest if rest else "")
    return written if used.zero == "0" else written.translate(_digits(used.zero))


def _grouped(whole: str, used: Conventions) -> str:
    if not used.group or len(whole) < used.last_group + used.least_digits:
        return whole
    parts = [whole[-used.last_group :]]
    left = whole[: -used.last_group]
    while left:
        parts.append(left[-used.other_groups :])
        left = left[: -used.other_groups]
    return used.group.join(reversed(parts))


def _digits(zero: str) -> dict[int, int]:
    return {ord("0") + digit: ord(zero) + digit for digit in range(10)}
