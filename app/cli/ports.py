"""``torsion ports``: the serial ports of this computer, and how to name a robot on each."""

import argparse

from app.cli.command import Commands, Context, ExitCode, add_command
from app.cli.output import present, table


def add_to(commands: Commands) -> None:
    """Add ``ports``."""
    add_command(commands, "ports", _ports, summary="The serial ports of this computer.")


def _ports(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from devices.serial_arm.settings import SerialSettings
    from devices.transport.serial_ports import serial_ports

    context.monitor.check()
    ports = [
        {
            "port": port.path,
            "name": port.name,
            "usb_id": port.usb_id,
            "controller": SerialSettings(port.path, usb=port.usb_id).uri,
        }
        for port in serial_ports()
    ]
    if not ports:
        present(arguments, {"ports": ports}, "This computer has no serial port, or none is plugged in.")
        return ExitCode.SUCCESS
    rows = [(port["port"], port["name"], port["usb_id"] or None, port["controller"]) for port in ports]
    present(arguments, {"ports": ports}, table("Serial ports", ("port", "", "USB id", "controller"), rows))
    return ExitCode.SUCCESS
