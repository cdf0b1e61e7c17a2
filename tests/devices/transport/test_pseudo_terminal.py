"""The device's end of a serial line: as slow as it says, pulled and plugged, never ended by a host."""

import os
import select
import threading
import tty
from pathlib import Path

import pytest

from devices.errors import ConfigurationError, TransportError
from devices.transport.cable import BURST_S, LineRate
from devices.transport.pseudo_terminal import PseudoTerminal
from tests.waiting import LIMIT_S, wait_until

BAUD = 115_200
FAST = 100_000_000


@pytest.fixture
def link(tmp_path):
    return tmp_path / "port"


@pytest.fixture
def make(link):
    made = []

    def open_one(baud=FAST, **clock):
        made.append(PseudoTerminal(link, baud=baud, **clock))
        return made[-1]

    yield open_one
    for terminal in made:
        terminal.close()


class Host:
    """A bare file descriptor of the port."""

    def __init__(self, link):
        self.descriptor = os.open(link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self.descriptor)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.descriptor)

    def read(self, count):
        """So many bytes."""
        content = b""
        while len(content) < count and select.select([self.descriptor], [], [], LIMIT_S)[0]:
            content += os.read(self.descriptor, count - len(content))
        return content

    def write(self, content):
        """Write it all and return the number of accepted bytes."""
        sent = 0
        while sent < len(content) and select.select([], [self.descriptor], [], LIMIT_S)[1]:
            sent += os.write(self.descriptor, content[sent : sent + 4096])
        return sent


def read(terminal, count):
    content = []
    wait_until(lambda: content.append(terminal.read(0.05)) or len(b"".join(content)) >= count)
    return b"".join(content)


def write(terminal, content):
    sent = 0
    while sent < len(content):
        sent += terminal.write(content[sent:], 0.01)
    return sent


class Turned:
    """A clock that stands until somebody sleeps."""

    def __init__(self):
        self.now_s = 0.0

    def clock(self):
        return self.now_s

    def sleep(self, seconds):
        self.now_s += seconds


EVERY_BYTE = bytes(range(256)) * 8


def test_every_byte_arrives_as_it_was_both_ways(make, link):
    terminal = make()
    with Host(link) as host:
        assert host.write(EVERY_BYTE) == len(EVERY_BYTE)
        assert read(terminal, len(EVERY_BYTE)) == EVERY_BYTE
        assert write(terminal, EVERY_BYTE) == len(EVERY_BYTE)
        assert host.read(len(EVERY_BYTE)) == EVERY_BYTE


def test_reading_nothing_gives_up_with_and_without_a_host(make, link):
    terminal = make()
    for host in (None, Host(link)):
        assert terminal.read(0.05) == b""
        if host is not None:
            os.close(host.descriptor)


def test_a_new_host_receives_nothing_sent_before_it_opened_the_port(make, link):
    terminal = make()
    for number in range(3):
        lost = b"sent without a host"
        assert terminal.write(lost, 0.0) == len(lost)
        with Host(link) as host:
            assert write(terminal, b"new %d" % number) == 5
            assert host.read(5) == b"new %d" % number
            host.write(b"last words")
        assert read(terminal, 10) == b"last words", "what a host sent before it left is heard"
        assert terminal.read(0.0) == b""


def test_settings_of_the_line_stay_raw_for_the_next_host(make, link):
    terminal = make()
    with Host(link):
        pass
    descriptor = os.open(link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        write(terminal, b"\x03\x04\r\n")
        assert select.select([descriptor], [], [], LIMIT_S)[0]
        assert os.read(descriptor, 100) == b"\x03\x04\r\n"
        assert terminal.read(0.05) == b"", "no echo"
    finally:
        os.close(descriptor)


def test_a_host_that_does_not_read_makes_write_accept_nothing_without_blocking(make, link):
    terminal = make()
    with Host(link) as host:
        sent = 0
        while taken := terminal.write(bytes(4096), 0.0):
            sent += taken
            assert sent < 2**20
        assert len(host.read(sent)) == sent
        assert write(terminal, b"again") == 5


def test_bytes_of_the_device_are_limited_to_the_baud_rate(make, link):
    turned, received = Turned(), []
    terminal = make(BAUD, clock=turned.clock, sleep=turned.sleep)
    count = BAUD // 10
    with Host(link) as host:
        reader = threading.Thread(target=lambda: received.append(host.read(count)), name="test-host")
        reader.start()
        assert write(terminal, bytes(count)) == count
        reader.join(LIMIT_S)
    assert len(received[0]) == count
    assert turned.now_s == pytest.approx(1.0 - BURST_S, rel=0.01)


def test_bytes_of_the_host_are_limited_to_the_baud_rate(make, link):
    turned = Turned()
    terminal = make(BAUD, clock=turned.clock, sleep=turned.sleep)
    count = BAUD // 10
    with Host(link) as host:
        writer = threading.Thread(target=host.write, args=(bytes(count),), name="test-host")
        writer.start()
        assert len(read(terminal, count)) == count
        writer.join(LIMIT_S)
    assert turned.now_s == pytest.approx(1.0 - BURST_S, rel=0.01)


def test_discarded_bytes_are_limited_to_the_baud_rate_too(make):
    turned = Turned()
    terminal = make(BAUD, clock=turned.clock, sleep=turned.sleep)
    count = BAUD // 20
    assert write(terminal, bytes(count)) == count
    assert turned.now_s == pytest.approx(0.5 - BURST_S, rel=0.01)


def test_the_rate_limit_follows_its_clock():
    now = [0.0]
    rate = LineRate(1_000_000, clock=lambda: now[0])
    assert rate.room() == 1000, "a burst of 10 ms"
    rate.spend(1000)
    assert rate.wait_s(50) == pytest.approx(0.0005)
    assert rate.wait_s(5000) == pytest.approx(0.001), "no more than a sip is waited for"
    now[0] += 0.0004
    assert rate.room() == 40
    now[0] += 1.0
    assert rate.room() == 1000, "no more for a longer pause"
    assert LineRate(300, clock=lambda: 0.0).room() == 1, "even the slowest line takes a byte"


def _is_gone(descriptor):
    """End of file or an error, as the operating system likes."""
    try:
        return os.read(descriptor, 1) == b""
    except OSError:
        return True


def test_with_the_cable_pulled_the_host_loses_the_port_and_the_device_goes_on(make, link):
    terminal = make()
    with Host(link) as host:
        terminal.pull()
        terminal.pull()
        assert not os.path.lexists(link)
        assert select.select([host.descriptor], [], [], LIMIT_S)[0]
        assert _is_gone(host.descriptor)
        assert terminal.read(0.02) == b""
        assert terminal.write(b"lost", 0.0) == 4


def test_plugging_in_makes_a_new_port_behind_the_same_link(make, link):
    terminal = make()
    with Host(link):
        before = link.readlink()
        terminal.pull()
        terminal.plug()
        terminal.plug()
        assert link.readlink() != before, "the old one is still held by a host"
    with Host(link) as host:
        host.write(b"up")
        assert read(terminal, 2) == b"up"
        write(terminal, b"down")
        assert host.read(4) == b"down"


def test_a_pull_waits_for_no_read_and_a_plug_wakes_it(make, link):
    terminal = make()
    got, reading = [], threading.Event()

    def run():
        reading.set()
        got.append(terminal.read(2.0 * LIMIT_S))

    reader = threading.Thread(target=run, name="test-device")
    reader.start()
    assert reading.wait(LIMIT_S)
    terminal.pull()  # comes back although the reader waits until the plug
    terminal.plug()
    with Host(link) as host:
        host.write(b"up")
        reader.join(LIMIT_S)
    assert got == [b"up"]


def test_the_link_is_never_missing_while_it_is_replaced(make, link):
    """A crashed device leaves a link behind; the next one takes its place in one step."""
    link.symlink_to("/dev/nowhere")
    missing, over = [], threading.Event()

    def watch():
        while not over.is_set():
            missing.extend([True] if not os.path.lexists(link) else [])

    watcher = threading.Thread(target=watch, name="test-watcher")
    watcher.start()
    for _ in range(20):
        make()
    over.set()
    watcher.join()
    assert not missing
    assert not [entry for entry in link.parent.iterdir() if entry != link], "nothing else is left"


def test_a_file_in_the_place_of_the_link_is_left_alone(make, link):
    link.write_text("mine")
    with pytest.raises(ConfigurationError, match="port-link-taken"):
        make()
    assert link.read_text() == "mine"


def test_a_missing_folder_of_the_link_is_an_error(tmp_path):
    with pytest.raises(TransportError, match="port-link-failed"):
        PseudoTerminal(tmp_path / "nowhere" / "port", baud=BAUD)


def test_a_link_that_now_points_elsewhere_is_not_removed(make, link):
    first, second = make(), make()
    first.close()
    assert link.exists()
    second.close()
    assert not os.path.lexists(link)


def test_closing_ends_reading_and_writing_and_changing(make):
    terminal = make()
    errors, reading = [], threading.Event()

    def run():
        reading.set()
        try:
            while True:
                terminal.read(2.0 * LIMIT_S)
        except TransportError as error:
            errors.append(error.code)

    reader = threading.Thread(target=run, name="test-device")
    reader.start()
    assert reading.wait(LIMIT_S)
    terminal.close()
    terminal.close()
    reader.join(LIMIT_S)
    assert errors == ["link-lost"]
    for attempt in (lambda: terminal.write(b"x", 0.0), terminal.pull, terminal.plug):
        with pytest.raises(TransportError, match="link-lost"):
            attempt()


def descriptors():
    return sum(1 for _ in Path("/dev/fd").iterdir())


def test_no_descriptor_is_left_behind(make, link):
    before = descriptors()
    terminal = make()
    for _ in range(20):
        terminal.pull()
        terminal.plug()
    terminal.close()
    link.mkdir()
    with pytest.raises(ConfigurationError):
        make()
    assert descriptors() == before
