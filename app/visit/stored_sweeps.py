"""The friction that a visit holds: its newest sweeps. No Qt."""

from pathlib import Path

from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps
from core.monitor import Monitor


def sweeps_of_visit(monitor: Monitor, *, path: Path) -> FrictionSweeps | None:
    """The newest sweeps of a visit, if it has any."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        stored = visit.results(FRICTION_SWEEPS)
        return visit.result(stored[-1].key, FrictionSweeps) if stored else None
