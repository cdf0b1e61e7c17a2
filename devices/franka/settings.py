"""Settings of a Franka arm: ``franka:10.0.0.2?serial=…&motion=allowed``."""

from dataclasses import dataclass
from typing import Annotated

from core.bounds import Bounds
from devices.family import (
    CONSENT_OPTION,
    AtAddress,
    Option,
    printable,
    read_address,
    whole_number,
    write_name,
)

SCHEME, SUBJECT = "franka", "ADDRESS"
FCI_PORT = 1337
DESK_PORT = 443
"""Port of the controller's own page."""
PORT = Bounds("", 1, 65_535, whole=True)
MODELS = ("fr3", "panda")
"""Names of robot descriptions that stand for a type of the maker."""


@dataclass(frozen=True)
class FrankaSettings(AtAddress):
    """Address of a controller, and what it cannot tell about itself."""

    serial: str = ""
    """Serial number on the plate; the interface does not tell it."""
    port: Annotated[int, PORT] = FCI_PORT
    """Port of the interface, where it was moved; such an arm is only read."""

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_franka` converts it back to these settings."""
        return write_name(self, self.address, scheme=SCHEME, options=OPTIONS)


def parse_franka(uri: str) -> FrankaSettings:
    """Read ``franka:10.0.0.2?serial=295341-1325``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    address, given = read_address(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return FrankaSettings(address, **given)  # type: ignore[arg-type]  # each reader gives its type


OPTIONS = (
    Option("serial", "serial number on the arm's plate; the interface does not tell it", printable),
    whole_number("port", "port of the interface, where it was moved", PORT, str(FCI_PORT), "…"),
    CONSENT_OPTION,
)
