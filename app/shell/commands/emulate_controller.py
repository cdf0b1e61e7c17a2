"""``torsion emulate ur:ROBOT`` or ``elite-cs:ROBOT``: a maker's controller at a loopback address."""

import argparse
import ipaddress
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import error_text
from app.shell.commands.keyboard import Keyboard
from app.terminal.command import Context, ExitCode, WrongUse
from app.terminal.output import complain, json_on_stdout, present
from core.bounds import Bounds
from core.errors import TorsionError
from core.monitor import Cancelled
from devices.errors import TransportError

if TYPE_CHECKING:
    from core.storage.visit import Visit
    from devices.emulated.ur import EmulatedUr

EMULATED = ("ur", "elite-cs")
"""The schemes of the controllers that are emulated."""
CONTROLLER_ONLY = ("host", "recording", "label")
"""Options that a virtual robot behind a serial line does not have."""
LOOK_S = 0.05
LOCAL_ADDRESS = "127.0.0.1"
_PORTS = Bounds("", 0, 65_535, whole=True)
_SHARE = Bounds("", 0.0, 1.0)
_MOST = 1e6
"""No order takes a larger number."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of an emulated controller."""
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help=f"of a controller: its loopback address ({LOCAL_ADDRESS} if not given)",
    )
    parser.add_argument(
        "--recording",
        type=Path,
        metavar="VISIT.h5",
        help="of a controller: send these rows, not an arm",
    )
    parser.add_argument("--label", metavar="TEXT", help="of the recording that is sent")


def emulate_controller(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Serve until the order to quit, Ctrl-C, or the end of a standard input that was open."""
    if arguments.link is not None:
        raise WrongUse("--link goes with virtual:ROBOT: a controller has ports; nothing was started.")
    from devices.emulated.ur_settings import EmulatedUrSettings

    with _started(arguments) as controller:
        settings = controller.controller.settings
        told = {"uri": controller.uri, "serial": settings.serial}
        if isinstance(settings, EmulatedUrSettings):
            told["polyscope"] = str(settings.polyscope)
        present(arguments, told)
        if not json_on_stdout(arguments):
            sys.stdout.write(f"ready {controller.uri}\n")
            sys.stdout.flush()
        try:
            _serve(controller, context)
        except (Cancelled, KeyboardInterrupt):  # the usual way to end it
            return ExitCode.SUCCESS
    return ExitCode.SUCCESS


@contextmanager
def _started(arguments: argparse.Namespace) -> "Iterator[EmulatedUr]":
    from devices.emulated.cs import EmulatedCs
    from devices.emulated.cs_settings import parse_emulated_cs
    from devices.emulated.recorded_rows import RecordedRows
    from devices.emulated.ur import EmulatedUr
    from devices.emulated.ur_settings import parse_emulated_ur
    from devices.universal_robots.settings import RTDE_PORT

    host, port = _host(arguments), _port(arguments, default=RTDE_PORT)
    is_cs = arguments.robot.startswith("elite-cs:")
    settings = parse_emulated_cs(arguments.robot) if is_cs else parse_emulated_ur(arguments.robot)
    kind = EmulatedCs if is_cs else EmulatedUr
    with _visit(arguments) as visit:
        rows = None if visit is None else RecordedRows(visit, label=arguments.label or "")
        controller = kind(settings, host=host, port=port, rows=rows)
        try:
            yield controller
        finally:
            controller.close()


@contextmanager
def _visit(arguments: argparse.Namespace) -> "Iterator[Visit | None]":
    from core.storage.visit import Visit

    if arguments.recording is None:
        yield None
        return
    with Visit.open(arguments.recording, recover=False) as visit:
        yield visit


def _host(arguments: argparse.Namespace) -> str:
    host: str = arguments.host or LOCAL_ADDRESS
    try:
        is_own = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_own = False
    if not is_own:
        raise WrongUse(f"{host} is no loopback address such as 127.0.0.2; nothing was started.")
    return host


def _port(arguments: argparse.Namespace, *, default: int) -> int:
    text = arguments.port
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < len("100000") and _PORTS.holds(int(text))):
        raise WrongUse(f"'{text}' is no port; 0 takes any that is free.")
    return int(text)


def _serve(controller: "EmulatedUr", context: Context) -> None:
    keyboard = Keyboard()
    orders = _orders(controller)
    while not keyboard.has_ended and controller.is_running:
        context.monitor.check()
        for line in keyboard.lines(LOOK_S):
            if line == "quit":
                return
            _obey(orders, line)
    if not controller.is_running:
        raise TransportError("virtual-robot-ended", exit_code=1)


def _orders(controller: "EmulatedUr") -> dict[str, Callable[[float], None]]:
    """What a line can order, by its first word; the number behind it is 1 where none is given."""
    from devices.emulated.ur_controller import FAULTS

    def fault(name: str) -> Callable[[float], None]:
        return lambda _number: controller.make_happen(name)

    return {
        **{name: fault(name) for name in FAULTS},
        "speed": controller.set_speed,
        "load": controller.hang,
        "skip": lambda count: controller.skip(int(count)),
        "remote": lambda _number: controller.set_remote(remote=True),
        "local": lambda _number: controller.set_remote(remote=False),
        "pull": lambda _number: controller.pull(),
        "plug": lambda _number: controller.plug(),
        "power-cycle": lambda _number: controller.power_cycle(),
    }


def _obey(orders: dict[str, Callable[[float], None]], line: str) -> None:
    """Do what a line says; an error is reported and ends nothing."""
    name, _, text = line.partition(" ")
    number = _number(text or "1")
    if name not in orders or number is None or (name == "speed" and not _SHARE.holds(number)):
        complain(f"'{line}' is none of {', '.join((*orders, 'quit'))}; speed takes a share from 0 to 1.")
        return
    try:
        orders[name](number)
    except TorsionError as error:
        complain(error_text(error).one_line)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0.0 <= number < _MOST else None
