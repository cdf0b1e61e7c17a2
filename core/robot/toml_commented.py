"""A robot model as a TOML text for people: each key with its meaning, unknown ones left to fill in."""

import re
from collections.abc import Iterator

import numpy as np

from core.recording import FloatArray
from core.robot import inertia
from core.robot.model import RobotModel
from core.robot.toml_keys import JOINT, PAYLOAD_LIMIT, TOP
from core.robot.toml_writing import robot_text

_KEY = re.compile(r"(\w+) = ")
_WIDTH = 44
"""Column at which the words behind a value begin."""
_TO_FILL = (
    "lower",
    "upper",
    "velocity",
    "acceleration",
    "torque",
    "rotor_inertia",
    "drive_gain",
    "stiffness",
)
_BODY = ("mass", "center_of_mass", "inertia")


def commented_text(robot: RobotModel, *, remarks: tuple[str, ...] = ()) -> str:
    """The TOML text of ``robot``, with ``remarks`` at its head; it reads back to the same arm.

    Bodies are written as mass, centre and inertia, so they read back within rounding. What the robot
    does not say is a line to fill in, behind a comment sign.
    """
    lines = [*(f"# {remark}" for remark in remarks), *([""] if remarks else [])]
    table, explained = "", set[tuple[str, str]]()
    joint = -1
    body: list[str] = []
    for line in robot_text(robot).splitlines():
        if line.startswith("["):
            lines[-1:] = [*_rest_of_joint(robot, joint, body), ""] if table == "[[joints]]" else lines[-1:]
            joint += line == "[[joints]]"
            table, body = line, []
        lines += _lines(robot, line, joint=joint, table=table, explained=explained)
        body.append(line)
    if table == "[[joints]]":
        lines += _rest_of_joint(robot, joint, body)
    return "\n".join(lines) + "\n"


def _lines(
    robot: RobotModel, line: str, *, joint: int, table: str, explained: set[tuple[str, str]]
) -> Iterator[str]:
    """A line with its words, where its key comes up for the first time; a body in its three numbers."""
    match = _KEY.match(line)
    if match is None:
        yield line
        return
    words = {"": TOP, "[[joints]]": JOINT, "[payload_limit]": PAYLOAD_LIMIT}.get(table, {})
    written = _body_lines(robot.inertial_parameters, joint) if match[1] == "parameters" else (line,)
    for one in written:
        key = one.split(" = ", maxsplit=1)[0]
        meaning = "" if (table, key) in explained else words.get(key, "")
        explained.add((table, key))
        if one.endswith("[") and meaning:  # the value goes on over the next lines
            yield f"# {key}: {meaning}"
        yield f"{one:{_WIDTH}} # {meaning}" if meaning and not one.endswith("[") else one


def _body_lines(parameters: FloatArray | None, joint: int) -> tuple[str, ...]:
    """Mass, centre of mass and inertia about it; the ten parameters of a link without a mass."""
    assert parameters is not None
    mass, first = float(parameters[joint, 0]), parameters[joint, 1:4]
    if mass <= 0.0:
        return (f"parameters = {_numbers(parameters[joint])}",)
    place = np.eye(4)
    place[:3, 3] = -first / mass
    about = inertia.moved(parameters[joint], placement=place)[4:]
    return (
        f"mass = {_number(mass)}",
        f"center_of_mass = {_numbers(first / mass)}",
        f"inertia = {_numbers(about)}",
    )


def _numbers(values: FloatArray) -> str:
    return f"[{', '.join(_number(float(value)) for value in values)}]"


def _number(value: float) -> str:
    return repr(float(f"{value:.12g}"))


def _rest_of_joint(robot: RobotModel, joint: int, body: list[str]) -> Iterator[str]:
    """Lines to fill in for what the joint does not say."""
    known = {match[1] for line in body if (match := _KEY.match(line))}
    keys = (*_TO_FILL, *(_BODY if robot.inertial_parameters is None else ()))
    for key in keys:
        if key not in known:
            text = f"# {key} ="
            yield f"{text:{_WIDTH}} # {JOINT[key]}" if joint == 0 else text
