"""Looks for open ports in networks next to this computer, only on request.

Nothing is sent: a connection is opened and closed at once. All addresses of a batch are tried at the
same time, so that the time of a search is known before it begins.
"""

import contextlib
import errno
import ipaddress
import itertools
import selectors
import socket
import time
from collections.abc import Iterable, Iterator, Sequence

from core.monitor import Monitor

WAIT_S = 0.5
"""Time for an answer; a robot in the same network answers within milliseconds."""
AT_ONCE = 64
"""Connections that are tried at the same time; firewalls take more for an attack."""
MOST_ADDRESSES = 1024
PREFIX = 24
"""Of the own network; its real size is not known without asking each operating system differently."""
_SLICE_S = 0.05
_UNDER_WAY = frozenset({0, errno.EINPROGRESS, errno.EWOULDBLOCK, getattr(errno, "WSAEWOULDBLOCK", 10035)})
_FAR_AWAY = ("10.255.255.255", "172.31.255.255", "192.168.255.255", "169.254.255.255", "192.0.2.1")
"""Of each private range one address: the interface towards it has the own address there."""

Network = ipaddress.IPv4Network


def own_networks() -> tuple[Network, ...]:
    """Networks of 254 addresses around the private addresses of this computer; none is sent anything."""
    addresses: set[str] = set()
    for far in _FAR_AWAY:
        # connecting a datagram socket sends nothing; it only chooses the interface
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            addresses.add(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        addresses |= {str(place[0]) for *_, place in found}
    return networks_around(addresses)


def networks_around(addresses: Iterable[str]) -> tuple[Network, ...]:
    """Networks of 254 addresses around these addresses; loopback and public ones are left out."""
    own = [ipaddress.IPv4Address(address) for address in addresses]
    usable = [each for each in own if each.is_private and not each.is_loopback and not each.is_unspecified]
    return tuple(sorted({Network((int(each), PREFIX), strict=False) for each in usable}))


def open_ports(
    networks: Sequence[Network], ports: Sequence[int], *, monitor: Monitor
) -> tuple[tuple[str, int], ...]:
    """Find the addresses at which one of the ports is open, as pairs of host and port.

    No more than ``MOST_ADDRESSES`` are tried. The monitor is asked about every 50 ms.
    """
    hosts = itertools.islice(itertools.chain.from_iterable(map(_hosts, networks)), MOST_ADDRESSES)
    places = [(str(host), port) for host in hosts for port in ports]
    found: list[tuple[str, int]] = []
    for first in range(0, len(places), AT_ONCE):
        found += _open_among(places[first : first + AT_ONCE], monitor)
        monitor.report(min((first + AT_ONCE) / len(places), 1.0))
    return tuple(found)


def _hosts(network: Network) -> Iterator[ipaddress.IPv4Address]:
    return iter(network.hosts())


def _open_among(places: Sequence[tuple[str, int]], monitor: Monitor) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    with selectors.DefaultSelector() as selector, contextlib.ExitStack() as opened:
        for place in places:
            connection = opened.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM))
            connection.setblocking(False)  # noqa: FBT003  # the method of the library
            if connection.connect_ex(place) in _UNDER_WAY:
                selector.register(connection, selectors.EVENT_WRITE, place)
        deadline = time.monotonic() + WAIT_S
        while selector.get_map() and time.monotonic() < deadline:
            monitor.check()
            for key, _ in selector.select(_SLICE_S):
                selector.unregister(key.fileobj)
                assert isinstance(key.fileobj, socket.socket)
                if key.fileobj.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0:
                    found.append(key.data)
    return sorted(found)
