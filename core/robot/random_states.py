"""Random states over the whole reach of an arm, which excite all of its identifiable parameters."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.model import RobotModel

STANDARD_GRAVITY = 9.81


def free_joints(robot: RobotModel, locked: Collection[int]) -> npt.NDArray[np.intp]:
    """The joints, counted from 0, that are not ``locked``, in order.

    Raises
    ------
    BadRequest
        ``locked-joint`` for one the arm does not have, ``nothing-free`` when all are locked.
    """
    joints = robot.joint_count
    for joint in locked:
        if not 0 <= joint < joints:
            raise BadRequest("locked-joint", joint=joint + 1, joints=joints)
    free = np.setdiff1d(np.arange(joints), list(locked))
    if free.size == 0:
        raise BadRequest("nothing-free", joints=joints)
    return free.astype(np.intp)


def arm_size(robot: RobotModel, *, locked: Collection[int] = (), held: FloatArray | None = None) -> float:
    """Characteristic length of the arm, m: the sum of its DH lengths, and how far locked slides are out."""
    reach = float(np.sum(np.abs(robot.a)) + np.sum(np.abs(robot.d)))
    if held is not None:
        reach += sum(abs(float(held[joint])) for joint in set(locked) if robot.is_prismatic[joint])
    return reach if reach > 0.0 else 1.0


def random_states(
    robot: RobotModel,
    *,
    free: npt.NDArray[np.intp],
    held: FloatArray | None,
    samples: int,
    seed: int,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Positions, velocities, accelerations (N, n) of the free joints; the others rest at ``held``.

    Positions cover whole turns whatever the limits. Speeds and accelerations are scaled by the
    arm's size, so that gravity, centrifugal and inertia torques are of the same magnitude.

    Raises
    ------
    BadRequest
        ``motion-shape`` when ``held`` does not fit the robot.
    """
    rng = np.random.default_rng(seed)
    joints = robot.joint_count
    pose = np.zeros(joints) if held is None else np.asarray(held, dtype=np.float64)
    if pose.shape != (joints,):
        raise BadRequest("motion-shape", expected=(joints,), found=pose.shape)
    size = arm_size(robot, locked=np.setdiff1d(np.arange(joints), free).tolist(), held=pose)
    rate = np.sqrt(STANDARD_GRAVITY / size)
    unit = np.where(robot.is_prismatic, size, 1.0)
    half_turn = np.where(robot.is_prismatic, size, np.pi)
    rests = (pose, np.zeros(joints), np.zeros(joints))
    widths = (half_turn, unit * rate, unit * rate**2)
    motion = np.broadcast_to(np.array(rests)[:, np.newaxis], (3, samples, joints)).copy()
    for drawn, width in zip(motion, widths, strict=True):
        drawn[:, free] = (rng.uniform(-1.0, 1.0, (samples, joints)) * width)[:, free]
    return motion[0], motion[1], motion[2]
