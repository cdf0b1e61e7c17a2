"""Settings of drives on a bus: ``cia402:slcan:/dev/ttyACM0?map=arm.toml&rate=100``, parsed and written."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

from core.bounds import Bounds, check_bounds
from devices.capabilities import ControllerKind
from devices.family import NotAllowed, Option, bad_value, one_of, printable, read_name
from devices.universal_robots.settings import MotionConsent, whole_number

SCHEME, SUBJECT = "cia402", "INTERFACE"
RATE = Bounds("Hz", 10, 1000, whole=True)
USUAL_RATE_HZ = 100
BITRATE = Bounds("", 0, 1_000_000, whole=True)
_PLAIN = "/\\:~"


@dataclass(frozen=True)
class Cia402Settings:
    """A bus and the table of the drives on it."""

    interface: str
    """Interface and channel as python-can names them: ``slcan:/dev/ttyACM0``, ``socketcan:can0``."""
    map: Path
    """The table that says which object of which drive is what."""
    rate: Annotated[int, RATE] = USUAL_RATE_HZ
    """Samples per second; each is one SYNC."""
    bitrate: Annotated[int, BITRATE] = 0
    """Bits per second of the bus; 0 where the interface is set up already."""
    serial: str = ""
    """Serial number of the first drive that is expected; empty for any."""
    motion: MotionConsent = MotionConsent.NONE
    """Without consent the arm is only read."""

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_cia402` converts it back to these settings."""
        given = {
            "map": quote(str(self.map), safe=_PLAIN),
            "rate": str(self.rate) if self.rate != USUAL_RATE_HZ else "",
            "bitrate": str(self.bitrate) if self.bitrate else "",
            "serial": quote(self.serial, safe=""),
            "motion": str(self.motion) if self.motion is not MotionConsent.NONE else "",
        }
        query = "&".join(f"{key}={text}" for key, text in given.items() if text)
        return f"{SCHEME}:{self.interface}?{query}"

    @property
    def can_move(self) -> bool:
        """True if the arm may be moved under these settings."""
        return self.motion is MotionConsent.ALLOWED

    @property
    def controller_kind(self) -> ControllerKind:
        """How far the arm lets itself be commanded under these settings."""
        return ControllerKind.OPEN if self.can_move else ControllerKind.READ_ONLY


def parse_cia402(uri: str) -> Cia402Settings:
    """Read ``cia402:slcan:/dev/ttyACM0?map=arm.toml``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``; ``controller-bad-value`` without an interface or a map.
    """
    interface, given = read_name(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    name, _, channel = interface.partition(":")
    if not name.isidentifier() or not channel or not channel.isprintable():
        raise bad_value("interface", interface, "slcan:/dev/ttyACM0", "socketcan:can0")
    if "map" not in given:
        raise bad_value("map", "", "arm.toml")
    return Cia402Settings(interface, **given)  # type: ignore[arg-type]  # each reader gives its type


def _path(text: str) -> Path:
    if not text or not text.isprintable():
        raise NotAllowed("arm.toml")
    return Path(text)


OPTIONS = (
    Option("map", "table of the drives: which object is what", _path),
    whole_number("rate", "samples per second", RATE, "10", str(USUAL_RATE_HZ), "1000"),
    whole_number("bitrate", "bits per second of the bus", BITRATE, "500000", "1000000"),
    Option("serial", "serial number of the first drive that is expected", printable),
    Option("motion", "allowed: the arm may be moved; without it the arm is only read", one_of(MotionConsent)),
)
