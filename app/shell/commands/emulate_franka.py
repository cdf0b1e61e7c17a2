"""``torsion emulate franka:ROBOT``: a Franka controller at a loopback address."""

import argparse
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from app.errors.text import error_text
from app.shell.commands.emulate_controller import host_of, number_of, port_of
from app.shell.commands.pendant import PENDANT_WORDS, PendantLines
from app.shell.commands.serving import announce, serve
from app.terminal.command import Context, ExitCode, WrongUse
from app.terminal.output import complain
from core.errors import TorsionError

if TYPE_CHECKING:
    from devices.emulated.franka import EmulatedFranka

FRANKA = "franka"
_NOT_OF_FRANKA = ("link", "recording", "label")


def emulate_franka(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Serve until the order to quit, Ctrl-C, or the end of a standard input that was open."""
    for name in _NOT_OF_FRANKA:
        if getattr(arguments, name) is not None:
            raise WrongUse(f"--{name} does not go with {FRANKA}:ROBOT; nothing was started.")
    from devices.emulated.franka import EmulatedFranka
    from devices.emulated.franka_settings import parse_emulated_franka
    from devices.franka.settings import FCI_PORT

    settings = parse_emulated_franka(arguments.robot)
    host, port = host_of(arguments), port_of(arguments, default=FCI_PORT)
    with closing(EmulatedFranka(settings, host=host, port=port)) as emulated:
        told = {"uri": emulated.uri, "serial": settings.serial, "version": settings.version}
        announce(arguments, told, line=emulated.uri)
        orders, pendant = _orders(emulated), PendantLines(arguments, emulated)
        serve(emulated, pendant.or_else(lambda line: _obey(orders, line)), context, tell=pendant.tell)
    return ExitCode.SUCCESS


def _orders(emulated: "EmulatedFranka") -> dict[str, Callable[[float], None]]:
    """Orders that a line can give, by its first word; the number behind it is 1 where none is given."""
    from devices.emulated.franka_controller import FAULTS

    def fault(name: str) -> Callable[[float], None]:
        return lambda _number: emulated.make_happen(name)

    return {
        **{name: fault(name) for name in FAULTS},
        "load": emulated.hang,
        "skip": lambda count: emulated.skip(int(count)),
        "pull": lambda _number: emulated.pull(),
        "plug": lambda _number: emulated.plug(),
        "power-cycle": lambda _number: emulated.power_cycle(),
    }


def _obey(orders: dict[str, Callable[[float], None]], line: str) -> None:
    """Do what a line says; an error is reported and ends nothing."""
    name, _, text = line.partition(" ")
    number = number_of(text or "1")
    if name not in orders or number is None:
        complain(f"'{line}' is none of {', '.join((*orders, *PENDANT_WORDS, 'quit'))}.")
        return
    try:
        orders[name](number)
    except TorsionError as error:
        complain(error_text(error).one_line)
