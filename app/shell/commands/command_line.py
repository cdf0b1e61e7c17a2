"""Runs one command line: parses it, watches the work, and words whatever goes wrong."""

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app import features
from app.errors.text import error_text
from app.shell.commands import window
from app.shell.commands.program_commands import OWN
from app.speech.words import verdict_word
from app.terminal.command import Context, ExitCode, Parser, WrongUse
from app.terminal.output import complain, json_on_stdout, present
from app.terminal.outputs import check_outputs
from app.terminal.progress import watched
from core.errors import BadFile, BadRequest, DiskFull, Infeasible, NotIdentifiable, NotWritten, TorsionError
from core.monitor import Cancelled
from core.quality import Verdict
from core.stamp import software_name
from core.storage.disk_room import code_of
from core.storage.file_lock import name_this_process
from core.storage.output_writer import written_together

_LOG = logging.getLogger(__name__)
_SERVES = "emulate"
"""The command that has no result to judge."""


def build_parser(asked: Sequence[str] | None = None) -> Parser:
    """The whole command line; of the features, too.

    With arguments, only the commands among them get theirs; of the others only the name is known.
    """
    parser = Parser(
        prog="torsion",
        description="Commission and service robot arms. Without a command, opens the window.",
    )
    parser.add_argument("--version", action="version", version=software_name())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    of_features = (command for feature in features.FEATURES for command in feature.commands)
    for command in sorted((*OWN, *of_features), key=lambda command: command.place):
        its_parser = commands.add_parser(command.name, help=command.summary, description=command.summary)
        if asked is None or command.name in asked:
            command.fill(its_parser)
    return parser


def run(arguments: Sequence[str]) -> int:
    """Run the command of the arguments and return its exit code; never raises an expected error."""
    _write_utf8()
    try:
        if window.is_meant(arguments):
            return int(window.open_window(arguments))
        return int(_run_command(build_parser(arguments).parse_args(arguments)))
    except SystemExit as leaving:  # --help and --version
        return leaving.code if isinstance(leaving.code, int) else ExitCode.SUCCESS
    except BrokenPipeError:  # the reader of our output, such as head, had enough
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  open for the last flush
        return ExitCode.SUCCESS
    except WrongUse as wrong:
        complain(str(wrong))
        return ExitCode.WRONG_USE
    except (BadFile, BadRequest, DiskFull, Infeasible, OSError) as error:
        complain(error_text(error).one_line)
        return ExitCode.NOT_TRUSTWORTHY if _is_full(error) else ExitCode.WRONG_USE
    except (NotWritten, Cancelled, KeyboardInterrupt) as stopped:
        complain(error_text(stopped).one_line)
        return ExitCode.NOT_TRUSTWORTHY
    except Exception as error:  # noqa: BLE001  the boundary: whatever is left is logged and worded
        _LOG.exception("a command failed")
        complain(error_text(error).one_line)
        return ExitCode.NOT_TRUSTWORTHY


def _is_full(error: TorsionError | OSError) -> bool:
    """True if the disk had no room, which is no wrong use of the command."""
    return isinstance(error, DiskFull) or (isinstance(error, OSError) and code_of(error) is not None)


def _run_command(arguments: argparse.Namespace) -> ExitCode:
    check_outputs(arguments)
    name_this_process(f"torsion {arguments.command}")
    with watched(quiet=json_on_stdout(arguments)) as monitor:
        try:
            with written_together():
                done: ExitCode = arguments.action(arguments, Context(monitor))
        except (BadFile, BadRequest, DiskFull, Infeasible, NotWritten):
            raise
        except TorsionError as error:
            _present_failure(arguments, error)
            done = ExitCode.NOT_TRUSTWORTHY
    return done


def _present_failure(arguments: argparse.Namespace, error: TorsionError) -> None:
    """Work that led to no result still has a verdict; the sentence goes to standard error."""
    message = error_text(error)
    complain(message.one_line)
    verdict = Verdict.REPEAT
    if isinstance(error, NotIdentifiable):
        verdict = Verdict.NOT_MEASURABLE
    document = {
        "verdict": verdict,
        "error": {"code": error.code, "text": message.one_line, "facts": error.facts},
    }
    said = () if arguments.command == _SERVES else (f"Verdict: {verdict_word(verdict)}",)
    present(arguments, document, *said)


def _write_utf8() -> None:
    """Labels and units are not ASCII; a redirected console on Windows would refuse them.

    The program with a window has no console there, and Python then no streams: what is written goes nowhere.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  open as long as we run
