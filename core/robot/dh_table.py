"""Robots from a table of Denavit-Hartenberg rows: a text file with one line per joint and a header.

Columns are known by the usual names, their units by the header or by the size of the numbers; both are
reported. Which of the two conventions the rows follow is written in the file, or seen where only one fits.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from core.bounds import MOST_JOINTS, SENSIBLE
from core.errors import BadFile, Fact, Problem
from core.robot.description import Description, DescriptionForm
from core.robot.model import UNLIMITED, Joint, JointKind, RobotModel
from core.robot.modified_dh import Row, from_standard

_CONVENTION = re.compile(r"#.*\b(modified|craig|standard|classic|spong)\b", re.IGNORECASE)
_MODIFIED = {"modified", "craig"}
_LONGEST_ARM_M = 10.0
"""Lengths above are mm: no arm has a link of ten metres."""
_LARGEST_TWIST = 2.0 * np.pi + 0.1
"""A twist (alpha) beyond one turn in rad is in degrees."""
_SLIDES = re.compile(r"p|slide|linear", re.IGNORECASE)
_LIMITS = ("lower", "upper", "velocity")
_NAMES = {
    "name": {"joint", "name", "i", "link", "axis", "no", "nr", "#", "jointname", "关节"},
    "kind": {"type", "kind", "jointtype"},
    "a": {"a", "r", "ai", "ai-1", "ai1", "aprev", "length", "linklength"},
    "alpha": {"alpha", "α", "alphai", "alphai-1", "alphai1", "alphaprev", "αi", "αi-1", "twist", "linktwist"},
    "d": {"d", "di", "linkoffset"},
    "offset": {"theta", "θ", "thetai", "θi", "offset", "thetaoffset", "theta0", "q", "qoffset", "jointangle"},
    "lower": {"min", "lower", "qmin", "lowerlimit", "minimum", "from"},
    "upper": {"max", "upper", "qmax", "upperlimit", "maximum", "to"},
    "velocity": {"velocity", "speed", "vmax", "dqmax", "maxspeed", "maxvelocity"},
    "torque": {"torque", "effort", "taumax", "maxtorque"},
}
_UNITS = {
    "deg": {"deg", "degree", "degrees", "°", "grad", "deg/s", "°/s", "degs"},
    "rad": {"rad", "radian", "radians", "rad/s", "rads"},
    "mm": {"mm", "millimetre", "millimeter", "mm/s"},
    "cm": {"cm"},
    "m": {"m", "metre", "meter", "m/s"},
}
_IN_BRACKETS = re.compile(r"[\[(]\s*([^\])]*?)\s*[\])]")
_PI = re.compile(r"([+-]?)\s*(\d*\.?\d*)\s*\*?\s*(?:pi|π)\s*(?:/\s*(\d+\.?\d*))?", re.IGNORECASE)
_VARIABLE = re.compile(r"^[+]?(?:q|theta|θ|d)_?\{?\d+\}?\s*\*?", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)


@dataclass(frozen=True)
class _Table:
    """Cells by the columns' meaning; ``lines`` are those of the rows in the file, ``units`` of the header."""

    columns: Mapping[str, tuple[str, ...]]
    units: Mapping[str, str]
    lines: tuple[int, ...]
    convention: str
    """``modified``, ``standard``, or empty where the file does not say."""


def read_dh_table(text: str, *, file: str = "") -> Description:
    """The robot of a table of Denavit-Hartenberg rows.

    Raises
    ------
    BadFile
        ``bad-robot-file`` with every problem found, each with its line.
    """
    problems: list[Problem] = []
    table = _table(text, problems)
    if table is not None and not problems:
        described = _described(table, problems, name=PurePath(file).stem or "robot")
        if described is not None:
            return described
    raise BadFile("bad-robot-file", problems, file=file)


def _column_of(header: str) -> str:
    """The meaning of a column by its header; empty where it has none here."""
    text, unit = header.strip().lower(), _unit_of(header)
    without = _IN_BRACKETS.sub(lambda match: match[0] if _unit(match[1]) == "" else "", text)
    parts = re.split(r"[\s_]+", without.strip())
    if unit and len(parts) > 1 and _unit(parts[-1]):
        parts = parts[:-1]
    plain = re.sub(r"[{}()\[\]$\\]", "", "".join(parts))
    return next((column for column, names in _NAMES.items() if plain in names), "")


def _unit_of(header: str) -> str:
    """The unit of a header such as ``alpha [deg]`` or ``a_mm``, by its key in ``_UNITS``; else empty."""
    text = header.strip().lower()
    for inside in _IN_BRACKETS.findall(text):
        if unit := _unit(inside):
            return unit
    parts = re.split(r"[\s_,]+", text)
    return _unit(parts[-1]) if len(parts) > 1 else ""


def _unit(text: str) -> str:
    return next((unit for unit, names in _UNITS.items() if text in names), "")


def _cell_number(cell: str) -> float | None:
    """The number of a cell, a comma allowed as its decimal mark; None where it is none."""
    text = cell.strip().replace("−", "-").replace(",", ".")
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if SENSIBLE.holds(value) else None


def _cell_length(cell: str) -> float | None:
    """A length as written; a variable of a sliding joint (``d3``, ``q3 + 0.2``) counts as zero."""
    text = _VARIABLE.sub("", cell.strip()).strip()
    return 0.0 if not text and cell.strip() else _cell_number(text.replace(" ", ""))


def _cell_angle(cell: str, *, in_degrees: bool) -> float | None:
    """An angle in rad from a number, ``pi/2``, ``90°`` or ``q2 - 90``; None where it is none."""
    text = _VARIABLE.sub("", cell.strip().replace("−", "-")).replace(" ", "")
    if not text:
        return 0.0 if cell.strip() else None
    if match := _PI.fullmatch(text):
        sign = -1.0 if match[1] == "-" else 1.0
        return sign * float(match[2] or 1.0) * np.pi / float(match[3] or 1.0)
    is_marked = text.endswith("°")
    value = _cell_number(text.removesuffix("°"))
    return None if value is None else float(np.radians(value)) if in_degrees or is_marked else value


def _table(text: str, problems: list[Problem]) -> _Table | None:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    said = next((match for _, line in lines if (match := _CONVENTION.match(line.strip()))), None)
    convention = "" if said is None else "modified" if said[1].lower() in _MODIFIED else "standard"
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    if len(lines) < 2 or len(lines) - 1 > MOST_JOINTS:
        problems.append(Problem("", "dh-no-rows", {"most": MOST_JOINTS, "found": max(len(lines) - 1, 0)}))
        return None
    mark = max(";\t,", key=lines[0][1].count)
    header, *rows = (next(csv.reader([line], delimiter=mark)) for _, line in lines)
    known = {column: place for place, cell in enumerate(header) if (column := _column_of(cell))}
    missing = tuple(name for name in ("a", "alpha", "d") if name not in known)
    if missing:
        problems.append(Problem(f"line {lines[0][0]}", "dh-no-column", {"missing": missing}))
        return None
    for (number, _), row in zip(lines[1:], rows, strict=True):
        if len(row) != len(header):
            facts: dict[str, Fact] = {"found": len(row), "expected": len(header)}
            problems.append(Problem(f"line {number}", "dh-row-length", facts))
    if problems:
        return None
    if not convention and re.search(r"i\s*-\s*1|prev", header[known["alpha"]], re.IGNORECASE):
        convention = "modified"  # the twist of the link before is Craig's
    return _Table(
        {name: tuple(row[place] for row in rows) for name, place in known.items()},
        {name: _unit_of(header[place]) for name, place in known.items()},
        tuple(number for number, _ in lines[1:]),
        convention,
    )


def _described(table: _Table, problems: list[Problem], *, name: str) -> Description | None:
    reading = _Reading(table, problems)
    rows = reading.rows()
    convention = table.convention or _seen_convention(rows)
    if not convention and not problems:
        problems.append(Problem("", "dh-convention"))
    if problems:
        return None
    flange = np.eye(4)
    if convention == "standard":
        rows, frames = from_standard(rows)
        flange = frames[-1]
    joints = reading.joints(rows)
    if problems:
        return None
    robot = RobotModel(
        name=name,
        title=name,
        joints=joints,
        flange=flange,
        sources={"all": f"table of {convention} Denavit-Hartenberg rows"},
    )
    return (
        None if problems else Description(robot, DescriptionForm.DH_TABLE, reading.notes(convention, robot))
    )


def _seen_convention(rows: tuple[Row, ...]) -> str:
    """The convention that the ends show: Craig's table begins with a bare row, Spong's ends with one."""
    bare_first, bare_last = (row.a == 0.0 and row.alpha == 0.0 for row in (rows[0], rows[-1]))
    if bare_first == bare_last:
        return ""
    return "modified" if bare_first else "standard"


class _Reading:
    """Cells as SI numbers; problems go to the shared list."""

    def __init__(self, table: _Table, problems: list[Problem]) -> None:
        self._table, self._problems = table, problems
        self.length_unit = self._unit("a", "d") or self._seen_length_unit()
        self.angle_unit = self._unit("alpha", "offset") or self._seen_angle_unit()

    def _unit(self, *columns: str) -> str:
        """The unit that the header gives to these columns; the first one counts."""
        return next((unit for column in columns if (unit := self._table.units.get(column, ""))), "")

    def _seen_length_unit(self) -> str:
        sizes = [abs(_cell_length(cell) or 0.0) for name in ("a", "d") for cell in self._table.columns[name]]
        return "mm" if max(sizes) > _LONGEST_ARM_M else "m"

    def _seen_angle_unit(self) -> str:
        angles = [_cell_angle(cell, in_degrees=False) or 0.0 for cell in self._table.columns["alpha"]]
        return "deg" if max(map(abs, angles)) > _LARGEST_TWIST else "rad"

    def rows(self) -> tuple[Row, ...]:
        lengths = {name: self._lengths(name) for name in ("a", "d")}
        angles = {name: self._angles(name) for name in ("alpha", "offset")}
        columns = (lengths["a"], angles["alpha"], lengths["d"], angles["offset"])
        return tuple(Row(*values) for values in zip(*columns, strict=True))

    def _lengths(self, name: str) -> list[float]:
        factor = {"mm": 1e-3, "cm": 1e-2}.get(self._table.units.get(name, "") or self.length_unit, 1.0)
        return [
            factor * (self._checked(name, line, _cell_length(cell), cell)) for line, cell in self._cells(name)
        ]

    def _angles(self, name: str) -> list[float]:
        in_degrees = (self._table.units.get(name, "") or self.angle_unit) == "deg"
        return [
            self._checked(name, line, _cell_angle(cell, in_degrees=in_degrees), cell)
            for line, cell in self._cells(name)
        ]

    def _cells(self, name: str) -> list[tuple[int, str]]:
        cells = self._table.columns.get(name, ("0",) * len(self._table.lines))
        return list(zip(self._table.lines, cells, strict=True))

    def _checked(self, name: str, line: int, value: float | None, cell: str) -> float:
        if value is None:
            self._problems.append(Problem(f"line {line}", "dh-not-a-number", {"column": name, "text": cell}))
        return value or 0.0

    def joints(self, rows: Sequence[Row]) -> tuple[Joint, ...]:
        columns = self._table.columns
        names = columns.get("name") or tuple(f"joint_{number}" for number in range(1, len(rows) + 1))
        names = tuple(f"joint_{name.strip()}" if name.strip().isdigit() else name.strip() for name in names)
        for name, line in zip(names, self._table.lines, strict=True):
            if names.count(name) > 1:
                self._problems.append(Problem(f"line {line}", "name-twice", {"name": name}))
                return ()
        slides = [bool(_SLIDES.match(cell.strip())) for cell in columns.get("kind", ("",) * len(rows))]
        return tuple(
            self._joint(index, name, row, slides=slides[index])
            for index, (name, row) in enumerate(zip(names, rows, strict=True))
        )

    def _joint(self, index: int, name: str, row: Row, *, slides: bool) -> Joint:
        unlimited = {"lower": -UNLIMITED}
        ends = {
            column: self._limit(column, index, slides=slides, default=unlimited.get(column, UNLIMITED))
            for column in _LIMITS
        }
        if not ends["lower"] < ends["upper"]:
            facts: dict[str, Fact] = {"lower": ends["lower"], "upper": ends["upper"]}
            self._problems.append(Problem(f"line {self._table.lines[index]}", "limits-reversed", facts))
        torque = self._limit("torque", index, slides=True, default=UNLIMITED, plain=True)
        return Joint(
            name=name,
            kind=JointKind.PRISMATIC if slides else JointKind.REVOLUTE,
            a=row.a,
            alpha=row.alpha,
            d=row.d,
            offset=row.offset,
            lower=ends["lower"],
            upper=ends["upper"],
            velocity=ends["velocity"],
            torque=torque,
        )

    def _limit(self, column: str, index: int, *, slides: bool, default: float, plain: bool = False) -> float:
        cell = self._table.columns.get(column, ("",) * len(self._table.lines))[index]
        if not cell.strip():
            return default
        line, unit = self._table.lines[index], self._table.units.get(column, "")
        if plain:
            return self._checked(column, line, _cell_number(cell), cell)
        if slides:
            factor = 1e-3 if (unit or self.length_unit) == "mm" else 1.0
            return factor * self._checked(column, line, _cell_length(cell), cell)
        in_degrees = (unit or self.angle_unit) == "deg"
        return self._checked(column, line, _cell_angle(cell, in_degrees=in_degrees), cell)

    def notes(self, convention: str, robot: RobotModel) -> tuple[Problem, ...]:
        """Remarks on the reading of the table: its convention and units, and the numbers that it lacks."""
        table = self._table
        facts: dict[str, Fact] = {
            "convention": convention,
            "lengths": self.length_unit,
            "angles": {"deg": "degrees", "rad": "rad"}[self.angle_unit],
        }
        is_said = (
            table.convention and (table.units.get("a") or table.units.get("d")) and table.units.get("alpha")
        )
        found = [Problem("", "dh-as-written" if is_said else "dh-as-seen", facts)]
        lacks = {
            "robot-no-range": [j.name for j in robot.joints if not np.isfinite([j.lower, j.upper]).all()],
            "robot-no-speed": [j.name for j in robot.joints if not np.isfinite(j.velocity)],
            "robot-no-torque": [j.name for j in robot.joints if not np.isfinite(j.torque)],
        }
        found += [Problem("", code, {"joints": tuple(names)}) for code, names in lacks.items() if names]
        return (*found, Problem("", "robot-no-inertia"))
