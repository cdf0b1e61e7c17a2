"""Robots by name or file: those that ship with the program, and the user's own descriptions."""

from pathlib import Path

import resources
from core.errors import BadFile, BadRequest, Problem
from core.given_file import read_given_bytes
from core.robot.model import RobotModel
from core.robot.toml_format import parse_toml
from core.robot.urdf import parse_urdf

_FOLDER = "robots"


def shipped_robots() -> tuple[str, ...]:
    """The names of the robots that ship with the program, in alphabetical order."""
    return tuple(sorted(file.stem for file in resources.path(_FOLDER).glob("*.toml")))


def load_robot(name_or_path: str | Path) -> RobotModel:
    """The robot of a shipped name, or of a ``.toml`` or ``.urdf`` file.

    Raises
    ------
    BadFile
        ``bad-robot-file`` with every problem found in the file.
    BadRequest
        ``unknown-robot`` with the shipped names, where it is neither a name nor a description file.
    OSError
        Where the file cannot be read.
    """
    path = Path(name_or_path)
    if str(name_or_path) in shipped_robots():
        path = resources.path(f"{_FOLDER}/{name_or_path}.toml")
    ending = path.suffix.lower()
    if ending not in {".toml", ".urdf"}:
        raise BadRequest("unknown-robot", robot=str(name_or_path), robots=shipped_robots())
    content = read_given_bytes(path)
    if ending == ".urdf":
        return parse_urdf(content, file=path.name)
    try:
        return parse_toml(content.decode("utf-8-sig"), file=path.name)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadFile("bad-robot-file", [Problem(f"line {line}", "not-utf8")], file=path.name) from error
