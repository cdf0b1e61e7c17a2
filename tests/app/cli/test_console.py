"""Consoles of Windows: old code pages, no console at all, names of its ports and folders."""

import os
import subprocess
import sys

import pytest

from app.__main__ import main
from devices.serial_arm.settings import SerialSettings, parse_serial
from devices.transport import serial_port
from devices.virtual.settings import VirtualSettings, parse_virtual

COMMANDS = (["robots"], ["robots", "ec66"], ["--help"], ["run", "payload", "--help"], ["info", "ü→µ.h5"])


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_no_sign_is_too_much_for_an_old_console(encoding, repository):
    script = f"from app.__main__ import main\nprint([int(main(command)) for command in {COMMANDS!r}])"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=repository,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    said, complained = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    assert done.returncode == 0, complained
    assert said.splitlines()[-1] == "[0, 0, 0, 0, 2]"
    assert "UnicodeEncodeError" not in complained
    assert "N·m" in said


@pytest.mark.parametrize(("command", "code"), [(["robots"], 0), (["fly"], 2), (["info", "none.h5"], 2)])
def test_a_command_without_any_console_ends_as_it_should(command, code):
    """So Windows starts the program with a window: without any stream."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = sys.stdout = sys.stderr = None
    try:
        assert main(command) == code
        made = sys.stdin, sys.stdout, sys.stderr
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    for stream in made:
        stream.close()


@pytest.mark.parametrize(
    ("uri", "port"),
    [
        ("serial:COM7", "COM7"),
        ("serial:COM7?baud=921600", "COM7"),
        (r"serial:\\.\COM12", r"\\.\COM12"),
        ("serial:auto?usb=1A86:55D4:SN 1", "auto"),
    ],
)
def test_ports_have_the_names_that_windows_gives_them(uri, port):
    found = parse_serial(uri)
    assert found.port == port
    assert parse_serial(found.uri) == found
    assert SerialSettings(port, found.baud, found.usb).uri == found.uri


class WindowsPort:
    """What pyserial opens on Windows: a port without a descriptor and without Linux's low latency."""

    def __init__(self, name: str, baud: int, **how: object) -> None:
        self.name, self.baudrate, self.how = name, baud, how
        self.buffers: list[tuple[int, int]] = []

    def set_buffer_size(self, receiving: int, sending: int) -> None:
        self.buffers.append((receiving, sending))

    def reset_input_buffer(self) -> None:
        pass


def test_a_port_of_windows_is_opened_alone_and_with_room(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(serial_port.serial, "Serial", WindowsPort)
    port = serial_port.open_port("COM7", baud=921_600)
    assert (port.name, port.baudrate, port.how["exclusive"]) == ("COM7", 921_600, True)
    assert port.buffers == [(serial_port.BUFFER_BYTES,) * 2]


@pytest.mark.parametrize("path", [r"C:\visits\arm 1\ec66.toml", r"\\server\share\arm.toml", r"D:arm.toml"])
def test_a_description_in_a_windows_folder_names_a_virtual_robot(path):
    settings = parse_virtual(f"virtual:{path}?seed=3")
    assert settings.robot == path
    assert parse_virtual(settings.uri) == settings
    assert VirtualSettings(path, seed=3).uri == f"virtual:{path}?seed=3"
