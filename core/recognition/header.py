"""Names and units above the rows of a text table."""

import re
from collections.abc import Sequence
from itertools import pairwise

from core.exchange.clock_text import is_moment
from core.exchange.plain_rows import WHITESPACE, name_cells, plain_rows
from core.recognition.names import known_unit

_REMARK = re.compile(r"^\s*(#|%|//)\s?")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?|nan", re.IGNORECASE)
_NOTHING = "[]() -"
_REMARKS = {"comment", "comments", "remark", "remarks", ""}
"""Names of a last column that most rows do not have."""
_TIME_OF_LABVIEW = "X_Value"
_JOINT_STATE = ("position", "velocity", "effort")
_SCOPE = {"Name", "SampleTime[ms]"}
"""Keys of the lines above the values that TwinCAT's Scope exports."""
Header = tuple[list[str], list[str]]


def header_of(lines: Sequence[str], row: str, delimiter: str, width: int) -> Header:
    """Names and units of the ``width`` columns; empty texts where there are none.

    Parameters
    ----------
    lines
        The lines above the first row.
    row
        The first row as it is written: a list of numbers in one cell has one name for all of them.
    """
    scope = _of_scope(lines, delimiter, width) if lines else _of_joint_states(row, delimiter, width)
    if scope is not None:
        return scope
    sizes = _cell_sizes(row, delimiter)
    units = [""] * width
    for place, line in reversed(list(enumerate(lines))):
        cells = _cells(line, delimiter, width, sizes)
        if cells is None or all(not cell or _NUMBER.fullmatch(cell) for cell in cells):
            continue
        as_units = [known_unit(cell.strip(_NOTHING)) for cell in cells]
        blank = [cell.strip(_NOTHING) == "" for cell in cells]
        if all(unit or nothing for unit, nothing in zip(as_units, blank, strict=True)) and not any(units):
            units = as_units
            continue
        above = _cells(lines[place - 1], delimiter, width, sizes) if place else None
        if above is not None and len(set(cells)) < len(cells) and above[0] and "" in above:
            cells = _below(above, cells)
        return cells, units
    return [""] * width, units


def _cells(line: str, delimiter: str, width: int, sizes: Sequence[int]) -> list[str] | None:
    """The cells of a line of names, one for each column; None where their number does not fit."""
    plain = _REMARK.sub("", line)
    for text in (line, plain):
        for sign in (delimiter, ",", ";", "\t", WHITESPACE):
            cells = name_cells(text, sign)
            if len(cells) == width + 1 and cells[-1].lower() in _REMARKS:
                cells = cells[:-1]
            if len(cells) == width:
                first = "time [s]" if cells[0] == _TIME_OF_LABVIEW else _REMARK.sub("", cells[0])
                return [first, *cells[1:]]
            if len(cells) == len(sizes) and len(cells) > 1:
                return [name for cell, size in zip(cells, sizes, strict=True) for name in _spread(cell, size)]
    return None


def _below(above: Sequence[str], cells: Sequence[str]) -> list[str]:
    """Names in two lines, of which each cell of the upper one stands for those up to the next."""
    filled: list[str] = []
    for cell in above:
        filled.append(cell or filled[-1])
    return [
        f"{name} [{cell}]" if known_unit(cell) else f"{name} {cell}"
        for name, cell in zip(filled, cells, strict=True)
    ]


def _spread(name: str, size: int) -> list[str]:
    """The names of the columns that one cell of the header stands for."""
    return [name] if size == 1 else [f"{name}[{place}]" for place in range(1, size + 1)]


def _cell_sizes(row: str, delimiter: str) -> list[int]:
    """Number of columns that each cell of a row becomes: as many as a list has, two of a date and a time."""
    if delimiter == WHITESPACE:
        cells = row.split()
        sizes: list[int] = []
        for before, cell in zip(["", *cells], cells, strict=False):
            if _is_date_with_time(before, cell):
                sizes[-1] = 2
            else:
                sizes.append(1)
        return sizes
    quoted = re.sub(r'"?(\[[^\[\]]*\]|\([^()]*\))"?', lambda found: found[0].replace(delimiter, "\x1f"), row)
    parts = quoted.split(delimiter)
    return [
        len(plain_rows(part.replace("\x1f", delimiter).encode(), delimiter).decode().split(delimiter))
        for part in parts
    ]


def dates_with_time(cells: Sequence[str]) -> int:
    """Number of dates in a row whose time of day is the cell behind them."""
    return sum(_is_date_with_time(before, cell) for before, cell in pairwise(cells))


def _is_date_with_time(before: str, cell: str) -> bool:
    return is_moment(before) and ":" in cell and ":" not in before


def _of_joint_states(row: str, delimiter: str, width: int) -> Header | None:
    """Names of ``ros2 topic echo --csv`` of joint states, which writes none: stamp, frame, joints, arrays."""
    cells = name_cells(row, delimiter)
    texts = [place for place, cell in enumerate(cells) if not _NUMBER.fullmatch(cell)]
    joints = texts[1:] if texts[:1] == [2] else []
    arrays = (width - 3) // len(joints) - 1 if joints else 0
    is_whole = width == len(cells) == 3 + len(joints) * (1 + arrays) and joints == list(
        range(3, 3 + len(joints))
    )
    if (
        not is_whole
        or not 1 <= arrays <= len(_JOINT_STATE)
        or len({cells[place] for place in joints}) < len(joints)
    ):
        return None
    names = [f"{cells[place]}.{field}" for field in _JOINT_STATE[:arrays] for place in joints]
    stamp = ["header.stamp.sec", "header.stamp.nanosec", "header.frame_id"]
    return [*stamp, *(f"name[{place}]" for place in range(len(joints))), *names], [""] * width


def _of_scope(lines: Sequence[str], delimiter: str, width: int) -> Header | None:
    """Names and units in an export of TwinCAT's Scope: a time and a value for each channel, or one time."""
    keyed: dict[str, list[str]] = {}
    for line in lines:
        cells = name_cells(line, delimiter)
        if len(cells) == width and set(cells[::2]) == {cells[0]}:
            keyed[cells[0]] = [cell for name in cells[1::2] for cell in ("", name)]
        elif len(cells) == width:
            keyed.setdefault(cells[0], ["", *cells[1:]])
    if not keyed.keys() >= _SCOPE:
        return None
    scaled = all(cell in {"", "1"} for cell in keyed.get("ScaleFactor", []))
    names = [name or "time" for name in keyed["Name"]]
    units = [known_unit(cell) if scaled else "" for cell in keyed.get("Unit", [""] * width)]
    return names, [unit if name != "time" else "ms" for name, unit in zip(names, units, strict=True)]
