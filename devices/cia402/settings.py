"""Settings of drives on a bus: ``cia402:slcan:/dev/ttyACM0?map=arm.toml&rate=100``, parsed and written."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from core.bounds import Bounds
from devices.family import (
    CONSENT_OPTION,
    PLAIN_IN_PATH,
    Consented,
    NotAllowed,
    Option,
    bad_value,
    printable,
    read_name,
    whole_number,
    write_name,
)

SCHEME, SUBJECT = "cia402", "INTERFACE"
RATE = Bounds("Hz", 10, 1000, whole=True)
USUAL_RATE_HZ = 100
BITRATE = Bounds("", 0, 1_000_000, whole=True)


@dataclass(frozen=True)
class Cia402Settings(Consented):
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

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_cia402` converts it back to these settings."""
        return write_name(self, self.interface, scheme=SCHEME, options=OPTIONS)


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
    Option("map", "table of the drives: which object is what", _path, plain=PLAIN_IN_PATH),
    whole_number("rate", "samples per second", RATE, "10", str(USUAL_RATE_HZ), "1000"),
    whole_number("bitrate", "bits per second of the bus", BITRATE, "500000", "1000000"),
    Option("serial", "serial number of the first drive that is expected", printable),
    CONSENT_OPTION,
)
