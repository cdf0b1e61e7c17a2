"""Settings of an emulated controller: ``ur:ur10e?polyscope=5.23&seed=3``, parsed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from core.bounds import SEED, Bounds, Seed, check_bounds
from devices.family import NotAllowed, Option, one_of, read_name
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.dialect import FAST_RATE_HZ, RTDE, SLOW_RATE_HZ

SCHEME, SUBJECT = "ur", "ROBOT"
MODELS = {
    "ur3e": "UR3",
    "ur5e": "UR5",
    "ur10e": "UR10",
    "ur16e": "UR16",
    "ur20": "UR20",
    "ur30": "UR30",
}
"""The descriptions that can be emulated, with what their controllers answer to *get robot model*."""
WEB_OFFSET = 6
"""The emulated web service is this much above RTDE: port 80 is not for everybody."""
POLYSCOPE_X = 10
"""Major version from which there is a web service and no dashboard."""
PAYLOAD = Bounds("kg", 0.0, 50.0)


class PolyScope(StrEnum):
    """Versions of the controller's software that can be emulated."""

    CB3 = "3.15"
    """125 Hz, no field of the newer ones."""
    OLDER = "5.11"
    NEWER = "5.23"
    """With measured currents as torques."""
    X_WITHOUT_IDENTITY = "10.11"
    """No dashboard; the web service does not tell the serial number yet."""
    X = "10.14"

    @property
    def version(self) -> ControllerVersion:
        """The version as the controller tells it."""
        major, minor = map(int, self.value.split("."))
        return ControllerVersion(major, minor, 0, 0)

    @property
    def rate(self) -> int:
        """Packages per second at most."""
        return SLOW_RATE_HZ if self is PolyScope.CB3 else FAST_RATE_HZ


@dataclass(frozen=True)
class EmulatedUrSettings:
    """Which arm, and which controller in front of it."""

    robot: str
    polyscope: PolyScope = PolyScope.OLDER
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
        return self.polyscope.version

    @property
    def rate(self) -> int:
        """Packages per second at most."""
        return self.polyscope.rate

    @property
    def serial(self) -> str:
        """Serial number of the arm: digits, as the maker's, and like none that the maker gave."""
        return f"{RTDE.emulated_serial}{self.seed:07d}"


def parse_emulated_ur(name: str) -> EmulatedUrSettings:
    """Read ``ur:ur10e?polyscope=5.23&seed=3&payload=2.5``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    robot, given = read_name(name, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return EmulatedUrSettings(robot, **given)  # type: ignore[arg-type]  # each reader gives its type


def read_seed(text: str) -> int:
    """Read the number of an arm."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < len(str(SEED.upper)) else -1
    if not SEED.holds(number):
        raise NotAllowed("0", "1", "…")
    return number


def read_payload(text: str) -> float:
    """Read a mass in kg."""
    try:
        mass = float(text)
    except ValueError:
        mass = -1.0
    if not PAYLOAD.holds(mass):
        raise NotAllowed("0", "2.5", "…")
    return mass


OPTIONS = (
    Option("polyscope", "version of the controller's software", one_of(PolyScope)),
    Option("seed", "number of the arm among the many of this type", read_seed),
    Option("payload", "mass in kg that is set in the controller", read_payload),
)
