"""Inverse kinematics of a wrist: joint positions that give the flange an orientation to its carrier link.

Many starting points over the wrist's whole travel are iterated at once by damped Newton steps on the
rotation error, so that every branch of a wrist is found, whether its axes intersect or not.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.kinematics import flange_jacobian, flange_transforms, link_transforms
from core.robot.model import RobotModel

EXACT_RAD = 1e-9
"""Rotation error below which a pose counts as exact, rad."""
_BEGINNINGS = 125
"""Approximate number of starting points, spread over the wrist's travel."""
_STEPS = 40
_LONGEST_STEP = 0.6
"""Longest step of any joint, rad; beyond it the linearisation is not valid."""
_DAMPING = 1e-9
_SAME = 1e-4
"""Distance below which two solutions are the same, rad."""
_OUTSIDE = 1e3
"""Penalty in rad for positions outside the limits, larger than any travel, so that they rank last."""
_REFINED = 6
"""Number of starting points that are refined within limits if no branch is exact."""


@dataclass(frozen=True, eq=False)
class WristPoses:
    """Poses (K, n) of the arm with the wrist as wanted, and their rotation errors (K,), rad."""

    q: FloatArray
    off_by: FloatArray


class Wrist:
    """The joints behind one link, within their limits.

    Parameters
    ----------
    robot
        The arm.
    carrier
        The link that carries the wrist, from 0.
    lower, upper
        (n,) limits.
    start
        (n,) present pose; of solutions whole turns apart the nearest is taken.
    """

    def __init__(
        self, robot: RobotModel, carrier: int, *, lower: FloatArray, upper: FloatArray, start: FloatArray
    ) -> None:
        self._robot, self._carrier, self._start = robot, carrier, start
        turning = np.flatnonzero(~robot.is_prismatic)
        self.joints: npt.NDArray[np.intp] = turning[turning > carrier]
        self._lower, self._upper = lower[self.joints], upper[self.joints]

    def turn_missing(self, q: FloatArray, target: FloatArray) -> FloatArray:
        """Rotation vector (K, 3) in the base frame from the flange to its target at poses (K, n), rad."""
        from scipy.spatial.transform import Rotation  # slow to import, and the window needs none

        carried = link_transforms(self._robot, q)[:, self._carrier, :3, :3] @ target
        flange = flange_transforms(self._robot, q)[:, :3, :3]
        turn = Rotation.from_matrix(carried @ flange.transpose(0, 2, 1))
        return np.asarray(turn.as_rotvec())

    def reach(self, target: FloatArray, *, more: FloatArray | None = None) -> WristPoses:
        """Every branch that reaches a ``target`` (3, 3); the nearest poses if there is none.

        ``more`` (K, n) are further starting points.
        """
        begun = self._beginnings()
        q = begun if more is None or not more.size else np.concatenate([more, begun])
        if not self.joints.size:
            return self._judged(q[:1], target)
        exact = self._judged(self._closed_in(q, target), target)
        reached = exact.off_by < EXACT_RAD
        if not reached.any():
            return self._nearest(exact, target)
        return WristPoses(*_distinct(exact.q[reached], exact.off_by[reached]))

    def _beginnings(self) -> FloatArray:
        """Starting points (K, n): the present pose, and a grid of the wrist's joints."""
        count = self.joints.size
        q = self._start[np.newaxis]
        if not count:
            return q
        each = max(round(_BEGINNINGS ** (1.0 / count)), 2)
        middle = np.clip(self._start[self.joints], self._lower, self._upper)
        low, high = np.maximum(self._lower, middle - np.pi), np.minimum(self._upper, middle + np.pi)
        shares = (np.arange(each) + 0.5) / each
        grid = np.array(list(product(shares, repeat=count)))
        q = np.tile(self._start, (grid.shape[0] + 1, 1))
        q[0, self.joints] = middle
        q[1:, self.joints] = low + grid * (high - low)
        return q

    def _closed_in(self, q: FloatArray, target: FloatArray) -> FloatArray:
        """Damped Newton steps; converged rows stay unchanged."""
        q = q.copy()
        missing = self.turn_missing(q, target)
        for _ in range(_STEPS):
            rows = np.flatnonzero(np.linalg.norm(missing, axis=1) > 0.01 * EXACT_RAD)
            if not rows.size:
                break
            slope = flange_jacobian(self._robot, q[rows])[:, 3:, :][:, :, self.joints]
            square = slope @ slope.transpose(0, 2, 1) + _DAMPING * np.eye(3)
            step = np.linalg.solve(square, missing[rows, :, np.newaxis])
            step = (slope.transpose(0, 2, 1) @ step)[:, :, 0]
            longest = np.abs(step).max(axis=1, keepdims=True)
            step *= np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, _DAMPING))
            q[np.ix_(rows, self.joints)] += step
            missing[rows] = self.turn_missing(q[rows], target)
        return self._turned_inside(q)

    def _turned_inside(self, q: FloatArray) -> FloatArray:
        """The poses with whole turns added, so that joints are within limits and nearest to the start."""
        q = q.copy()
        turns = 2.0 * np.pi * np.arange(-3, 4)
        for place, joint in enumerate(self.joints):
            angles = np.remainder(q[:, joint, np.newaxis], 2.0 * np.pi) + turns
            inside = np.clip(angles, self._lower[place], self._upper[place])
            # inside the limits the nearest to the start, outside them the nearest to a limit
            outside = np.abs(angles - inside)
            away = np.where(outside == 0.0, np.abs(angles - self._start[joint]), _OUTSIDE + outside)
            best = np.argmin(away, axis=1)
            chosen = angles[np.arange(q.shape[0]), best]
            q[:, joint] = np.clip(chosen, self._lower[place], self._upper[place])
        return q

    def _judged(self, q: FloatArray, target: FloatArray) -> WristPoses:
        return WristPoses(q, np.linalg.norm(self.turn_missing(q, target), axis=1))

    def _nearest(self, tried: WristPoses, target: FloatArray) -> WristPoses:
        """The poses nearest to the target within the limits."""
        from scipy.optimize import least_squares  # slow to import, and the window needs none

        def missing(values: FloatArray, pose: FloatArray) -> FloatArray:
            q = pose.copy()
            q[self.joints] = values
            return np.asarray(self.turn_missing(q[np.newaxis], target)[0])

        order = np.argsort(tried.off_by)
        different, _ = _distinct(tried.q[order], tried.off_by[order])
        refined = different[:_REFINED].copy()
        for pose in refined:
            bounds = self._lower, self._upper
            found = least_squares(missing, np.clip(pose[self.joints], *bounds), bounds=bounds, args=(pose,))
            pose[self.joints] = found.x
        judged = self._judged(refined, target)
        near = judged.off_by < judged.off_by.min() + _SAME
        return WristPoses(*_distinct(judged.q[near], judged.off_by[near]))


def _distinct(q: FloatArray, off_by: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Distinct poses, in their order, with their errors."""
    _, first = np.unique(np.round(q / _SAME), axis=0, return_index=True)
    first.sort()
    return q[first], off_by[first]
