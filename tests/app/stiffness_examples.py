"""A small arm whose links give, a visit to it, and load tests of it as a file."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from core.elasticity.result import ELASTICITY, Elasticity, JointElasticity
from core.recording import FloatArray
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.robot.toml_format import write_toml
from core.stiffness.cartesian import full_compliance, reduced_compliance
from core.stiffness.model import stiffness_model
from core.storage.visit import Visit
from tests.core.elasticity.hand_made import arm_elasticity

ROBOT = "mikhel-3"
K3 = (178287.47018427, 287417.90808246, 94080.92575285)
"""N·m/rad, known answer K3."""
K4 = (271417.958, 414060.786, 245385.200, 71458.470, 111858.303, 1000.968)
SERIAL = "M3-007"
HEADER = "name,q1 [deg],q2 [deg],q3 [deg],fx [N],fy [N],fz [N],dx [mm],dy [mm],dz [mm]"


def visit_to(robot: RobotModel, path: Path, *joints: JointElasticity) -> Path:
    """A visit with an analysis of the twist, where joints are given."""
    with Visit.create(path, robot_toml=write_toml(robot)) as visit:
        if joints:
            visit.add_result(ELASTICITY, twist_of(robot, *joints))
    return path


def twist_of(robot: RobotModel, *joints: JointElasticity) -> Elasticity:
    """What both encoders showed of an arm."""
    named = [replace(joint, joint=name) for joint, name in zip(joints, robot.joint_names, strict=True)]
    return arm_elasticity(*named, robot=robot.name, serial=SERIAL)


def poses_and_forces(robot: RobotModel, *, count: int, seed: int = 3) -> tuple[FloatArray, FloatArray]:
    """(count, n) rad and (count, 3) N of 100 N in all directions."""
    generator = np.random.default_rng(seed)
    low, high = np.maximum(robot.lower, -np.pi), np.minimum(robot.upper, np.pi)
    force = generator.standard_normal((count, 3))
    force *= 100.0 / np.linalg.norm(force, axis=1, keepdims=True)
    return generator.uniform(low, high, (count, robot.joint_count)), force


def shifts_of_all_springs(robot: RobotModel, q: FloatArray, force: FloatArray) -> FloatArray:
    """(N, 3) m by the full model."""
    return np.einsum("kij,kj->ki", full_compliance(stiffness_model(robot), q)[:, :3, :3], force)


def shifts_of_joints(
    robot: RobotModel, stiffness: FloatArray, q: FloatArray, force: FloatArray
) -> FloatArray:
    """(N, 3) m of an arm with nothing but its joints."""
    return np.einsum("kij,kj->ki", reduced_compliance(robot, 1.0 / stiffness, q)[:, :3, :3], force)


def load_file(path: Path, q: FloatArray, force: FloatArray, shifts: FloatArray) -> Path:
    """Load tests ``t1`` and so on of an arm with three joints, as people write them down."""
    rows = [
        ",".join((f"t{number}", *(repr(float(value)) for value in (*np.degrees(at), *by, *(1e3 * went)))))
        for number, (at, by, went) in enumerate(zip(q, force, shifts, strict=True), start=1)
    ]
    path.write_text("\n".join((HEADER, *rows)) + "\n", encoding="utf-8")
    return path


def shipped() -> RobotModel:
    """The arm of three links."""
    return load_robot(ROBOT)
