"""Removes empty visits, and finds all files of visits that are deleted. No Qt."""

from collections.abc import Sequence
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


def files_of_visits(monitor: Monitor, *, paths: Sequence[Path]) -> tuple[tuple[Path, ...], ...]:
    """The files of each visit: the visit itself, and parts of recordings beside it.

    Raises
    ------
    BadFile
        ``visit-locked`` while another program is changing one of them.
    """
    from core.storage.journal import parts_of
    from core.storage.replacement import locked

    found = []
    for path in paths:
        monitor.check()
        with locked(path):
            found.append((path, *parts_of(path)))
    return tuple(found)
