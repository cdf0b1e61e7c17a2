"""The settings as stored in their file: older versions are migrated, then each value is read.

An invalid value is replaced by its default, with a line in the log; the others are kept. No Qt.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from app.look.tokens import SCALES, ThemeName
from app.speech.unit_system import UnitSystem
from core.bounds import Bounds, as_float, check_bounds, is_number
from core.errors import BadFile
from core.fields import from_fields, from_usable_fields, to_fields
from core.setting import setting

log = logging.getLogger(__name__)

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
    if isinstance(trials, list):
        usable["trials"] = _each(PassedTrial, trials, "first trial")
    return usable


def _each(kind: type[RecentVisit] | type[PassedTrial], stored: list[object], name: str) -> list[Any]:
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
