"""Serial ports over real pseudo-terminals: conformance in both ways of reading, opening, pulling, closing."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are of POSIX")

import serial

from devices.errors import TransportError
from devices.transport import serial_port
from devices.transport.serial_port import DescriptorLine, PlainLine, SerialTransport, UnsentBytes
from devices.transport.serial_ports import serial_ports
from tests.devices.transport.conformance import Conformance
from tests.devices.transport.pty_peer import PtyPeer
from tests.waiting import LIMIT_S, wait_until

BAUD = 2_000_000
SLICE_S = 0.05
"""Longest wait of one of the port's own reads."""


@pytest.fixture(params=["descriptor", "plain", "plain-without-out-waiting"])
def ends(request, monkeypatch):
    if request.param != "descriptor":
        monkeypatch.setattr(serial_port, "DescriptorLine", PlainLine)
    if request.param == "plain-without-out-waiting":
        monkeypatch.delattr("serial.serialposix.Serial.out_waiting")
    peer = PtyPeer(keeps_port=False)
    here = SerialTransport(peer.path, baud=BAUD)
    peer.host_has_opened()
    yield here, peer
    here.close()
    peer.close()


@pytest.fixture
def peer():
    made = PtyPeer()
    yield made
    made.close()


class TestSerial(Conformance):
    pass


class TestSerialFromTheOtherEnd(Conformance):
    @pytest.fixture
    def ends(self, ends):
        return ends[::-1]

    def test_closing_is_idempotent_and_ends_the_link_for_both(self, ends):
        peer, host = ends
        peer.close()
        for attempt in (lambda: host.read(LIMIT_S), lambda: host.write(b"x", 0.1), lambda: host.read(0.1)):
            with pytest.raises(TransportError, match="link-lost"):
                attempt()
        host.close()
        host.close()

    test_closing_wakes_a_read_and_a_write_under_way = None  # the test's own end is not under test


def test_bytes_from_before_the_opening_are_discarded(peer):
    peer.write(b"of yesterday", 1.0)
    host = SerialTransport(peer.path, baud=BAUD)
    peer.write(b"of today", 1.0)
    assert host.read(LIMIT_S) == b"of today"
    host.close()


@pytest.mark.parametrize("baud", [9600, 115_200, 2_000_000, 1_234_567])
def test_standard_and_other_baud_rates_are_accepted(peer, baud):
    host = SerialTransport(peer.path, baud=baud)
    host.write(b"x", 1.0)
    assert peer.read(LIMIT_S) == b"x"
    host.close()


def test_a_port_is_exclusive_until_it_is_closed(peer):
    first = SerialTransport(peer.path, baud=BAUD)
    with pytest.raises(TransportError, match="port-busy") as refused:
        SerialTransport(peer.path, baud=BAUD)
    assert refused.value.facts["port"] == peer.path
    first.close()
    SerialTransport(peer.path, baud=BAUD).close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who holds a port")
def test_the_program_that_holds_the_port_is_named(peer):
    holding = "import serial, sys; p = serial.Serial(sys.argv[1], exclusive=True); print('held', flush=True)"
    program = [sys.executable, "-c", f"{holding}; sys.stdin.read()", peer.path]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(TransportError, match="port-busy") as refused:
            SerialTransport(peer.path, baud=BAUD)
        other.stdin.close()
    assert str(refused.value.facts["holder"]).startswith("python")
    assert f"({other.pid})" in refused.value.facts["holder"]


def test_names_that_are_no_ports_are_refused(tmp_path):
    with pytest.raises(TransportError, match="port-missing") as missing:
        SerialTransport("/dev/ttyNothing", baud=BAUD)
    assert missing.value.facts["looked_for"] == missing.value.facts["port"] == "/dev/ttyNothing"
    assert missing.value.facts["ports"] == tuple(port.path for port in serial_ports())
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(TransportError, match="port-error") as odd:
        SerialTransport(str(file), baud=BAUD)
    assert odd.value.facts["errno"] == 25


def test_an_unsupported_baud_rate_is_refused(peer):
    with pytest.raises(TransportError, match="baud-not-offered") as refused:
        SerialTransport(peer.path, baud=2**33)
    assert refused.value.facts["baud"] == 2**33
    SerialTransport(peer.path, baud=BAUD).close()  # nothing was left open


def test_a_pulled_cable_ends_a_read_in_progress_at_once(peer):
    host = SerialTransport(peer.path, baud=BAUD)
    pulled = threading.Timer(0.05, peer.close)
    pulled.start()
    with pytest.raises(TransportError, match="link-lost"):
        host.read(LIMIT_S)
    pulled.join()
    with pytest.raises(TransportError, match="link-lost"):
        host.write(b"x", 0.1)
    host.close()


def test_a_peer_that_accepts_nothing_blocks_no_longer_than_the_timeout(peer):
    host = SerialTransport(peer.path, baud=BAUD)
    while host.write(bytes(512), 0.05):
        pass
    assert host.write(b"stop", 0.05) == 0
    host.close()


class PortWithBacklog:
    """A port over a pseudo-terminal whose driver tells how much it has not sent yet."""

    def __init__(self, port: serial.Serial, *, baudrate: int, out_waiting: int) -> None:
        self._port, self.baudrate, self.out_waiting = port, baudrate, out_waiting

    def __getattr__(self, name: str):
        return getattr(self._port, name)


@pytest.mark.parametrize("line", [DescriptorLine, PlainLine])
@pytest.mark.parametrize(
    ("baud", "waiting", "taken"),
    [(2_000_000, 0, {512, 1024}), (2_000_000, 1000, {24}), (115_200, 0, {230}), (9_600, 0, {64})],
)
def test_only_little_waits_unsent_in_the_operating_system(peer, line, baud, waiting, taken):
    port = PortWithBacklog(
        serial.Serial(peer.path, write_timeout=LIMIT_S), baudrate=baud, out_waiting=waiting
    )
    over = line(port)
    assert over.write(bytes(5000), LIMIT_S) in taken
    port.out_waiting = 2000
    assert over.write(b"more", 0.05) == 0
    over.close()


def test_an_error_of_counting_unsent_bytes_is_not_a_missing_count(peer):
    class Failing:
        baudrate = BAUD
        errno = 25

        @property
        def out_waiting(self):
            raise OSError(self.errno, "odd")

    port = Failing()
    port.errno = 5
    with pytest.raises(OSError, match="odd"):
        UnsentBytes(port).room()
    port.errno = 25
    assert UnsentBytes(port).room() == serial_port.UNSENT_BYTES


@pytest.mark.parametrize("problem", [OSError("gone"), TypeError("fd is None"), AttributeError("none")])
def test_every_error_of_a_dying_port_is_a_lost_link(peer, monkeypatch, problem):
    host = SerialTransport(peer.path, baud=BAUD)

    def fail(*_):
        raise problem

    for name in ("read", "write", "wake"):
        monkeypatch.setattr(host._line, name, fail)
    with pytest.raises(TransportError, match="link-lost") as lost:
        host.read(0.1)
    assert lost.value.facts["reason"] == str(problem)
    with pytest.raises(TransportError, match="link-lost"):
        host.write(b"x", 0.1)
    host.close()


@pytest.mark.expected_log("closing .* takes longer")
def test_a_driver_that_does_not_close_blocks_no_caller(peer, monkeypatch):
    host = SerialTransport(peer.path, baud=BAUD)
    let_go, close = threading.Event(), host._line.close
    monkeypatch.setattr(host._line, "close", lambda: (let_go.wait(LIMIT_S), close()))
    host.close()  # comes back although the driver does not
    assert not let_go.is_set()
    with pytest.raises(TransportError, match="link-lost"):
        host.read(0.1)
    let_go.set()


def test_opening_and_closing_leaves_no_descriptors_behind(peer):
    def count():
        return len(list(Path("/dev/fd").iterdir()))

    SerialTransport(peer.path, baud=BAUD).close()
    before = count()
    for _ in range(10):
        SerialTransport(peer.path, baud=BAUD).close()
        with pytest.raises(TransportError):
            SerialTransport(peer.path, baud=2**33)
    assert count() == before


@pytest.mark.parametrize("line", [DescriptorLine, PlainLine])
def test_bytes_that_come_a_moment_after_the_first_are_read_together_with_it(peer, line, monkeypatch):
    """A stream in packets of a USB adapter wakes its reader once for many of them."""
    port = serial.Serial(peer.path, write_timeout=LIMIT_S, timeout=SLICE_S)
    pauses = []

    class MeanwhileMore:
        """Instead of a pause: what comes while it lasts."""

        @staticmethod
        def monotonic():
            return 0.0

        @staticmethod
        def sleep(seconds):
            pauses.append(seconds)
            peer.write(b" and more", LIMIT_S)
            wait_until(lambda: port.in_waiting >= len(b" and more"))

    monkeypatch.setattr(serial_port, "time", MeanwhileMore)
    over = line(port)
    peer.write(b"first", LIMIT_S)
    wait_until(lambda: port.in_waiting)
    assert over.read(LIMIT_S) == b"first and more"
    assert pauses == [serial_port.GATHER_S]
    over.close()
