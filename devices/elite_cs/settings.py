"""Settings of an arm of Elite's CS series: ``elite-cs:10.0.0.2?rate=125&motion=allowed``."""

from dataclasses import dataclass
from typing import Annotated

from core.bounds import Bounds
from core.recording import TorqueKind
from devices.family import NotAllowed, Option, printable, read_address, whole_number, write_name
from devices.protocol_rtde.fields_cs import FASTEST_HZ
from devices.universal_robots.settings import (
    MOTION_OPTIONS,
    PORT,
    RTDE_PORT,
    SUBJECT,
    UrSettings,
)

SCHEME = "elite-cs"
MODELS = ("cs63", "cs66", "cs68", "cs612", "cs616", "cs620", "cs625")
"""Names of robot descriptions that stand for a type of the maker."""
TORQUES = (TorqueKind.MOTOR_TORQUE, TorqueKind.LINK_SENSOR, TorqueKind.MODEL)
"""Kinds that a torque in N·m can be found to be."""
RATE = Bounds("Hz", 1, FASTEST_HZ, whole=True)


@dataclass(frozen=True)
class CsSettings(UrSettings):
    """Address of a controller that has no web service."""

    rate: Annotated[int, RATE] = FASTEST_HZ
    torque: TorqueKind = TorqueKind.UNKNOWN
    """Kind that was found for the reported torque; the controller does not tell it."""

    @property
    def torque_kind(self) -> TorqueKind | None:
        """The kind of torque that whoever writes the address has found; None if unknown."""
        return None if self.torque is TorqueKind.UNKNOWN else self.torque

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_cs` converts it back to these settings."""
        return write_name(self, self.address, scheme=SCHEME, options=OPTIONS)


def parse_cs(uri: str) -> CsSettings:
    """Read ``elite-cs:10.0.0.2?rate=125&serial=NUMBER``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    address, given = read_address(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return CsSettings(address, **given)  # type: ignore[arg-type]  # each reader gives its type


def _torque(text: str) -> TorqueKind:
    if text not in TORQUES:
        raise NotAllowed(*TORQUES)
    return TorqueKind(text)


OPTIONS = (
    whole_number("rate", "samples per second that are asked for", RATE, "1", "125", str(FASTEST_HZ), "…"),
    Option("serial", "serial number on the arm's plate, compared with the reported one", printable),
    whole_number("port", "port of RTSI, where it was moved", PORT, str(RTDE_PORT), "…"),
    Option("torque", "kind of the reported torque, as torsion torque-kind found it", _torque),
    *MOTION_OPTIONS,
)
