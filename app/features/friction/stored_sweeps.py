"""The friction sweeps that are stored in a visit. No Qt."""

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
