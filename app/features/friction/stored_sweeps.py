"""The friction sweeps that are stored in a visit. No Qt."""

from collections.abc import Sequence
from pathlib import Path

from app.visit.newest import newest
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps
from core.monitor import Monitor


def sweeps_of_visit(monitor: Monitor, *, path: Path) -> FrictionSweeps | None:
    """The newest friction sweeps of a visit; None without any."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return newest(visit, FRICTION_SWEEPS, FrictionSweeps)


def use_recordings(monitor: Monitor, *, visit: Path, labels: Sequence[str], joint: int) -> FrictionSweeps:
    """Let the recordings ``labels`` count for one joint (from 0) again; the result is stored in the visit.

    Raises
    ------
    NotIdentifiable, NotEnoughData, BadRequest
        As ``app.features.friction.tasks.measure_friction``.
    """
    from app.features.friction.tasks import measure_friction
    from app.visit.recordings import robot_of
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        robot = robot_of(opened)
    return measure_friction(monitor, visit=visit, labels=labels, robot=robot, joints=(joint,))
