"""Open ports are found in given networks, within a bounded time, and the search can be cancelled."""

import contextlib
import ipaddress
import socket
import sys

import pytest

from core.monitor import Cancelled, NullMonitor
from devices.transport import open_ports as looked
from devices.transport.open_ports import networks_around, open_ports, own_networks

NEAR = ipaddress.IPv4Network("127.0.0.0/29")

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="only 127.0.0.1 is there")


class Heard(NullMonitor):
    def __init__(self, *, cancels=False):
        self.cancels, self.checks, self.fractions = cancels, 0, []

    def check(self):
        self.checks += 1
        if self.cancels:
            raise Cancelled

    def report(self, fraction, text=""):
        self.fractions.append(fraction)


@contextlib.contextmanager
def listening(*hosts):
    """The one port on which these hosts of this computer listen."""
    with contextlib.ExitStack() as opened:
        first = opened.enter_context(socket.create_server((hosts[0], 0)))
        port = first.getsockname()[1]
        for host in hosts[1:]:
            opened.enter_context(socket.create_server((host, port)))
        yield port


def test_the_open_ones_are_found_and_the_closed_ones_are_not():
    heard = Heard()
    with listening("127.0.0.3", "127.0.0.5") as port:
        found = open_ports([NEAR], [port], monitor=heard)
    assert found == (("127.0.0.3", port), ("127.0.0.5", port))
    assert heard.fractions[-1] == 1.0
    assert open_ports([NEAR], [port], monitor=heard) == (), "both have been closed"


def test_a_cancelled_search_leaves_no_socket(monkeypatch):
    class Silent(socket.socket):
        def connect_ex(self, place):
            return looked.errno.EINPROGRESS  # no answer ever comes

    monkeypatch.setattr(looked.socket, "socket", Silent)
    heard = Heard(cancels=True)
    with pytest.raises(Cancelled):
        open_ports([NEAR], [9], monitor=heard)
    assert heard.checks == 1


def test_addresses_without_an_answer_end_after_the_wait(monkeypatch):
    monkeypatch.setattr(looked, "WAIT_S", 0.0)
    heard = Heard()
    with listening("127.0.0.3") as port:
        assert open_ports([NEAR], [port], monitor=heard) == (), "nobody waited for an answer"
    assert heard.fractions == [1.0]


def test_no_more_addresses_than_the_limit_are_tried(monkeypatch):
    monkeypatch.setattr(looked, "MOST_ADDRESSES", 2)
    with listening("127.0.0.2", "127.0.0.3") as port:
        assert open_ports([NEAR], [port], monitor=Heard()) == (("127.0.0.2", port),)


def test_only_private_networks_are_looked_through():
    found = networks_around(["192.168.3.7", "192.168.3.9", "10.1.2.3", "127.0.0.1", "8.8.8.8", "0.0.0.0"])
    assert [str(network) for network in found] == ["10.1.2.0/24", "192.168.3.0/24"]
    for network in own_networks():
        assert network.is_private
        assert not network.is_loopback
        assert network.num_addresses == 256
