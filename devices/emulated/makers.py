"""The table of makers whose controllers are emulated: family, and how an emulated one is started."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from core.errors import BadRequest
from devices.elite_cs.family import ELITE_CS
from devices.family import Family
from devices.universal_robots.family import UNIVERSAL_ROBOTS


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
        Starts the controller of a name such as ``ur:ur10e`` at free ports of 127.0.0.1; raises
        ``BadRequest`` and ``TransportError``.
    """

    family: Family[Any]
    start: Callable[[str], Emulated]


def _start_ur(name: str) -> Emulated:
    from devices.emulated.ur import EmulatedUr
    from devices.emulated.ur_settings import parse_emulated_ur

    return EmulatedUr(parse_emulated_ur(name), port=0)


def _start_cs(name: str) -> Emulated:
    from devices.emulated.cs import EmulatedCs
    from devices.emulated.cs_settings import parse_emulated_cs

    return EmulatedCs(parse_emulated_cs(name), port=0)


MAKERS: Mapping[str, EmulatedMaker] = {
    UNIVERSAL_ROBOTS.scheme: EmulatedMaker(UNIVERSAL_ROBOTS, _start_ur),
    ELITE_CS.scheme: EmulatedMaker(ELITE_CS, _start_cs),
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
