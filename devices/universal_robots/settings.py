"""Settings of an arm of Universal Robots: ``ur:10.0.0.2?rate=125&motion=allowed``."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated
from urllib.parse import quote

from core.bounds import Bounds
from core.recording import TorqueKind
from devices.capabilities import ControllerKind
from devices.family import (
    CONSENT_OPTION,
    Consented,
    Option,
    one_of,
    printable,
    read_address,
    whole_number,
    write_name,
)

SCHEME, SUBJECT = "ur", "ADDRESS"
RTDE_PORT, WEB_PORT = 30004, 80
DASHBOARD_BELOW = RTDE_PORT - 29999
"""The dashboard's port is this much below that of RTDE."""
SCRIPTS_BELOW = RTDE_PORT - 30002
"""The port that takes programs is this much below that of RTDE."""
FASTEST_HZ = 500
RATE = Bounds("Hz", 1, FASTEST_HZ, whole=True)
PORT = Bounds("", 1 + DASHBOARD_BELOW, 65_535, whole=True)
MODELS = ("ur3", "ur5", "ur10", "ur3e", "ur5e", "ur7e", "ur10e", "ur12e", "ur16e", "ur20", "ur30")
"""Names of robot descriptions that stand for a type of the maker."""


class DrivenAs(StrEnum):
    """How an arm that may be moved is driven."""

    OPEN = "open"
    """By whole trajectories."""
    CLOSED = "closed"
    """From point to point only."""


@dataclass(frozen=True)
class UrSettings(Consented):
    """Address of a controller, and what it cannot tell about itself."""

    address: str
    """Name or number of the controller in the network; IPv6 in brackets."""
    rate: Annotated[int, RATE] = FASTEST_HZ
    """Samples per second that are asked for; a controller gives no more than it can."""
    serial: str = ""
    """Serial number on the plate: compared with the one that the controller reports, if it does."""
    port: Annotated[int, PORT] = RTDE_PORT
    """Port of RTDE, where it was moved; the dashboard's port moves with it."""
    web: Annotated[int, PORT] = WEB_PORT
    """Port of the web service of PolyScope X."""
    kind: DrivenAs = DrivenAs.OPEN

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_ur` converts it back to these settings."""
        given = {
            "rate": str(self.rate) if self.rate != FASTEST_HZ else "",
            "serial": quote(self.serial, safe=""),
            "port": str(self.port) if self.port != RTDE_PORT else "",
            "web": str(self.web) if self.web != WEB_PORT else "",
        }
        return self._named(SCHEME, given)

    def _named(self, scheme: str, given: Mapping[str, str]) -> str:
        """The name of this arm with these options, without the empty ones, and what allows motion."""
        kind = str(self.kind) if self.kind is not DrivenAs.OPEN else ""
        return write_name(self.address, scheme=scheme, options={**given, **self.consent, "kind": kind})

    @property
    def controller_kind(self) -> ControllerKind:
        """How far the arm lets itself be commanded under these settings."""
        return ControllerKind(self.kind) if self.can_move else ControllerKind.READ_ONLY

    @property
    def torque_kind(self) -> TorqueKind | None:
        """The kind of torque, where the address says it; None for that of the dialect."""
        return None

    @property
    def host(self) -> str:
        """The address as a socket takes it."""
        return self.address.strip("[]")


def parse_ur(uri: str) -> UrSettings:
    """Read ``ur:10.0.0.2?rate=500&serial=20245500001``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    address, given = read_address(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return UrSettings(address, **given)  # type: ignore[arg-type]  # each reader gives its type


MOTION_OPTIONS = (
    CONSENT_OPTION,
    Option("kind", "of an arm that may be moved: by trajectories, or from point to point", one_of(DrivenAs)),
)
OPTIONS = (
    whole_number("rate", "samples per second that are asked for", RATE, "1", "125", str(FASTEST_HZ), "…"),
    Option("serial", "serial number on the arm's plate, compared with the reported one", printable),
    whole_number("port", "port of RTDE, where it was moved", PORT, str(RTDE_PORT), "…"),
    whole_number(
        "web", "port of the web service of PolyScope X, where it was moved", PORT, str(WEB_PORT), "…"
    ),
    *MOTION_OPTIONS,
)
