"""Files dropped on the window: visits are opened, recordings are imported, robot descriptions are chosen."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.jobs.messages import MessageBus
from app.speech.language import listed
from app.visit.open_visit import OpenVisit

_VISITS = {".h5"}
_ROBOTS = {".urdf", ".xml", ".toml"}


@dataclass(frozen=True)
class Dropped:
    """Dropped files by what they are, by the endings of their names."""

    visits: tuple[Path, ...]
    robots: tuple[Path, ...]
    recordings: tuple[Path, ...]
    unknown: tuple[Path, ...]


def sorted_out(paths: Sequence[Path], *, recording_endings: Collection[str]) -> Dropped:
    """Sort files by what they are; folders and other endings are unknown."""

    def of(endings: Collection[str]) -> tuple[Path, ...]:
        return tuple(path for path in paths if path.suffix.lower() in endings and path.is_file())

    visits, robots, recordings = of(_VISITS), of(_ROBOTS), of({*recording_endings} - _VISITS - _ROBOTS)
    known = {*visits, *robots, *recordings}
    return Dropped(visits, robots, recordings, tuple(path for path in paths if path not in known))


class Dropping(QObject):
    """Takes what is dropped anywhere on the window; not while a robot is connected or a job runs."""

    visit_dropped = Signal(object)
    """Emitted with the path of a visit to open."""
    visits_dropped = Signal(object)
    """Emitted with the paths of several visits, which are listed and picked."""
    files_dropped = Signal(object, object)
    """Emitted with at most one robot description, and recordings to import."""

    def __init__(self, window: QWidget, visit: OpenVisit, link: RobotLink, bus: MessageBus) -> None:
        super().__init__(window)
        self.recording_endings: frozenset[str] = frozenset()
        """Endings of files that can be imported, such as ``.csv``."""
        self.may_feed: Callable[[], bool] = lambda: False
        """True if the page in front takes recordings although a robot is connected."""
        self._visit, self._link, self._bus = visit, link, bus
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take drops, which no page has taken."""
        if isinstance(event, QDropEvent) and event.mimeData().hasUrls():
            if event.type() == QEvent.Type.DragEnter:
                assert isinstance(event, QDragEnterEvent)
                event.acceptProposedAction()
                return True
            if event.type() == QEvent.Type.Drop:
                event.acceptProposedAction()
                self.take([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])
                return True
        return False

    def take(self, paths: Sequence[Path]) -> None:
        """Open, import or choose these files, or say why not."""
        found = sorted_out(paths, recording_endings=self.recording_endings)
        is_held = self._link.session is not None and not self.may_feed()
        if is_held or self._visit.is_busy or self._link.may_move:
            self._bus.show(
                self.tr("The dropped files were not taken."),
                self.tr("Disconnect the robot and let the work end, then drop them again."),
            )
        elif found.unknown or not paths:
            self._refuse(self.tr("Not known: {names}.").format(names=_names(found.unknown)))
        elif self._link.session is not None and (found.visits or found.robots):
            self._refuse(self.tr("A connected robot has its visit already."))
        elif found.visits and (found.robots or found.recordings):
            self._refuse(self.tr("Visits and other files cannot be taken at once."))
        elif len(found.robots) > 1:
            self._refuse(self.tr("Only one robot description can be chosen."))
        elif len(found.visits) > 1:
            self.visits_dropped.emit(found.visits)
        elif found.visits:
            self.visit_dropped.emit(found.visits[0])
        else:
            self.files_dropped.emit(found.robots, found.recordings)

    def _refuse(self, what: str) -> None:
        self._bus.show(
            what,
            self.tr(
                "Drop a visit (.h5) to open it, several to compare them, recordings (.csv, .npz, .mat) to"
                " import them, or a robot description (.urdf, .xml, .toml) to choose it. Nothing was changed."
            ),
        )


def _names(paths: Sequence[Path]) -> str:
    return listed(path.name for path in paths) if paths else "–"
