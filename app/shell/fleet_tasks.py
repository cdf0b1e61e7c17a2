"""Requests of the window to the catalogue of visits. No Qt.

Runs in the worker process, which keeps what is usual for all models until the catalogue changes.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.shell.fleet_parts import PAGE, ROBOTS, VISITS, FleetPart, FleetScanned, FollowedPart
from core.catalogue.fleet import FleetRobot
from core.errors import TorsionError
from core.monitor import Monitor

if TYPE_CHECKING:
    from core.catalogue.care import Judged
    from core.catalogue.store import Catalogue


def list_fleet(monitor: Monitor, *, catalogue: Path, query: str, first: int) -> FleetPart:
    """The arms of the visits that match a search, those that need care first: one page of them.

    Raises
    ------
    BadFile
        As ``core.catalogue.store.Catalogue``.
    """
    from core.catalogue.care import robots_by_care
    from core.catalogue.store import Catalogue
    from core.quality import UNREADABLE

    if not catalogue.exists():
        return FleetPart((), 0, 0, 0, 0, 0, is_empty=True)
    with Catalogue(catalogue) as opened:
        every = robots_by_care(opened, query, judged=_judged(opened, monitor))
        is_empty = not every and opened.count() == 0
    broken = sum(one.verdict == UNREADABLE for one in every)
    start = min(first, max(len(every) - 1, 0)) // PAGE * PAGE
    return FleetPart(
        every[start : start + PAGE],
        start,
        len(every) - broken,
        sum(bool(one.care) for one in every),
        sum(one.visits for one in every) - broken,
        broken,
        is_empty=is_empty,
    )


def show_arm(monitor: Monitor, *, catalogue: Path, robot: FleetRobot) -> FollowedPart:
    """One arm over its visits, with its description from the newest file that can be read.

    Raises
    ------
    BadFile
        As ``core.catalogue.store.Catalogue``.
    """
    from core.catalogue.care import follow_arm
    from core.catalogue.store import Catalogue
    from core.robot.toml_format import parse_toml
    from core.storage.outline_reading import description_of

    with Catalogue(catalogue) as opened:
        judged = _judged(opened, monitor)
        followed = follow_arm(opened, (robot.robot, robot.serial), judged, first=0, most=PAGE)
    part = FollowedPart(robot, followed)
    with suppress(TorsionError):  # the share may be away: then the arm is shown without its picture
        file = Path(robot.last_file)
        return replace(part, robot_model=parse_toml(description_of(file), file=str(file)))
    return part


def scan_folders(monitor: Monitor, *, catalogue: Path, folders: Sequence[Path]) -> FleetScanned:
    """Bring the catalogue up to date with those of the folders that can be reached.

    Raises
    ------
    BadFile
        As ``core.catalogue.scan.scan``.
    """
    from core.catalogue.scan import scan
    from core.catalogue.store import Catalogue

    with Catalogue(catalogue) as opened:
        there = [folder for folder in folders if folder.is_dir()]
        done = scan(opened, there, monitor=monitor)
    away = tuple(folder for folder in folders if folder not in there)
    return FleetScanned(done.files, done.read, done.broken, done.gone, away)


def forget_folder(monitor: Monitor, *, catalogue: Path, folder: Path, kept: Sequence[Path]) -> int:
    """Take the visits of a folder out of the catalogue, but for those in ``kept`` folders; the files stay.

    Returns
    -------
    The number of visits that were taken out.
    """
    from core.catalogue.store import Catalogue

    if not catalogue.exists():
        return 0
    root, others = folder.resolve(), [one.resolve() for one in kept]
    with Catalogue(catalogue) as opened:
        monitor.check()
        listed = [Path(path) for path in opened.stamps()]
        gone = [
            str(path)
            for path in listed
            if path.is_relative_to(root) and not any(path.is_relative_to(one) for one in others)
        ]
        opened.remove(gone)
    return len(gone)


def export_fleet(monitor: Monitor, *, catalogue: Path, query: str, what: str, path: Path) -> Path:
    """Write the arms or visits that match a search: ``what`` is ``pdf``, or such as ``robots.csv``.

    Raises
    ------
    BadFile, BadRequest, NotWritten
        As ``core.catalogue.store.Catalogue`` and ``core.catalogue.export.write_robots``.
    """
    from app.shell.fleet_paper import write_fleet_report
    from core.catalogue.care import robots_by_care
    from core.catalogue.export import TableKind, write_robots, write_visits
    from core.catalogue.store import Catalogue
    from core.storage.output import check_output

    check_output(path, inputs=(catalogue,))
    subject, _, ending = what.rpartition(".")
    with Catalogue(catalogue) as opened:
        if subject == VISITS:
            write_visits(path, opened.visits(query), TableKind(ending))
            return path
        found = robots_by_care(opened, query, judged=_judged(opened, monitor))
    monitor.check()
    if subject == ROBOTS:
        write_robots(path, found, TableKind(ending))
    else:
        write_fleet_report(found, path, query=query)
    return path


_KEPT: dict[Path, tuple[tuple[int, ...], "Judged"]] = {}


def _judged(catalogue: "Catalogue", monitor: Monitor) -> "Judged":
    """All arms of the catalogue against their models, worked out again only after a change."""
    from core.catalogue.care import judge

    state = catalogue.state()
    before = _KEPT.get(catalogue.path)
    if before is not None and before[0] == state:
        return before[1]
    found = judge(catalogue, monitor=monitor)
    _KEPT.clear()
    _KEPT[catalogue.path] = (state, found)
    return found
