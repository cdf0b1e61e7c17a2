"""Ports as people read them: from what pyserial finds on the three systems."""

import pytest
from serial.tools.list_ports_common import ListPortInfo

from devices.transport import serial_ports as listing
from devices.transport.serial_ports import SerialPort, described_ports, serial_ports


def found(device, **said):
    port = ListPortInfo(device, skip_link_detection=True)
    for name, value in said.items():
        setattr(port, name, value)
    return port


ACME = {"vid": 0x1A86, "pid": 0x55D4, "serial_number": "SN123"}


@pytest.mark.parametrize(
    ("port", "expected"),
    [
        (
            found("/dev/ttyACM0", manufacturer="Acme", product="Motion Board", **ACME),
            SerialPort("/dev/ttyACM0", "USB serial, Acme Motion Board, ttyACM0", "1A86:55D4:SN123"),
        ),
        (
            found("COM5", manufacturer="Acme", description="Acme Motion Board (COM5)", **ACME),
            SerialPort("COM5", "USB serial, Acme Motion Board, COM5", "1A86:55D4:SN123"),
        ),
        (
            found(
                "COM7", manufacturer="Microsoft", description="USB Serial Device (COM7)", vid=0xCAFE, pid=1
            ),
            SerialPort("COM7", "USB serial, COM7", "CAFE:0001"),
        ),
        (
            found(
                "/dev/ttyUSB1",
                product="Quad RS232",
                interface="B",
                manufacturer="FTDI",
                vid=0x403,
                pid=0x6011,
            ),
            SerialPort("/dev/ttyUSB1", "USB serial, FTDI Quad RS232 (B), ttyUSB1", "0403:6011"),
        ),
        (
            found("/dev/ttyUSB0", product=None, manufacturer=" \n", vid=0x403, pid=0x6001),
            SerialPort("/dev/ttyUSB0", "USB serial, ttyUSB0", "0403:6001"),
        ),
        (found("/dev/ttyS0", description="ttyS0"), SerialPort("/dev/ttyS0", "Serial port, ttyS0", "")),
        (found("/dev/rfcomm0"), SerialPort("/dev/rfcomm0", "Bluetooth serial, rfcomm0", "")),
        (
            found("COM1", description="Communications Port (COM1)"),
            SerialPort("COM1", "Serial port, Communications Port, COM1", ""),
        ),
    ],
)
def test_ports_have_readable_names(port, expected):
    assert described_ports([port]) == (expected,)


def test_usb_ports_come_first_and_numbers_are_sorted_by_value():
    ports = [found("COM1"), found("COM10", **ACME), found("COM9", **ACME), found("COM2")]
    assert [port.path for port in described_ports(ports)] == ["COM9", "COM10", "COM1", "COM2"]


def test_listing_is_repeated_when_a_port_is_pulled_meanwhile(monkeypatch):
    answers = [TypeError("int() argument must be a string"), OSError("no such device"), [found("COM3")]]

    def list_once():
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(listing, "comports", list_once)
    assert [port.path for port in serial_ports()] == ["COM3"]
    answers[:] = [OSError("odd")] * 3
    assert serial_ports() == ()


def test_the_ports_of_this_computer_can_be_listed():
    assert all(port.path and port.name for port in serial_ports())
