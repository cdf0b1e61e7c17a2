"""How numbers and days are written: decimal sign, groups of digits, names of months. Knows no Qt.

The window hands in the conventions of the person's computer once (``app.look.translator``). A process
that is given none, as the worker or the command line, writes a point and no groups.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

_EXACT = Context(prec=400, rounding=ROUND_HALF_UP)
"""More digits than any floating-point number has before or behind its point."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True)
class Conventions:
    """The conventions of one language and country.

    Attributes
    ----------
    decimal, group
        The sign before the decimals, and the one between groups of digits; empty for no groups.
    last_group, other_groups
        Digits of the group before the decimals, and of those further left (2 in India).
    least_digits
        Digits that must stand before the first group sign; with 2, a thousand has none (Spain).
    zero
        The digit zero; the others follow it in Unicode.
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
    """What this process writes now."""

    conventions = Conventions()


def current_conventions() -> Conventions:
    """What is written now."""
    return _Used.conventions


def use_conventions(conventions: Conventions) -> None:
    """Write like this from now on; texts that are made already keep theirs."""
    _Used.conventions = conventions


def fixed(value: float, decimals: int) -> str:
    """A finite number with so many decimals; a minus sign for a hyphen, and never −0.

    Half a last digit is rounded away from zero, as people do and Qt does; Python's own formatting
    rounds it to the even digit.
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
