"""Robots from URDF files: a chain of joints with frames and axes anywhere, as modified DH rows."""

from core.errors import BadFile, Problem
from core.robot.description import Description, DescriptionForm
from core.robot.model import RobotModel
from core.robot.tree_chain import chain_to, notes_of, robot_of_chain
from core.robot.urdf_elements import UrdfElement, read_elements
from core.robot.urdf_tree import read_tree


def parse_urdf(content: bytes | str, *, tip: str | None = None, file: str = "") -> RobotModel:
    """The robot that a URDF text describes; arguments and errors as ``read_urdf``."""
    problems: list[Problem] = []
    root = read_elements(content, problems)
    return read_urdf(root, problems, tip=tip, file=file).robot


def read_urdf(
    root: UrdfElement | None, problems: list[Problem], *, tip: str | None = None, file: str = ""
) -> Description:
    """The robot that the elements of a URDF describe.

    Parameters
    ----------
    root
        The file's root element; None where it is no XML, with the cause in ``problems``.
    problems
        The list that the elements report to.
    tip
        The link at the flange; None for the one at the end of the only branch that moves.
    file
        What to call it in errors.

    Raises
    ------
    BadFile
        ``bad-robot-file`` with every problem found, each with its line and element.
    """
    tree = read_tree(root, problems) if root is not None else None
    chain = chain_to(tree, tip, problems) if tree is not None and not problems else None
    if chain is None:
        raise BadFile("bad-robot-file", problems, file=file)
    robot = robot_of_chain(chain, source="URDF file")
    return Description(robot, DescriptionForm.URDF, notes_of(chain))
