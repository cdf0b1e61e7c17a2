"""Settings of an emulated CS controller: ``elite-cs:cs66?seed=3``, parsed."""

from dataclasses import dataclass
from typing import Annotated

from core.bounds import Seed, check_bounds
from devices.elite_cs.dialect import RTSI
from devices.elite_cs.settings import SCHEME
from devices.emulated.ur_settings import PAYLOAD, SUBJECT, read_payload, read_seed
from devices.family import Option, read_name
from devices.protocol_rtde.fields_cs import FASTEST_HZ
from devices.protocol_rtde.setup import ControllerVersion

MODELS = {"cs66": "CS66", "cs612": "CS612"}
"""The descriptions that can be emulated, with what their controllers answer to *robot -t*."""


@dataclass(frozen=True)
class EmulatedCsSettings:
    """Arm behind the controller."""

    robot: str
    seed: Seed = 0
    """Number of the arm among the many of this type."""
    payload: Annotated[float, PAYLOAD] = 0.0
    """kg that are set in the controller; nothing hangs on the flange."""

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)

    @property
    def models(self) -> tuple[str, ...]:
        """The descriptions that can be emulated."""
        return tuple(MODELS)

    @property
    def version(self) -> ControllerVersion:
        """Version of the controller's software."""
        return ControllerVersion(2, 14, 5, 0)

    @property
    def rate(self) -> int:
        """Packages per second at most."""
        return FASTEST_HZ

    @property
    def serial(self) -> str:
        """Serial number of the arm, like none that the maker gave."""
        return f"{RTSI.emulated_serial}{self.seed}"


def parse_emulated_cs(name: str) -> EmulatedCsSettings:
    """Read ``elite-cs:cs66?seed=3&payload=2.5``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    robot, given = read_name(name, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return EmulatedCsSettings(robot, **given)  # type: ignore[arg-type]  # each reader gives its type


OPTIONS = (
    Option("seed", "number of the arm among the many of this type", read_seed),
    Option("payload", "mass in kg that is set in the controller", read_payload),
)
