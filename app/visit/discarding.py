"""Removing a visit that is empty. No Qt."""

from pathlib import Path

from core.monitor import Monitor


def discard_empty_visit(monitor: Monitor, *, path: Path) -> bool:
    """Remove a visit without recordings and results; whether it is gone.

    One with anything in it, or with a part of a recording beside it, stays as it is.

    Raises
    ------
    BadFile
        When it cannot be read, or somebody else is changing it; then it stays too.
    """
    from core.storage.journal import parts_of
    from core.storage.replacement import locked
    from core.storage.visit import Visit

    monitor.check()
    with locked(path):
        with Visit.open(path, recover=False) as visit:
            is_empty = not visit.labels and not visit.results()
        if not is_empty or any(parts_of(path)):
            return False
        path.unlink()
        return True
