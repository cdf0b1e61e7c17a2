"""Files of load tests and of trackers as people and instruments write them, of an arm that is known."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

from core.recording import FloatArray
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.stiffness.cartesian import full_compliance
from core.stiffness.model import stiffness_model

TURN = Rotation.from_euler("xyz", (0.3, -1.1, 2.2)).as_matrix()
AWAY = np.array([4.1, -2.3, 0.9])
"""How a tracker stands to the base: base = TURN · tracker + AWAY."""


@dataclass(frozen=True, eq=False)
class Measured:
    """What was done with an arm and what came of it, in SI and the base frame."""

    robot: RobotModel
    q: FloatArray
    force: FloatArray
    unloaded: FloatArray
    shift: FloatArray

    def in_tracker(self, places: FloatArray) -> FloatArray:
        return (places - AWAY) @ TURN


def measured(count: int = 12, *, name: str = "mikhel-3", tool=(0.0, 0.0, 0.0), seed: int = 0) -> Measured:
    robot = load_robot(name)
    model = stiffness_model(robot, tool=tool)
    random = np.random.default_rng(seed)
    q = random.uniform(-1.5, 1.5, (count, robot.joint_count))
    force = 100.0 * random.normal(size=(count, 3))
    places = flange_transforms(robot, q)[:, :3] @ np.append(tool, 1.0)
    shift = np.einsum("kij,kj->ki", full_compliance(model, q)[:, :3, :3], force)
    return Measured(robot, q, force, places, shift)


def header(*more: str) -> list[str]:
    return ["name", "q1 [deg]", "q2 [deg]", "q3 [deg]", "fx [N]", "fy [N]", "fz [N]", *more]


def lines(taken: Measured, *more: FloatArray) -> list[list[str]]:
    reported = np.degrees(taken.robot.position_as_reported(taken.q))
    numbers = np.hstack([reported, taken.force, *more])
    return [[f"P{row + 1}", *(f"{value:.9f}" for value in values)] for row, values in enumerate(numbers)]


def write(
    path: Path,
    head: list[str],
    rows: list[list[str]],
    *,
    separator: str = ",",
    decimal: str = ".",
    encoding: str = "utf-8",
) -> Path:
    """Numbers with the wanted mark; the name in front stays as it is."""
    shown = [[row[0], *(cell.replace(".", decimal) for cell in row[1:])] for row in rows]
    path.write_bytes("".join(f"{separator.join(row)}\r\n" for row in [head, *shown]).encode(encoding))
    return path
