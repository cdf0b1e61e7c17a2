"""Cells of a file of load tests as numbers in SI, with every cell noted that is none."""

from collections.abc import Sequence

import numpy as np

from core.errors import Problem
from core.exchange.load_test_columns import Columns
from core.exchange.sheet import SheetRow, number
from core.recording import FloatArray


class Cells:
    """Takes cells of the known columns; what is wrong goes into ``problems``."""

    def __init__(self, columns: Columns, problems: list[Problem]) -> None:
        self._columns, self._problems = columns, problems
        self._marks: dict[str, str] = {}

    def text(self, row: SheetRow, role: str) -> str:
        """The text of a cell, empty where there is no such column."""
        column = self._columns.known.get(role)
        return "" if column is None else row.cell(column.place)

    def is_empty(self, row: SheetRow, roles: Sequence[str]) -> bool:
        """Return True if all of these cells are empty."""
        return not any(self.text(row, role) for role in roles)

    def where(self, row: SheetRow, role: str) -> str:
        """Return the place of a cell in words."""
        return self._columns.known[role].where(row)

    def number(self, row: SheetRow, role: str) -> float:
        """In SI; NaN, and a problem, where the cell has no number; NaN where there is no such column."""
        if role not in self._columns.known:
            return float("nan")
        text = self.text(row, role)
        value = number(text)
        if value is None:
            code = "cell-not-a-number" if text else "cell-empty"
            self._problems.append(Problem(self.where(row, role), code, {"text": text} if text else {}))
            return float("nan")
        for mark in set(text) & {",", "."}:
            self._marks.setdefault(mark, self.where(row, role))
        return value * self._columns.known[role].factor

    def numbers(self, row: SheetRow, roles: Sequence[str]) -> FloatArray:
        """Return the cells' numbers (k,) in SI units."""
        return np.array([self.number(row, role) for role in roles])

    def positive(self, row: SheetRow, role: str) -> float:
        """A number that has to be greater than zero."""
        value = self.number(row, role)
        if value <= 0.0:
            facts = {"value": self.text(row, role)}
            self._problems.append(Problem(self.where(row, role), "not-positive", dict(facts)))
        return value

    def check_width(self, row: SheetRow) -> None:
        """Note a line with more in it than the header has columns for."""
        if any(row.cells[self._columns.count :]):
            self._problems.append(Problem(f"line {row.line}", "wrong-column-count"))

    def check_marks(self) -> None:
        """Note numbers with decimal commas beside others with points: one of them is not what it seems."""
        if len(self._marks) > 1:
            facts = {"comma": self._marks[","], "point": self._marks["."]}
            self._problems.append(Problem("", "decimal-marks-mixed", dict(facts)))
