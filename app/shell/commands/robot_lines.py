"""Uses of a robot description and mounting of its arm, as lines and keys of ``torsion robots``."""

from typing import TYPE_CHECKING

import numpy as np

from app.terminal.output import table
from core.robot.mounting import mounting_name
from core.robot.serving import Service, Use, served

if TYPE_CHECKING:
    from rich.console import RenderableType

    from core.robot.model import RobotModel

_USES = {
    Use.IDENTIFICATION: "identification from recordings",
    Use.MOTIONS: "planned motions",
    Use.TORQUE_CHECK: "torque check of motions",
    Use.COLLISION: "collision check",
    Use.VIRTUAL: "virtual robot, possible bodies",
    Use.STIFFNESS: "stiffness under load",
}
_SERVICES = {Service.READY: "yes", Service.ASSUMED: "with assumptions", Service.MISSING: "no"}
_MOUNTINGS = {"table": "on a table or the floor", "wall": "on a wall", "ceiling": "on the ceiling"}
_MISSING = {
    (Use.IDENTIFICATION, "drive_gain"): "drive_gain, where recordings hold currents",
    (Use.COLLISION, "capsules"): "capsules; a body is assumed from the geometry",
    (Use.STIFFNESS, "beams"): "beams; links count as rigid",
}


def served_json(robot: "RobotModel") -> list[dict[str, object]]:
    """One entry per use; keys may be added, never renamed."""
    return [
        {"use": one.use.value, "service": one.service.value, "lacks": list(one.lacks)}
        for one in served(robot)
    ]


def served_table(robot: "RobotModel") -> "RenderableType":
    """A table of what the description serves, and which keys would add to it."""
    rows = [
        (
            _USES[one.use],
            _SERVICES[one.service],
            ", ".join(_MISSING.get((one.use, key), key) for key in one.lacks),
        )
        for one in served(robot)
    ]
    return table("What the description serves", ("for", "serves", "missing in the description"), rows)


def mounting_line(robot: "RobotModel") -> list[str]:
    """A line on the mounting; none where it is the usual one."""
    name = mounting_name(robot.gravity)
    if name == "table":
        return []
    down = ", ".join(f"{part:.3g}" for part in robot.gravity / np.linalg.norm(robot.gravity))
    words = _MOUNTINGS.get(name, f"turned by {name}° about x, y, z of the room")
    return [f"Mounted {words}: gravity points along ({down}) in the base frame."]
