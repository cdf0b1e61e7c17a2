"""Settings of a virtual robot: ``virtual:ec66?kind=closed&seed=3``, parsed and written."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from core.bounds import Bounds, JointNumber, Seed, bounds_of, check_bounds
from devices.capabilities import ControllerKind
from devices.clock import LOOK_S
from devices.family import (
    PLAIN_IN_LIST,
    NotAllowed,
    Option,
    bad_value,
    one_of,
    printable,
    read_name,
    write_name,
)
from devices.virtual.firmware.channels import Stream
from devices.virtual.firmware.faults import FAULTS, ScheduledFault
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.time_grants import MOST_GRANT_PERIODS

__all__ = ["Pace", "ScheduledFault", "Stream", "VirtualSettings", "parse_virtual"]

SCHEME, SUBJECT = "virtual", "NAME"
FIRST_POWER_ON = "1"
"""Power-on name of a robot at its first connection."""
_WHOLE = re.compile(r"[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
LOOK = Bounds("s", LOOK_S, MOST_GRANT_PERIODS * PERIOD_S)
HUNG = Bounds("kg", 0.0, 1000.0)
UPTIME = Bounds("s", 0.0, 1e9)
HungPlace = Annotated[float, Bounds("m", -5.0, 5.0)]
_TRUE, _FALSE = ("yes", "true", "1"), ("no", "false", "0")


class Pace(StrEnum):
    """Limits of the simulated speed; a busy computer is slower."""

    REAL = "real"
    """Simulated time runs at most as fast as real time."""
    FOURFOLD = "4"
    SIXTEENFOLD = "16"
    FAST = "fast"
    """As fast as this computer can calculate."""

    @property
    def factor(self) -> float | None:
        """Limit of simulated over real time; None for no limit."""
        return _FACTORS[self]


_FACTORS = {Pace.REAL: 1.0, Pace.FOURFOLD: 4.0, Pace.SIXTEENFOLD: 16.0, Pace.FAST: None}


@dataclass(frozen=True)
class VirtualSettings:
    """All settings of one virtual robot; they are sent to its process."""

    robot: str
    """Name of a shipped robot, or path of a description."""
    kind: ControllerKind = ControllerKind.OPEN
    seed: Seed = 0
    """Number of the arm among the many of this type."""
    pace: Pace = Pace.REAL
    look_s: Annotated[float, LOOK] = LOOK_S
    """Time between two looks of the program at the arm, s: with long ones time passes in less real time."""
    payload_kg: Annotated[float, HUNG] = 0.0
    payload_com: tuple[HungPlace, HungPlace, HungPlace] = (0.0, 0.0, 0.0)
    """Centre of that mass in the flange frame, m."""
    worn: tuple[JointNumber, ...] = ()
    """Joints with backlash, counted from 0; from 1 in the text."""
    elastic_links: bool = False
    faults: tuple[ScheduledFault, ...] = ()
    black_box: Path | None = None
    """File to which the device logs its events, line by line."""
    power_on: str = ""
    """Name of the power-on; empty for the number of the connection."""
    uptime: Annotated[float, UPTIME] = 0.0
    """Time since power-on at the start, s: device clock and sample counter begin there."""
    stream: Stream = Stream.USUAL

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)

    @property
    def uri(self) -> str:
        """The name of this robot; :func:`parse_virtual` converts it back to these settings."""
        return write_name(self, self.robot, scheme=SCHEME, options=OPTIONS)


def parse_virtual(uri: str) -> VirtualSettings:
    """Read ``virtual:ROBOT?kind=closed&seed=3&pace=fast&fault=cable-pulled@2.5&black_box=PATH``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    robot, given = read_name(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return VirtualSettings(robot=robot, **given)  # type: ignore[arg-type]  # each reader gives its type


def check_worn(settings: VirtualSettings, *, joints: int) -> None:
    """Refuse a worn gear on a joint that the arm does not have.

    Raises
    ------
    BadRequest
        ``controller-bad-value``.
    """
    beyond = [joint + 1 for joint in settings.worn if joint >= joints]
    if beyond:
        raise bad_value("worn", str(beyond[0]), f"joint numbers from 1 to {joints}")


def _bounded(name: str) -> Callable[[str], float]:
    """Return a reader of a number within the bounds of this setting."""
    bounds = bounds_of(VirtualSettings, name)

    def read(text: str) -> float:
        value = _number(text, whole=bounds.whole)
        if value is None or not bounds.holds(value):
            kind = "a whole number" if bounds.whole else "a number"
            raise NotAllowed(f"{kind} from {bounds.lower:.15g} to {bounds.upper:.15g} {bounds.unit}".strip())
        return value

    return read


def _number(text: str, *, whole: bool) -> float | None:
    """Read a number as people and programs write it; None for any other text."""
    if whole:
        return int(text) if _WHOLE.fullmatch(text) else None
    return float(text) if _NUMBER.fullmatch(text) else None


def _point(text: str) -> tuple[float, ...]:
    parts = text.split(",")
    if len(parts) != 3:
        raise NotAllowed("x,y,z in m")
    read = _bounded("payload_com")
    return tuple(read(part) for part in parts)


def _joints(text: str) -> tuple[int, ...]:
    numbers = {_number(part, whole=True) for part in text.split(",")}
    joints = sorted(int(number) - 1 for number in numbers if number is not None)
    bounds = bounds_of(VirtualSettings, "worn")
    if None in numbers or not all(bounds.holds(joint) for joint in joints):
        raise NotAllowed("joint numbers from 1")
    return tuple(joints)


def _flag(text: str) -> bool:
    if text not in (*_TRUE, *_FALSE):
        raise NotAllowed(_TRUE[0], _FALSE[0])
    return text in _TRUE


def _path(text: str) -> Path:
    if not text or "\0" in text:
        raise NotAllowed("a file")
    return Path(text)


def _faults(text: str) -> tuple[ScheduledFault, ...]:
    return tuple(_fault(part) for part in text.split(","))


def _fault(text: str) -> ScheduledFault:
    name, at, delay = text.partition("@")
    if name not in FAULTS:
        raise NotAllowed(*FAULTS)
    if not at:
        return ScheduledFault(name)
    seconds = _number(delay, whole=False)
    if seconds is None or not 0.0 <= seconds <= UPTIME.upper:
        raise NotAllowed("NAME@SECONDS")
    return ScheduledFault(name, seconds)


def _written_point(point: tuple[float, ...]) -> str:
    return ",".join(map(repr, point))


def _written_joints(joints: tuple[int, ...]) -> str:
    return ",".join(str(joint + 1) for joint in joints)


def _written_flag(flag: bool) -> str:  # noqa: FBT001
    return (_TRUE if flag else _FALSE)[0]


def _written_faults(faults: tuple[ScheduledFault, ...]) -> str:
    return ",".join(
        fault.name if fault.after_motion_s is None else f"{fault.name}@{fault.after_motion_s!r}"
        for fault in faults
    )


OPTIONS = (
    Option("kind", "how far it lets itself be commanded", one_of(ControllerKind)),
    Option("seed", "which of the many arms of this type", _bounded("seed")),
    Option("pace", "how fast its time passes", one_of(Pace)),
    Option(
        "look_s",
        "s between two looks at the arm; with long ones its time passes faster",
        _bounded("look_s"),
        repr,
    ),
    Option("payload_kg", "mass on its flange", _bounded("payload_kg"), repr),
    Option(
        "payload_com",
        "centre of that mass in the flange frame, x,y,z in m",
        _point,
        _written_point,
        PLAIN_IN_LIST,
    ),
    Option("worn", "joints with backlash, counted from 1", _joints, _written_joints, PLAIN_IN_LIST),
    Option("elastic_links", "whether its links bend", _flag, _written_flag),
    Option(
        "fault",
        "what goes wrong, NAME or NAME@SECONDS after the first motion",
        _faults,
        _written_faults,
        PLAIN_IN_LIST,
        gathers=True,
        field="faults",
    ),
    Option("black_box", "file in which it notes what happens to it", _path, plain=PLAIN_IN_LIST),
    Option("power_on", "name of this power-on", printable, plain=PLAIN_IN_LIST),
    Option("uptime", "s since power-on when it starts", _bounded("uptime"), repr),
    Option("stream", "which quantities it streams", one_of(Stream)),
)
