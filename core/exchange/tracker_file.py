"""Points as a laser tracker exports them: a name and X, Y, Z in every line, with or without a header."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.errors import BadFile, Fact, Problem
from core.exchange.file_units import LENGTH_UNITS
from core.exchange.load_test_columns import plain, split_heading, unit_factor
from core.exchange.sheet import SheetRow, number, read_sheet
from core.recording import FloatArray

LARGEST_SPREAD = 0.005
"""m; the same point measured again is nearer, or two points have one name."""
_NAME_HEADINGS = ("name", "point", "pointname", "pointid", "id", "target", "label")
_AXES = ("x", "y", "z")
_GUESSED = (1.0, 1e-3)
"""Factors to m that a file without units can have."""


@dataclass(frozen=True, eq=False)
class TrackerPoint:
    """The mean (3,) of all measurements of a point, as the file has it, and each less the mean (k, 3)."""

    name: str
    position: FloatArray
    deviations: FloatArray

    @property
    def count(self) -> int:
        """Number of times it was measured."""
        return int(self.deviations.shape[0])

    @property
    def spread(self) -> float:
        """The farthest measurement from the mean, in the file's unit."""
        return float(np.linalg.norm(self.deviations, axis=1).max())


@dataclass(frozen=True, eq=False)
class TrackerPoints:
    """Points by their plain names; ``factor`` turns their numbers into m, None where no unit is given."""

    points: Mapping[str, TrackerPoint]
    factor: float | None

    def find(self, name: str) -> TrackerPoint | None:
        """The point of a name, blanks, underscores and capitals aside."""
        return self.points.get(plain(name))

    def scatter(self) -> float:
        """Of one measurement per axis, in the file's unit; NaN where nothing was measured twice."""
        free = sum(point.count - 1 for point in self.points.values())
        if not free:
            return float("nan")
        squares = sum(float((point.deviations**2).sum()) for point in self.points.values())
        return float(np.sqrt(squares / (3 * free)))

    def in_metres(self, *, apart: float, names: Sequence[str]) -> float:
        """The factor to m: given, or that of m and mm which sets the named points ``apart`` m (rms) apart."""
        if self.factor is not None:
            return self.factor
        found = np.array([self.points[plain(name)].position for name in names])
        spread = float(np.sqrt(((found - found.mean(axis=0)) ** 2).sum(axis=1).mean()))
        if not (spread > 0.0 and apart > 0.0):
            return _GUESSED[-1]
        return min(_GUESSED, key=lambda factor: abs(np.log(factor * spread / apart)))


@dataclass(frozen=True)
class _Layout:
    """Columns (from 0) of name, X, Y and Z, None where each line tells; the first line with points."""

    places: tuple[int, ...] | None
    first: int
    factor: float | None


def read_tracker(path: Path) -> TrackerPoints:
    """All points of a file; measurements of one name are averaged, other columns are not looked at.

    Without a header the cell before the first three numbers is the name.

    Raises
    ------
    BadFile
        As ``core.exchange.sheet.read_sheet``; ``tracker-unreadable`` with a problem for every line that is no
        point (``tracker-line``), a unit that is none (``unknown-unit``), axes in several units
        (``tracker-units-differ``) and a missing column (``no-such-column``).
    OSError
        When the file cannot be read.
    """
    rows = read_sheet(path)
    problems: list[Problem] = []
    layout = _layout(rows[0], problems)
    measured: dict[str, tuple[str, list[FloatArray]]] = {}
    for row in rows[layout.first :]:
        point = _point(row, layout)
        if point is None:
            problems.append(Problem(f"line {row.line}", "tracker-line"))
        else:
            measured.setdefault(plain(point[0]), (point[0], []))[1].append(point[1])
    if not measured and not problems:
        raise BadFile("no-usable-rows", file=str(path))
    if problems:
        raise BadFile("tracker-unreadable", problems, file=str(path))
    points = {key: _averaged(name, taken) for key, (name, taken) in measured.items()}
    return TrackerPoints(points, layout.factor)


def _layout(first: SheetRow, problems: list[Problem]) -> _Layout:
    """Return the layout of the first line, if it is a header."""
    headings = [split_heading(cell) for cell in first.cells]
    names = [name for name, _ in headings]
    if not all(axis in names for axis in _AXES):
        return _Layout(None, 0, None)
    places = [names.index(axis) for axis in _AXES]
    named = next((place for place, name in enumerate(names) if name in _NAME_HEADINGS), None)
    if named is None:
        named = next((place for place in range(len(names)) if place not in places), None)
    if named is None:
        problems.append(Problem(f"line {first.line}", "no-such-column", {"column": "name"}))
        named = 0
    factor = _factor(first, [headings[place][1] for place in places], problems)
    return _Layout((named, *places), 1, factor)


def _factor(first: SheetRow, units: Sequence[str], problems: list[Problem]) -> float | None:
    """Factor of all three axes, None where no unit is given."""
    factors = {unit_factor(unit, LENGTH_UNITS) for unit in units if unit}
    if None in factors:
        facts: dict[str, Fact] = {"value": ", ".join(units), "units": tuple(LENGTH_UNITS)}
        problems.append(Problem(f"line {first.line}", "unknown-unit", facts))
    elif len(factors) > 1 or (factors and not all(units)):
        problems.append(Problem(f"line {first.line}", "tracker-units-differ", {"units": tuple(units)}))
    return next(iter(factors), None)


def _point(row: SheetRow, layout: _Layout) -> tuple[str, FloatArray] | None:
    """A name and its numbers (3,); None where the line has none."""
    if layout.places is not None:
        name, *axes = (row.cell(place) for place in layout.places)
        numbers = [number(cell) for cell in axes]
        return _named(name, numbers)
    numbers = [number(cell) for cell in row.cells]
    for place in range(1, len(numbers) - 2):
        if None not in numbers[place : place + 3]:
            return _named(row.cells[place - 1], numbers[place : place + 3])
    return None


def _named(name: str, numbers: Sequence[float | None]) -> tuple[str, FloatArray] | None:
    known = [value for value in numbers if value is not None]
    return (name, np.array(known)) if name and len(known) == 3 else None


def _averaged(name: str, taken: Sequence[FloatArray]) -> TrackerPoint:
    measured = np.array(taken)
    position = measured.mean(axis=0)
    return TrackerPoint(name, position, measured - position)
