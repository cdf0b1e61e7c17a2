"""``torsion ports``: the serial ports of this computer, and how every controller is named."""

import argparse

from app.terminal.command import Context, ExitCode, be_command, present, table


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion ports``."""
    be_command(parser, _ports)


def _ports(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from devices.families import FAMILIES
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
    families = [
        {
            "name": family.pattern,
            "example": family.example,
            "options": {option.name: option.meaning for option in family.options},
        }
        for family in FAMILIES
    ]
    rows = [(port["port"], port["name"], port["usb_id"] or None, port["controller"]) for port in ports]
    found = table("Serial ports", ("port", "", "USB id", "controller"), rows)
    named = [
        (pattern, option, meaning)
        for family in FAMILIES
        for pattern, option, meaning in (
            (family.pattern, "", ""),
            *(("", f"{option.name}=", option.meaning) for option in family.options),
        )
    ]
    present(
        arguments,
        {"ports": ports, "controllers": families},
        found if ports else "This computer has no serial port, or none is plugged in.",
        table("Controllers, and what may follow behind ? and &", ("name", "option", ""), named),
    )
    return ExitCode.SUCCESS
