"""Map of the tool's shift under a load over the workspace, by radius from the base axis and height.

Poses are drawn at random over the joints' ranges and sorted by the place of the tool. For a place that
the arm reaches in several ways, the map has the largest and the mean shift.
"""

from dataclasses import dataclass

import numpy as np

from core.errors import BadRequest
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.single_pose import link_frames_along
from core.stiffness.cartesian import PoseStiffness, full_compliance
from core.stiffness.model import StiffnessModel
from core.stiffness.prediction import FlangeLoad, PredictedShift, wrenches
from core.stiffness.quadrature import joint_ranges
from core.stiffness.result import ReducedStiffness
from core.stiffness.settings import StiffnessSettings

_CHUNK = 2_000


@dataclass(frozen=True, eq=False)
class DeflectionMap:
    """Shifts of the tool point in m; NaN where no drawn pose puts the tool.

    Attributes
    ----------
    radius, height
        (C + 1,) and (R + 1,) m: edges of the columns and rows; distance from the base frame's z axis, and
        height along it.
    largest, mean
        (R, C) m over the poses of a place.
    count
        (R, C) poses.
    worst_position
        (n,) rad (m), the pose of the largest of all.
    worst
        (2,) m, place of the tool there: radius and height.
    """

    radius: FloatArray
    height: FloatArray
    largest: FloatArray
    mean: FloatArray
    count: FloatArray
    worst_position: FloatArray
    worst: FloatArray
    poses: int

    @property
    def most(self) -> float:
        """Largest shift of all places, m."""
        return float(np.nanmax(self.largest))

    @property
    def average(self) -> float:
        """Mean shift over all poses, m."""
        total = self.count.sum()
        return float(np.nansum(self.mean * self.count) / total)


def deflection_map(
    model: StiffnessModel,
    *,
    load: FlangeLoad | FloatArray,
    columns: int = 48,
    rows: int = 48,
    poses: int = 40_000,
    seed: int = 0,
    settings: StiffnessSettings | None = None,
    monitor: Monitor | None = None,
) -> DeflectionMap:
    """The map of an arm under a payload, or under a force (3,) N at the tool in the base frame.

    Parameters
    ----------
    settings
        Settings with the joint ranges.

    Raises
    ------
    BadRequest
        ``deflection-map`` for fewer than one column, row or pose.
    Cancelled
        If the monitor requests it.
    """
    if min(columns, rows, poses) < 1:
        raise BadRequest("deflection-map", columns=columns, rows=rows, poses=poses)
    watched = monitor or NullMonitor()
    q = _poses(model, settings or StiffnessSettings(), count=poses, seed=seed)
    place, size = np.empty((poses, 2)), np.empty(poses)
    inverse = np.linalg.inv(model.robot.base)
    for first in range(0, poses, _CHUNK):
        watched.check()
        watched.report(first / poses)
        at = slice(first, first + _CHUNK)
        point = link_frames_along(model.robot, q[at])[:, -1] @ model.tip[:, 3] @ inverse.T
        place[at, 0], place[at, 1] = np.hypot(point[:, 0], point[:, 1]), point[:, 2]
        wrench = wrenches(model, q[at], load)
        shift = np.einsum("kij,kj->ki", full_compliance(model, q[at])[:, :3], wrench)
        size[at] = np.linalg.norm(shift, axis=1)
    return _sorted(place, size, q, columns=columns, rows=rows)


def _poses(model: StiffnessModel, settings: StiffnessSettings, *, count: int, seed: int) -> FloatArray:
    lower, upper = joint_ranges(model.robot, settings)
    is_open = ~np.isfinite(upper - lower)
    low, high = np.where(is_open, -np.pi, lower), np.where(is_open, np.pi, upper)
    return np.asarray(np.random.default_rng(seed).uniform(low, high, (count, low.size)))


def _sorted(place: FloatArray, size: FloatArray, q: FloatArray, *, columns: int, rows: int) -> DeflectionMap:
    radius = np.linspace(0.0, float(place[:, 0].max()) * (1.0 + 1e-9) + 1e-9, columns + 1)
    low, high = float(place[:, 1].min()), float(place[:, 1].max())
    height = np.linspace(low - 1e-9, high + 1e-9, rows + 1)
    column = np.clip(np.searchsorted(radius, place[:, 0], side="right") - 1, 0, columns - 1)
    row = np.clip(np.searchsorted(height, place[:, 1], side="right") - 1, 0, rows - 1)
    cell = row * columns + column
    count = np.bincount(cell, minlength=rows * columns).astype(np.float64)
    total = np.bincount(cell, weights=size, minlength=rows * columns)
    largest = np.full(rows * columns, -np.inf)
    np.maximum.at(largest, cell, size)
    is_met = count > 0.0
    worst = int(np.argmax(size))
    shape = (rows, columns)
    return DeflectionMap(
        radius,
        height,
        largest=np.where(is_met, largest, np.nan).reshape(shape),
        mean=np.divide(total, count, out=np.full(total.size, np.nan), where=is_met).reshape(shape),
        count=count.reshape(shape),
        worst_position=q[worst],
        worst=place[worst],
        poses=size.size,
    )


@dataclass(frozen=True, eq=False)
class StiffnessView:
    """A reduced stiffness at one pose under one load, and over the workspace.

    Attributes
    ----------
    robot
        The arm with its link springs.
    pose
        (n,) rad (m).
    tool_point
        (3,) m in the base frame.
    load
        What hangs on the flange, or (3,) N at the tool in the base frame.
    full, at_joints
        The tool at the pose by the full model, and by the reduced one. ``full`` is None where
        the springs are unknown.
    predicted
        The shift of the tool under the load; None where the springs are unknown.
    map
        Shifts over the workspace under the load; None where not asked for, or the springs are unknown.
    """

    robot: RobotModel
    reduced: ReducedStiffness
    pose: FloatArray
    tool_point: FloatArray
    load: FlangeLoad | FloatArray
    full: PoseStiffness | None
    at_joints: PoseStiffness
    predicted: PredictedShift | None = None
    map: DeflectionMap | None = None
