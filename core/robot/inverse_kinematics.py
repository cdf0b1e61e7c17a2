"""Numerical inverse kinematics for any chain of joints.

A redundant arm takes the joint positions nearest to those it started from. The iteration is in
``core.robot.pose_solver``.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest, Infeasible
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.pose_solver import (
    NEAR_SINGULAR,
    TOLERANCE_M,
    TOLERANCE_RAD,
    BoolArray,
    PoseSolver,
    Reached,
    Task,
    anywhere,
    arm_length,
)

__all__ = [
    "NEAR_SINGULAR",
    "TOLERANCE_M",
    "TOLERANCE_RAD",
    "BoolArray",
    "Reached",
    "Task",
    "arm_length",
    "follow_path",
    "follow_paths",
    "inverse_kinematics",
    "nearest_positions",
    "not_reachable",
]

RESTARTS = 40
"""Number of random starts tried when the given start does not converge."""


def inverse_kinematics(
    robot: RobotModel,
    targets: FloatArray,
    *,
    start: FloatArray,
    task: Task = Task.POSE,
    restarts: int = RESTARTS,
) -> Reached:
    """Joint positions at which the flange is at the ``targets`` (N, 4, 4) in the base frame.

    Parameters
    ----------
    robot
        The arm.
    targets
        Rigid placements; of a task of positions only their origins matter.
    start
        (n,) or (N, n): the first guess; solutions near it are preferred.
    restarts
        Number of random first guesses, always the same ones, tried where ``start`` fails.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``targets`` or ``start`` do not fit.
    Infeasible
        ``pose-not-reachable`` for the first pose that was not: ``pose`` (from 1), its origin
        ``x``, ``y``, ``z`` and the ``distance`` that is missing in mm, the ``angle`` in degrees,
        and the ``joints`` (from 1) that are at a limit.
    """
    found = nearest_positions(robot, targets, start=start, task=task)
    missing = np.flatnonzero(~found.is_reached)
    generator = np.random.default_rng(0)
    for _ in range(restarts):
        if not missing.size:
            break
        drawn = anywhere(robot, generator, count=missing.size)
        again = nearest_positions(robot, targets[missing], start=drawn, task=task)
        found = _better(found, again, rows=missing)
        missing = np.flatnonzero(~found.is_reached)
    if missing.size:
        raise not_reachable(robot, targets, found)
    return found


def follow_path(
    robot: RobotModel, targets: FloatArray, *, start: FloatArray, task: Task = Task.POSE
) -> Reached:
    """Joint positions along the ``targets`` (N, 4, 4), each solved from the one before.

    A redundant arm stays as near as it can to ``start`` (n,), so that it returns
    to the same joint positions wherever the path comes back to the same pose.

    Raises
    ------
    BadRequest, Infeasible
        As :func:`inverse_kinematics`.
    """
    found = follow_paths(robot, targets[:, np.newaxis], start=np.asarray(start)[np.newaxis], task=task)
    alone = Reached(found.position[:, 0], found.distance[:, 0], found.angle[:, 0], found.dexterity[:, 0])
    if not np.all(alone.is_reached):
        raise not_reachable(robot, targets, alone)
    return alone


def follow_paths(
    robot: RobotModel, targets: FloatArray, *, start: FloatArray, task: Task = Task.POSE
) -> Reached:
    """Several paths at once, ``targets`` (N, K, 4, 4) from ``start`` (K, n); fields are (N, K, …).

    No error is raised for a pose that is not reached; see ``Reached.is_reached``.
    """
    steps = []
    position = np.asarray(start, dtype=np.float64)
    for target in targets:
        found = nearest_positions(robot, target, start=position, task=task, wanted=start)
        position = found.position
        steps.append(found)
    return Reached(
        *(
            np.stack([getattr(step, name) for step in steps])
            for name in ("position", "distance", "angle", "dexterity")
        )
    )


def nearest_positions(
    robot: RobotModel,
    targets: FloatArray,
    *,
    start: FloatArray,
    task: Task = Task.POSE,
    wanted: FloatArray | None = None,
) -> Reached:
    """The joint positions that come nearest to the ``targets`` (N, 4, 4) on the way from ``start``.

    Parameters
    ----------
    start
        (n,) or (N, n).
    wanted
        (n,) or (N, n): a redundant arm stays near these joint positions; ``start`` where None.

    Raises
    ------
    BadRequest
        ``motion-shape``.
    """
    given = np.asarray(targets, dtype=np.float64)
    if given.ndim != 3 or given.shape[1:] != (4, 4):
        raise BadRequest("motion-shape", expected=(-1, 4, 4), found=given.shape)
    shape = (given.shape[0], robot.joint_count)
    begin = np.asarray(start, dtype=np.float64)
    if begin.shape not in {shape, shape[1:]}:
        raise BadRequest("motion-shape", expected=shape, found=begin.shape)
    return PoseSolver(robot, task).solve(
        given,
        start=np.broadcast_to(begin, shape),
        wanted=np.broadcast_to(begin if wanted is None else wanted, shape),
    )


def not_reachable(robot: RobotModel, targets: FloatArray, found: Reached) -> Infeasible:
    """The error for the first of the poses (N, 4, 4) that was not reached, with its place and residual."""
    pose = int(np.flatnonzero(~found.is_reached)[0])
    q = found.position[pose]
    at_limit = np.flatnonzero((q <= robot.lower) | (q >= robot.upper))
    x, y, z = (float(1e3 * part) for part in targets[pose, :3, 3])
    return Infeasible(
        "pose-not-reachable",
        pose=pose + 1,
        x=x,
        y=y,
        z=z,
        distance=float(1e3 * found.distance[pose]),
        angle=float(np.degrees(found.angle[pose])),
        joints=tuple(int(joint) + 1 for joint in at_limit),
    )


def _better(found: Reached, again: Reached, *, rows: npt.NDArray[np.intp]) -> Reached:
    """``found`` with those of its ``rows`` replaced that the other try brought nearer."""
    nearer = again.distance + again.angle < found.distance[rows] + found.angle[rows]
    columns = {}
    for name in ("position", "distance", "angle", "dexterity"):
        column = getattr(found, name).copy()
        column[rows[nearer]] = getattr(again, name)[nearer]
        columns[name] = column
    return replace(found, **columns)
