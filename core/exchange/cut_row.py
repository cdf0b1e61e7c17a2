"""True if the last row of a text table was cut off: then its last number may be another one."""

import re
from collections.abc import Sequence

TAIL_ROWS = 200
"""Rows before the last one whose last numbers must have one form."""
_LEAST_TAIL_ROWS = 4
_DECIMALS = re.compile(r"[+-]?\d*[.,](\d+(?:[eE][+-]\d+)?)")


def is_cut(last: bytes, before: Sequence[str], cell: str, *, has_all_columns: bool) -> bool:
    """True unless the last row is known to be whole.

    A row with a line end is whole. One without is whole only where the last numbers of the rows before it
    all have the same number of decimals and its own has so many too: a number that was cut has fewer.
    Whole numbers, and decimals of any length, do not show that they were cut.

    Parameters
    ----------
    last
        The last line of the file.
    before
        Last cells of the rows before it, at most ``TAIL_ROWS`` of them.
    cell
        Last cell of the last row.
    """
    if last.endswith((b"\n", b"\r")):
        return False
    decimals = {_decimals(text) for text in before}
    is_fixed = len(before) >= _LEAST_TAIL_ROWS and len(decimals) == 1 and None not in decimals
    return not has_all_columns or not is_fixed or _decimals(cell) not in decimals


def _decimals(cell: str) -> int | None:
    """Length of what follows the decimal sign; None for a number without."""
    found = _DECIMALS.fullmatch(cell.strip())
    return len(found[1]) if found else None
