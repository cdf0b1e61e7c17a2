"""Number and date formats: decimal sign, digit groups, month names. Uses no Qt.

The window sets the conventions of the user's computer once (``app.look.translator``). The worker and the
command line set none: they write a decimal point and no groups.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

_EXACT = Context(prec=400, rounding=ROUND_HALF_UP)
"""More digits than any floating-point number has before or behind its point."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


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
