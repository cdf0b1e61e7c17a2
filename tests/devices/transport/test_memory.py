"""The link in memory conforms too, and its faults are those asked for."""

import pytest

from devices.errors import TransportError
from tests.devices.memory_link import memory_pair
from tests.devices.transport.conformance import Conformance


@pytest.fixture
def ends():
    return memory_pair()


class TestMemory(Conformance):
    pass


def test_what_is_lost_and_damaged_is_counted(ends):
    here, there = ends
    here.lose(0.3, seed=1)
    here.damage(0.3, seed=2)
    received = []
    for _ in range(400):
        here.write(b"\x00" * 16, 0.1)
        received.append(there.read(0.0))
    arrived = [chunk for chunk in received if chunk]
    changed = [chunk for chunk in arrived if chunk != bytes(16)]
    assert len(received) - len(arrived) == here.lost > 60
    assert len(changed) == here.damaged > 40
    assert all(sum(byte.bit_count() for byte in chunk) == 1 for chunk in changed)


def test_a_blocked_direction_takes_what_fits_and_then_nothing(ends):
    here, there = ends
    here.block_writes(after_bytes=3)
    assert here.write(b"abcdef", 0.01) == 3
    assert here.write(b"def", 0.01) == 0
    assert there.read(0.1) == b"abc"
    there.write(b"other way", 0.1)
    assert here.read(0.1) == b"other way"
    here.unblock_writes()
    assert here.write(b"def", 0.01) == 3


def test_a_broken_link_still_gives_what_had_arrived(ends):
    here, there = ends
    here.write(b"last words", 0.1)
    here.break_link()
    assert there.read(0.1) == b"last words"
    with pytest.raises(TransportError, match="link-lost"):
        there.read(0.1)
