"""Orientations of the flange for the sweeps: x, y and z along the forearm in turn.

With flange z along the swept axis, x and y of a centre of mass lie in the plane in which gravity turns;
with z along the forearm, z does. A quarter turn about z repeats the measurement with other drive
errors. Of all branches of the wrist, those close to each other are chosen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.excitation.limits.motion_limits import MotionLimits
from core.monitor import Monitor, NullMonitor
from core.payload.forearm import forearm_direction
from core.payload.plan import FlangeAim, FlangeOrientation, SweptJoints
from core.payload.wrist import Wrist, WristPoses
from core.recording import FloatArray
from core.robot.model import RobotModel

ALIGNED_RAD = 1e-6
"""Error above which an orientation is reported as inexact."""
FARTHEST_OFF = float(np.radians(30.0))
"""Error above which an orientation does not serve its aim and counts as ``OTHER``."""
_MOST_BRANCHES = 60
_FROM_START = 0.3
"""Weight of the way from the present pose relative to the ways between the orientations."""
_APART = float(np.radians(20.0))
"""Angle below which two orientations count as equal."""
_ORDER = (FlangeAim.X_ALONG, FlangeAim.Y_ALONG, FlangeAim.Z_ALONG, FlangeAim.Z_ALONG_TURNED)

IsClear = Callable[[FloatArray], npt.NDArray[np.bool_]]
"""Mask of the poses (K, n) free of self-collision."""


def flange_orientations(
    robot: RobotModel,
    joints: SweptJoints,
    *,
    limits: MotionLimits,
    start: FloatArray,
    is_clear: IsClear | None = None,
    monitor: Monitor | None = None,
) -> tuple[FlangeOrientation, ...]:
    """The orientations that the wrist reaches, of four, in the order of their sweeps.

    Parameters
    ----------
    robot
        The arm.
    joints
        The two swept joints; the turning joints behind them are the wrist.
    limits
        Of the wrist.
    start
        (n,) present pose; ``is_clear`` is evaluated with its swept joints.
    is_clear
        Condition on each branch; refused branches are not used.

    Returns
    -------
    Numbered from 1. ``off_by`` where a wrist's limits or its lack of joints leave it off; beyond
    ``FARTHEST_OFF`` the aim is ``OTHER``. Fewer than four where a wrist cannot do more.
    """
    margin = np.minimum(WRIST_MARGIN, 0.1 * (limits.upper - limits.lower))
    wrist = Wrist(robot, joints.second, lower=limits.lower + margin, upper=limits.upper - margin, start=start)
    forearm = forearm_direction(robot, joints, pose=start)
    search = _Search(wrist, forearm, is_clear, monitor or NullMonitor())
    branches = search.all_branches()
    chosen = _shortest_way(branches, start, wrist.joints)
    return _numbered(wrist, chosen)


WRIST_MARGIN = float(np.radians(3.0))
"""Distance kept from the ends of the wrist's travel."""


def flange_targets(aim: FlangeAim, forearm: FloatArray) -> tuple[FloatArray, ...]:
    """Directions (3, 3) of flange x, y, z as columns in the swept link's frame, one for each valid side.

    ``forearm`` (3,) is a direction across the axis of that link.
    """
    axis = np.array([0.0, 0.0, 1.0])
    if aim is FlangeAim.X_ALONG:
        return tuple(_frame(z=side * axis, x=forearm) for side in (1.0, -1.0))
    if aim is FlangeAim.Y_ALONG:
        return tuple(_frame(z=side * axis, x=np.cross(forearm, side * axis)) for side in (1.0, -1.0))
    if aim is FlangeAim.Z_ALONG:
        return tuple(_frame(z=forearm, x=side * np.cross(axis, forearm)) for side in (1.0, -1.0))
    return tuple(_frame(z=forearm, x=side * axis) for side in (1.0, -1.0))


def _frame(*, z: FloatArray, x: FloatArray) -> FloatArray:
    return np.column_stack([x, np.cross(z, x), z])


@dataclass(frozen=True, eq=False)
class _Branches:
    """All solutions of one aim: poses (K, n) and their errors (K,)."""

    aim: FlangeAim
    q: FloatArray
    off_by: FloatArray


class _Search:
    """Search for branches of one wrist."""

    def __init__(self, wrist: Wrist, forearm: FloatArray, is_clear: IsClear | None, monitor: Monitor) -> None:
        self._wrist, self._forearm, self._is_clear, self._monitor = wrist, forearm, is_clear, monitor

    def all_branches(self) -> list[_Branches]:
        """The branches of every aim.

        Searches also start from other aims' solutions, so that ways are short.
        """
        reached = [self._reached(aim, None) for aim in _ORDER]
        everything = np.concatenate([found.q for found in reached])
        again = (self._reached(aim, everything) for aim in _ORDER)
        return [found for found in again if found.q.shape[0]]

    def _reached(self, aim: FlangeAim, more: FloatArray | None) -> _Branches:
        poses: list[WristPoses] = []
        for target in flange_targets(aim, self._forearm):
            self._monitor.check()
            poses.append(self._wrist.reach(target, more=more))
        q = np.concatenate([found.q for found in poses])
        off_by = np.concatenate([found.off_by for found in poses])
        least = off_by <= max(float(off_by.min()) + ALIGNED_RAD, ALIGNED_RAD)
        q, off_by = q[least], off_by[least]
        if self._is_clear is not None and q.shape[0]:
            clear = self._is_clear(q)
            q, off_by = q[clear], off_by[clear]
        return _Branches(aim, q[:_MOST_BRANCHES], off_by[:_MOST_BRANCHES])


def _shortest_way(
    branches: Sequence[_Branches], start: FloatArray, joints: npt.NDArray[np.intp]
) -> list[tuple[FlangeAim, FloatArray, float]]:
    """One branch for each aim, with the shortest ways between them and from the start."""
    if not branches:
        return []
    costs = [_FROM_START * _ways(start[np.newaxis], branches[0].q, joints)[0]]
    before: list[npt.NDArray[np.intp]] = []
    for here, there in pairwise(branches):
        total = costs[-1][:, np.newaxis] + _ways(here.q, there.q, joints)
        before.append(np.argmin(total, axis=0))
        costs.append(total.min(axis=0))
    place = int(np.argmin(costs[-1]))
    chosen = []
    for number in range(len(branches) - 1, -1, -1):
        found = branches[number]
        chosen.append((found.aim, found.q[place], float(found.off_by[place])))
        place = int(before[number - 1][place]) if number else place
    return chosen[::-1]


def _ways(here: FloatArray, there: FloatArray, joints: npt.NDArray[np.intp]) -> FloatArray:
    """Largest joint travel (K, L), rad; all others add a small amount."""
    if not joints.size:
        return np.zeros((here.shape[0], there.shape[0]))
    way = np.abs(here[:, np.newaxis, joints] - there[np.newaxis, :, joints])
    return np.asarray(way.max(axis=2) + 0.1 * way.sum(axis=2))


def _numbered(
    wrist: Wrist, chosen: Sequence[tuple[FlangeAim, FloatArray, float]]
) -> tuple[FlangeOrientation, ...]:
    """The distinct orientations, with the wrist's joints alone, numbered."""
    kept: list[FlangeOrientation] = []
    for aim, q, off_by in chosen:
        pose = np.full(q.size, np.nan)
        pose[wrist.joints] = q[wrist.joints]
        near = (np.abs(pose - other.pose)[wrist.joints].max(initial=0.0) < _APART for other in kept)
        if any(near):
            continue
        named = aim if off_by <= FARTHEST_OFF else FlangeAim.OTHER
        kept.append(FlangeOrientation(len(kept) + 1, named, pose, 0.0 if off_by < ALIGNED_RAD else off_by))
    return tuple(kept)
