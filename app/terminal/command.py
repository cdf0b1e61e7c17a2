"""Parts of every command: its arguments, its exit code, and the errors of its user."""

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NoReturn

from app.terminal.outputs import STDOUT, OutputOption
from app.terminal.progress import TerminalMonitor
from core.quality import Verdict
from core.storage.output_kinds import OutputKind

_NEGATIVE = re.compile(r"^-\.?\d")
"""Values such as -2kg, -90,0,45deg and -1,-1,0,1,1,2 are no options."""


class ExitCode(IntEnum):
    """Exit codes of the program."""

    SUCCESS = 0
    NOT_TRUSTWORTHY = 1
    """The work could not reach a trustworthy result."""
    WRONG_USE = 2
    """Wrong arguments or a bad file."""


class WrongUse(Exception):
    """Wrong arguments; the text is one line for the person who typed them."""


@dataclass(frozen=True)
class Context:
    """Surroundings of a command, beside its arguments."""

    monitor: TerminalMonitor


Action = Callable[[argparse.Namespace, Context], ExitCode]


class Parser(argparse.ArgumentParser):
    """Reports a wrong argument as one line, and accepts no shortened option names."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)
        self._negative_number_matcher = _NEGATIVE

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage and leaving."""
        raise WrongUse(f"{_reworded(message)}. See: {self.prog} --help")


def _reworded(message: str) -> str:
    """The parser's own messages, worded as ours."""
    message = re.sub(r"invalid choice: (.*) \(choose from (.*)\)", r"\1 is not one of \2", message)
    message = re.sub(r"invalid float value: (.*)", r"\1 is no number", message)
    return re.sub(r"^the following arguments are required: ", "missing: ", message)


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Parser]  # noqa: SLF001  argparse names its type no other way
else:
    Commands = object
"""Result of ``Parser.add_subparsers``, to which each family adds its commands."""


def add_command(commands: Commands, name: str, action: Action, *, summary: str) -> argparse.ArgumentParser:
    """Add one command with the option that all of them have."""
    parser = commands.add_parser(name, help=summary, description=summary)
    be_command(parser, action)
    return parser


def be_command(parser: argparse.ArgumentParser, action: Action) -> None:
    """Give the parser of a command what it does, and the option that all commands have."""
    parser.set_defaults(action=action, command_parser=parser)
    parser.add_argument(
        "--json",
        action=OutputOption,
        kind=OutputKind.JSON,
        nargs="?",
        const=STDOUT,
        metavar="FILE",
        help="the result as JSON in SI units, on standard output when no FILE is named",
    )


TRUSTED = frozenset({Verdict.GOOD, Verdict.USABLE})


def exit_code(verdict: Verdict) -> ExitCode:
    """Exit code for a verdict: success for a result that can be used."""
    return ExitCode.SUCCESS if verdict in TRUSTED else ExitCode.NOT_TRUSTWORTHY
