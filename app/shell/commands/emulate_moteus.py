"""``torsion emulate moteus:ROBOT``: drives behind an emulated adapter, fdcanusb or slcan."""

import argparse
import contextlib
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from app.shell.commands.emulate_controller import port_of
from app.shell.commands.emulate_drives import expect_bus_options
from app.shell.commands.serving import OrderLines, announce, serve
from app.terminal.command import Context, ExitCode

if TYPE_CHECKING:
    from devices.emulated.moteus import EmulatedMoteus

MOTEUS = "moteus"
_NICER = -5
USUAL_FAULT = 33
"""Code of the fault that is raised where none is named: the motor driver's."""


def emulate_moteus(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Serve until the order to quit, Ctrl-C, or the end of a standard input that was open."""
    expect_bus_options(arguments)
    from devices.emulated.moteus import EmulatedMoteus
    from devices.emulated.moteus_settings import parse_emulated_moteus

    link = None if arguments.link is None else arguments.link.absolute()
    settings = parse_emulated_moteus(arguments.robot)
    port = None if arguments.port is None else port_of(arguments, default=0)
    with _ahead_of_others(), closing(EmulatedMoteus(settings, link=link, port=port)) as emulated:
        ids = ",".join(map(str, emulated.bus.ids))
        told = {"interface": emulated.interface, "channel": emulated.channel, "ids": ids, "uri": emulated.uri}
        announce(arguments, told, line=" ".join(f"{key}={value}" for key, value in told.items()))
        serve(emulated, _lines(emulated).obey, context)
    return ExitCode.SUCCESS


@contextlib.contextmanager
def _ahead_of_others() -> Iterator[None]:
    """Drives do not wait for other programs of this computer, where the system allows it."""
    before = os.nice(0) if hasattr(os, "nice") else 0
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICER)
    try:
        yield
    finally:
        with contextlib.suppress(OSError, AttributeError):
            os.nice(before - os.nice(0))


def _lines(emulated: "EmulatedMoteus") -> OrderLines:
    orders: dict[str, Callable[[float], object]] = {
        "pull": lambda _drive: emulated.pull(),
        "plug": lambda _drive: emulated.plug(),
        "fault": lambda drive: emulated.fail(int(drive), USUAL_FAULT),
        "silent": lambda drive: emulated.silence(int(drive)),
        "restart": lambda drive: emulated.restart(int(drive)),
        "answer": lambda drive: emulated.silence(int(drive), silent=False),
    }
    ids = emulated.bus.ids
    hint = "; behind a word stands the id of a drive"
    return OrderLines(orders, takes=lambda _order, drive: drive in ids, hint=hint)
