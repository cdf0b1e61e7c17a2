"""The folders of a fleet: listed, watched for new visits, scanned into the catalogue in a process beside."""

import logging
import threading
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance, Slot
from PySide6.QtWidgets import QWidget

from app.jobs.messages import MessageBus
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.look.tokens import GRID
from app.shell.fleet_parts import FleetScanned
from app.shell.fleet_tasks import scan_folders
from app.widgets.layouts import Card, clear, fill, in_column, in_row
from app.widgets.text import Button, ElidedText, emphasis

_SHOWN_EVERY_MS = 20_000
"""While a long scan runs, the list takes up what has been read."""
log = logging.getLogger(__name__)

_SETTLED_MS = 2_000
"""A file that is being written changes many times: it is read once it has been quiet so long."""
_LOOK_MS = 300_000
"""Every so often the folders are looked through, whether a change was reported or not."""
_ENDING = ".h5"
_CHANGES = frozenset({"created", "modified", "moved", "deleted"})


class FoldersPanel(Card):
    """The folders, each with a button to take it out; and buttons to add one, to refresh and to close."""

    add_asked = Signal()
    refresh_asked = Signal()
    remove_asked = Signal(object)
    """Emitted with a folder."""
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.add_button = Button(self.tr("Add a folder …"))
        self.add_button.clicked.connect(lambda _checked=False: self.add_asked.emit())
        self.again_button = Button(self.tr("Refresh"))
        self.again_button.setToolTip(self.tr("Read new and changed visits of all folders."))
        self.again_button.clicked.connect(lambda _checked=False: self.refresh_asked.emit())
        self.done_button = Button(self.tr("Done"))
        self.done_button.clicked.connect(lambda _checked=False: self.close_panel())
        self._rows = in_column(spacing=GRID)
        heading = emphasis(self.tr("Folders of the fleet"))
        buttons = (self.add_button, self.again_button, self.done_button)
        fill(self.column, in_row((heading, 1), *buttons, spacing=GRID), self._rows)
        self.hide()

    def show_folders(self, folders: Sequence[Path]) -> None:
        """Show these folders."""
        clear(self._rows)
        for folder in folders:
            row = QWidget()
            remove = Button(self.tr("Take out"), role="quiet")
            remove.setAccessibleName(self.tr("Take {folder} out of the fleet").format(folder=str(folder)))
            remove.setToolTip(self.tr("Its visits leave the list; the files stay where they are."))
            remove.clicked.connect(partial(self._remove, folder))
            in_row((ElidedText(str(folder)), 1), remove, of=row, spacing=GRID)
            self._rows.addWidget(row)

    def close_panel(self) -> None:
        """Close the panel."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def _remove(self, folder: Path, _checked: bool = False) -> None:  # noqa: FBT001, FBT002  Qt's argument
        self.remove_asked.emit(folder)


class FleetWatch(QObject):
    """Says when visits in the folders may have changed; ``start`` and ``stop`` as the page comes and goes."""

    changed = Signal()
    _told = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._watching: _Watching | None = None
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.changed)
        self._look = QTimer(self, interval=_LOOK_MS)
        self._look.timeout.connect(self.changed)
        self._told.connect(self._settled.start)  # from the watching thread into that of the window

    @property
    def is_told(self) -> bool:
        """True while the system tells of changes; False where folders are only looked through."""
        return self._watching is not None

    def start(self, folders: Sequence[Path]) -> None:
        """Watch these folders, in place of others."""
        self.stop()
        if not folders:
            return
        self._look.start()
        if find_spec("watchdog") is not None:  # an optional package
            self._watching = _Watching(folders, self._told)

    def stop(self) -> None:
        """Watch no longer."""
        self._look.stop()
        self._settled.stop()
        watching, self._watching = self._watching, None
        if watching is not None:
            watching.stop()


class _Watching:
    """Watches folders from a thread of its own: to set a watch on every folder of a share takes long."""

    def __init__(self, folders: Sequence[Path], told: SignalInstance) -> None:
        self._folders, self._told = tuple(folders), told
        self._over = threading.Event()
        threading.Thread(target=self._run, name="fleet-watch", daemon=True).start()

    def stop(self) -> None:
        """End the thread soon; no change is reported any more."""
        self._over.set()

    def _run(self) -> None:
        from watchdog.observers import Observer

        observer, handler = Observer(), cast("Any", self)  # the package is optional: its class is no base
        try:
            for folder in self._folders:
                if folder.is_dir():
                    observer.schedule(handler, str(folder), recursive=True)
            observer.start()
        except OSError:  # no watches left, or a folder that went away: it is looked through
            log.exception("The folders of the fleet cannot be watched.")
            return
        self._over.wait()
        observer.stop()

    def dispatch(self, event: Any) -> None:
        """Take a change in a folder, as ``watchdog`` tells it."""
        paths = (str(event.src_path), str(getattr(event, "dest_path", "")))
        is_change = event.event_type in _CHANGES and any(path.lower().endswith(_ENDING) for path in paths)
        if is_change and not self._over.is_set():
            self._told.emit()


class FleetScan(QObject):
    """At most one scan at a time; one that is asked for meanwhile follows it."""

    began = Signal()
    progressed = Signal(float, str)
    read_more = Signal()
    """Emitted now and then while visits are being read."""
    ended = Signal(object)
    """Emitted with what was found, as ``FleetScanned``; None after a cancellation or an error."""

    def __init__(self, bus: MessageBus, *, catalogue: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._bus, self._catalogue = bus, catalogue
        self._runner: JobRunner | None = None
        self._job: Job[FleetScanned] | None = None
        self._waiting: tuple[Path, ...] = ()
        self._found: object = None
        self._is_over = False
        self._now_and_then = QTimer(self, interval=_SHOWN_EVERY_MS)
        self._now_and_then.timeout.connect(self.read_more)

    @property
    def is_running(self) -> bool:
        """True while folders are being scanned."""
        return self._job is not None

    def begin(self, folders: Sequence[Path]) -> None:
        """Scan these folders, now or behind the scan that is running."""
        if not folders or self._is_over:
            return
        if self._job is not None:
            self._waiting = tuple(dict.fromkeys((*self._waiting, *folders)))
            return
        if self._runner is None:
            self._runner = JobRunner(self)
        task = Task(scan_folders, catalogue=self._catalogue, folders=tuple(folders))
        self._found = None
        self._job = job = self._runner.start(task)
        job.progressed.connect(self.progressed)
        job.succeeded.connect(self._take)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._ended)
        self._now_and_then.start()
        self.began.emit()

    @Slot()
    def cancel(self) -> None:
        """Stop; what was read stays in the catalogue."""
        self._waiting = ()
        if self._job is not None:
            self._job.cancel()

    def end(self) -> None:
        """Stop for good, and end the worker process."""
        self._is_over = True
        self._waiting = ()
        self._now_and_then.stop()
        if self._runner is not None:
            self._runner.shutdown()

    @Slot(object)
    def _take(self, found: object) -> None:
        self._found = found

    @Slot()
    def _ended(self) -> None:
        self._job = None
        self._now_and_then.stop()
        self.ended.emit(self._found)
        waiting, self._waiting = self._waiting, ()
        self.begin(waiting)
