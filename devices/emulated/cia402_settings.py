"""Settings of emulated drives: ``cia402:ec66?seed=3&homed=no&worn=2``, parsed."""

from dataclasses import dataclass
from enum import StrEnum

from core.bounds import JointNumber, Seed, check_bounds
from devices.emulated.moteus_settings import read_joints
from devices.emulated.ur_settings import SUBJECT, read_seed
from devices.family import Option, one_of, read_name

SCHEME = "cia402"
FIRST_SERIAL = 402_000_000


class Homed(StrEnum):
    """True if the drives know their zero when they are switched on."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True)
class EmulatedCia402Settings:
    """Which arm the drives move."""

    robot: str
    seed: Seed = 0
    """Number of the arm among the many of this type."""
    homed: Homed = Homed.YES
    worn: tuple[JointNumber, ...] = ()
    """Joints with backlash, counted from 0; from 1 in the text."""

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)

    @property
    def serial(self) -> str:
        """Serial number of the arm: that of its first drive."""
        return str(FIRST_SERIAL + 100 * self.seed + 1)


def parse_emulated_cia402(name: str) -> EmulatedCia402Settings:
    """Read ``cia402:ec66?seed=3&homed=no&worn=2``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    robot, given = read_name(name, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return EmulatedCia402Settings(robot, **given)  # type: ignore[arg-type]  # each reader gives its type


OPTIONS = (
    Option("seed", "number of the arm among the many of this type", read_seed),
    Option("homed", "no: the drives must be homed after switching on", one_of(Homed)),
    Option("worn", "joints with play, such as 2,3", read_joints),
)
