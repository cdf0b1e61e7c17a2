"""Settings of the program between starts: a small JSON file with a version.

An old file is migrated; an invalid value is replaced by its default; an unreadable file is renamed to
``settings.json.unreadable``, never overwritten silently.
"""

import json
import logging
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from PySide6.QtCore import QTimer

from app.look.chosen import settings_path
from app.visit.stored_settings import RECENT_LIMIT, VERSION, RecentVisit, Settings, settings_from

__all__ = ["RECENT_LIMIT", "VERSION", "RecentVisit", "Settings", "SettingsStore"]

log = logging.getLogger(__name__)

SOON_MS = 300
"""Delay of ``update_soon``, so that several quick changes cause one write, ms."""


class SettingsStore:
    """The settings and their file."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or settings_path()
        self.current = self._saved = self._load()
        self._soon: QTimer | None = None

    @property
    def folder(self) -> Path:
        """Folder of the settings and of other files of this user."""
        return self._path.parent

    def update(self, settings: Settings) -> None:
        """Take over and save; if the file cannot be written this is logged, and they stay in memory."""
        self.current = settings
        self.save()

    def update_soon(self, settings: Settings) -> None:
        """Take over, and save within ``SOON_MS``; the end of the program calls ``save``."""
        self.current = settings
        if self._soon is None:
            self._soon = QTimer()
            self._soon.setSingleShot(True)
            self._soon.setInterval(SOON_MS)
            self._soon.timeout.connect(self.save)
        if not self._soon.isActive():
            self._soon.start()

    def save(self) -> None:
        """Write the settings if they have changed since they were last written."""
        if self._soon is not None:
            self._soon.stop()
        if self.current != self._saved:
            self._write(self.current)

    def _write(self, settings: Settings) -> None:
        text = json.dumps({"version": VERSION, **asdict(settings)}, indent=2)
        fresh = self._path.with_suffix(".json.part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self._path)
            self._saved = settings
        except OSError:
            log.exception("The settings could not be saved.")
            with suppress(OSError):  # an incomplete file on a full disk; the old settings are intact
                fresh.unlink(missing_ok=True)

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
