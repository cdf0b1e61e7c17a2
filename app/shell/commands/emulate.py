"""``torsion emulate``: a virtual robot behind a serial line, or behind the ports of a maker's controller."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from app.shell.commands.emulate_controller import (
    CONTROLLER_ONLY,
    EMULATED,
    add_options,
    emulate_controller,
    port_of,
)
from app.shell.commands.keyboard import Keyboard
from app.shell.commands.serving import QUIT, OrderLines, announce, end_on_terminate, serve
from app.terminal.command import (
    Context,
    ExitCode,
    PortLinkOption,
    WrongUse,
    be_command,
    json_on_stdout,
    present,
)
from app.terminal.options import NumberOption
from core.errors import BadRequest
from core.monitor import Cancelled
from devices.serial_arm.settings import BAUD, DEFAULT_BAUD, SerialSettings

if TYPE_CHECKING:
    from devices.emulated.cia402 import EmulatedCia402
    from devices.emulated.moteus import EmulatedMoteus
    from devices.virtual.emulated_arm import EmulatedArm

VIRTUAL = "virtual"
LOOK_S = 0.05
"""Time between two looks at the keyboard and at the process, s."""


MOTEUS = "moteus"
_NICER = -5
USUAL_FAULT = 33
"""Code of the fault that is raised where none is named: the motor driver's."""
EMULATED_DRIVES = "cia402"


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion emulate``."""
    be_command(parser, _emulate)
    parser.add_argument(
        "robot",
        metavar="virtual:ROBOT|ur:ROBOT|elite-cs:ROBOT|elite-ec:ROBOT|franka:ROBOT|cia402:ROBOT|moteus:ROBOT",
        help="such as virtual:ec66?seed=3&stream=full, ur:ur10e?polyscope=5.23, elite-cs:cs66, "
        "elite-ec:ec66, franka:fr3, cia402:ec66 (drives on a CAN bus), or moteus:moteus-6. Lines on standard "
        "input, each answered: jog JOINT FROM TO SPEED (joint from 1, degrees, °/s; goes to FROM first), "
        "attach KG X Y Z (m, flange frame), detach, of ur, elite and franka; a wrong line names all others",
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--link",
        action=PortLinkOption,
        metavar="PATH",
        help="where the port appears; not on Windows, which takes --port; drives make one without it",
    )
    place.add_argument(
        "--port",
        metavar="PORT",
        help="serve this end of a wire; of a controller: its first port; of drives: an adapter that speaks "
        "slcan at this port (0 for a free one)",
    )
    parser.add_argument(
        "--baud",
        type=NumberOption(BAUD),
        default=DEFAULT_BAUD,
        metavar="N",
        help="default: %(default)s",
    )
    add_options(parser)


def _emulate(arguments: argparse.Namespace, context: Context) -> ExitCode:
    end_on_terminate()
    scheme = arguments.robot.partition(":")[0]
    if scheme == MOTEUS:
        return emulate_moteus(arguments, context)
    if scheme in EMULATED:
        return emulate_controller(arguments, context)
    if scheme == EMULATED_DRIVES:
        return emulate_drives(arguments, context)
    _expect_a_line(arguments)
    with _started(arguments) as arm:
        _print_address(arguments, port=arm.port)
        try:
            _serve(arm, context)
        except (Cancelled, KeyboardInterrupt):  # the usual way to end it
            return ExitCode.SUCCESS
    return ExitCode.SUCCESS


def _expect_a_line(arguments: argparse.Namespace) -> None:
    """Refuse what is no virtual robot, one without a place for its line, and what only a controller has."""
    if arguments.robot.partition(":")[0] != VIRTUAL:
        known = tuple(f"{scheme}:ROBOT" for scheme in (VIRTUAL, *EMULATED, EMULATED_DRIVES, MOTEUS))
        raise BadRequest("unknown-controller", uri=arguments.robot, known=known)
    if arguments.link is None and arguments.port is None:
        raise WrongUse("one of the arguments --link --port is required. See: torsion emulate --help")
    for name in CONTROLLER_ONLY:
        if getattr(arguments, name) is not None:
            raise WrongUse(f"--{name} goes with a controller, such as ur:ur10e; nothing was started.")


def _started(arguments: argparse.Namespace) -> "EmulatedArm":
    from core.robot.library import load_robot
    from devices.virtual.emulated_arm import EmulatedArm
    from devices.virtual.settings import check_worn, parse_virtual

    settings = parse_virtual(arguments.robot)
    robot = load_robot(settings.robot)  # a wrong name is refused before anything is started
    check_worn(settings, joints=robot.joint_count)
    if arguments.port is not None:
        return EmulatedArm.at_port(settings, port=arguments.port, baud=arguments.baud)
    if os.name != "posix":
        raise WrongUse("Windows has no pseudo-terminals: name one end of a null modem with --port")
    return EmulatedArm.start(settings, link=arguments.link.absolute(), baud=arguments.baud)


def _print_address(arguments: argparse.Namespace, *, port: str) -> None:
    """Print the address of the robot, at once and in one line, for a program that starts this one."""
    uri = SerialSettings(port, baud=arguments.baud).uri if arguments.port is None else None
    present(arguments, {"uri": uri, "port": port, "baud": arguments.baud})
    if not json_on_stdout(arguments):
        sys.stdout.write(f"{uri or f'At {port}. Connect to the other end of its wire.'}\n")
        sys.stdout.flush()


def _serve(arm: "EmulatedArm", context: Context) -> None:
    """Serve until the order to quit, Ctrl-C, or the end of a standard input that was open."""
    keyboard = Keyboard()
    lines = OrderLines({"pull": lambda _number: arm.pull(), "plug": lambda _number: arm.plug()})
    while not keyboard.has_ended:
        context.monitor.check()
        arm.check()
        for line in keyboard.lines(LOOK_S):
            if line == QUIT:
                return
            lines.obey(line)


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
        serve(drives, _drive_lines(drives).obey, context)
    return ExitCode.SUCCESS


def expect_bus_options(arguments: argparse.Namespace) -> None:
    """Refuse options that drives on a bus do not have."""
    for name in CONTROLLER_ONLY:
        if getattr(arguments, name) is not None:
            raise WrongUse(f"--{name} does not go with {arguments.robot}; nothing was started.")
    if arguments.link is not None and os.name != "posix":
        raise WrongUse("Windows has no pseudo-terminals: leave --link out; nothing was started.")


def _drive_lines(drives: "EmulatedCia402") -> OrderLines:
    orders: dict[str, Callable[[float], object]] = {
        "fault": lambda joint: drives.fail(int(joint)),
        "silent": lambda joint: drives.silence(int(joint)),
        "home": lambda _joint: drives.home(),
        "pull": lambda _joint: drives.pull(),
        "plug": lambda _joint: drives.plug(),
    }
    joints = range(1, len(drives.arm.drives) + 1)
    return OrderLines(orders, takes=lambda _order, joint: joint in joints, hint="; joints count from 1")
