"""Serving an emulated controller until it is ended: its first line, orders by lines, the ways to end it."""

import argparse
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Protocol

from app.shell.commands.keyboard import Keyboard
from app.terminal.command import Context
from app.terminal.output import json_on_stdout, present
from core.monitor import Cancelled
from devices.errors import TransportError

LOOK_S = 0.05


class Served(Protocol):
    """An emulated controller."""

    @property
    def is_running(self) -> bool:
        """False after it has failed."""


def _nothing() -> None: ...


def announce(arguments: argparse.Namespace, told: Mapping[str, object], *, line: str) -> None:
    """Print in one line, at once, for a program that waits for it, that the controller serves."""
    present(arguments, dict(told))
    if not json_on_stdout(arguments):
        sys.stdout.write(f"ready {line}\n")
        sys.stdout.flush()


def serve(
    emulated: Served, obey: Callable[[str], None], context: Context, *, tell: Callable[[], None] = _nothing
) -> None:
    """Serve until the order to quit, Ctrl-C, or the end of a standard input that was open.

    ``tell`` is called often, to say what has happened meanwhile.

    Raises
    ------
    TransportError
        ``virtual-robot-ended`` if the controller has failed.
    """
    keyboard = Keyboard()
    try:
        while not keyboard.has_ended and emulated.is_running:
            context.monitor.check()
            tell()
            for line in keyboard.lines(LOOK_S):
                if line == "quit":
                    return
                obey(line)
    except (Cancelled, KeyboardInterrupt):  # the usual way to end it
        return
    if not emulated.is_running:
        raise TransportError("virtual-robot-ended", exit_code=1, reason="the controller failed")


def end_on_terminate() -> None:
    """Take the signal to terminate as Ctrl-C, so that nothing stays behind."""
    signal.signal(signal.SIGTERM, _end)


def _end(*_: object) -> None:
    raise KeyboardInterrupt
