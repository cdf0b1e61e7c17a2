"""Lists the visits by arm, from outlines of their files. No Qt.

Runs in the worker process of the window.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.visit.known_visits import ListedVisit, looked_into
from core.monitor import Monitor
from core.recording import Mark

_ENDING = ".h5"
_UNKNOWN = "\uffff"
"""Sorts after every serial number."""


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
        File that remembers what was read, as ``app.visit.known_visits.memory_of`` names it; None for none.
    """
    paths, visits = _paths(folder, others), []
    for visit in looked_into(paths, memory=cache, monitor=monitor):
        visits.append(visit)
        monitor.report(len(visits) / len(paths), Path(visit.path).name)
    monitor.report(1.0, "")
    return _by_arm(visits)


def _paths(folder: Path, others: Iterable[Path]) -> list[Path]:
    try:
        inside = [path for path in folder.iterdir() if path.suffix.lower() == _ENDING]
    except OSError:  # no folder yet, or none that may be looked into
        inside = []
    # links are not resolved: a link is listed as a file that cannot be opened
    found = [path.parent.resolve() / path.name for path in (*inside, *others) if path.is_file()]
    return sorted(dict.fromkeys(path for path in found if not path.name.startswith(".")))


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
