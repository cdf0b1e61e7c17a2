"""Which virtual robot is meant: ``virtual:ec66?kind=closed&seed=3`` as settings, and back."""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated
from urllib.parse import quote, unquote

from core.bounds import Bounds, JointNumber, Seed, bounds_of, check_bounds
from core.errors import BadRequest
from devices.capabilities import ControllerKind
from devices.virtual.firmware.channels import Stream
from devices.virtual.firmware.faults import FAULTS, ScheduledFault

__all__ = ["Pace", "ScheduledFault", "Stream", "VirtualSettings", "parse_virtual"]

SCHEME = "virtual"
FIRST_POWER_ON = "1"
"""The power-on of a robot that has just been put there."""
_WHOLE = re.compile(r"[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
HUNG = Bounds("kg", 0.0, 1000.0)
UPTIME = Bounds("s", 0.0, 1e9)
HungPlace = Annotated[float, Bounds("m", -5.0, 5.0)]
_TRUE, _FALSE = ("yes", "true", "1"), ("no", "false", "0")


class Pace(StrEnum):
    """How fast a simulated arm's time may pass; a busy computer makes it slower."""

    REAL = "real"
    """A second of the device takes a second."""
    FOURFOLD = "4"
    SIXTEENFOLD = "16"
    FAST = "fast"
    """As fast as this computer calculates."""

    @property
    def factor(self) -> float | None:
        """Seconds of the device in a second, at most; None for no bound."""
        return _FACTORS[self]


_FACTORS = {Pace.REAL: 1.0, Pace.FOURFOLD: 4.0, Pace.SIXTEENFOLD: 16.0, Pace.FAST: None}


@dataclass(frozen=True)
class VirtualSettings:
    """Everything that makes one virtual robot; crosses the process boundary."""

    robot: str
    """A shipped name, or the path of a description."""
    kind: ControllerKind = ControllerKind.OPEN
    seed: Seed = 0
    """Which of the many arms of this type."""
    pace: Pace = Pace.REAL
    payload_kg: Annotated[float, HUNG] = 0.0
    payload_com: tuple[HungPlace, HungPlace, HungPlace] = (0.0, 0.0, 0.0)
    """m in the flange frame."""
    worn: tuple[JointNumber, ...] = ()
    """Joints, counted from 0, whose gears have backlash; in the text they count from 1."""
    elastic_links: bool = False
    faults: tuple[ScheduledFault, ...] = ()
    black_box: Path | None = None
    """Where the device writes what happened to it, line by line."""
    power_on: str = ""
    """Names the power-on; empty for one that counts the connections."""
    uptime: Annotated[float, UPTIME] = 0.0
    """s since power-on when it starts: its clock and its sample counter begin there."""
    stream: Stream = Stream.USUAL

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)

    @property
    def uri(self) -> str:
        """How this robot is named; :func:`parse_virtual` makes the same settings of it."""
        given = {
            item.name: _WRITERS[item.name](getattr(self, item.name))
            for item in fields(self)
            if item.name != "robot" and getattr(self, item.name) != item.default
        }
        if "faults" in given:
            given["fault"] = given.pop("faults")
        query = "&".join(f"{name}={quote(text, safe=',@:/')}" for name, text in given.items())
        return f"{SCHEME}:{self.robot}" + (f"?{query}" if query else "")


def parse_virtual(uri: str) -> VirtualSettings:
    """Read ``virtual:ROBOT?kind=closed&seed=3&pace=fast&fault=cable-pulled@2.5&black_box=PATH``.

    Raises
    ------
    BadRequest
        ``virtual-without-robot``, ``virtual-unknown-setting`` or ``virtual-bad-value``.
    """
    scheme, _, rest = uri.partition(":")
    robot, _, query = rest.partition("?")
    if scheme != SCHEME or not robot:
        raise BadRequest("virtual-without-robot", uri=uri)
    settings: dict[str, object] = {}
    for item in filter(None, query.split("&")):
        name, _, text = item.partition("=")
        if name not in _READERS:
            raise BadRequest("virtual-unknown-setting", setting=name, known=tuple(sorted(_READERS)))
        value = _READERS[name](name, unquote(text))
        if name == "fault":
            settings["faults"] = (*_tuple(settings.get("faults")), *_tuple(value))
        else:
            settings[name] = value
    return VirtualSettings(robot=robot, **settings)  # type: ignore[arg-type]  # each reader gives its type


def check_worn(settings: VirtualSettings, *, joints: int) -> None:
    """Refuse a worn gear on a joint that the arm does not have.

    Raises
    ------
    BadRequest
        ``virtual-bad-value``.
    """
    beyond = [joint + 1 for joint in settings.worn if joint >= joints]
    if beyond:
        raise _bad("worn", str(beyond[0]), f"joint numbers from 1 to {joints}")


def _tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def _bad(name: str, text: str, *allowed: str) -> BadRequest:
    return BadRequest("virtual-bad-value", setting=name, value=text, allowed=allowed)


def _choice(kind: type[ControllerKind] | type[Pace] | type[Stream]) -> Callable[[str, str], object]:
    def read(name: str, text: str) -> object:
        try:
            return kind(text)
        except ValueError as error:
            raise _bad(name, text, *(str(member) for member in kind)) from error

    return read


def _bounded(name: str, text: str) -> float:
    """The number of a setting, within its own bounds."""
    bounds = bounds_of(VirtualSettings, name)
    value = _number(text, whole=bounds.whole)
    if value is None or not bounds.holds(value):
        kind = "a whole number" if bounds.whole else "a number"
        raise _bad(
            name, text, f"{kind} from {bounds.lower:.15g} to {bounds.upper:.15g} {bounds.unit}".strip()
        )
    return value


def _number(text: str, *, whole: bool) -> float | None:
    """A number as people and programs write it; None for anything else."""
    if whole:
        return int(text) if _WHOLE.fullmatch(text) else None
    return float(text) if _NUMBER.fullmatch(text) else None


def _point(name: str, text: str) -> tuple[float, ...]:
    parts = text.split(",")
    if len(parts) != 3:
        raise _bad(name, text, "x,y,z in m")
    return tuple(_bounded(name, part) for part in parts)


def _joints(name: str, text: str) -> tuple[int, ...]:
    numbers = {_number(part, whole=True) for part in text.split(",")}
    joints = sorted(int(number) - 1 for number in numbers if number is not None)
    bounds = bounds_of(VirtualSettings, name)
    if None in numbers or not all(bounds.holds(joint) for joint in joints):
        raise _bad(name, text, "joint numbers from 1")
    return tuple(joints)


def _flag(name: str, text: str) -> bool:
    if text not in (*_TRUE, *_FALSE):
        raise _bad(name, text, _TRUE[0], _FALSE[0])
    return text in _TRUE


def _path(name: str, text: str) -> Path:
    if not text or "\0" in text:
        raise _bad(name, text, "a file")
    return Path(text)


def _power_on(name: str, text: str) -> str:
    if not text.isprintable():
        raise _bad(name, text, "a name")
    return text


def _faults(name: str, text: str) -> tuple[ScheduledFault, ...]:
    return tuple(_fault(name, part) for part in text.split(","))


def _fault(setting: str, text: str) -> ScheduledFault:
    name, at, delay = text.partition("@")
    if name not in FAULTS:
        raise _bad(setting, text, *FAULTS)
    if not at:
        return ScheduledFault(name)
    seconds = _number(delay, whole=False)
    if seconds is None or not 0.0 <= seconds <= UPTIME.upper:
        raise _bad(setting, text, "NAME@SECONDS")
    return ScheduledFault(name, seconds)


_READERS: dict[str, Callable[[str, str], object]] = {
    "kind": _choice(ControllerKind),
    "seed": _bounded,
    "pace": _choice(Pace),
    "payload_kg": _bounded,
    "payload_com": _point,
    "worn": _joints,
    "elastic_links": _flag,
    "fault": _faults,
    "black_box": _path,
    "power_on": _power_on,
    "uptime": _bounded,
    "stream": _choice(Stream),
}


def _written_fault(fault: ScheduledFault) -> str:
    return fault.name if fault.after_motion_s is None else f"{fault.name}@{fault.after_motion_s!r}"


_WRITERS: dict[str, Callable[..., str]] = {
    "kind": str,
    "seed": str,
    "pace": str,
    "payload_kg": repr,
    "payload_com": lambda point: ",".join(repr(value) for value in point),
    "worn": lambda joints: ",".join(str(joint + 1) for joint in joints),
    "elastic_links": lambda flag: _TRUE[0] if flag else _FALSE[0],
    "faults": lambda faults: ",".join(_written_fault(fault) for fault in faults),
    "black_box": str,
    "power_on": str,
    "uptime": repr,
    "stream": str,
}
