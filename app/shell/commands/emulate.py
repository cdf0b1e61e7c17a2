"""``torsion emulate``: a virtual robot at the end of a serial line, for hosts that speak to ports."""

import argparse
import os
import select
import sys
import threading
import time
from typing import TYPE_CHECKING

from app.errors.text import error_text
from app.terminal.command import Commands, Context, ExitCode, WrongUse, add_command
from app.terminal.numbers import NumberOption
from app.terminal.output import complain, json_on_stdout, present
from app.terminal.outputs import PortLinkOption
from core.errors import TorsionError
from core.monitor import Cancelled
from devices.serial_arm.settings import BAUD, DEFAULT_BAUD, SerialSettings

if TYPE_CHECKING:
    from devices.virtual.emulated_arm import EmulatedArm

LOOK_S = 0.05
"""Time between two looks at the keyboard and at the process, s."""
_ORDERS = "pull, plug or quit"


def add_to(commands: Commands) -> None:
    """Add ``torsion emulate`` to the command line."""
    parser = add_command(
        commands,
        "emulate",
        _emulate,
        summary="A virtual robot behind a serial port of its own. Takes the lines pull, plug and quit.",
    )
    parser.add_argument("robot", metavar="virtual:ROBOT", help="such as virtual:ec66?seed=3&stream=full")
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument(
        "--link",
        action=PortLinkOption,
        metavar="PATH",
        help="where the port appears; not on Windows, which takes --port",
    )
    place.add_argument("--port", metavar="PORT", help="serve this end of a wire; the host opens the other")
    parser.add_argument(
        "--baud",
        type=NumberOption(BAUD),
        default=DEFAULT_BAUD,
        metavar="N",
        help="default: %(default)s",
    )


def _emulate(arguments: argparse.Namespace, context: Context) -> ExitCode:
    with _started(arguments) as arm:
        _print_address(arguments, port=arm.port)
        try:
            _serve(arm, context)
        except (Cancelled, KeyboardInterrupt):  # the usual way to end it
            return ExitCode.SUCCESS
    return ExitCode.SUCCESS


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
    while not keyboard.has_ended:
        context.monitor.check()
        arm.check()
        for line in keyboard.lines(LOOK_S):
            if line == "quit":
                return
            _obey(arm, line)


def _obey(arm: "EmulatedArm", line: str) -> None:
    """Carry out the order of a line; an error is reported and ends nothing."""
    orders = {"pull": arm.pull, "plug": arm.plug}
    if line not in orders:
        complain(f"'{line}' is none of {_ORDERS}.")
        return
    try:
        orders[line]()
    except TorsionError as error:
        complain(error_text(error).one_line)


class Keyboard:
    """Lines from standard input without waiting for them.

    An input that was closed when the program began does not count as ended later.
    """

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._pending = b""
        self._has_spoken = False
        self._is_over = False
        self._arrived: list[bytes] = []
        if os.name != "posix":
            threading.Thread(target=self._listen, name="keyboard", daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """True once an open input was closed."""
        return self._is_over and self._has_spoken

    def lines(self, timeout: float) -> list[str]:
        """Complete lines since the last call, waiting up to ``timeout`` s."""
        if os.name == "posix":
            self._look(timeout)
        else:
            time.sleep(timeout)
        while self._arrived:
            self._pending += self._arrived.pop(0)
        *whole, self._pending = self._pending.split(b"\n")
        return [text for line in whole if (text := line.decode(errors="replace").strip())]

    def _look(self, timeout: float) -> None:
        if self._is_over or self._is_in_background():
            time.sleep(timeout)
        elif select.select([self._descriptor], [], [], timeout)[0]:
            self._take(os.read(self._descriptor, 4096))
        else:
            self._has_spoken = True  # it is open, though silent

    def _is_in_background(self) -> bool:
        """True in the background, where reading a terminal would suspend the program."""
        if not os.isatty(self._descriptor):
            return False
        return os.tcgetpgrp(self._descriptor) != os.getpgrp()

    def _listen(self) -> None:
        """Read in a thread of its own, where the system can wait for sockets alone."""
        while not self._is_over:
            self._take(os.read(self._descriptor, 4096))

    def _take(self, content: bytes) -> None:
        if content:
            self._has_spoken = True
            self._arrived.append(content)
        else:
            self._is_over = True
