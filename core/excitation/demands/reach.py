"""Largest excursion of a joint from its start, within its limits and its harmonics.

Each instant is a linear programme over the joint's variables. The largest excursion over all instants
is the reach, exact on the samples of the basis. If the middle of the period alone is far enough, a
scaled motion shows it and no programme is solved.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.excitation.basis import Basis
from core.excitation.limits.motion_limits import MotionLimits
from core.monitor import Monitor
from core.recording import FloatArray

_INSTANTS = 8
"""Number of instants examined over the period before the search refines around the best one."""
_RELAXED = 10.0
"""Factor by which a limit is widened to measure its effect on the reach."""


@dataclass(frozen=True)
class Reach:
    """The reach of a joint: ``distance`` rad (m) from the start, and the limit that restricts it most.

    ``bound`` is ``position``, ``velocity`` or ``acceleration``.
    """

    joint: int
    distance: float
    bound: str


def short_reaches(basis: Basis, *, wanted: FloatArray, monitor: Monitor) -> tuple[Reach, ...]:
    """The free joints of a basis whose reach is less than ``wanted`` (n,) rad (m)."""
    short = [joint for row, joint in enumerate(basis.free) if _easily(basis, row) < wanted[joint]]
    found = [reach(basis, joint, monitor=monitor) for joint in short]
    return tuple(joint for joint in found if joint.distance < wanted[joint.joint])


def reach(basis: Basis, joint: int, *, monitor: Monitor) -> Reach:
    """Largest distance of a free joint (from 0) from its start at any sample; ``monitor`` can cancel."""
    row = basis.free.index(joint)
    ways = _ways(basis, row)
    farthest: dict[int, float] = {}

    def look(instant: int) -> None:
        if 0 <= instant < len(ways) and instant not in farthest:
            monitor.check()
            farthest[instant] = _at(basis, row, ways[instant])

    spacing = max(len(ways) // _INSTANTS, 1)
    for instant in range(0, len(ways), spacing):
        look(instant)
    best = max(farthest, key=farthest.__getitem__)
    while spacing > 1:
        spacing = (spacing + 1) // 2
        look(best - spacing)
        look(best + spacing)
        best = max(farthest, key=farthest.__getitem__)
    return Reach(joint, farthest[best], _holding_back(basis, joint, best))


def _ways(basis: Basis, row: int) -> FloatArray:
    """Motion (N, p) of a free joint at every sample per unit of each variable, rad (m)."""
    joint, columns = basis.free[row], []
    for variable in range(basis.per_joint):
        x = np.zeros((len(basis.free), basis.per_joint))
        x[row, variable] = 1.0
        columns.append(basis.motion(x.ravel()).position[:, joint] - basis.start[joint])
    return np.stack(columns, axis=1)


def _easily(basis: Basis, row: int) -> float:
    """Lower bound of a joint's reach: the motion that maximises its mid-period excursion, scaled up."""
    ways = _ways(basis, row)
    x = np.zeros((2, len(basis.free), basis.per_joint))
    x[0, row] = ways[len(ways) // 2]
    x[1, row] = -x[0, row]
    gauges = [basis.furthest(side.ravel())[row] for side in x]
    return float(np.abs(ways @ x[0, row]).max() / min(gauges))


def _at(basis: Basis, row: int, way: FloatArray) -> float:
    """Largest distance to either side at one instant, for a joint moved by ``way`` (p,) per variable."""
    from scipy.optimize import linprog

    rows = np.concatenate([basis.rows[row], -basis.rows[row]])
    room = np.concatenate([basis.upper[row], -basis.lower[row]])
    size = float(np.abs(way).max())
    if size == 0.0:
        return 0.0
    # the dual programme: as many constraints as variables, not as samples; both have the same value
    one_way = np.array_equal(basis.upper[row], -basis.lower[row])
    sides = [
        linprog(room, A_eq=rows.T, b_eq=side * way / size, options={"presolve": False})
        for side in ((1.0,) if one_way else (1.0, -1.0))
    ]
    return size * max(float(side.fun) for side in sides)


def _holding_back(basis: Basis, joint: int, instant: int) -> str:
    """The limit whose removal would extend the joint's reach most at that instant."""
    limits = basis.limits
    wider = {
        "position": _widened(limits, basis.start),
        "velocity": replace(limits, velocity=_RELAXED * limits.velocity),
        "acceleration": replace(limits, acceleration=_RELAXED * limits.acceleration),
    }
    gained = {}
    for bound, relaxed in wider.items():
        alone = _alone(basis, relaxed, joint)
        gained[bound] = _at(alone, 0, _ways(alone, 0)[instant])
    return max(gained, key=gained.__getitem__)


def _widened(limits: MotionLimits, start: FloatArray) -> MotionLimits:
    return replace(
        limits,
        lower=start - _RELAXED * (start - limits.lower),
        upper=start + _RELAXED * (limits.upper - start),
    )


def _alone(basis: Basis, limits: MotionLimits, joint: int) -> Basis:
    """The basis of one joint alone, within other limits."""
    return Basis(
        basis.kind,
        start=basis.start,
        period_s=basis.period_s,
        harmonics=basis.harmonics,
        limits=limits,
        time=basis.time,
        free=[joint],
    )
