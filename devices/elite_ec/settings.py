"""Settings of an arm of Elite's EC series: ``elite-ec:10.0.0.2?serial=NUMBER&motion=allowed``."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from core.bounds import Bounds
from devices.family import (
    CONSENT_OPTION,
    AtAddress,
    Option,
    one_of,
    printable,
    read_address,
    whole_number,
    write_name,
)

SCHEME, SUBJECT = "elite-ec", "ADDRESS"
CALLS_PORT = 8055
MONITOR_ABOVE = 1
"""The port of the monitor is this much above that of the requests."""
PORT = Bounds("", 1, 65_535 - MONITOR_ABOVE, whole=True)
RATE_HZ = 125
SUBTYPES = {3: "ec63", 6: "ec66", 12: "ec612"}
"""Names of the descriptions by the number with which a controller names its arm."""
MODELS = tuple(SUBTYPES.values())


class TorqueUnit(StrEnum):
    """Unit of the reported torque; the maker does not say it."""

    NEWTON_METRE = "newton-metre"
    PER_MILLE = "per-mille"
    """Of the rated torque of the description."""


@dataclass(frozen=True)
class EcSettings(AtAddress):
    """Address of a controller, and what it cannot tell about itself."""

    serial: str = ""
    """Serial number on the plate, or another name of the arm: no request asks for it."""
    port: Annotated[int, PORT] = CALLS_PORT
    """Port of the requests, where it was moved; that of the monitor moves with it."""
    torque: TorqueUnit = TorqueUnit.NEWTON_METRE

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_ec` converts it back to these settings."""
        return write_name(self, self.address, scheme=SCHEME, options=OPTIONS)


def parse_ec(uri: str) -> EcSettings:
    """Read ``elite-ec:10.0.0.2?serial=NUMBER&motion=allowed``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    address, given = read_address(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return EcSettings(address, **given)  # type: ignore[arg-type]  # each reader gives its type


OPTIONS = (
    Option("serial", "serial number on the arm's plate, which the controller does not tell", printable),
    whole_number("port", "port of the requests, where it was moved", PORT, str(CALLS_PORT), "…"),
    Option("torque", "what the reported torque is given in, as a known load shows", one_of(TorqueUnit)),
    CONSENT_OPTION,
)
