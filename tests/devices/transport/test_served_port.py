"""A device's end over a port that is there: whatever becomes of the port, only ``close`` ends it."""

import threading

import pytest

from devices.errors import TransportError
from devices.transport.cable import ServedPort
from tests.devices.memory_link import memory_pair
from tests.waiting import LIMIT_S


class Wire:
    """Each opening makes a new link in memory; ``theirs`` is the other end of the last."""

    def __init__(self):
        self.is_there = True
        self.openings = 0

    def open(self):
        if not self.is_there:
            raise TransportError(
                "port-missing", port="/dev/ttyX", looked_for="/dev/ttyX", ports=(), reason=""
            )
        self.openings += 1
        ours, self.theirs = memory_pair()
        return ours


@pytest.fixture
def wire():
    return Wire()


@pytest.fixture
def served(wire):
    served = ServedPort(wire.open)
    yield served
    served.close()


def test_bytes_pass_both_ways(wire, served):
    assert served.write(b"down", 0.0) == 4
    assert wire.theirs.read(1.0) == b"down"
    wire.theirs.write(b"up", 0.0)
    assert served.read(1.0) == b"up"


def test_with_the_cable_pulled_nothing_is_read_or_written(wire, served):
    served.pull()
    served.pull()
    with pytest.raises(TransportError):
        wire.theirs.read(0.0)
    assert served.read(0.01) == b""
    assert served.write(b"lost", 0.0) == 4
    served.plug()
    served.plug()
    assert wire.openings == 2
    test_bytes_pass_both_ways(wire, served)


@pytest.mark.expected_log("the port is gone")
@pytest.mark.parametrize("attempt", [lambda port: port.read(0.0), lambda port: port.write(b"x", 0.0)])
def test_a_port_that_disappears_counts_as_a_pulled_cable(wire, served, attempt):
    wire.theirs.break_link()
    assert attempt(served) in {b"", 1}
    wire.is_there = False
    with pytest.raises(TransportError, match="port-missing"):
        served.plug()
    assert served.read(0.0) == b""
    wire.is_there = True
    served.plug()
    test_bytes_pass_both_ways(wire, served)


def test_closing_ends_a_read_while_the_cable_is_out(wire, served):
    served.pull()
    errors = []

    def run():
        try:
            served.read(10.0)
        except TransportError as error:
            errors.append(error.code)

    reader = threading.Thread(target=run, name="test-device")
    reader.start()
    served.close()
    reader.join(LIMIT_S)
    assert errors == ["link-lost"]
    with pytest.raises(TransportError, match="link-lost"):
        served.write(b"x", 0.0)
