"""Sets of motion limits by name or from a file: the robot's own, [Liu]'s, and the user's.

A file gives, for the turning joints in order, ``lower_deg``, ``upper_deg``, ``velocity_deg`` and
``acceleration_deg``, and for the sliding joints the same with ``_m``. A limit that the file leaves out
stays the robot's own, and where the robot's own limit is tighter, it holds.
"""

import tomllib
from pathlib import Path

import numpy as np

import resources
from core.errors import BadFile, BadRequest, Problem
from core.excitation.limits.motion_limits import (
    ROBOT_LIMITS,
    LimitOrigin,
    LimitSet,
    MotionLimits,
    check_start,
    motion_limits,
)
from core.given_file import parse_given_toml, read_given_bytes
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.toml_table import TomlTable, key_lines

_FOLDER = "limits"
_QUANTITIES = ("lower", "upper", "velocity", "acceleration")


def limit_set_names() -> tuple[str, ...]:
    """The names that are known: the robot's own limits and the sets that ship with the program."""
    return (ROBOT_LIMITS, *sorted(file.stem for file in resources.path(_FOLDER).glob("*.toml")))


def named_limits(name: str | Path, robot: RobotModel, *, start: FloatArray) -> MotionLimits:
    """The limits of a set: ``robot``, a shipped name, or a TOML file.

    Raises
    ------
    BadRequest
        ``unknown-limits`` with the known names; ``start-outside-limits`` with the joint (from
        1), where it is, and its limits; ``trajectory-limit`` for a limit of the robot that is
        not positive.
    BadFile
        ``bad-limits-file`` with every problem found in the file.
    OSError
        Where the file cannot be read.
    """
    own = motion_limits(robot, start=start)
    if str(name) == ROBOT_LIMITS:
        return own
    path = _path(name)
    limits = _tighter(own, _given(path, robot), name=str(name))
    _check_overlap(limits, file=path.name)
    check_start(np.asarray(start), lower=limits.lower, upper=limits.upper)
    return limits


def _check_overlap(limits: MotionLimits, *, file: str) -> None:
    """Raise an error for travels that lie wholly outside the robot's own."""
    problems = [
        Problem(f"joint {joint + 1}", "limits-reversed", {"lower": lower, "upper": upper})
        for joint, (lower, upper) in enumerate(zip(limits.lower.tolist(), limits.upper.tolist(), strict=True))
        if not lower < upper
    ]
    if problems:
        raise BadFile("bad-limits-file", problems, file=file)


def _path(name: str | Path) -> Path:
    """The file of a set.

    Raises
    ------
    BadRequest
        ``unknown-limits``.
    """
    if str(name) in limit_set_names():
        return resources.path(f"{_FOLDER}/{name}.toml")
    if Path(name).suffix.lower() != ".toml":
        raise BadRequest("unknown-limits", name=str(name), names=limit_set_names())
    return Path(name)


def _given(path: Path, robot: RobotModel) -> dict[str, FloatArray]:
    """The limits given by a file, by quantity: (n,) rad or m, NaN where it gives none.

    Raises
    ------
    BadFile
        ``bad-limits-file``.
    """
    problems: list[Problem] = []
    try:
        text = read_given_bytes(path).decode("utf-8-sig")
        values = parse_given_toml(text, file=str(path))
    except UnicodeDecodeError as error:
        raise BadFile("bad-limits-file", [Problem("", "not-utf8")], file=path.name) from error
    except tomllib.TOMLDecodeError as error:
        problem = Problem("", "toml-syntax", {"reason": str(error)})
        raise BadFile("bad-limits-file", [problem], file=path.name) from error
    whole = TomlTable(values, (), key_lines(text), problems)
    table = whole.table("limits")
    if table is None and not problems:
        whole.complain("limits", "missing-key", key="limits")
    found = _quantities(table, robot) if table is not None else {}
    whole.finish()
    if problems:
        raise BadFile("bad-limits-file", problems, file=path.name)
    return found


def _quantities(table: TomlTable, robot: RobotModel) -> dict[str, FloatArray]:
    found = {quantity: np.full(robot.joint_count, np.nan) for quantity in _QUANTITIES}
    for unit, joints in (("deg", ~robot.is_prismatic), ("m", robot.is_prismatic)):
        count = int(np.count_nonzero(joints))
        written = {quantity: table.array(f"{quantity}_{unit}", shape=(count,)) for quantity in _QUANTITIES}
        _check(table, written, unit=unit)
        for quantity, values in written.items():
            if values is not None:
                found[quantity][joints] = np.radians(values) if unit == "deg" else values
    table.finish()
    return found


def _check(table: TomlTable, written: dict[str, FloatArray | None], *, unit: str) -> None:
    """Report impossible limits as problems, in the file's own unit."""
    for quantity in ("velocity", "acceleration"):
        values = written[quantity]
        for value in [] if values is None else values[values <= 0.0].tolist():
            table.complain(f"{quantity}_{unit}", "not-positive", value=value)
    lower, upper = written["lower"], written["upper"]
    if lower is None or upper is None:
        return
    for low, high in zip(lower.tolist(), upper.tolist(), strict=True):
        if low >= high:
            table.complain(f"lower_{unit}", "limits-reversed", lower=low, upper=high)


def _tighter(own: MotionLimits, given: dict[str, FloatArray], *, name: str) -> MotionLimits:
    """The given limits; the robot's own where none is given or the maker's is tighter."""
    origins: dict[str, tuple[LimitOrigin, ...]] = {}
    chosen: dict[str, FloatArray] = {}
    for quantity in ("position", "velocity", "acceleration"):
        before: tuple[LimitOrigin, ...] = getattr(own.origin, quantity)
        makers = np.array([origin is LimitOrigin.MAKER for origin in before])
        taken = np.zeros(makers.size, dtype=bool)
        for end in ("lower", "upper") if quantity == "position" else (quantity,):
            mine: FloatArray = getattr(own, end)
            looser = given[end] < mine if end == "lower" else given[end] > mine
            takes = ~np.isnan(given[end]) & ~(makers & looser)
            chosen[end] = np.where(takes, given[end], mine)
            taken |= takes
        origins[quantity] = tuple(
            LimitOrigin.NAMED if named else origin for named, origin in zip(taken, before, strict=True)
        )
    return MotionLimits(
        lower=chosen["lower"],
        upper=chosen["upper"],
        velocity=chosen["velocity"],
        acceleration=chosen["acceleration"],
        origin=LimitSet(name, **origins),
    )
