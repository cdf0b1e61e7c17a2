"""``torsion ports``: what the list says, and how each port is named for a command."""

from devices.transport.serial_ports import SerialPort

PORTS = (
    SerialPort("/dev/ttyACM0", "USB serial, Acme Motion Board, ttyACM0", "1A86:55D4:SN 1"),
    SerialPort("/dev/ttyS0", "Serial port, ttyS0", ""),
)


def test_ports_are_listed_with_the_names_that_commands_take(run, run_json, monkeypatch):
    monkeypatch.setattr("devices.transport.serial_ports.serial_ports", lambda: PORTS)
    code, document, err = run_json("ports")
    assert (code, err) == (0, "")
    assert document["ports"] == [
        {
            "port": "/dev/ttyACM0",
            "name": "USB serial, Acme Motion Board, ttyACM0",
            "usb_id": "1A86:55D4:SN 1",
            "controller": "serial:/dev/ttyACM0?usb=1A86:55D4:SN%201",
        },
        {
            "port": "/dev/ttyS0",
            "name": "Serial port, ttyS0",
            "usb_id": "",
            "controller": "serial:/dev/ttyS0",
        },
    ]
    code, out, _ = run("ports")
    assert code == 0
    assert "USB serial, Acme Motion Board, ttyACM0" in out


def test_a_computer_without_ports_says_so(run, run_json, monkeypatch):
    monkeypatch.setattr("devices.transport.serial_ports.serial_ports", tuple)
    assert run_json("ports")[1]["ports"] == []
    assert "no serial port" in run("ports")[1]
