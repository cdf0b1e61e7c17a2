"""The table of all controller families; help, command line and window list them from here."""

from typing import Any

from core.errors import BadRequest
from devices.cia402.family import CIA402
from devices.elite_cs.family import ELITE_CS
from devices.elite_ec.family import ELITE_EC
from devices.emulated.family import EMULATED
from devices.family import Family
from devices.franka.family import FRANKA
from devices.moteus.family import MOTEUS
from devices.replay.family import REPLAY
from devices.serial_arm.family import SERIAL
from devices.universal_robots.family import UNIVERSAL_ROBOTS
from devices.virtual.family import VIRTUAL

FAMILIES: tuple[Family[Any], ...] = (
    SERIAL,
    UNIVERSAL_ROBOTS,
    ELITE_CS,
    ELITE_EC,
    FRANKA,
    CIA402,
    MOTEUS,
    VIRTUAL,
    EMULATED,
    REPLAY,
)


def patterns() -> tuple[str, ...]:
    """The forms of a controller's name, such as ``virtual:NAME``, one per family."""
    return tuple(family.pattern for family in FAMILIES)


def family_of(uri: str) -> Family[Any]:
    """Find the family of a controller's name by its scheme.

    Raises
    ------
    BadRequest
        ``unknown-controller``.
    """
    scheme, colon, _ = uri.partition(":")
    for family in FAMILIES:
        if colon and family.scheme == scheme:
            return family
    raise BadRequest("unknown-controller", uri=uri, known=patterns())
