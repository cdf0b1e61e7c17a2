"""Watches the folders of the fleet while its page is open, where the system tells of changes.

A share seldom tells: there new visits are found by looking again now and then, which is always done.
"""

import logging
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

log = logging.getLogger(__name__)

_SETTLED_MS = 2_000
"""A file that is being written changes many times: it is read once it has been quiet so long."""
_LOOK_MS = 300_000
"""Every so often the folders are looked through, whether a change was reported or not."""
_ENDING = ".h5"
_CHANGES = frozenset({"created", "modified", "moved", "deleted"})


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

        observer, handler = Observer(), cast(Any, self)  # the package is optional: its class is no base
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
