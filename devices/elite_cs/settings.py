"""Settings of an arm of Elite's CS series: ``elite-cs:10.0.0.2?rate=125&motion=allowed``."""

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote

from core.bounds import Bounds
from devices.family import Option, printable
from devices.protocol_rtde.fields_cs import FASTEST_HZ
from devices.universal_robots.settings import (
    MOTION_OPTIONS,
    PORT,
    RTDE_PORT,
    UrSettings,
    read_address,
    whole_number,
)

SCHEME = "elite-cs"
MODELS = ("cs63", "cs66", "cs68", "cs612", "cs616", "cs620", "cs625")
"""Names of robot descriptions that stand for a type of the maker."""
RATE = Bounds("Hz", 1, FASTEST_HZ, whole=True)


@dataclass(frozen=True)
class CsSettings(UrSettings):
    """Address of a controller that has no web service."""

    rate: Annotated[int, RATE] = FASTEST_HZ

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_cs` converts it back to these settings."""
        given = {
            "rate": str(self.rate) if self.rate != FASTEST_HZ else "",
            "serial": quote(self.serial, safe=""),
            "port": str(self.port) if self.port != RTDE_PORT else "",
        }
        return self._named(SCHEME, given)


def parse_cs(uri: str) -> CsSettings:
    """Read ``elite-cs:10.0.0.2?rate=125&serial=NUMBER``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    address, given = read_address(uri, scheme=SCHEME, options=OPTIONS)
    return CsSettings(address, **given)  # type: ignore[arg-type]  # each reader gives its type


OPTIONS = (
    whole_number("rate", "samples per second that are asked for", RATE, "1", "125", str(FASTEST_HZ), "…"),
    Option("serial", "serial number on the arm's plate, compared with the reported one", printable),
    whole_number("port", "port of RTSI, where it was moved", PORT, str(RTDE_PORT), "…"),
    *MOTION_OPTIONS,
)
