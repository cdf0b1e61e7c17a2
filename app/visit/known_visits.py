"""Outlines of many visit files, from a memory of those that were looked into before. No Qt.

The memory is a file of this user: the outline of each visit with the time and size of its file. A file that
changed is read again, and so is every file if the memory is damaged or missing.
"""

import contextlib
import json
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.look.chosen import settings_path
from core.errors import BadFile, TorsionError
from core.fields import from_fields, to_fields
from core.monitor import Monitor
from core.storage.tag import VisitTag
from core.storage.visit_outline import VisitOutline

if TYPE_CHECKING:
    from core.catalogue.store import Catalogue

MEMORY_VERSION = 1
MOST_KNOWN = 2000
"""Visits in the memory; those that were looked at last stay."""
_NAME = "visits.json"


@dataclass(frozen=True)
class ListedVisit:
    """A visit file; ``outline`` is None, with an ``error``, if it could not be read."""

    path: str
    outline: VisitOutline | None
    error: TorsionError | None = None

    @property
    def name(self) -> str:
        """Name of the file without folder and ending."""
        return Path(self.path).stem

    @property
    def tag(self) -> VisitTag:
        """Name, customer, serial number and note that a person entered."""
        return self.outline.tag if self.outline is not None else VisitTag()

    @property
    def recorded_at(self) -> str:
        """Time of the recordings; empty if the file could not be read."""
        return self.outline.recorded_at if self.outline is not None else ""


def memory_of(settings_folder: Path | None = None) -> Path:
    """File of the memory in a folder of settings; that of this user without one."""
    return (settings_folder or settings_path().parent) / _NAME


def catalogue_path(settings_folder: Path | None = None) -> Path:
    """The catalogue of visits in a folder of settings; that of this user without one."""
    return (settings_folder or settings_path().parent) / "catalogue.sqlite"


def read_catalogue(named: Path | None) -> "Catalogue":
    """Open the named catalogue, which must be there, or that of this user; raises as ``Catalogue``."""
    from core.catalogue.store import Catalogue

    return Catalogue(named or catalogue_path(), makes=named is None)


def batch_folder() -> Path:
    """Folder of this user with what batches of visits have done so far."""
    return settings_path().parent / "batches"


def looked_into(paths: Sequence[Path], *, memory: Path | None, monitor: Monitor) -> Iterator[ListedVisit]:
    """Look into these visits one after the other; the memory is kept up after the last one.

    ``memory`` is the file that ``memory_of`` names; None reads every visit. Other visits that are
    known stay known, but for those that are gone from these folders.
    """
    known = _remembered(memory)
    found: dict[str, _Remembered] = {}
    for path in paths:
        monitor.check()
        stamp, before = _stamp(path), known.get(str(path))
        if before is not None and before.stamp == stamp:
            visit = ListedVisit(str(path), before.outline)
        else:
            visit = _read(path)
        if visit.outline is not None and stamp is not None:
            found[str(path)] = _Remembered(stamp, visit.outline)
        yield visit
    folders = {path.parent for path in paths}
    others = {path: one for path, one in known.items() if _may_be_there(Path(path), folders)}
    kept = dict(list({**others, **found}.items())[-MOST_KNOWN:])
    if memory is not None and kept != known:
        _remember(memory, kept)


@dataclass(frozen=True)
class _Remembered:
    stamp: tuple[int, int]
    """Time of the last change in ns, and size in bytes."""
    outline: VisitOutline


@dataclass(frozen=True)
class _Memory:
    version: int
    visits: Mapping[str, _Remembered]


def _may_be_there(path: Path, folders: Container[Path]) -> bool:
    """False for a file that is gone from these folders; another one may be on a disk that is away."""
    return path.parent not in folders or path.is_file()


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _read(path: Path) -> ListedVisit:
    """The outline of a visit, or the error that a list shows in its place."""
    from core.storage.outline_reading import outline_of  # the window's process opens no visit files

    try:
        return ListedVisit(str(path), outline_of(path))
    except TorsionError as error:
        return ListedVisit(str(path), None, error)
    except OSError as error:
        reason = BadFile("file-damaged", file=str(path), reason=str(error))
        return ListedVisit(str(path), None, reason)


def _remembered(memory: Path | None) -> Mapping[str, _Remembered]:
    if memory is None:
        return {}
    try:
        plain = json.loads(memory.read_text(encoding="utf-8"))
        if not isinstance(plain, dict) or plain.get("version") != MEMORY_VERSION:
            return {}
        return from_fields(_Memory, plain).visits
    except (OSError, ValueError, TorsionError):  # no memory yet, or a damaged one: every file is read
        return {}


def _remember(memory: Path, visits: Mapping[str, _Remembered]) -> None:
    fresh = memory.with_name(f"{memory.name}.part")
    with contextlib.suppress(OSError):  # without a memory the next look takes longer
        memory.parent.mkdir(parents=True, exist_ok=True)
        try:
            fresh.write_text(json.dumps(to_fields(_Memory(MEMORY_VERSION, visits))), encoding="utf-8")
            fresh.replace(memory)
        except OSError:
            fresh.unlink(missing_ok=True)
