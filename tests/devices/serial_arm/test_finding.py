"""Finding the arm's port: named, renamed, busy, silent, twice, or missing; over pseudo-terminals."""

from dataclasses import dataclass

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are of POSIX")

from devices.errors import ConfigurationError, TransportError
from devices.protocol_open import messages as m
from devices.serial_arm import launch
from devices.serial_arm.launch import announcement_at, find_port
from devices.serial_arm.settings import SerialSettings
from devices.transport.serial_port import SerialTransport
from devices.transport.serial_ports import SerialPort
from tests.devices.open_arm.fake_device import FakeDevice, announcement
from tests.devices.transport.pty_peer import PtyPeer

USB = "1A86:55D4"


@dataclass
class Plugged:
    """A device on a port, as the list of ports shows it."""

    port: SerialPort
    device: FakeDevice

    @property
    def path(self) -> str:
        return self.port.path

    @property
    def was_asked(self) -> bool:
        return any(isinstance(message, m.Hello) for message in self.device.heard)


@pytest.fixture
def plug(monkeypatch):
    monkeypatch.setattr(launch, "ANSWER_DEADLINE_S", 0.4)
    plugged, peers = [], []

    def plug(usb_id, serial, *, is_silent=False):
        peer = PtyPeer()
        peers.append(peer)
        device = FakeDevice(peer)
        device.announcement = announcement(serial=serial)
        if is_silent:
            device.answers[m.Hello] = lambda *_: []
        device.keeps_talking = False
        one = Plugged(SerialPort(peer.path, f"USB serial, {serial}", usb_id), device)
        plugged.append(one)
        return one

    plug.listed = lambda: [one.port for one in plugged]
    yield plug
    for one in plugged:
        one.device.close()
    for peer in peers:
        peer.close()


def found(plug, port, **by):
    return find_port(SerialSettings(port, **by), list_ports=plug.listed)


def test_an_existing_named_port_is_used_without_hello(plug):
    arm, other = plug(f"{USB}:1", "A"), plug(f"{USB}:2", "B")
    assert found(plug, arm.path) == arm.path
    assert found(plug, arm.path, usb=f"{USB}:1") == arm.path
    assert found(plug, arm.path, usb=USB, arm="A") == arm.path
    assert not arm.was_asked
    assert not other.was_asked


def test_a_link_to_a_port_is_a_port(plug, tmp_path):
    arm = plug("", "A")
    link = tmp_path / "arm"
    link.symlink_to(arm.path)
    assert found(plug, str(link), usb=f"{USB}:1", arm="A") == str(link)


def test_a_renamed_port_is_found_by_its_usb_id_without_hello(plug):
    plug(f"{USB}:1", "A")
    arm = plug(f"{USB}:2", "B")
    assert found(plug, "/dev/ttyGone", usb=f"{USB}:2") == arm.path
    assert not arm.was_asked


def test_the_arm_is_found_among_others_with_the_same_adapter(plug):
    plug("0403:6001", "A"), plug("0403:6001", "B")
    arm = plug("0403:6001", "C")
    assert found(plug, "/dev/ttyGone", usb="0403:6001", arm="C") == arm.path


def test_an_adapter_that_was_exchanged_is_found_by_the_arm(plug):
    stranger = plug("2341:0043:7", "A")
    arm = plug(f"{USB}:new", "C")
    assert found(plug, "/dev/ttyGone", usb=f"{USB}:old", arm="C") == arm.path
    assert not stranger.was_asked, "nothing may be sent to what cannot be the arm"


def test_a_port_that_now_belongs_to_another_adapter_is_not_taken(plug):
    other, arm = plug(f"{USB}:1", "A"), plug(f"{USB}:2", "B")
    assert found(plug, other.path, usb=f"{USB}:2", arm="B") == arm.path


def test_auto_finds_the_arm_or_the_only_one_that_answers(plug):
    plug("", "none on USB")
    arm = plug(f"{USB}:1", "A")
    plug("2341:0043", "", is_silent=True)
    assert found(plug, "auto") == arm.path
    assert found(plug, "auto", arm="A") == arm.path
    assert found(plug, "auto", usb=f"{USB}:1") == arm.path
    with pytest.raises(TransportError, match="port-missing") as missing:
        found(plug, "auto", usb="2341:0043", arm="A")
    assert missing.value.facts["looked_for"] == "2341:0043, A"


def test_auto_does_not_choose_between_two(plug):
    arms = [plug(f"{USB}:{number}", f"A{number}") for number in (1, 2)]
    with pytest.raises(ConfigurationError, match="several-arms") as several:
        found(plug, "auto")
    assert several.value.facts["arms"] == tuple(f"A{n} ({arm.path})" for n, arm in enumerate(arms, 1))


def test_without_a_match_the_error_lists_the_ports(plug, monkeypatch):
    one = plug("", "A")
    monkeypatch.setattr("devices.transport.port_errors.serial_ports", plug.listed)
    for by in ({"usb": f"{USB}:9"}, {"usb": USB, "arm": "Z"}):
        with pytest.raises(TransportError, match="port-missing") as missing:
            found(plug, "/dev/ttyGone", **by)
        assert missing.value.facts["ports"] == (one.path,)
        assert missing.value.facts["port"] == "/dev/ttyGone"
    with pytest.raises(TransportError, match="port-missing"):
        found(plug, "auto")
    assert not one.was_asked


def test_a_port_held_by_another_program_is_an_error(plug):
    arm = plug(f"{USB}:1", "A")
    holder = SerialTransport(arm.path, baud=9600)
    with pytest.raises(TransportError, match="port-busy") as busy:
        found(plug, "auto", arm="A")
    assert busy.value.facts["port"] == arm.path
    second = plug(f"{USB}:2", "B")
    assert found(plug, "auto", arm="B") == second.path, "the one that is meant is free"
    holder.close()


def test_a_probe_returns_the_announcement_and_frees_the_port(plug):
    arm, silent = plug(f"{USB}:1", "A"), plug(f"{USB}:2", "B", is_silent=True)
    assert announcement_at(arm.path, baud=2_000_000, deadline_s=2.0).serial == "A"
    assert announcement_at(silent.path, baud=2_000_000, deadline_s=0.2) is None
    for one in (arm, silent):
        SerialTransport(one.path, baud=2_000_000).close()


def test_a_streaming_arm_is_recognised_among_its_samples(plug):
    arm = plug(f"{USB}:1", "A")
    arm.device.keeps_talking = True
    arm.device.write_bytes(b"\x55torn frame of before")
    assert announcement_at(arm.path, baud=2_000_000, deadline_s=2.0).serial == "A"
