"""The table of makers whose controllers are emulated, and the names ``emulated:FAMILY:ROBOT``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from core.errors import BadRequest
from devices.elite_cs.family import ELITE_CS
from devices.elite_ec.family import ELITE_EC
from devices.family import Family
from devices.franka.family import FRANKA
from devices.moteus.family import MOTEUS
from devices.transport.tcp import LOCAL_ADDRESS
from devices.universal_robots.family import UNIVERSAL_ROBOTS

SCHEME = "emulated"


class Emulated(Protocol):
    """An emulated controller that serves its ports."""

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""

    @property
    def is_running(self) -> bool:
        """True until ``close``, or until it has failed."""

    def close(self) -> None:
        """Close every port; may be called again."""


@dataclass(frozen=True)
class EmulatedMaker:
    """A maker whose controllers are emulated.

    Parameters
    ----------
    family
        The family of the driver that reads them.
    start
        Starts the controller of a name such as ``ur:ur10e`` at free ports of a loopback address, or at
        a port in a temporary folder; raises
        ``BadRequest`` and ``TransportError``.
    """

    family: Family[Any]
    start: Callable[[str], Emulated]
    before: str
    """A name of the family by which the driver is opened before the controller is started."""


def _start_ur(name: str) -> Emulated:
    from devices.emulated.ur import EmulatedUr
    from devices.emulated.ur_settings import parse_emulated_ur

    return EmulatedUr(parse_emulated_ur(name), port=0)


def _start_cs(name: str) -> Emulated:
    from devices.emulated.cs import EmulatedCs
    from devices.emulated.cs_settings import parse_emulated_cs

    return EmulatedCs(parse_emulated_cs(name), port=0)


def _start_ec(name: str) -> Emulated:
    from devices.emulated.ec import EmulatedEc
    from devices.emulated.ec_settings import parse_emulated_ec

    return EmulatedEc(parse_emulated_ec(name), port=0)


def _start_moteus(name: str) -> Emulated:
    from devices.emulated.moteus import EmulatedMoteus
    from devices.emulated.moteus_settings import parse_emulated_moteus

    return EmulatedMoteus(parse_emulated_moteus(name))


def _start_franka(name: str) -> Emulated:
    from devices.emulated.franka import EmulatedFranka
    from devices.emulated.franka_settings import parse_emulated_franka

    return EmulatedFranka.anywhere(parse_emulated_franka(name))


MAKERS: Mapping[str, EmulatedMaker] = {
    UNIVERSAL_ROBOTS.scheme: EmulatedMaker(
        UNIVERSAL_ROBOTS, _start_ur, f"{UNIVERSAL_ROBOTS.scheme}:{LOCAL_ADDRESS}"
    ),
    ELITE_CS.scheme: EmulatedMaker(ELITE_CS, _start_cs, f"{ELITE_CS.scheme}:{LOCAL_ADDRESS}"),
    ELITE_EC.scheme: EmulatedMaker(ELITE_EC, _start_ec, f"{ELITE_EC.scheme}:{LOCAL_ADDRESS}"),
    FRANKA.scheme: EmulatedMaker(FRANKA, _start_franka, f"{FRANKA.scheme}:{LOCAL_ADDRESS}"),
    MOTEUS.scheme: EmulatedMaker(MOTEUS, _start_moteus, f"{MOTEUS.scheme}:/dev/null"),
}
"""By the scheme of the family."""


def maker_of(name: str) -> EmulatedMaker:
    """Find the maker of an emulated controller's name.

    Raises
    ------
    BadRequest
        ``unknown-controller``.
    """
    maker = MAKERS.get(name.partition(":")[0])
    if maker is None:
        raise BadRequest("unknown-controller", uri=name, known=tuple(f"{scheme}:ROBOT" for scheme in MAKERS))
    return maker


@dataclass(frozen=True)
class EmulatedSettings:
    """Argument of ``torsion emulate``: the name of the emulated controller with its options."""

    name: str

    @property
    def uri(self) -> str:
        """The name of the arm; ``parse_emulated`` converts it back."""
        return f"{SCHEME}:{self.name}"

    @property
    def robot(self) -> str:
        """The robot that it emulates."""
        return self.name.partition(":")[2].partition("?")[0]
