"""Settings of an arm of Universal Robots: ``ur:10.0.0.2?rate=125&motion=allowed``."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from core.bounds import Bounds
from core.recording import TorqueKind
from devices.capabilities import ControllerKind
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
    """Way of driving an arm that may be moved."""

    OPEN = "open"
    """By whole trajectories."""
    CLOSED = "closed"
    """From point to point only."""


@dataclass(frozen=True)
class UrSettings(AtAddress):
    """Address of a controller, and what it cannot tell about itself."""

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
        return write_name(self, self.address, scheme=SCHEME, options=OPTIONS)

    @property
    def controller_kind(self) -> ControllerKind:
        """Kind of control that the arm permits under these settings."""
        return ControllerKind(self.kind) if self.can_move else ControllerKind.READ_ONLY

    @property
    def torque_kind(self) -> TorqueKind | None:
        """The kind of torque, where the address says it; None for that of the dialect."""
        return None


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
