"""Numerical inverse kinematics for any chain of joints.

A redundant arm takes the joint positions nearest to those it started from: damped steps reach the pose,
then null-space steps approach the wanted positions.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest, Infeasible
from core.recording import FloatArray
from core.robot.kinematics import flange_jacobian, flange_transforms
from core.robot.model import RobotModel

RESTARTS = 40
"""Number of random starts tried when the given start does not converge."""
TOLERANCE_M = 1e-10
TOLERANCE_RAD = 1e-10
"""Position and angle residual below which a pose counts as reached."""
NEAR_SINGULAR = 0.01
"""Dexterity below which a pose is nearly singular: some flange motion costs 100 times the joint motion."""
_STEPS = 120
_ROUNDS = 60
"""Largest number of null-space steps towards the wanted joint positions."""
_SETTLED = 1e-9
"""Null-space step below which the slide has converged, rad or arm lengths."""
_SMALLEST_SHARE = 1e-3
_POSES_FOR_RANK = 8
_FIRST_DAMPING = 1e-3
_LEAST_DAMPING = 1e-9
_MOST_DAMPING = 1e9
_STALLED = 0.99
_STALLS = 6
"""Number of stalled steps after which a pose is given up.

Such a step leaves more than ``_STALLED`` of the error.
"""
_NO_WAY = 1e-12
"""Singular values below this are rounding."""
BoolArray = npt.NDArray[np.bool_]


# Levenberg-Marquardt steps on the Jacobian, damped in proportion to the residual: they converge
# quadratically like Newton's and yet pass a singular pose without a jump (Fan and Yuan, "On the quadratic
# convergence of the Levenberg-Marquardt method", Computing 74, 2005). Joints pushed against a limit stay
# there, and the other joints continue.


class Task(StrEnum):
    """The part of the flange's pose that must be met."""

    POSE = "pose"
    """Position and orientation of the flange."""
    POSITION = "position"
    """Position of the flange alone, for arms of few joints."""


@dataclass(frozen=True, eq=False)
class Reached:
    """Joint positions (…, n) in rad (m) and their residuals, (…) each.

    ``distance`` m and ``angle`` rad are the remaining position and orientation errors. ``dexterity`` is
    the smallest over the largest singular value of the Jacobian (lengths in units of the arm's length);
    it is 0 at a singular pose.
    """

    position: FloatArray
    distance: FloatArray
    angle: FloatArray
    dexterity: FloatArray

    @property
    def is_reached(self) -> BoolArray:
        """(…) True where both residuals are within tolerance."""
        return np.asarray((self.distance <= TOLERANCE_M) & (self.angle <= TOLERANCE_RAD))


def arm_length(robot: RobotModel) -> float:
    """Largest possible length of the arm with its sliding joints at zero, m: the solver's unit of length."""
    flange = float(np.linalg.norm(robot.flange[:3, 3]))
    return max(float(np.abs(robot.a).sum() + np.abs(robot.d).sum()) + flange, 1e-3)


def _anywhere(robot: RobotModel, generator: np.random.Generator, *, count: int) -> FloatArray:
    """Random joint positions (count, n) within the limits.

    A joint without limits is drawn within half a turn or one arm length of zero.
    """
    reach = np.where(robot.is_prismatic, arm_length(robot), np.pi)
    lower = np.where(np.isfinite(robot.lower), robot.lower, -reach)
    upper = np.where(np.isfinite(robot.upper), robot.upper, reach)
    return generator.uniform(np.minimum(lower, upper), np.maximum(lower, upper), (count, robot.joint_count))


@dataclass(frozen=True, eq=False)
class _Linear:
    """The arm linearised at joint positions (N, n): residual (N, m) and Jacobian (N, m, n), both scaled."""

    missing: FloatArray
    jacobian: FloatArray

    @property
    def size(self) -> FloatArray:
        """Norm of the residual of each pose, (N,)."""
        return np.asarray(np.linalg.norm(self.missing, axis=1))

    def at(self, rows: BoolArray | npt.NDArray[np.intp]) -> "_Linear":
        return _Linear(self.missing[rows], self.jacobian[rows])


class PoseSolver:
    """Solves one kind of task for one arm; lengths are in units of the arm's length."""

    def __init__(self, robot: RobotModel, task: Task) -> None:
        self._robot, self._task = robot, task
        self._length = arm_length(robot)
        self._units = np.where(robot.is_prismatic, self._length, 1.0)
        self._rows = 6 if task is Task.POSE else 3
        self._rank = self._usual_rank()

    @property
    def _has_joints_to_spare(self) -> bool:
        return self._robot.joint_count > self._rank

    def solve(self, targets: FloatArray, *, start: FloatArray, wanted: FloatArray) -> Reached:
        """From ``start`` to the targets, then along them towards ``wanted``."""
        q = np.clip(start, self._robot.lower, self._robot.upper)
        q = self._reach(q, targets)
        if self._has_joints_to_spare:
            q = self._settle(q, targets, wanted)
        return self._judged(q, targets)

    def _linear(self, q: FloatArray, targets: FloatArray) -> _Linear:
        from scipy.spatial.transform import Rotation  # slow to import, and few need it

        flange = flange_transforms(self._robot, q)
        jacobian = flange_jacobian(self._robot, q) * self._units
        missing = np.empty((q.shape[0], self._rows))
        missing[:, :3] = (targets[:, :3, 3] - flange[:, :3, 3]) / self._length
        jacobian[:, :3] /= self._length
        if self._task is Task.POSE:
            turn = targets[:, :3, :3] @ np.swapaxes(flange[:, :3, :3], 1, 2)
            missing[:, 3:] = Rotation.from_matrix(turn).as_rotvec()
        return _Linear(missing, jacobian[:, : self._rows])

    def _reach(self, q: FloatArray, targets: FloatArray) -> FloatArray:
        """Damped steps until every pose is met, or no step comes nearer."""
        q = q.copy()
        now = self._linear(q, targets)
        damping = np.full(q.shape[0], _FIRST_DAMPING)
        stalls = np.zeros(q.shape[0], dtype=np.intp)
        for _ in range(_STEPS):
            rows = np.flatnonzero(~self._is_met(now) & (damping < _MOST_DAMPING) & (stalls < _STALLS))
            if not rows.size:
                break
            tried = self._stepped(q[rows], now.at(rows), damping[rows])
            then = self._linear(tried, targets[rows])
            better = then.size < now.size[rows]
            # A pose out of reach improves by ever smaller steps; counting them ends the loop early.
            stalls[rows] += better & (then.size > _STALLED * now.size[rows])
            # A rejected step is repeated with ten times the damping, from the same joint positions.
            damping[rows] *= np.where(better, 0.1, 10.0)
            damping[rows] = np.maximum(damping[rows], _LEAST_DAMPING)
            kept = rows[better]
            q[kept] = tried[better]
            now.missing[kept], now.jacobian[kept] = then.missing[better], then.jacobian[better]
        return q

    def _is_met(self, linear: _Linear) -> BoolArray:
        far = np.linalg.norm(linear.missing[:, :3], axis=1) * self._length > 0.5 * TOLERANCE_M
        turned = np.linalg.norm(linear.missing[:, 3:], axis=1) > 0.5 * TOLERANCE_RAD
        return np.asarray(~(far | turned))

    def _stepped(self, q: FloatArray, linear: _Linear, damping: FloatArray) -> FloatArray:
        """One step inside the limits.

        Joints at a limit stay there, and the step is solved again for the others.
        """
        free = np.ones(q.shape, dtype=bool)
        tried = q
        for _ in range(q.shape[1]):
            step = _damped_step(linear.jacobian * free[:, np.newaxis], linear.missing, damping)
            tried = q + step * self._units
            outward = ((tried < self._robot.lower) & (q <= self._robot.lower)) | (
                (tried > self._robot.upper) & (q >= self._robot.upper)
            )
            if not np.any(outward & free):
                break
            # At most n rounds: each one removes at least one joint that pushes against its limit.
            free &= ~outward
        return np.asarray(np.clip(tried, self._robot.lower, self._robot.upper))

    def _settle(self, q: FloatArray, targets: FloatArray, wanted: FloatArray) -> FloatArray:
        """Move in the null space towards the wanted joint positions; the flange stays in place."""
        best = q.copy()
        share, last = np.ones(q.shape[0]), np.full(q.shape[0], np.inf)
        rows = np.flatnonzero(self._is_met(self._linear(q, targets)))
        for _ in range(_ROUNDS):
            slide = self._slide(best[rows], targets[rows], wanted[rows])
            size = np.linalg.norm(slide, axis=1)
            # A slide that grows means overshoot: halve the step from then on.
            share[rows] *= np.where(size > last[rows], 0.5, 1.0)
            last[rows] = size
            moving = (size > _SETTLED) & (share[rows] > _SMALLEST_SHARE)
            rows, slide = rows[moving], slide[moving]
            if not rows.size:
                break
            moved = best[rows] + share[rows, np.newaxis] * slide * self._units
            # The null space is exact only to first order, so the flange is brought back after each
            # slide.
            moved = self._reach(np.clip(moved, self._robot.lower, self._robot.upper), targets[rows])
            met = self._is_met(self._linear(moved, targets[rows]))
            best[rows[met]] = moved[met]
            rows = rows[met]
        return best

    def _slide(self, q: FloatArray, targets: FloatArray, wanted: FloatArray) -> FloatArray:
        """Null-space step (N, n) towards the wanted joint positions that moves no joint beyond its limit."""
        way = (wanted - q) / self._units
        outward = ((q <= self._robot.lower) & (way < 0.0)) | ((q >= self._robot.upper) & (way > 0.0))
        jacobian = self._linear(q, targets).jacobian * ~outward[:, np.newaxis]
        return _in_null_space(jacobian, way * ~outward, rank=self._rank)

    def _judged(self, q: FloatArray, targets: FloatArray) -> Reached:
        linear = self._linear(q, targets)
        values = np.linalg.svd(linear.jacobian, compute_uv=False)
        return Reached(
            position=q,
            distance=np.linalg.norm(linear.missing[:, :3], axis=1) * self._length,
            angle=np.linalg.norm(linear.missing[:, 3:], axis=1),
            dexterity=values[:, self._rank - 1] / np.maximum(values[:, 0], np.finfo(np.float64).tiny),
        )

    def _usual_rank(self) -> int:
        """Rank of the Jacobian away from singular poses: the number of directions the flange can move in."""
        generator = np.random.default_rng(0)
        q = _anywhere(self._robot, generator, count=_POSES_FOR_RANK)
        jacobian = flange_jacobian(self._robot, q)[:, : self._rows] * self._units
        jacobian[:, :3] /= self._length
        return max(int(np.linalg.matrix_rank(jacobian, tol=1e-9).max()), 1)


def _damped_step(jacobian: FloatArray, missing: FloatArray, damping: FloatArray) -> FloatArray:
    """Damped least-squares step (N, n); it shortens with the residual's size and the ``damping`` (N,)."""
    left, values, right = np.linalg.svd(jacobian, full_matrices=False)
    # Damping proportional to the squared residual vanishes at the solution, so the end converges
    # quadratically.
    soft = (damping * np.sum(missing**2, axis=1))[:, np.newaxis]
    floor = np.finfo(np.float64).eps * values[:, :1] ** 2
    gain = values / (values**2 + np.maximum(soft, floor * 1e-3) + np.finfo(np.float64).tiny)
    along = np.einsum("kmr,km->kr", left, missing)
    return np.asarray(np.einsum("krn,kr->kn", right, gain * along))


def _in_null_space(jacobian: FloatArray, way: FloatArray, *, rank: int) -> FloatArray:
    """The part (N, n) of a joint step ``way`` (N, n) that does not move the flange."""
    _, values, right = np.linalg.svd(jacobian, full_matrices=False)
    right = right[:, :rank] * (values[:, :rank, np.newaxis] > _NO_WAY)
    return np.asarray(way - np.einsum("krn,kr->kn", right, np.einsum("krn,kn->kr", right, way)))


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
        drawn = _anywhere(robot, generator, count=missing.size)
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
