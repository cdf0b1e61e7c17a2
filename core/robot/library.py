"""Robots by name or file: those that ship with the program, and the user's own descriptions."""

from dataclasses import replace
from pathlib import Path

import resources
from core.errors import BadFile, BadRequest, Problem
from core.given_file import read_given_bytes
from core.robot.description import Description, DescriptionForm
from core.robot.dh_table import read_dh_table
from core.robot.model import RobotModel
from core.robot.toml_format import parse_toml
from core.robot.urdf import read_urdf
from core.robot.urdf_elements import read_elements, xml_text

_FOLDER = "robots"
_XML = {".urdf", ".xml", ".mjcf", ".xacro"}
ENDINGS = (".toml", *sorted(_XML), ".csv")
"""Endings of files that can describe a robot."""


def shipped_robots() -> tuple[str, ...]:
    """The names of the robots that ship with the program, in alphabetical order."""
    return tuple(sorted(file.stem for file in resources.path(_FOLDER).glob("*.toml")))


def load_robot(name_or_path: str | Path, *, tip: str | None = None) -> RobotModel:
    """The robot of a shipped name or of a description file; the rest as ``read_description``."""
    return read_description(name_or_path, tip=tip).robot


def read_description(name_or_path: str | Path, *, tip: str | None = None) -> Description:
    """The robot of a shipped name, or of a TOML, URDF, MJCF or DH table, with what was understood.

    Parameters
    ----------
    name_or_path
        A shipped name, or a file with one of ``ENDINGS``.
    tip
        The last link of a URDF or MJCF; None for the end of the only branch that moves.

    Raises
    ------
    BadFile
        ``bad-robot-file`` with every problem found in the file.
    BadRequest
        ``unknown-robot`` with the shipped names, where it is neither a name nor a description file;
        ``tip-not-for`` where a form of file has no links to choose from.
    OSError
        Where the file cannot be read.
    """
    path = Path(name_or_path)
    if str(name_or_path) in shipped_robots():
        path = resources.path(f"{_FOLDER}/{name_or_path}.toml")
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise BadRequest("unknown-robot", robot=str(name_or_path), robots=shipped_robots())
    content = read_given_bytes(path)
    if ending in _XML:
        return _read_xml(content, tip=tip, file=path.name)
    if tip is not None:
        raise BadRequest("tip-not-for", file=path.name)
    text = _text(content, file=path.name)
    if ending == ".csv":
        return read_dh_table(text, file=path.name)
    return Description(parse_toml(text, file=path.name), DescriptionForm.TOML)


def _read_xml(content: bytes, *, tip: str | None, file: str) -> Description:
    """A URDF or MJCF; its root element says which."""
    problems: list[Problem] = []
    remarks: list[Problem] = []
    text = xml_text(content, remarks)
    root = read_elements(text, problems)
    if root is None or root.element.tag != "mujoco":
        found = read_urdf(root, problems, tip=tip, file=file)
    else:
        from core.robot.mjcf import read_mjcf  # MuJoCo takes long to load, and most descriptions need none

        found = read_mjcf(text, root, problems, tip=tip, file=file)
    return replace(found, notes=(*remarks, *found.notes))


def _text(content: bytes, *, file: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadFile("bad-robot-file", [Problem(f"line {line}", "not-utf8")], file=file) from error
