"""TCP on this computer: the conformance of transports, the door with the token, and a peer that is stuck."""

import socket
import threading

import pytest

from devices.errors import TransportError
from devices.transport.tcp import LOCAL_ADDRESS, Listener, TcpTransport
from tests.devices.transport.conformance import Conformance
from tests.waiting import LIMIT_S

SOON_S = 0.05
"""After this time accepting gives up; what these tests show comes after it or never."""


@pytest.fixture
def ends():
    with Listener() as listener:
        found = []
        visitor = threading.Thread(
            target=lambda: found.append(TcpTransport.connect(listener.port, token="open sesame")),
            name="visitor",
        )
        visitor.start()
        here = listener.accept(token="open sesame", timeout=LIMIT_S)
        visitor.join(LIMIT_S)
    yield here, found[0]
    here.close()
    found[0].close()


class TestTcp(Conformance):
    pass


def test_a_peer_that_reads_nothing_blocks_no_longer_than_the_timeout_and_little_is_buffered(ends):
    here, _ = ends
    taken, refused = 0, 0
    while refused < 5:  # the operating system may move what it holds once more
        now = here.write(bytes(4096), 0.05)
        taken += now
        refused = 0 if now else refused + 1
    assert taken < 8_000_000
    assert here.write(b"stop", 0.05) == 0


def test_a_peer_that_dies_is_a_lost_link(ends):
    here, there = ends
    there._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # resets
    there._socket.close()
    with pytest.raises(TransportError, match="link-lost") as error:
        here.read(LIMIT_S)
    assert error.value.facts["reason"]


def test_a_peer_without_the_token_is_refused():
    with Listener() as listener:
        strangers = [socket.create_connection((LOCAL_ADDRESS, listener.port)) for _ in range(1)]
        strangers[0].sendall(b"let me in\n")
        found = []
        visitor = threading.Thread(
            target=lambda: found.append(TcpTransport.connect(listener.port, token="right")), name="visitor"
        )
        visitor.start()
        here = listener.accept(token="right", timeout=LIMIT_S)
        visitor.join(LIMIT_S)
        found[0].write(b"hello", 1.0)
        assert here.read(LIMIT_S) == b"hello"
        assert strangers[0].recv(10) == b""
        for end in (here, found[0], strangers[0]):
            end.close()


def test_bytes_after_the_token_are_not_lost():
    with Listener() as listener:
        peer = socket.create_connection((LOCAL_ADDRESS, listener.port))
        peer.sendall(b"token\nfirst frame")
        here = listener.accept(token="token", timeout=LIMIT_S)
        assert here.read(LIMIT_S) == b"first frame"
        here.close()
        peer.close()


def test_a_peer_that_connected_in_time_may_be_late_with_its_token():
    """As on a busy computer, which stops a process between the two."""
    with Listener() as listener, socket.create_connection((LOCAL_ADDRESS, listener.port)) as peer:
        late = threading.Timer(0.3, peer.sendall, [b"token\n"])
        late.start()
        listener.accept(token="token", timeout=SOON_S).close()
        late.join()


def test_without_a_peer_accept_is_no_answer():
    with Listener() as listener, pytest.raises(TransportError, match="no-answer"):
        listener.accept(token="x", timeout=SOON_S)


def test_without_a_listener_connecting_is_a_missing_port():
    with Listener() as listener:
        port = listener.port
    with pytest.raises(TransportError, match="port-missing") as error:
        TcpTransport.connect(port, token="x", timeout=LIMIT_S)
    assert error.value.facts["port"] == port
