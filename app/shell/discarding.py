"""Removes empty visits. No Qt."""

from pathlib import Path

from core.monitor import Monitor


def discard_empty_visit(monitor: Monitor, *, path: Path) -> bool:
    """Remove a visit without recordings and results; return True if it was removed.

    A visit with any content, or with a part of a recording beside it, is kept.

    Raises
    ------
    BadFile
        If it cannot be read, or another program is changing it; then it is kept too.
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
