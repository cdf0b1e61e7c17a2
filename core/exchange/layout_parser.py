"""Reads the entries of a layout file and notes every problem instead of stopping at the first."""

import re
from enum import StrEnum
from typing import Any, TypeVar

from core.errors import Fact, Problem
from core.exchange.file_units import RATE_UNITS, TIME_UNITS, UNIT_OFFSET, UNITS_OF, factor_of
from core.recording import Quantity

Choice = TypeVar("Choice", bound=StrEnum)
Table = dict[str, Any]
SourceParts = tuple[tuple[Any, ...], tuple[str, ...], tuple[float, ...], tuple[float, ...]]

_NOTHING: SourceParts = ((), (), (), ())


class LayoutParser:
    """Collects ``problems`` while it hands out values; a wrong entry yields its default."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def problem(self, where: str, code: str, **facts: Fact) -> None:
        """Note a problem of the layout."""
        self.problems.append(Problem(where, code, facts))

    def text(self, table: Table, key: str, default: str) -> str:
        """Return a text entry that is not empty."""
        value = table.get(key, default)
        if isinstance(value, str) and value:
            return value
        self.problem(key, "wrong-kind", expected="text")
        return default

    def count(self, table: Table, key: str, *, least: int, where: str = "") -> int | None:
        """A whole number of at least ``least``; None where it is left out or wrong."""
        value = table.get(key)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self.problem(_join(where, key), "wrong-value", value=str(value))
        return None

    def choice(
        self, table: Table, key: str, kind: type[Choice], default: Choice, *, required: bool = False
    ) -> Choice:
        """One of the words of ``kind``."""
        value = table.get(key)
        if value is None and not required:
            return default
        if value in set(kind):
            return kind(value)
        self.problem(key, "not-a-choice", value=str(value), choices=tuple(kind))
        return default

    def variants(self, table: Table) -> list[Table]:
        """Return the variants; there is at least one."""
        value = table.get("variant")
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            return value
        self.problem("variant", "missing-field")
        return []

    def table(self, table: Table, key: str, where: str) -> Table:
        """A table that must be there."""
        value = table.get(key)
        if isinstance(value, dict) and value:
            return value
        self.problem(_join(where, key), "missing-field")
        return {}

    def quantities(self, table: Table, where: str) -> list[Quantity]:
        """The quantities named in a table."""
        known = {quantity.value for quantity in Quantity}
        self.unknown_keys(table, where, known)
        return [Quantity(key) for key in table if key in known]

    def unknown_keys(self, table: Table, where: str, known: set[str]) -> None:
        """Note the keys that mean nothing: a misspelt one would be lost silently otherwise."""
        for key in table:
            if key not in known:
                self.problem(_join(where, key), "unknown-key")

    def rate_hz(self, table: Table, where: str) -> float | None:
        """A sample rate written in the layout itself, in Hz."""
        entry = table.get("rate")
        if not isinstance(entry, dict) or "value" not in entry:
            return None
        value, unit = entry["value"], entry.get("unit")
        if isinstance(value, (int, float)) and value > 0 and unit in RATE_UNITS:
            return float(value) * RATE_UNITS[unit]
        self.problem(_join(where, "rate"), "wrong-value", value=str(value))
        return None

    def names(self, table: Table, key: str, where: str) -> tuple[str, ...]:
        """A list of names, none where the key is left out."""
        return self._names(table[key], _join(where, key)) if key in table else ()

    def source(self, table: Table, key: str, where: str, by_column: bool) -> SourceParts:  # noqa: FBT001
        """Columns or names with the factors and offsets to SI."""
        place, entry = _join(where, key), table.get(key)
        if not isinstance(entry, dict):
            self.problem(place, "wrong-kind", expected="table")
            return _NOTHING
        self.unknown_keys(entry, place, {"columns" if by_column else "names", "unit"})
        columns = self._columns(entry.get("columns"), place) if by_column else ()
        names = () if by_column else self._names(entry.get("names"), place)
        units = self._units(entry.get("unit"), _units_of(key), place)
        if by_column and columns and len(units) not in {1, len(columns)}:
            self.problem(f"{place}.unit", "wrong-count", expected=len(columns), found=len(units))
        factors = tuple(factor_of(unit, _units_of(key)) or 1.0 for unit in units)
        return columns, names, factors, tuple(UNIT_OFFSET.get(unit, 0.0) for unit in units)

    def _columns(self, value: object, place: str) -> tuple[Any, ...]:
        if isinstance(value, int) and not isinstance(value, bool):
            value = [value]
        if isinstance(value, str):
            span = re.fullmatch(r"(\d+)-(\d+)", value)
            value = list(range(int(span[1]), int(span[2]) + 1)) if span else [value]
        if isinstance(value, list) and value:
            if all(type(item) is int and item >= 1 for item in value):
                return tuple(value)
            if all(isinstance(item, str) for item in value):
                return tuple(value)
        self.problem(f"{place}.columns", "wrong-value", value=str(value))
        return ()

    def _names(self, value: object, place: str) -> tuple[str, ...]:
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            return tuple(value)
        self.problem(f"{place}.names", "wrong-value", value=str(value))
        return ()

    def _units(self, value: object, known: dict[str, float], place: str) -> tuple[str, ...]:
        units = value if isinstance(value, list) else [value]
        for unit in units:
            if factor_of(str(unit), known) is None:
                self.problem(f"{place}.unit", "unknown-unit", value=str(unit), units=tuple(known))
        return tuple(str(unit) for unit in units)


def _units_of(key: str) -> dict[str, float]:
    clocks = {"time": TIME_UNITS, "rate": RATE_UNITS}
    return clocks[key] if key in clocks else UNITS_OF[Quantity(key)]


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
