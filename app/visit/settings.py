"""Settings of the program between starts: a small JSON file with a version.

An old file is migrated; an invalid value is replaced by its default; an unreadable file is renamed to
``settings.json.unreadable``, never overwritten silently. It is written in a thread of its own: the disk
may be busy.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from PySide6.QtCore import QTimer

from app.look.theme_choice import settings_path
from app.look.tokens import SCALES, ThemeName
from app.speech.units import UnitSystem
from core.bounds import Bounds, as_float, check_bounds, is_number
from core.errors import BadFile
from core.fields import from_fields, from_usable_fields, to_fields
from core.setting import setting
from core.storage.background_file import BackgroundFile

__all__ = ["RECENT_LIMIT", "VERSION", "RecentVisit", "Settings", "SettingsStore"]

log = logging.getLogger(__name__)

SOON_MS = 300
"""Delay of ``update_soon``, so that several quick changes cause one write, ms."""
VERSION = 2
RECENT_LIMIT = 6
SCALE = Bounds(lower=SCALES[0], upper=SCALES[-1])

_STEPS_OF_VERSION_1 = {
    "Recordings": "recordings",
    "Choose runs": "choose",
    "Identify": "identify",
    "Results": "results",
    "Report": "report",
}


class NoSettings(ValueError):
    """Raised for a file that contains no settings, or settings of an unknown version."""


@dataclass(frozen=True)
class RecentVisit:
    """A recently opened visit, for the card on the start screen."""

    path: str
    robot: str
    step: str
    """Name of the open step, as in ``app.visit.steps``; empty if unknown."""
    opened_at: str
    """ISO date and time."""
    guide: str = ""
    """Name of the guide; empty means the guide from files."""
    controller: str = ""
    """Address of the controller, such as ``virtual:ec66``; empty without one."""

    def __post_init__(self) -> None:
        """Refuse texts that cannot be stored."""
        _check_texts(self)


@dataclass(frozen=True)
class PassedTrial:
    """A real arm that has passed its first trial, and may be moved from the window since."""

    family: str
    """Scheme of its family, such as ``ur``."""
    serial: str
    passed_at: str
    """ISO date and time."""
    operator: str = ""

    def __post_init__(self) -> None:
        """Refuse texts that cannot be stored."""
        _check_texts(self)


LAYOUT_NAME_LENGTH = 40
"""Longest name of a layout, characters."""


@dataclass(frozen=True)
class KeptLayout:
    """A layout of the live page; the page reads the names of signals, which another arm may lack."""

    name: str
    plots: tuple[tuple[str, ...], ...] = ()
    """Names of the signals on each plot, from the top."""
    lines: dict[str, str] = field(default_factory=dict)
    """Signals worked out from others, by their names."""
    over: tuple[str, ...] = ()
    """Two names, the first drawn over the second; empty for twist over torque."""

    def __post_init__(self) -> None:
        """Refuse texts that cannot be stored, and a name that cannot be shown."""
        named = (name for plot in self.plots for name in plot)
        for text in (self.name, *named, *self.lines, *self.lines.values(), *self.over):
            _check_text(text)
        if not self.name.strip() or not self.name.isprintable() or len(self.name) > LAYOUT_NAME_LENGTH:
            raise ValueError("no name of a layout")
        if self.over and len(self.over) != 2:
            raise ValueError("one signal over one other")


@dataclass(frozen=True)
class Settings:
    """All settings, with the defaults of a first start."""

    theme: ThemeName = setting(
        ThemeName.SYSTEM,
        "Light suits bright rooms, dark suits dim ones; high contrast is the easiest to read.",
        caption="Colours",
    )
    scale: Annotated[float, SCALE] = setting(
        1.0, "Of all words, numbers and controls, for reading from afar.", caption="Size"
    )
    language: str = setting("", "Of all pages, reports and messages.", caption="Language")
    """Code of the language; empty for that of the system."""
    units: UnitSystem = setting(
        UnitSystem.METRIC,
        "Fields accept other units in any case, such as 5.3 lb or 12 in. Limits stay metric.",
        caption="Units",
    )
    more_options_open: bool = False
    goes_by_itself: bool = setting(
        True,
        "By itself, a guide goes on as soon as a step is done. "
        "Every start of a motion is held by hand as before.",
        caption="Going through the steps",
    )
    visits_folder: str = setting(
        "",
        "Where new visits are kept. Visits that are there already stay where they are.",
        caption="Folder of visits",
    )
    """Empty for the default folder among the documents."""
    last_folder: str = ""
    fleet_folders: tuple[str, ...] = ()
    """Folders whose visits are in the catalogue."""
    last_robot: str = ""
    last_controller: str = ""
    last_serial: str = ""
    """Address of the last arm on a serial port, with the USB id of the port and its serial number."""
    last_serial_robot: str = ""
    """Its robot: a shipped name, or the path of a description."""
    last_network: str = ""
    """Address of the last arm in a network."""
    last_network_robot: str = ""
    operator: str = setting("", "Appears in reports and in new visits.", caption="Who")
    recent: tuple[RecentVisit, ...] = ()
    trials: tuple[PassedTrial, ...] = ()
    layouts: tuple[KeptLayout, ...] = ()
    """Layouts of the live page that a person saved."""

    def __post_init__(self) -> None:
        """Refuse texts that cannot be stored, and sizes that are not offered."""
        _check_texts(self)
        check_bounds(self)

    def with_recent(self, visit: RecentVisit) -> "Settings":
        """The settings with this visit at the top of the recent ones."""
        others = tuple(other for other in self.recent if other.path != visit.path)
        return replace(self, recent=(visit, *others)[:RECENT_LIMIT])

    def trial_of(self, family: str, serial: str) -> PassedTrial | None:
        """The first trial that this arm has passed; None if it has not, or has no serial number."""
        passed = [trial for trial in self.trials if (trial.family, trial.serial) == (family, serial)]
        return passed[-1] if serial and passed else None

    def with_trial(self, trial: PassedTrial) -> "Settings":
        """The settings with this trial, in place of an older one of the same arm."""
        arm = (trial.family, trial.serial)
        others = tuple(other for other in self.trials if (other.family, other.serial) != arm)
        return replace(self, trials=(*others, trial))


def settings_from(stored: object) -> Settings:
    """Read the settings from the content of a file.

    Raises
    ------
    NoSettings
        If it contains none, or a version that cannot be migrated.
    """
    version = stored.get("version") if isinstance(stored, dict) else None
    if not isinstance(stored, dict) or not isinstance(version, int) or isinstance(version, bool):
        raise NoSettings("no version")
    if version > VERSION:
        log.warning("The settings are of version %d; what version %d knows is taken.", version, VERSION)
    for older in range(version, VERSION):
        if older not in _MIGRATIONS:
            raise NoSettings(f"version {version}")
        stored = _MIGRATIONS[older](stored)
    found, problems = from_usable_fields(Settings, _usable(stored))
    for problem in problems:
        log.warning("The setting %s cannot be used and is as at a first start.", problem.where)
    return found


def _usable(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The stored values with the size limited to the offered ones, and without invalid recent visits."""
    usable = dict(stored)
    scale, recent, trials = stored.get("scale"), stored.get("recent"), stored.get("trials")
    if is_number(scale):
        usable["scale"] = min(max(as_float(scale), SCALES[0]), SCALES[-1])
    if isinstance(recent, list):
        usable["recent"] = _each(RecentVisit, recent, "recent visit")[:RECENT_LIMIT]
    if isinstance(layouts := stored.get("layouts"), list):
        usable["layouts"] = _each(KeptLayout, layouts, "layout")
    if isinstance(trials, list):
        usable["trials"] = _each(PassedTrial, trials, "first trial")
    return usable


def _each(
    kind: type[RecentVisit] | type[PassedTrial] | type[KeptLayout], stored: list[object], name: str
) -> list[Any]:
    """The valid ones of a list, as fields; of each other one there is a line in the log."""
    found = []
    for one in stored:
        try:
            found.append(to_fields(from_fields(kind, one if isinstance(one, dict) else {})))
        except BadFile:
            log.warning("A %s in the settings cannot be used and is left out.", name)
    return found


def _check_texts(kept: object) -> None:
    """Refuse texts that cannot be stored.

    Raises
    ------
    ValueError
        For half of a surrogate pair, or a character 0.
    """
    values = [
        one for value in vars(kept).values() for one in (value if isinstance(value, tuple) else (value,))
    ]
    for text in (value for value in values if isinstance(value, str)):
        _check_text(text)


def _check_text(text: str) -> None:
    """Refuse a text that cannot be stored; raises as ``_check_texts``."""
    text.encode("utf-8")
    if "\0" in text:
        raise ValueError("no text")


def _name_steps(stored: dict[str, Any]) -> dict[str, Any]:
    """Migrate version 1, which stored the step as shown on the screen, to the name of the step."""
    recent = stored.get("recent", [])
    if not isinstance(recent, list):
        return stored
    named = [
        {**visit, "step": _STEPS_OF_VERSION_1.get(str(visit.get("step")), "")}
        for visit in recent
        if isinstance(visit, dict)
    ]
    return {**stored, "recent": named}


_MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _name_steps}
"""Migrations from version n to n + 1."""


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
