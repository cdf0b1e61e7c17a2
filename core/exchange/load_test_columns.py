"""The columns of a file of load tests: what they are called, and in which units they may be.

==================== ========================= ===============================================
columns              units                     what
==================== ========================= ===============================================
``name``                                       what the test is called; its number where absent
``q1`` … ``qn``      deg, rad, rev (m, mm)     joint positions as the controller reports them
``fx fy fz``         N, kN                     force on the tool point, base frame
``mx my mz``         N·m, mN·m                 moment about the tool point, base frame
``mass``             kg, g                     hung mass in place of the force
``cx cy cz``         mm, m …                   its centre in the flange frame; else the tool point
``dx dy dz``         mm, m, µm …               shift of the tool point under load, base frame
``x0 y0 z0``         mm, m …                   the tool point unloaded, in a tracker's frame
``x1 y1 z1``         mm, m …                   the same loaded
``unloaded loaded``                            or the names of both points in a tracker's file
``std``              mm, m, µm …               scatter of the shift per axis
``expected``         mm, m, µm …               of a plan; not read
==================== ========================= ===============================================

A unit is given in brackets after the name, or after a blank, an underscore, a stroke or ``in``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import Problem
from core.exchange.file_units import ANGLE_UNITS, FORCE_UNITS, LENGTH_UNITS, MASS_UNITS, MOMENT_UNITS
from core.exchange.sheet import SheetRow
from core.robot.model import RobotModel

NAME, UNLOADED, LOADED, EXPECTED = "name", "unloaded", "loaded", "expected"
MASS, STD = "mass", "std"
FORCE, MOMENT, CENTER = ("fx", "fy", "fz"), ("mx", "my", "mz"), ("cx", "cy", "cz")
SHIFT, BEFORE, AFTER = ("dx", "dy", "dz"), ("x0", "y0", "z0"), ("x1", "y1", "z1")
POINTS, POINT_NAMES = (*BEFORE, *AFTER), (UNLOADED, LOADED)
WAYS = (SHIFT, POINTS, POINT_NAMES)
"""Forms in which the shift of the tool can be given."""

_BRACKETED = re.compile(r"(.*?)\s*[\[(]\s*(.*?)\s*[\])]\s*")
_APPENDED = re.compile(r"(.+?)(?:\s*/\s*|\s+in\s+|[\s_]+)(\S+)")
_JOINT = re.compile(r"q(\d+)")


@dataclass(frozen=True)
class SheetColumn:
    """A column (from 0) that is understood: what it holds, its heading, and its factor to SI.

    The factor is NaN for text and for an unknown unit.
    """

    place: int
    role: str
    heading: str
    factor: float

    def where(self, row: SheetRow) -> str:
        """The place of one of its cells."""
        return f"line {row.line}, column {self.place + 1} ({self.heading})"


@dataclass(frozen=True)
class Columns:
    """The columns by what they hold, and the unknown headings."""

    known: Mapping[str, SheetColumn]
    unused: tuple[str, ...]
    count: int

    def has(self, roles: Sequence[str]) -> bool:
        """Return True if there is a column for any of these."""
        return any(role in self.known for role in roles)


def joint_roles(robot: RobotModel) -> tuple[str, ...]:
    """Return the roles ``q1`` to ``qn``."""
    return tuple(f"q{number}" for number in range(1, robot.joint_count + 1))


def read_columns(header: SheetRow, robot: RobotModel, problems: list[Problem]) -> Columns:
    """Read the header; its faults go into ``problems``."""
    units = _units(robot)
    names = {plain(name): role for name, role in zip(robot.joint_names, joint_roles(robot), strict=True)}
    known: dict[str, SheetColumn] = {}
    unused: list[str] = []
    for place, heading in enumerate(header.cells):
        name, unit = split_heading(heading)
        role = names.get(name, name)
        where = f"line {header.line}, column {place + 1} ({heading})"
        if role in known:
            problems.append(Problem(where, "given-twice", {"key": known[role].heading}))
        elif role in units:
            known[role] = SheetColumn(place, role, heading, _factor(unit, units[role], where, problems))
        elif heading:
            unused.append(heading)
            if joint := _JOINT.fullmatch(role):
                facts = {"found": int(joint[1]), "expected": robot.joint_count}
                problems.append(Problem(where, "wrong-joint-count", dict(facts)))
    return Columns(known, tuple(unused), len(header.cells))


def split_heading(heading: str) -> tuple[str, str]:
    """The plain name in a heading and its unit, empty where it has none."""
    if found := _BRACKETED.fullmatch(heading):
        return plain(found[1]), found[2]
    found = _APPENDED.fullmatch(heading)
    if found and unit_factor(found[2], _ALL_UNITS) is not None:
        return plain(found[1]), found[2]
    return plain(heading), ""


def plain(name: str) -> str:
    """A name without blanks, underscores and capitals."""
    return re.sub(r"[\s_]+", "", name).casefold()


def unit_factor(unit: str, units: Mapping[str, float]) -> float | None:
    """The factor to SI of a unit, capitals as they are or else small ones; None for one that is not there."""
    written = unit.strip().replace("\u03bc", "µ")
    return units.get(written, units.get(written.casefold()))


def check_columns(columns: Columns, robot: RobotModel, where: str, problems: list[Problem]) -> None:
    """Note which columns are missing, or tell the same twice."""
    known = columns.known
    needed = list(joint_roles(robot))
    if columns.has(FORCE) or columns.has(MOMENT):
        needed += FORCE
        if MASS in known or columns.has(CENTER):
            problems.append(Problem(where, "load-told-twice"))
    elif MASS in known or columns.has(CENTER):
        needed.append(MASS)
    else:
        problems.append(Problem(where, "load-columns-missing"))
    for together in (MOMENT, CENTER, *WAYS):
        if columns.has(together):
            needed += together
    if not any(columns.has(way) for way in WAYS):
        problems.append(Problem(where, "shift-columns-missing"))
    missing = [role for role in dict.fromkeys(needed) if role not in known]
    problems += [Problem(where, "no-such-column", {"column": role}) for role in missing]


def _units(robot: RobotModel) -> dict[str, Mapping[str, float]]:
    """The units of every role; none for text."""
    lengths = (*CENTER, *SHIFT, *POINTS, STD, EXPECTED)
    return {
        **{role: {} for role in (NAME, *POINT_NAMES)},
        **{
            role: LENGTH_UNITS if slides else ANGLE_UNITS
            for role, slides in zip(joint_roles(robot), robot.is_prismatic.tolist(), strict=True)
        },
        **dict.fromkeys(FORCE, FORCE_UNITS),
        **dict.fromkeys(MOMENT, MOMENT_UNITS),
        **dict.fromkeys(lengths, LENGTH_UNITS),
        MASS: MASS_UNITS,
    }


_ALL_UNITS = ANGLE_UNITS | FORCE_UNITS | MOMENT_UNITS | LENGTH_UNITS | MASS_UNITS


def _factor(unit: str, units: Mapping[str, float], where: str, problems: list[Problem]) -> float:
    if not units:
        return float("nan")
    factor = unit_factor(unit, units)
    if factor is not None:
        return factor
    code = "unknown-unit" if unit else "unit-missing"
    problems.append(Problem(where, code, {"value": unit, "units": tuple(units)}))
    return float("nan")
