"""``torsion emulate`` of a maker's controller: ``ur:``, ``elite-cs:``, ``elite-ec:`` or ``franka:ROBOT``."""

import argparse
import ipaddress
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.shell.commands.serving import PENDANT_WORDS, OrderLines, PendantLines, announce, serve
from app.terminal.command import Context, ExitCode, WrongUse
from core.bounds import Bounds

if TYPE_CHECKING:
    from core.storage.visit import Visit
    from devices.emulated.franka import EmulatedFranka
    from devices.emulated.serving import EmulatedController

    Controller = EmulatedController | EmulatedFranka

EMULATED = ("ur", "elite-cs", "elite-ec", "franka")
"""The schemes of the controllers that are emulated."""
CONTROLLER_ONLY = ("host", "recording", "label")
"""Options that a virtual robot behind a serial line does not have."""
LOCAL_ADDRESS = "127.0.0.1"
_PORTS = Bounds("", 0, 65_535, whole=True)
_SHARE = Bounds("", 0.0, 1.0)


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
    if arguments.recording is not None and _scheme(arguments) in _WITHOUT_ROWS:
        raise WrongUse("--recording goes with ur:ROBOT and elite-cs:ROBOT; nothing was started.")
    if arguments.label is not None and arguments.recording is None:
        raise WrongUse("--label names one of the recordings of --recording; nothing was started.")
    with _started(arguments) as (controller, told):
        announce(arguments, {"uri": controller.uri, **told}, line=controller.uri)
        orders, pendant = _orders(controller), PendantLines(arguments, controller)
        hint = "; speed takes a share from 0 to 1" if "speed" in orders else ""
        lines = OrderLines(orders, takes=_takes, others=PENDANT_WORDS, hint=hint)
        serve(controller, pendant.or_else(lines.obey), context, tell=pendant.tell)
    return ExitCode.SUCCESS


@contextmanager
def _started(arguments: argparse.Namespace) -> "Iterator[tuple[Controller, dict[str, object]]]":
    """The controller, until the end, and what is said of it beside its name."""
    start = _WITHOUT_ROWS.get(_scheme(arguments))
    with _visit(arguments) as visit:
        controller, told = _started_rtde(arguments, visit) if start is None else start(arguments)
        try:
            yield controller, told
        finally:
            controller.close()


def _started_rtde(
    arguments: argparse.Namespace, visit: "Visit | None"
) -> "tuple[Controller, dict[str, object]]":
    from devices.emulated.cs import EmulatedCs
    from devices.emulated.cs_settings import parse_emulated_cs
    from devices.emulated.recorded_rows import RecordedRows
    from devices.emulated.ur import EmulatedUr
    from devices.emulated.ur_settings import EmulatedUrSettings, parse_emulated_ur
    from devices.universal_robots.settings import RTDE_PORT

    host, port = _host_of(arguments), port_of(arguments, default=RTDE_PORT)
    is_cs = arguments.robot.startswith("elite-cs:")
    settings = parse_emulated_cs(arguments.robot) if is_cs else parse_emulated_ur(arguments.robot)
    told: dict[str, object] = {"serial": settings.serial}
    if isinstance(settings, EmulatedUrSettings):
        told["polyscope"] = str(settings.polyscope)
    rows = None if visit is None else RecordedRows(visit, label=arguments.label or "")
    kind = EmulatedCs if is_cs else EmulatedUr
    return kind(settings, host=host, port=port, rows=rows), told


def _started_ec(arguments: argparse.Namespace) -> "tuple[Controller, dict[str, object]]":
    from devices.elite_ec.settings import CALLS_PORT
    from devices.emulated.ec import EmulatedEc
    from devices.emulated.ec_settings import parse_emulated_ec

    host, port = _host_of(arguments), port_of(arguments, default=CALLS_PORT)
    settings = parse_emulated_ec(arguments.robot)
    return EmulatedEc(settings, host=host, port=port), {"serial": settings.serial}


def _started_franka(arguments: argparse.Namespace) -> "tuple[Controller, dict[str, object]]":
    from devices.emulated.franka import EmulatedFranka
    from devices.emulated.franka_settings import parse_emulated_franka
    from devices.franka.settings import FCI_PORT

    host, port = _host_of(arguments), port_of(arguments, default=FCI_PORT)
    settings = parse_emulated_franka(arguments.robot)
    told = {"serial": settings.serial, "version": settings.version}
    return EmulatedFranka(settings, host=host, port=port), told


_WITHOUT_ROWS = {"elite-ec": _started_ec, "franka": _started_franka}
"""Starts of the controllers that send no recorded rows, by scheme."""


def _scheme(arguments: argparse.Namespace) -> str:
    scheme: str = arguments.robot.partition(":")[0]
    return scheme


@contextmanager
def _visit(arguments: argparse.Namespace) -> "Iterator[Visit | None]":
    from core.storage.visit import Visit

    if arguments.recording is None:
        yield None
        return
    with Visit.open(arguments.recording, recover=False) as visit:
        yield visit


def _host_of(arguments: argparse.Namespace) -> str:
    """The loopback address to serve; raises ``WrongUse`` for another one."""
    host: str = arguments.host or LOCAL_ADDRESS
    try:
        is_own = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_own = False
    if not is_own:
        raise WrongUse(f"{host} is no loopback address such as 127.0.0.2; nothing was started.")
    return host


def port_of(arguments: argparse.Namespace, *, default: int) -> int:
    """The port to serve; raises ``WrongUse`` for what is none."""
    text = arguments.port
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < len("100000") and _PORTS.holds(int(text))):
        raise WrongUse(f"'{text}' is no port; 0 takes any that is free.")
    return int(text)


def _orders(controller: "Controller") -> dict[str, Callable[[float], None]]:
    """Orders that a line can give, by its first word; the number behind it is 1 where none is given."""
    from devices.emulated.ec import EmulatedEc
    from devices.emulated.ur import EmulatedUr

    def fault(name: str) -> Callable[[float], None]:
        return lambda _number: controller.make_happen(name)

    orders: dict[str, Callable[[float], None]] = {
        **{name: fault(name) for name in controller.faults},
        "load": controller.hang,
        "skip": lambda count: controller.skip(int(count)),
        "pull": lambda _number: controller.pull(),
        "plug": lambda _number: controller.plug(),
        "power-cycle": lambda _number: controller.power_cycle(),
    }
    if isinstance(controller, EmulatedEc):
        return {**orders, "speed": controller.set_speed, "clock": controller.set_clock}
    if isinstance(controller, EmulatedUr):
        orders |= {
            "speed": controller.set_speed,
            "remote": lambda _number: controller.set_remote(remote=True),
            "local": lambda _number: controller.set_remote(remote=False),
        }
    return orders


def _takes(order: str, number: float) -> bool:
    return order != "speed" or _SHARE.holds(number)
