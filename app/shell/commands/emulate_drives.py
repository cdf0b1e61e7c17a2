"""``torsion emulate cia402:ROBOT``: drives on a bus that needs neither a network nor a driver."""

import argparse
import os
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from app.shell.commands.emulate_controller import CONTROLLER_ONLY, port_of
from app.shell.commands.serving import OrderLines, announce, serve
from app.terminal.command import Context, ExitCode, WrongUse

if TYPE_CHECKING:
    from devices.emulated.cia402 import EmulatedCia402

EMULATED_DRIVES = "cia402"


def emulate_drives(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Serve until the order to quit, Ctrl-C, or the end of a standard input that was open."""
    from devices.emulated.cia402 import EmulatedCia402, parse_emulated_cia402

    expect_bus_options(arguments)
    settings = parse_emulated_cia402(arguments.robot)
    link = None if arguments.link is None else arguments.link.absolute()
    port = None if arguments.port is None else port_of(arguments, default=0)
    with closing(EmulatedCia402(settings, link=link, port=port)) as drives:
        told = {"uri": drives.uri, "serial": settings.serial, "interface": "slcan"}
        told |= {"channel": drives.channel, "map": str(drives.map), "eds": str(drives.eds)}
        announce(arguments, told, line=drives.uri)
        serve(drives, _lines(drives).obey, context)
    return ExitCode.SUCCESS


def expect_bus_options(arguments: argparse.Namespace) -> None:
    """Refuse options that drives on a bus do not have."""
    for name in CONTROLLER_ONLY:
        if getattr(arguments, name) is not None:
            raise WrongUse(f"--{name} does not go with {arguments.robot}; nothing was started.")
    if arguments.link is not None and os.name != "posix":
        raise WrongUse("Windows has no pseudo-terminals: leave --link out; nothing was started.")


def _lines(drives: "EmulatedCia402") -> OrderLines:
    orders: dict[str, Callable[[float], object]] = {
        "fault": lambda joint: drives.fail(int(joint)),
        "silent": lambda joint: drives.silence(int(joint)),
        "home": lambda _joint: drives.home(),
        "pull": lambda _joint: drives.pull(),
        "plug": lambda _joint: drives.plug(),
    }
    joints = range(1, len(drives.arm.drives) + 1)
    return OrderLines(orders, takes=lambda _order, joint: joint in joints, hint="; joints count from 1")
