"""What the program remembers between starts: a small JSON file with a version, typed.

An old file is migrated; a file that cannot be understood is set aside as
``settings.json.unreadable``, never overwritten silently.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from platformdirs import user_config_dir
from PySide6.QtCore import QTimer

from app.tokens import ThemeName

log = logging.getLogger(__name__)

VERSION = 2
SOON_MS = 300
"""What may wait waits this long, so that pages turned quickly cost one writing."""
RECENT_LIMIT = 6
SCALES = (0.9, 1.0, 1.15, 1.3, 1.5, 1.6)
"""How large everything is shown."""

_STEPS_OF_VERSION_1 = {
    "Recordings": "recordings",
    "Choose runs": "choose",
    "Identify": "identify",
    "Results": "results",
    "Report": "report",
}


def _name_steps(stored: dict[str, Any]) -> dict[str, Any]:
    """Version 1 kept the words on the screen; since then a step has a name that no wording changes."""
    recent = [
        {**visit, "step": _STEPS_OF_VERSION_1.get(visit["step"], "")} for visit in stored.get("recent", ())
    ]
    return {**stored, "recent": recent}


_MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _name_steps}
"""From version n to n + 1."""


@dataclass(frozen=True)
class RecentVisit:
    """A visit that was open lately: enough for the card on the start screen."""

    path: str
    robot: str
    step: str
    """Name of the step that was open, as in ``app.steps``; empty where nobody knows."""
    opened_at: str
    """ISO date and time."""
    guide: str = ""
    """Name of the guide that led there; empty stands for the one from files."""
    controller: str = ""
    """How the controller was named, such as ``virtual:ec66``; empty without one."""


@dataclass(frozen=True)
class Settings:
    """All settings, with the defaults of a first start."""

    theme: ThemeName = ThemeName.SYSTEM
    scale: float = 1.0
    language: str = ""
    """Code of the language; empty for that of the system."""
    more_options_open: bool = False
    goes_by_itself: bool = True
    """Whether a guide that can goes through its steps without being led."""
    last_folder: str = ""
    last_robot: str = ""
    last_controller: str = ""
    last_serial: str = ""
    """The last serial arm with the USB id of its port and its serial number, as a controller is named."""
    last_serial_robot: str = ""
    """Its robot: a shipped name, or the path of a description."""
    operator: str = ""
    """Who works here: stands on reports and in the visits that are made."""
    recent: tuple[RecentVisit, ...] = field(default=())

    def with_recent(self, visit: RecentVisit) -> "Settings":
        """The settings with this visit at the top of the recent ones."""
        others = tuple(other for other in self.recent if other.path != visit.path)
        return replace(self, recent=(visit, *others)[:RECENT_LIMIT])


def settings_path() -> Path:
    """Where this user's settings are."""
    return Path(user_config_dir("torsion", appauthor=False)) / "settings.json"


class SettingsStore:
    """The settings and the file they live in."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or settings_path()
        self.current = self._saved = self._load()
        self._soon: QTimer | None = None

    def update(self, settings: Settings) -> None:
        """Take over and save; a file that cannot be written is logged, the settings stay in memory."""
        self.current = settings
        self.save()

    def update_soon(self, settings: Settings) -> None:
        """Take over, and save within ``SOON_MS``; whoever ends the program calls ``save``."""
        self.current = settings
        if self._soon is None:
            self._soon = QTimer()
            self._soon.setSingleShot(True)
            self._soon.setInterval(SOON_MS)
            self._soon.timeout.connect(self.save)
        if not self._soon.isActive():
            self._soon.start()

    def save(self) -> None:
        """Write what has changed since it was last written."""
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

    def _load(self) -> Settings:
        try:
            text = self._path.read_text(encoding="utf-8")
        except OSError:  # the first start
            return Settings()
        try:
            return _parse(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError):
            log.exception("The settings could not be read and were set aside.")
            self._set_aside()
            return Settings()

    def _set_aside(self) -> None:
        try:
            self._path.replace(self._path.with_name(self._path.name + ".unreadable"))
        except OSError:
            log.exception("The unreadable settings could not be set aside.")


def _parse(stored: dict[str, Any]) -> Settings:
    for version in range(int(stored["version"]), VERSION):
        stored = _MIGRATIONS[version](stored)
    return _settings(stored)


def _settings(stored: Mapping[str, Any]) -> Settings:
    default = Settings()
    return Settings(
        theme=ThemeName(stored.get("theme", default.theme)),
        scale=float(stored.get("scale", default.scale)),
        language=str(stored.get("language", default.language)),
        more_options_open=bool(stored.get("more_options_open", default.more_options_open)),
        goes_by_itself=bool(stored.get("goes_by_itself", default.goes_by_itself)),
        last_folder=str(stored.get("last_folder", default.last_folder)),
        last_robot=str(stored.get("last_robot", default.last_robot)),
        last_controller=str(stored.get("last_controller", default.last_controller)),
        last_serial=str(stored.get("last_serial", default.last_serial)),
        last_serial_robot=str(stored.get("last_serial_robot", default.last_serial_robot)),
        operator=str(stored.get("operator", default.operator)),
        recent=tuple(
            RecentVisit(**{name: str(text) for name, text in visit.items()})
            for visit in stored.get("recent", ())
        ),
    )
