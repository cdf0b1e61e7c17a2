"""A search for the controllers of one maker in the networks next to this computer."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from core.monitor import Monitor, PartOfMonitor
from devices.errors import DeviceError
from devices.families import FAMILIES
from devices.family import Family, InNetwork, Recognised
from devices.transport.open_ports import Network, open_ports, own_networks

_LOOKING = 0.9
"""Share of the progress in which addresses are tried; the rest asks those that answered."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FoundArm:
    """A controller that was found."""

    scheme: str
    address: str
    told: Recognised


def network_families() -> tuple[Family, ...]:  # type: ignore[type-arg]  # of any settings
    """The families whose arms are reached in a network."""
    return tuple(family for family in FAMILIES if family.network is not None)


def network_of(scheme: str) -> InNetwork:
    """Access to the arms of a family in a network; only for those of ``network_families``."""
    found = next(family.network for family in network_families() if family.scheme == scheme)
    assert found is not None
    return found


def find_arms(
    monitor: Monitor, *, scheme: str, networks: Sequence[Network] | None = None, port: int = 0
) -> tuple[FoundArm, ...]:
    """Find the controllers of a family in the own networks, or in the given ones.

    Parameters
    ----------
    scheme
        The family, one of ``network_families``.
    networks
        The networks; None for those next to this computer.
    port
        Port that is looked for, 0 for the family's own.

    Raises
    ------
    Cancelled
        If the user cancelled.
    """
    reach = network_of(scheme)
    looked_in = own_networks() if networks is None else tuple(networks)
    looking = PartOfMonitor(monitor, first=0.0, last=_LOOKING)
    places = open_ports(looked_in, (port or reach.port,), monitor=looking)
    found: list[FoundArm] = []
    for number, (host, open_port) in enumerate(places):
        monitor.check()
        try:
            told = reach.recognise(host, open_port)
        except DeviceError as error:
            log.info("%s answers and is no controller of %s: %s", host, scheme, error)
        else:
            found.append(FoundArm(scheme, host, told))
            monitor.keep(tuple(found))
        monitor.report(_LOOKING + (1.0 - _LOOKING) * (number + 1) / len(places))
    return tuple(found)
