"""Datagrams are taken from the dialled peer, or from the address that sent the first long enough one."""

import contextlib
import socket

import pytest

from devices.transport.udp import DatagramReceiver
from tests.waiting import wait_until

PEER, OTHER, STRANGER = "127.0.0.1", "127.0.0.2", "127.0.0.3"


@pytest.fixture
def receiver():
    with contextlib.closing(DatagramReceiver(PEER, peer=PEER, least=4)) as found:
        yield found


@pytest.fixture
def senders():
    with contextlib.ExitStack() as opened:
        found = {}
        for address in (PEER, OTHER, STRANGER):
            sender = opened.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            try:
                sender.bind((address, 0))
            except OSError:
                pytest.skip("this system has one loopback address")
            found[address] = sender
        yield found


def taken(receiver, senders, *sent):
    for address, content in sent:
        senders[address].sendto(content, (PEER, receiver.port))
    # the last one is known: on loopback the datagrams keep their order
    found = []

    def is_there():
        found.extend(receiver.read(0.05))
        return found and found[-1] == sent[-1][1]

    wait_until(is_there)
    return found


def test_another_address_of_the_controller_is_its_source(receiver, senders):
    found = taken(
        receiver, senders, (STRANGER, b"abc"), (OTHER, b"one!"), (STRANGER, b"not taken"), (OTHER, b"two")
    )
    assert found == [b"one!", b"two"]
    assert receiver.source == OTHER


def test_the_dialled_peer_comes_before_all_others(receiver, senders):
    found = taken(receiver, senders, (OTHER, b"first"), (PEER, b"a"), (OTHER, b"second"), (PEER, b"b"))
    assert found == [b"first", b"a", b"b"]
