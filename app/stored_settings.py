"""Settings as they are in their file: taken over value by value, the older forms migrated first.

A value that cannot be used falls back to that of a first start, with a line in the log; the others
are kept. Only a file that is no settings file at all is of no use. No Qt.
"""

import logging
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from app.speech.unit_system import UnitSystem
from app.tokens import ThemeName

log = logging.getLogger(__name__)

VERSION = 2
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


class NoSettings(ValueError):
    """The file holds no settings."""


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
    units: UnitSystem = UnitSystem.METRIC
    more_options_open: bool = False
    goes_by_itself: bool = True
    """Whether a guide that can goes through its steps without being led."""
    visits_folder: str = ""
    """Where new visits are kept; empty for the usual place among the documents."""
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


def settings_from(stored: object) -> Settings:
    """The settings in what a file held.

    Raises
    ------
    NoSettings
        It holds none, or of a version that nobody knows how to migrate.
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
    return Settings(**dict(_taken(stored)))


def _taken(stored: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every value of the file that can be used, by the name of its field."""
    for one in fields(Settings):
        if one.name not in stored:
            continue
        read = _READ.get(one.name, _text)
        try:
            yield one.name, read(stored[one.name])
        except (TypeError, ValueError, OverflowError):
            log.warning("The setting %s cannot be used and is as at a first start.", one.name)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value))
    value.encode("utf-8")  # halves of a surrogate pair are no text
    if "\0" in value:
        raise ValueError("no text")
    return value


def _choice(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(type(value))
    return value


def _scale(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(type(value))
    scale = float(value)
    if not math.isfinite(scale):
        raise ValueError("no scale")
    return min(max(scale, SCALES[0]), SCALES[-1])


def _recent(value: object) -> tuple[RecentVisit, ...]:
    if not isinstance(value, list):
        raise TypeError(type(value))
    return tuple(visit for one in value if (visit := _visit(one)) is not None)[:RECENT_LIMIT]


def _visit(stored: object) -> RecentVisit | None:
    """One visit; None, with a line in the log, for what is none."""
    try:
        if not isinstance(stored, dict):
            raise TypeError(type(stored))
        names = [one.name for one in fields(RecentVisit) if one.name in stored]
        return RecentVisit(**{name: _text(stored[name]) for name in names})
    except (TypeError, ValueError):
        log.warning("A recent visit in the settings cannot be used and is left out.")
        return None


def _name_steps(stored: dict[str, Any]) -> dict[str, Any]:
    """Version 1 kept the words on the screen; since then a step has a name that no wording changes."""
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
"""From version n to n + 1."""
_READ: Mapping[str, Callable[[object], object]] = {
    "theme": lambda value: ThemeName(_text(value)),
    "units": lambda value: UnitSystem(_text(value)),
    "scale": _scale,
    "more_options_open": _choice,
    "goes_by_itself": _choice,
    "recent": _recent,
}
"""How a value is read; the others are texts."""
