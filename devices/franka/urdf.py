"""Contents of the URDF of a controller: which arm it is, its limits, and whether the description fits it."""

from dataclasses import dataclass

import numpy as np

from core.errors import BadFile, Problem
from core.robot.kinematics import flange_transforms
from core.robot.model import RobotModel
from core.robot.urdf import read_urdf
from core.robot.urdf_elements import UrdfElement, read_elements
from devices.errors import ProtocolError
from devices.protocol_fci.header import OLDEST
from devices.protocol_fci.state import JOINTS

EMULATED = "emulated"
"""Element by which an emulated controller says so, with its serial number; the maker has no such one."""
FER, FR3 = "panda", "fr3"
"""Names of the descriptions of the maker's types."""
SAME_PLACE_M = 1e-3
_FLANGE = "link8"
_POSES = 16


@dataclass(frozen=True, eq=False)
class TheirModel:
    """The arm that a controller describes; texts empty and limits None where it does not."""

    name: str
    """Of its type: the name of the description that ships for it, or the controller's own."""
    robot: RobotModel | None = None
    """The described arm; None for a version without a URDF."""
    emulated_serial: str = ""


def model_of(urdf: str, *, version: int) -> TheirModel:
    """Read the URDF that a controller handed out; empty for a version that has none.

    Raises
    ------
    ProtocolError
        ``franka-urdf`` if it is not one of an arm of seven joints.
    """
    if not urdf:
        return TheirModel(FER if version <= OLDEST else FR3)
    problems: list[Problem] = []
    root = read_elements(urdf, problems)
    try:
        robot = read_urdf(root, problems, tip=_tip(root)).robot
    except BadFile as error:
        raise ProtocolError("franka-urdf", reason=str(error)) from error
    if robot.joint_count != JOINTS:
        raise ProtocolError("franka-urdf", reason=f"{robot.joint_count} joints")
    assert root is not None
    mark = root.child(EMULATED)
    return TheirModel(_shipped_name(robot.name), robot, "" if mark is None else mark.text("serial"))


def _tip(root: UrdfElement | None) -> str | None:
    """The link at the flange by the maker's name; None where no link is called so."""
    names = () if root is None else (each.text("name") for each in root.children("link"))
    return next((name for name in names if name.endswith(_FLANGE)), None)


def _shipped_name(name: str) -> str:
    return FER if name.lower() in {"panda", "fer"} else name.lower()


def places_apart(described: RobotModel, told: RobotModel) -> float:
    """Largest distance of the two flanges over some poses within the limits, m."""
    dice = np.random.default_rng(0)
    poses = dice.uniform(described.lower, described.upper, (_POSES, described.joint_count))
    ours = flange_transforms(described, described.position_from_reported(poses))
    theirs = flange_transforms(told, told.position_from_reported(poses))
    return float(np.linalg.norm(ours[:, :3, 3] - theirs[:, :3, 3], axis=1).max())
