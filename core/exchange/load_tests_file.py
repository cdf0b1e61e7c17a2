"""Measured shifts of the tool under known loads, as people write them in a spreadsheet.

One line of headings with units, then one line for every test; ``core.exchange.load_test_columns`` has the
columns. The shift is given in the base frame, or as the tool's place unloaded and loaded in the frame of a
laser tracker: in the file itself, or as names of points in the tracker's own file. That frame is laid over
the base frame by the unloaded places, which the kinematics knows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.errors import BadFile, Problem
from core.exchange.load_test_cells import Cells
from core.exchange.load_test_columns import AFTER, BEFORE, POINT_NAMES, SHIFT
from core.exchange.load_test_rows import LeftOut, LoadRow, LoadRows, read_rows
from core.exchange.registration import Registration, misfit, register
from core.exchange.sheet import read_sheet
from core.exchange.tracker_file import LARGEST_SPREAD, TrackerPoint, TrackerPoints, read_tracker
from core.recording import FloatArray
from core.robot.kinematics import flange_transforms
from core.robot.model import RobotModel
from core.stiffness.experiment import LoadTest


@dataclass(frozen=True, eq=False)
class PointPairs:
    """Places of the tool in the tests of ``names``: (m, 3) m in the tracker's frame.

    ``std`` (m,) m per axis of a shift, NaN where unknown.
    """

    names: tuple[str, ...]
    unloaded: FloatArray
    loaded: FloatArray
    std: FloatArray


@dataclass(frozen=True)
class NamedPair:
    """A test whose points are in a tracker's file, and the places of both names in its own."""

    test: str
    unloaded: str
    loaded: str
    where: tuple[str, str]


def pairs_in_tracker(
    pairs: Sequence[NamedPair], points: TrackerPoints, known: FloatArray, problems: list[Problem]
) -> PointPairs | None:
    """The measured places of named points; ``known`` (m, 3) m is where the kinematics has them unloaded.

    None, and every reason in ``problems``, where one is missing or means two places.
    """
    found = [(_find(pair, 0, points, problems), _find(pair, 1, points, problems)) for pair in pairs]
    complete = [(before, after) for before, after in found if before is not None and after is not None]
    if len(complete) < len(pairs) or not pairs:
        return None
    apart = float(np.sqrt(((known - known.mean(axis=0)) ** 2).sum(axis=1).mean()))
    factor = points.in_metres(apart=apart, names=[pair.unloaded for pair in pairs])
    noted = len(problems)
    for pair, places in zip(pairs, complete, strict=True):
        problems += _spreads(pair, places, factor)
    if len(problems) > noted:
        return None
    counts = np.array([[point.count for point in places] for places in complete])
    return PointPairs(
        names=tuple(pair.test for pair in pairs),
        unloaded=factor * np.array([before.position for before, _ in complete]),
        loaded=factor * np.array([after.position for _, after in complete]),
        std=factor * points.scatter() * np.sqrt((1.0 / counts).sum(axis=1)),
    )


def registered(pairs: PointPairs, known: FloatArray, *, file: str) -> Registration:
    """Return the placement of the measured frame in the base frame, by the unloaded places alone.

    Raises
    ------
    BadFile
        With the code of ``core.exchange.registration.misfit`` and the ``test`` it is about.
    """
    wrong = misfit(pairs.unloaded, known=known)
    if wrong is not None:
        test = "" if wrong.point is None else pairs.names[wrong.point]
        raise BadFile(wrong.code, (), file=file, test=test, **wrong.facts)
    return register(pairs.unloaded, known=known)


def _find(pair: NamedPair, side: int, points: TrackerPoints, problems: list[Problem]) -> TrackerPoint | None:
    name = (pair.unloaded, pair.loaded)[side]
    point = points.find(name)
    if point is None:
        problems.append(Problem(pair.where[side], "point-not-in-tracker", {"point": name}))
    return point


def _spreads(pair: NamedPair, places: tuple[TrackerPoint, TrackerPoint], factor: float) -> list[Problem]:
    return [
        Problem(where, "tracker-point-twice", {"point": point.name, "spread": factor * point.spread})
        for where, point in zip(pair.where, places, strict=True)
        if factor * point.spread > LARGEST_SPREAD
    ]


LARGEST_SHIFT = 0.1
"""m; arms give less under any load, and units that are mistaken make it more."""


@dataclass(frozen=True, eq=False)
class LoadTestFile:
    """Content of a file of load tests.

    Attributes
    ----------
    tests
        In the file's order.
    registration
        Of the frame in which places were measured; None for shifts in the base frame.
    source
        The file's name.
    left_out
        Lines that are no tests.
    unused
        Headings of unknown columns.
    """

    tests: tuple[LoadTest, ...]
    registration: Registration | None
    source: str
    left_out: tuple[LeftOut, ...] = ()
    unused: tuple[str, ...] = ()


def read_load_tests(
    path: Path,
    robot: RobotModel,
    *,
    tracker: Path | None = None,
    tool: Sequence[float] = (0.0, 0.0, 0.0),
) -> LoadTestFile:
    """The load tests of a file.

    Parameters
    ----------
    path
        Text with commas, semicolons or tabs between the columns, decimal point or comma, remarks
        after ``#``.
    robot
        Joint positions in the file are those its controller reports; tests carry the model's.
    tracker
        What a laser tracker exported, where the file names points of it.
    tool
        m in the flange frame: the point that is loaded and measured.

    Raises
    ------
    BadFile
        ``load-tests-unreadable`` with every problem by line and column; ``load-tests-unmeasured`` where
        no line has a shift yet, with those lines; ``registration-…`` where measured places are not
        those of the kinematics (``core.exchange.registration.misfit``); ``no-usable-rows``,
        ``sheet-is-workbook``, ``not-csv``; as ``core.exchange.tracker_file.read_tracker``.
    OSError
        When a file cannot be read.
    """
    problems: list[Problem] = []
    table = read_rows(read_sheet(path), robot, tool=tool, problems=problems)
    _check_tracker(table, tracker, problems)
    known = _tool_places(robot, table.rows, tool)
    measured = _measured(table, tracker, known, problems)
    table.cells.check_marks()
    _refuse(path, problems)
    if not table.rows:
        _refuse_without_tests(path, table)
    registration = None
    if isinstance(measured, PointPairs):
        registration = registered(measured, known, file=str(path))
    tests = tuple(_tests(table, measured, registration))
    for row, test in zip(table.rows, tests, strict=True):
        if float(np.linalg.norm(test.shift)) > LARGEST_SHIFT:
            facts = {"shift": float(np.linalg.norm(test.shift)), "limit": LARGEST_SHIFT}
            problems.append(Problem(f"line {row.row.line}", "load-test-shift-too-large", dict(facts)))
    _refuse(path, problems)
    return LoadTestFile(tests, registration, path.name, table.left_out, table.unused)


def _refuse(path: Path, problems: Sequence[Problem]) -> None:
    if problems:
        raise BadFile("load-tests-unreadable", problems, file=str(path))


def _refuse_without_tests(path: Path, table: LoadRows) -> None:
    """Name the lines that there are."""
    lines = [
        Problem(f"line {left.line}", left.reason.code, {"name": left.name, "line": left.line})
        for left in table.left_out
    ]
    raise BadFile("load-tests-unmeasured" if lines else "no-usable-rows", lines, file=str(path))


def _check_tracker(table: LoadRows, tracker: Path | None, problems: list[Problem]) -> None:
    """Names need a tracker's file, and such a file needs names."""
    if table.way == POINT_NAMES and table.rows and tracker is None:
        problems.append(Problem("", "tracker-needed"))
    elif table.way != POINT_NAMES and tracker is not None and not problems:
        problems.append(Problem("", "tracker-not-used"))


def _tool_places(robot: RobotModel, rows: Sequence[LoadRow], tool: Sequence[float]) -> FloatArray:
    """(m, 3) m of the tool point in the base frame by the kinematics."""
    q = np.array([row.position for row in rows]).reshape(-1, robot.joint_count)
    return np.asarray(flange_transforms(robot, q)[:, :3] @ np.append(np.asarray(tool, np.float64), 1.0))


def _measured(
    table: LoadRows, tracker: Path | None, known: FloatArray, problems: list[Problem]
) -> FloatArray | PointPairs:
    """Shifts (m, 3) m in the base frame, or places in another; no places where there are ``problems``."""
    cells, rows = table.cells, table.rows
    if table.way == SHIFT:
        return np.array([cells.numbers(row.row, SHIFT) for row in rows])
    if table.way == POINT_NAMES:
        pairs = [_named_pair(cells, row, problems) for row in rows]
        if problems or tracker is None:
            return np.empty((0, 3))
        return pairs_in_tracker(pairs, read_tracker(tracker), known, problems) or np.empty((0, 3))
    return PointPairs(
        names=tuple(row.name for row in rows),
        unloaded=np.array([cells.numbers(row.row, BEFORE) for row in rows]),
        loaded=np.array([cells.numbers(row.row, AFTER) for row in rows]),
        std=np.full(len(rows), np.nan),
    )


def _named_pair(cells: Cells, row: LoadRow, problems: list[Problem]) -> NamedPair:
    names = [cells.text(row.row, role) for role in POINT_NAMES]
    places = [cells.where(row.row, role) for role in POINT_NAMES]
    problems += [Problem(at, "cell-empty") for name, at in zip(names, places, strict=True) if not name]
    return NamedPair(row.name, names[0], names[1], (places[0], places[1]))


def _tests(
    table: LoadRows, measured: FloatArray | PointPairs, registration: Registration | None
) -> Iterator[LoadTest]:
    """A scatter in the file goes before that of a tracker."""
    if isinstance(measured, PointPairs) and registration is not None:
        shifts, scatter = registration.turned(measured.loaded - measured.unloaded), measured.std
    else:
        shifts, scatter = np.asarray(measured), np.full(len(table.rows), np.nan)
    for row, shift, std in zip(table.rows, shifts, scatter.tolist(), strict=True):
        own = row.std if np.isfinite(row.std) else std
        yield LoadTest(row.name, row.position, row.force, shift, moment=row.moment, std=own)
