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

from app.look.theme_choice import settings_path
from core.errors import BadFile, TorsionError
from core.fields import from_fields, to_fields
from core.monitor import Monitor
from core.storage.tag import VisitTag
from core.storage.visit_outline import VisitOutline

if TYPE_CHECKING:
    from datetime import datetime

    from core.catalogue.fleet import Care
    from core.catalogue.fleet import ListedVisit as InCatalogue
    from core.catalogue.store import Catalogue

MEMORY_VERSION = 1
MOST_KNOWN = 2000
"""Visits in the memory; those that were looked at last stay."""
_NAME = "visits.json"
EXAMPLES = "Examples"
"""Folder of the example visits, in that of the visits."""
MOST_VISITS = 50
"""Newest visits to an arm that are looked into for what the last one has not measured."""
MOST_COMPARED = 10
"""Newest other visits to an arm that its gears are compared with."""


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


def visits_of_arm(visit: Path, monitor: Monitor) -> "tuple[datetime | None, Sequence[tuple[datetime, Path]]]":
    """Time of a visit, and time and file of the others to its arm, in its folder and the examples beneath.

    Arms are distinguished by their serial numbers, so a visit without one has no others.
    """
    from core.signals.trend_line import moment_of
    from core.storage.outline_reading import outline_of

    try:
        own = outline_of(visit)
    except (BadFile, OSError):  # who opens the visit itself reports what is wrong with it
        return None, ()
    folder = visit.parent.resolve()
    near = [path for place in (folder, folder / EXAMPLES) for path in sorted(place.glob("*.h5"))]
    others = [path for path in near if path != visit.resolve()]
    found = []
    for listed in looked_into(others, memory=memory_of(), monitor=monitor) if own.serial else ():
        other, when = listed.outline, moment_of(listed.recorded_at)
        if other is None or when is None:  # a damaged, foreign or vanished file is no other visit
            continue
        if (other.robot, other.serial) == (own.robot, own.serial):
            found.append((when, Path(listed.path)))
    return moment_of(own.recorded_at), found


def care_of_visit(
    monitor: Monitor, *, visit: Path, catalogue: Path | None = None
) -> "tuple[Sequence[Care], Sequence[Path]]":
    """The care that the arm of a visit needs, and its visits in the catalogue, newest first.

    ``catalogue`` is that of this user without one. A visit that is not in it is compared with what lies near.

    Raises
    ------
    BadFile
        As ``outline_of``.
    """
    from core.catalogue.store import Catalogue
    from core.storage.outline_reading import outline_of

    outline, path = outline_of(visit), catalogue or catalogue_path()
    paths: list[Path] = []
    care: Sequence[Care] = ()
    if outline.serial and path.exists():
        with contextlib.suppress(TorsionError), Catalogue(path, makes=False) as opened:
            listed, care = arm_in_catalogue(opened, (outline.robot, outline.serial))
            paths = [Path(one.path) for one in listed if not one.error and Path(one.path).exists()]
    if visit.resolve() not in [one.resolve() for one in paths]:
        known = {(one.code, one.number) for one in care}
        since = gear_care(visit, monitor)
        care = (*care, *(one for one in since if (one.code, one.number) not in known))
    return care, paths


def arm_in_catalogue(
    catalogue: "Catalogue", arm: tuple[str, str]
) -> "tuple[Sequence[InCatalogue], Sequence[Care]]":
    """The newest visits to an arm, newest first, and the care that it needs."""
    from core.catalogue.care import judge

    care = judge(catalogue).care.get(arm, ())
    return catalogue.visits(arm=arm, most=MOST_VISITS), care


def gear_care(visit: Path, monitor: Monitor, *, earlier: Path | None = None) -> "tuple[Care, ...]":
    """What got worse in the gears since the arm's earlier visits, those near the file or the named one.

    Visits are in the order in which their gears were recorded.
    """
    from core.catalogue.care import own_care
    from core.catalogue.fleet import FigureRow
    from core.catalogue.key_figures import key_figures
    from core.elasticity.result import ELASTICITY, Elasticity
    from core.storage.outline_reading import outline_and_results

    others = sorted(visits_of_arm(visit, monitor)[1])[-MOST_COMPARED:]
    gears: list[Elasticity] = []
    for path in (visit, *([earlier] if earlier is not None else [path for _, path in others])):
        with contextlib.suppress(TorsionError, OSError):  # a damaged file is no earlier visit
            found = outline_and_results(path, {ELASTICITY: Elasticity})[1].get(ELASTICITY)
            gears += [found] if isinstance(found, Elasticity) else []
        if not gears:
            return ()  # not measured in the visit itself
    before = [one for one in gears if one.recorded_at <= gears[0].recorded_at]
    return own_care(
        [
            FigureRow(one.robot, each.number, each.code, one.serial, each.joint, one.recorded_at,
                      each.value, each.std, each.temperature)
            for one in sorted(before, key=lambda one: one.recorded_at)
            for each in key_figures(one, None)
        ]
    )  # fmt: skip


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
