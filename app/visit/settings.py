"""Settings of the program between starts: a small JSON file with a version.

An old file is migrated; an invalid value is replaced by its default; an unreadable file is renamed to
``settings.json.unreadable``, never overwritten silently. It is written in a thread of its own: the disk
may be busy.
"""

import json
import logging
from dataclasses import asdict
from pathlib import Path

from PySide6.QtCore import QTimer

from app.look.chosen import settings_path
from app.visit.stored_settings import RECENT_LIMIT, VERSION, RecentVisit, Settings, settings_from
from core.storage.background_file import BackgroundFile

__all__ = ["RECENT_LIMIT", "VERSION", "RecentVisit", "Settings", "SettingsStore"]

log = logging.getLogger(__name__)

SOON_MS = 300
"""Delay of ``update_soon``, so that several quick changes cause one write, ms."""


class SettingsStore:
    """The settings and their file."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or settings_path()
        self._file = BackgroundFile(self._path)
        self.current = self._saved = self._load()
        self._soon: QTimer | None = None

    @property
    def folder(self) -> Path:
        """Folder of the settings and of other files of this user."""
        return self._path.parent

    @property
    def recent(self) -> list[RecentVisit]:
        """The visits that were open lately and whose files are still there."""
        return [visit for visit in self.current.recent if Path(visit.path).is_file()]

    def update(self, settings: Settings) -> None:
        """Take over and save; if the file cannot be written this is logged, and they stay in memory."""
        self.current = settings
        self.save()

    def update_soon(self, settings: Settings) -> None:
        """Take over, and save within ``SOON_MS``; the end of the program calls ``finish``."""
        self.current = settings
        if self._soon is None:
            self._soon = QTimer()
            self._soon.setSingleShot(True)
            self._soon.setInterval(SOON_MS)
            self._soon.timeout.connect(self.save)
        if not self._soon.isActive():
            self._soon.start()

    def save(self) -> None:
        """Begin to write the settings if they differ from those written last."""
        if self._soon is not None:
            self._soon.stop()
        if self.current != self._saved or self._file.failed:
            self._saved = self.current
            self._file.put(json.dumps({"version": VERSION, **asdict(self.current)}, indent=2))

    def finish(self) -> None:
        """Save, and wait until the file is written."""
        self.save()
        self._file.finish()

    def _load(self) -> Settings:
        try:
            stored = self._path.read_bytes()
        except OSError:  # the first start
            return Settings()
        try:
            return settings_from(json.loads(stored.decode("utf-8")))
        except (ValueError, RecursionError):  # no text, no JSON, or no settings
            log.exception("The settings could not be read and were set aside.")
            self._set_aside()
            return Settings()

    def _set_aside(self) -> None:
        try:
            self._path.replace(self._path.with_name(self._path.name + ".unreadable"))
        except OSError:
            log.exception("The unreadable settings could not be set aside.")
