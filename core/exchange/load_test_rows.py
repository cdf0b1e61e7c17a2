"""The lines of a file of load tests: where the arm stood, what pulled, and which lines are no tests."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import Fact, Problem
from core.exchange.load_test_cells import Cells
from core.exchange.load_test_columns import (
    CENTER,
    FORCE,
    MASS,
    MOMENT,
    NAME,
    STD,
    WAYS,
    Columns,
    check_columns,
    joint_roles,
    read_columns,
)
from core.exchange.sheet import SheetRow
from core.quality import Reason, Verdict
from core.recording import FloatArray
from core.robot.kinematics import flange_transforms
from core.robot.model import RobotModel

_BEYOND_LIMIT = 0.035
"""rad (m) beyond its limits where a joint may still have stood."""


@dataclass(frozen=True)
class LeftOut:
    """A line that is no test, and why: ``load-test-unmeasured`` or ``load-test-without-load``."""

    name: str
    line: int
    reason: Reason


@dataclass(frozen=True, eq=False)
class LoadRow:
    """A line: pose (n,), force (3,) N and moment (3,) N·m at the tool point, ``std`` m or NaN."""

    row: SheetRow
    name: str
    position: FloatArray
    force: FloatArray
    moment: FloatArray
    std: float


@dataclass(frozen=True, eq=False)
class LoadRows:
    """All lines of a file, the form of their shifts, and the unknown headings."""

    rows: tuple[LoadRow, ...]
    left_out: tuple[LeftOut, ...]
    way: tuple[str, ...]
    cells: Cells
    unused: tuple[str, ...]


def read_rows(
    rows: Sequence[SheetRow], robot: RobotModel, *, tool: Sequence[float], problems: list[Problem]
) -> LoadRows:
    """Read the lines, the first of which has the headings; faults go into ``problems``."""
    columns = read_columns(rows[0], robot, problems)
    check_columns(columns, robot, f"line {rows[0].line}", problems)
    cells = Cells(columns, problems)
    reader = _Reader(robot, columns, cells, tool, problems)
    way = _way(rows[1:], columns, cells, problems)
    for number, row in enumerate(rows[1:], start=1):
        cells.check_width(row)
        reader.take(row, number, way)
    return LoadRows(tuple(reader.rows), tuple(reader.left_out), way, cells, columns.unused)


def _way(
    rows: Sequence[SheetRow], columns: Columns, cells: Cells, problems: list[Problem]
) -> tuple[str, ...]:
    """Of the ways to tell a shift that with something in it; a plan has the columns of one, still empty."""
    there = [way for way in WAYS if columns.has(way)]
    filled = [way for way in there if not all(cells.is_empty(row, way) for row in rows)]
    if len(filled) > 1:
        roles = tuple(role for way in filled for role in way)
        problems.append(Problem("", "shift-told-twice", {"columns": roles}))
    return (filled or there or WAYS)[0]


class _Reader:
    """Takes one line after the other."""

    def __init__(
        self,
        robot: RobotModel,
        columns: Columns,
        cells: Cells,
        tool: Sequence[float],
        problems: list[Problem],
    ) -> None:
        self._robot, self._columns, self._cells, self._problems = robot, columns, cells, problems
        self._tool = np.asarray(tool, dtype=np.float64)
        self._lines: dict[str, int] = {}
        self.rows: list[LoadRow] = []
        self.left_out: list[LeftOut] = []

    def take(self, row: SheetRow, number: int, way: Sequence[str]) -> None:
        """Add a test to ``rows``, or to ``left_out``."""
        name = self._name(row, number)
        position = self._position(row)
        force, moment = self._load(row, position)
        if self._cells.is_empty(row, way):
            self._leave_out(name, row, "load-test-unmeasured")
        elif not (np.any(force) or np.any(moment)):
            self._leave_out(name, row, "load-test-without-load")
        else:
            std = float("nan") if self._cells.is_empty(row, (STD,)) else self._cells.positive(row, STD)
            self.rows.append(LoadRow(row, name, position, force, moment, std))

    def _leave_out(self, name: str, row: SheetRow, code: str) -> None:
        reason = Reason(code, {"name": name, "line": row.line}, Verdict.USABLE)
        self.left_out.append(LeftOut(name, row.line, reason))

    def _name(self, row: SheetRow, number: int) -> str:
        name = self._cells.text(row, NAME) or str(number)
        if name in self._lines:
            facts: dict[str, Fact] = {"name": name, "line": self._lines[name]}
            self._problems.append(Problem(f"line {row.line}", "load-test-name-twice", facts))
        self._lines.setdefault(name, row.line)
        return name

    def _position(self, row: SheetRow) -> FloatArray:
        """Return the position (n,) of the model's joints."""
        roles = joint_roles(self._robot)
        position = self._robot.position_from_reported(self._cells.numbers(row, roles)[np.newaxis])[0]
        outside = (position < self._robot.lower - _BEYOND_LIMIT) | (
            position > self._robot.upper + _BEYOND_LIMIT
        )
        for joint in np.flatnonzero(outside).tolist():
            where = self._cells.where(row, roles[joint])
            text = self._cells.text(row, roles[joint])
            facts: dict[str, Fact] = {"joint": self._robot.joint_names[joint], "text": text}
            self._problems.append(Problem(where, "load-test-outside-limits", facts))
        return np.asarray(position)

    def _load(self, row: SheetRow, position: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Force and moment at the tool point, in the base frame."""
        if MASS not in self._columns.known:
            force = self._cells.numbers(row, FORCE)
            has_moment = self._columns.has(MOMENT) and not self._cells.is_empty(row, MOMENT)
            return force, self._cells.numbers(row, MOMENT) if has_moment else np.zeros(3)
        force = self._cells.positive(row, MASS) * self._robot.gravity
        if not self._columns.has(CENTER) or self._cells.is_empty(row, CENTER):
            return force, np.zeros(3)
        off = self._cells.numbers(row, CENTER) - self._tool
        turn = flange_transforms(self._robot, np.nan_to_num(position)[np.newaxis])[0, :3, :3]
        return force, np.cross(turn @ off, force)
