"""Lists the visits by arm, from outlines of their files; a cache makes it fast. No Qt.

Runs in the worker process of the window. The cache holds the outline of each file with its time and size; a
file that changed is read again, and so is every file if the cache is damaged or missing.
"""

import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadFile, TorsionError
from core.fields import from_fields, to_fields
from core.monitor import Monitor
from core.recording import Mark
from core.storage.outlined import VisitOutline
from core.storage.tag import VisitTag

CACHE_VERSION = 1
_ENDING = ".h5"
_UNKNOWN = "\uffff"
"""Sorts after every serial number."""


@dataclass(frozen=True)
class ListedVisit:
    """A visit file in the list; ``outline`` is None, with an ``error``, if it could not be read."""

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


@dataclass(frozen=True)
class ListedArm:
    """An arm with its visits, newest first; files that cannot be read have no robot and no serial."""

    robot: str
    serial: str
    marks: tuple[Mark, ...]
    visits: tuple[ListedVisit, ...]

    @property
    def is_readable(self) -> bool:
        """True for visits to an arm, False for files that cannot be read."""
        return bool(self.robot)


def list_visits(
    monitor: Monitor, *, folder: Path, others: Sequence[Path] = (), cache: Path | None = None
) -> tuple[ListedArm, ...]:
    """List the visits of a folder and some elsewhere by arm; the arm visited last comes first.

    Parameters
    ----------
    others
        Visits outside the folder; missing files are left out.
    cache
        File of the cache; None for no cache.
    """
    paths = _paths(folder, others)
    known = _remembered(cache)
    kept: dict[str, _Remembered] = {}
    visits = []
    for place, path in enumerate(paths):
        monitor.check()
        monitor.report(place / len(paths), path.name)
        stamp = _stamp(path)
        before = known.get(str(path))
        if before is not None and before.stamp == stamp:
            visit = ListedVisit(str(path), before.outline)
        else:
            visit = _read(path)
        visits.append(visit)
        if visit.outline is not None and stamp is not None:
            kept[str(path)] = _Remembered(stamp, visit.outline)
    if cache is not None and kept != known:
        _remember(cache, kept)
    monitor.report(1.0, "")
    return _by_arm(visits)


@dataclass(frozen=True)
class _Remembered:
    stamp: tuple[int, int]
    """Time of the last change in ns, and size in bytes."""
    outline: VisitOutline


@dataclass(frozen=True)
class _Memory:
    version: int
    visits: Mapping[str, _Remembered]


def _paths(folder: Path, others: Iterable[Path]) -> list[Path]:
    try:
        inside = [path for path in folder.iterdir() if path.suffix.lower() == _ENDING]
    except OSError:  # no folder yet, or none that may be looked into
        inside = []
    # links are not resolved: a link is listed as a file that cannot be opened
    found = [path.parent.resolve() / path.name for path in (*inside, *others) if path.is_file()]
    return sorted(dict.fromkeys(path for path in found if not path.name.startswith(".")))


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _read(path: Path) -> ListedVisit:
    """The outline of a visit, or the error that the list shows in its place."""
    from core.storage.outline import outline_of  # the window's process opens no visit files

    try:
        return ListedVisit(str(path), outline_of(path))
    except TorsionError as error:
        return ListedVisit(str(path), None, error)
    except OSError as error:
        reason = BadFile("file-damaged", file=str(path), reason=str(error))
        return ListedVisit(str(path), None, reason)


def _remembered(cache: Path | None) -> Mapping[str, _Remembered]:
    if cache is None:
        return {}
    try:
        plain = json.loads(cache.read_text(encoding="utf-8"))
        if not isinstance(plain, dict) or plain.get("version") != CACHE_VERSION:
            return {}
        return from_fields(_Memory, plain).visits
    except (OSError, ValueError, TorsionError):  # no cache yet, or a damaged one: every file is read
        return {}


def _remember(cache: Path, visits: Mapping[str, _Remembered]) -> None:
    fresh = cache.with_name(f"{cache.name}.part")
    with contextlib.suppress(OSError):  # without a cache the next listing takes longer
        cache.parent.mkdir(parents=True, exist_ok=True)
        try:
            fresh.write_text(json.dumps(to_fields(_Memory(CACHE_VERSION, visits))), encoding="utf-8")
            fresh.replace(cache)
        except OSError:
            fresh.unlink(missing_ok=True)


def _by_arm(visits: Sequence[ListedVisit]) -> tuple[ListedArm, ...]:
    groups: dict[tuple[str, str], list[ListedVisit]] = {}
    for visit in visits:
        outline = visit.outline
        groups.setdefault((outline.robot, outline.serial) if outline else ("", ""), []).append(visit)
    arms = [_arm(robot, serial, found) for (robot, serial), found in groups.items()]
    newest = {id(arm): max(visit.recorded_at for visit in arm.visits) for arm in arms}
    return tuple(
        sorted(
            sorted(arms, key=lambda arm: (arm.robot, arm.serial or _UNKNOWN)),
            key=lambda arm: (arm.is_readable, newest[id(arm)]),
            reverse=True,
        )
    )


def _arm(robot: str, serial: str, visits: Sequence[ListedVisit]) -> ListedArm:
    there = {mark for visit in visits if visit.outline is not None for mark in visit.outline.marks}
    ordered = sorted(visits, key=lambda visit: (visit.recorded_at, visit.name), reverse=True)
    return ListedArm(robot, serial, tuple(mark for mark in Mark if mark in there), tuple(ordered))
