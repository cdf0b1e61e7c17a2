"""The commands of the program, and one command line: parsed, watched, and worded whatever goes wrong."""

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app import features
from app.errors.text import error_text
from app.guide.feature import Command
from app.shell.commands import window
from app.speech.words import verdict_word
from app.terminal.command import (
    Context,
    ExitCode,
    Parser,
    WrongUse,
    check_outputs,
    complain,
    json_on_stdout,
    present,
)
from app.terminal.progress import watched
from core.errors import BadFile, BadRequest, DiskFull, Infeasible, NotIdentifiable, NotWritten, TorsionError
from core.monitor import Cancelled
from core.quality import Verdict
from core.stamp import software_name
from core.storage.disk_room import code_of
from core.storage.file_lock import name_this_process
from core.storage.output_writer import written_together

if TYPE_CHECKING:
    import argparse


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


def _demo(parser: "argparse.ArgumentParser") -> None:
    from app.rehearsal.demo import fill

    fill(parser)


def _story(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.story import fill

    fill(parser)


def _robots(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.robots import fill

    fill(parser)


def _ports(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.ports import fill

    fill(parser)


def _emulate(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.emulate import fill

    fill(parser)


def _import(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.importing import fill

    fill(parser)


def _show(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.show import fill

    fill(parser)


def _layouts(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.layouts import fill

    fill(parser)


def _info(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.info import fill

    fill(parser)


def _rescue(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.rescue import fill

    fill(parser)


def _state(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.state import fill

    fill(parser)


def _fleet(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.fleet import fill

    fill(parser)


def _batch(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.batch import fill

    fill(parser)


def _run(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.run import fill

    fill(parser)


def _watch(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.watch import fill

    fill(parser)


def _bench(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.bench import fill

    fill(parser)


def _self_test(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.self_test import fill

    fill(parser)


# a negative place is before the commands of the features
OWN = (
    Command(
        "demo",
        "Commission the virtual robot: check, sweep, load, excite, identify, verify, weigh, report.",
        _demo,
        place=-12,
    ),
    Command(
        "story",
        "Two minutes on a virtual arm: its encoders, a tool's mass, a worn gear, the report.",
        _story,
        place=-11,
    ),
    Command("robots", "The shipped robots, or one of them.", _robots, place=-10),
    Command("ports", "The serial ports of this computer, and how controllers are named.", _ports, place=-9),
    Command(
        "emulate",
        "A virtual robot behind a serial port of its own, or behind the controller of a maker. "
        "Takes the lines pull, plug and quit, and of a controller further ones.",
        _emulate,
        place=-8,
    ),
    Command("import", "Recordings from files into a visit.", _import, place=-7),
    Command("show", "What is in a recording, and what it can serve.", _show, place=-6),
    Command("layouts", "The shipped layouts of files, and how to write one.", _layouts, place=-5),
    Command("info", "What is in a visit.", _info, place=-4),
    Command(
        "state",
        "State of an arm: one word, one number and one thing to do for each subject.",
        _state,
        place=-4,
    ),
    Command("rescue", "What is whole in a damaged visit, taken into a new visit.", _rescue, place=-3),
    Command(
        "fleet", "Many visits to many arms: list, search, and see which arm needs care.", _fleet, place=-2
    ),
    Command("batch", "The same work on many visits; goes on where it stopped.", _batch, place=-1),
    Command("run", "A guided procedure on a controller. This moves an arm.", _run, place=90),
    Command(
        "watch", "Record around a condition of the stream, however long it takes to come.", _watch, place=91
    ),
    Command("bench", "Run the side-by-side benchmarks of a source checkout.", _bench, place=200),
    Command("self-test", "Check that everything works on this computer; no robot.", _self_test, place=210),
)
