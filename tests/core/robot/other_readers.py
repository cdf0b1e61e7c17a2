"""What Pinocchio and MuJoCo read in a description's file, and how far our torques are from theirs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import mujoco
import numpy as np

from core.robot.dynamics import inverse_dynamics
from core.robot.model import RobotModel
from tests.core.robot.oracles import motion

SAMPLES = 4
Torques = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Reading:
    """A file as another program read it.

    ``torques`` takes the joints' names and gives their torques by position, speed and acceleration, all
    other joints held at zero. ``is_serial`` says that all joints of one degree of freedom form one chain.
    """

    is_serial: bool
    torques: Callable[[Sequence[str], np.ndarray], Torques]


def with_pinocchio(path: Path) -> Reading:
    """A URDF read by Pinocchio.

    Raises
    ------
    ValueError
        Where Pinocchio does not read it.
    """
    import pinocchio

    whole = pinocchio.buildModelFromUrdf(str(path))
    one_each = all(joint.nv == 1 for joint in list(whole.joints)[1:])
    is_serial = whole.njoints > 1 and one_each and list(whole.parents)[1:] == list(range(whole.njoints - 1))

    def torques(names: Sequence[str], gravity: np.ndarray) -> Torques:
        whole.gravity.linear = np.array(gravity)
        data, names_there = whole.createData(), list(whole.names)
        joints = [whole.joints[names_there.index(name)] for name in names]

        def of(q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
            position, speed, pace = pinocchio.neutral(whole), np.zeros(whole.nv), np.zeros(whole.nv)
            for joint, place, rate, change in zip(joints, q, v, a, strict=True):
                turns = joint.nq == 2
                position[joint.idx_q : joint.idx_q + joint.nq] = (
                    [np.cos(place), np.sin(place)] if turns else place
                )
                speed[joint.idx_v], pace[joint.idx_v] = rate, change
            torque = pinocchio.rnea(whole, data, position, speed, pace)
            return np.array([torque[joint.idx_v] for joint in joints])

        return of

    return Reading(is_serial, torques)


def with_mujoco(path: Path) -> Reading:
    """An MJCF read by MuJoCo, with everything that is no rigid body switched off.

    Raises
    ------
    ValueError
        Where MuJoCo does not read it.
    """
    model = mujoco.MjSpec.from_file(str(path)).compile()
    one_each = model.nv > 0 and model.nv == model.njnt
    bodies = [int(body) for body in model.jnt_bodyid]
    is_serial = one_each and all(_is_behind(model, later, earlier) for earlier, later in pairwise(bodies))

    def torques(names: Sequence[str], gravity: np.ndarray) -> Torques:
        off = mujoco.mjtDisableBit
        model.opt.disableflags |= off.mjDSBL_CONSTRAINT | off.mjDSBL_ACTUATION | off.mjDSBL_SPRING
        model.opt.disableflags |= off.mjDSBL_DAMPER
        model.opt.disableflags &= ~int(off.mjDSBL_GRAVITY)
        model.opt.gravity[:] = gravity
        model.opt.density, model.opt.viscosity = 0.0, 0.0
        model.dof_armature[:] = 0.0
        data = mujoco.MjData(model)
        joints = [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name) for name in names]
        assert -1 not in joints
        places, rates = model.jnt_qposadr[joints], model.jnt_dofadr[joints]

        def of(q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
            data.qpos[:], data.qvel[:], data.qacc[:] = model.qpos0, 0.0, 0.0
            data.qpos[places], data.qvel[rates], data.qacc[rates] = q, v, a
            mujoco.mj_inverse(model, data)
            return np.array(data.qfrc_inverse[rates])

        return of

    return Reading(is_serial, torques)


def _is_behind(model: mujoco.MjModel, body: int, ancestor: int) -> bool:
    while body > ancestor:
        body = int(model.body_parentid[body])
    return body == ancestor


def worst_difference(robot: RobotModel, reading: Reading) -> float:
    """Largest difference of gravity torques and of inverse dynamics, each relative to the largest torque."""
    q, v, a = motion(robot, samples=SAMPLES)
    theirs = reading.torques(robot.joint_names, np.array(robot.gravity))
    still = np.zeros_like(q)
    worst = 0.0
    for speed, pace in ((still, still), (v, a)):
        ours = inverse_dynamics(robot, q, speed, pace)
        found = np.array([theirs(*row) for row in zip(q, speed, pace, strict=True)])
        size = np.max(np.abs(found))
        worst = max(worst, float(np.max(np.abs(ours - found)) / size) if size > 1e-12 else 0.0)
    return worst
