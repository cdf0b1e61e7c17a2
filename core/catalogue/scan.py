"""Brings a catalogue up to date with the visit files of folders."""

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.catalogue.store import Catalogue
from core.catalogue.visit_entry import Entry, entry_of
from core.errors import BadRequest
from core.monitor import Monitor
from core.quality import UNREADABLE

_ENDING = ".h5"
_AT_ONCE = 100
"""Entries in one transaction; a killed scan loses no more of its reading."""


@dataclass(frozen=True)
class Scanned:
    """Counts of a scan: files in the folders, those read again, broken ones among them, and those gone."""

    files: int
    read: int
    broken: int
    gone: int
    seconds: float


def scan(catalogue: Catalogue, folders: Sequence[Path], *, monitor: Monitor) -> Scanned:
    """Read the visit files in these folders and the folders in them, as far as they changed since.

    A folder that cannot be listed takes nothing out of the catalogue: a share may only be away.

    Raises
    ------
    BadRequest
        ``folder-missing`` for a folder that is not there.
    BadFile
        As ``Catalogue``.
    """
    begun, roots = time.monotonic(), [folder.resolve() for folder in folders]
    for root in roots:
        if not root.is_dir():
            raise BadRequest("folder-missing", folder=str(root))
    found: dict[str, os.stat_result] = {}
    away: list[str] = []
    for root in roots:
        for path, status in _visit_files(root, away):
            found[path] = status
            monitor.check()
    known = catalogue.stamps()
    new = [path for path, status in found.items() if known.get(path) != _stamp(status)]
    broken, waiting = 0, list[Entry]()
    for place, path in enumerate(new):
        monitor.report(place / len(new), Path(path).name)
        monitor.check()
        modified, size = _stamp(found[path])
        waiting.append(entry_of(Path(path), modified_ns=modified, size=size))
        broken += waiting[-1].verdict == UNREADABLE
        if len(waiting) == _AT_ONCE:
            catalogue.put(waiting)
            waiting.clear()
    catalogue.put(waiting)
    gone = [path for path in known if path not in found and _is_gone(path, roots, away)]
    catalogue.remove(gone)
    monitor.report(1.0, "")
    return Scanned(len(found), len(new), broken, len(gone), time.monotonic() - begun)


def visit_files(root: Path) -> Iterator[Path]:
    """Every file in a folder, and in the folders in it, that may be a visit."""
    return (Path(path) for path, _ in _visit_files(root, []))


def _visit_files(root: Path, away: list[str]) -> Iterator[tuple[str, os.stat_result]]:
    """Path and status of each file that may be a visit; folders that cannot be listed go to ``away``."""
    for folder, _, names in os.walk(root, onerror=lambda error: away.append(str(error.filename))):
        for name in sorted(names):
            if not name.lower().endswith(_ENDING) or name.startswith("."):
                continue
            path = os.path.join(folder, name)  # noqa: PTH118  a Path for each takes longer than the listing
            try:
                yield path, os.stat(path)  # noqa: PTH116
            except OSError:  # gone meanwhile, or a link that leads nowhere
                continue


def _stamp(status: os.stat_result) -> tuple[int, int]:
    return status.st_mtime_ns, status.st_size


def _is_gone(path: str, roots: Sequence[Path], away: Sequence[str]) -> bool:
    """True for a file of these folders that is not there any more."""
    place = Path(path)
    if not any(place.is_relative_to(root) for root in roots):
        return False
    return not any(place.is_relative_to(folder) for folder in away) and not place.exists()
