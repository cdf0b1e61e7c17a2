"""Parts of every command: arguments, output, files, exit code, and the errors of its user.

The output is sentences and tables, or JSON on standard output or in a file. Every option that names a file
to be written is made with ``action=OutputOption`` (or one of its siblings): ``check_outputs`` finds them in
the command's own parser, so that a new command has nothing to remember. Files that are read are found by
the placeholders of their options.
"""

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import unquote

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from app.terminal.progress import TerminalMonitor
from core.errors import BadRequest, NotWritten
from core.exchange.json_text import json_text
from core.quality import Verdict
from core.storage.output import (
    check_output,
    check_output_folder,
    check_visit_place,
    is_same_file,
    place_key,
)
from core.storage.output_kinds import OutputKind
from core.storage.output_writer import write_whole, written_together

_NEGATIVE = re.compile(r"^-\.?\d")
"""Values such as -2kg, -90,0,45deg and -1,-1,0,1,1,2 are no options."""
STDOUT = "-"
_READS = re.compile(r"FILE|VISIT|URI|ROBOT|PATH|DIR")
"""Words in the placeholder of an option that reads a file."""
_BLACK_BOX = re.compile(r"[?&]black_box=([^&]+)")
_SCHEME = re.compile(r"[a-z][a-z-]+:")

Kind = OutputKind | Callable[[argparse.Namespace, Path], OutputKind]
_WIDTH_WITHOUT_TERMINAL = 160
Document = Mapping[str, object] | Sequence[Mapping[str, object]]
"""A result as JSON: an object, or a list of them."""


class PlaceOption(argparse.Action):
    """An option that names a place in the file system; each is one of the kinds below."""

    takes_folder = False

    def __init__(self, *arguments: Any, append: bool = False, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._append = append

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        _option: str | None = None,
    ) -> None:
        """Keep the path, or ``-`` for standard output."""
        place = self._place(str(values))
        if self._append:
            place = [*(getattr(namespace, self.dest) or []), place]
        setattr(namespace, self.dest, place)

    def _place(self, text: str) -> Any:
        if text == STDOUT and self.const == STDOUT:
            return text
        if not text:
            raise argparse.ArgumentError(self, "an empty name is no file")
        if not self.takes_folder and text.endswith(("/", os.sep)):
            raise argparse.ArgumentError(self, f"{text} is a folder, not a file")
        return Path(text)


class OutputOption(PlaceOption):
    """A file that the command writes; ``kind`` is its content."""

    def __init__(self, *arguments: Any, kind: Kind, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._kind = kind

    def kind_of(self, arguments: argparse.Namespace, path: Path) -> OutputKind:
        """Kind of the content that will be written to ``path``."""
        return self._kind(arguments, path) if callable(self._kind) else self._kind


class OutputFolderOption(PlaceOption):
    """A folder that the command fills with ``files``, by name and kind; it is made where it is missing."""

    takes_folder = True

    def __init__(self, *arguments: Any, files: dict[str, OutputKind], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.files = files


class VisitOption(PlaceOption):
    """A visit that the command makes or adds to; it goes through the storage."""


class CatalogueOption(PlaceOption):
    """A catalogue of visits, which is made where it is missing; its own database guards what is in it."""


class PortLinkOption(PlaceOption):
    """A symbolic link to a serial port that the command makes."""


def check_outputs(arguments: argparse.Namespace) -> None:
    """Refuse, before any work, files that this command may not write.

    Raises
    ------
    BadRequest
        As ``core.storage.output.check_output``; ``output-twice`` for one place of two results.
    OSError
        When the system cannot look at the place.
    """
    visits = tuple(_visits(arguments))
    inputs = tuple(inputs_of(arguments))
    imported = tuple(inputs_of(arguments, positional_alone=True))
    for visit in visits:  # which may be read too: it is added to, and nothing in it is replaced
        check_visit_place(visit, inputs=imported)
    files = tuple(_files(arguments))
    for path, kind in files:
        check_output(path, kind=kind, inputs=(*inputs, *visits))
    _refuse_twice([*visits, *(path for path, _ in files)])


def inputs_of(arguments: argparse.Namespace, *, positional_alone: bool = False) -> Iterator[Path]:
    """Every file that the command line names to be read, whether it is there or not.

    With ``positional_alone`` only those without the name of an option, such as files to import.
    """
    for action, value in _valued(arguments):
        if isinstance(action, PlaceOption) or (positional_alone and action.option_strings):
            continue
        placeholder = action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar or ())
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, Path):
                yield one
            elif isinstance(one, str) and _READS.search(placeholder):
                yield Path(one)
                yield Path(_SCHEME.sub("", one, count=1).partition("?")[0])  # of a controller's URI


def _visits(arguments: argparse.Namespace) -> Iterator[Path]:
    for action, value in _valued(arguments):
        if isinstance(action, VisitOption):
            yield value


def _files(arguments: argparse.Namespace) -> Iterator[tuple[Path, OutputKind]]:
    """Every file that will be written, with its kind."""
    for action, value in _valued(arguments):
        if isinstance(action, OutputOption):
            for path in value if isinstance(value, list) else (value,):
                if path != STDOUT:
                    yield path, action.kind_of(arguments, path)
        elif isinstance(action, OutputFolderOption):
            check_output_folder(value)
            if value.is_dir():
                yield from ((value / name, kind) for name, kind in action.files.items())
        elif isinstance(action, PortLinkOption):
            _check_port_link(value)
        elif isinstance(value, str) and value.startswith("virtual:"):
            yield from ((Path(unquote(name)), OutputKind.NOTES) for name in _BLACK_BOX.findall(value))


def _valued(arguments: argparse.Namespace) -> Iterator[tuple[argparse.Action, Any]]:
    """Options of the command with their values, given or default; those without a value are left out."""
    parser: argparse.ArgumentParser = arguments.command_parser
    for action in parser._actions:  # noqa: SLF001  argparse lists its options no other way
        value = getattr(arguments, action.dest, None)
        if value is not None and value != []:
            yield action, value


def _refuse_twice(paths: Sequence[Path]) -> None:
    seen: list[Path] = []
    for path in paths:
        if any(place_key(path) == place_key(other) or is_same_file(path, other) for other in seen):
            raise BadRequest("output-twice", file=str(path))
        seen.append(path)


def _check_port_link(link: Path) -> None:
    """Refuse to replace anything but a link to a device, which an earlier emulation left."""
    if link.is_symlink():
        if not os.path.realpath(link).startswith("/dev/"):
            raise BadRequest("output-is-link", file=str(link))
        return
    check_output_folder(link.parent)
    if link.exists():
        raise BadRequest("port-link-taken", link=str(link))


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


class Verbatim(str):
    """Text that is printed as it is, to be copied: no line is broken, however narrow the terminal is."""

    __slots__ = ()


def json_on_stdout(arguments: argparse.Namespace) -> bool:
    """True if standard output is for the JSON document alone."""
    return getattr(arguments, "json", None) == STDOUT


def write_document(arguments: argparse.Namespace, document: Document) -> None:
    """Write the document into the file that ``--json`` names; it takes its place with the other files.

    A command that stores a result writes its document first: what cannot be written is then not
    stored either.

    Raises
    ------
    NotWritten
        When there is no room for it, or the disk fails.
    """
    if arguments.json is not None and not json_on_stdout(arguments):
        write_whole(arguments.json, json_text(document).encode())


def present(arguments: argparse.Namespace, document: Document, *readable: RenderableType) -> None:
    """Put all files in their places and print the document or the readable form: the end of a command.

    Raises
    ------
    NotWritten
        When a file could not take its place, or standard output takes no more.
    """
    with written_together() as files:
        if not (arguments.json and files.holds(arguments.json)):
            write_document(arguments, document)
        files.commit()
    try:
        _print(arguments, document, *readable)
    except BrokenPipeError:
        raise
    except OSError as error:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  open for the last flush
        raise NotWritten("stdout-not-written", text=error.strerror or str(error)) from error


def _print(arguments: argparse.Namespace, document: Document, *readable: RenderableType) -> None:
    if json_on_stdout(arguments):
        sys.stdout.write(json_text(document))
    say(arguments, *readable)
    sys.stdout.flush()


def say(arguments: argparse.Namespace, *readable: RenderableType) -> None:
    """Print the readable form, unless standard output belongs to the JSON document."""
    if json_on_stdout(arguments):
        return
    console = stdout_console()
    for part in readable:
        if isinstance(part, Verbatim):
            console.print(str(part), soft_wrap=True)
        else:
            console.print(part)


def stdout_console() -> Console:
    """Console on standard output, wide enough that nothing is cut where no terminal limits it."""
    width = None if sys.stdout.isatty() else _WIDTH_WITHOUT_TERMINAL
    return Console(file=sys.stdout, markup=False, emoji=False, highlight=False, width=width)


def complain(text: str) -> None:
    """Write one line to standard error; control characters are escaped."""
    line = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape", "replace").decode()
        for sign in " ".join(text.split())
    )
    sys.stderr.write(f"torsion: {line}\n")
    sys.stderr.flush()


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """A table whose first column is text and whose other cells are what ``cell`` makes of them."""
    made = Table(title=title, box=box.SIMPLE, title_justify="left", title_style="bold")
    listed = [tuple(row) for row in rows]
    for index, column in enumerate(columns):
        numeric = any(isinstance(row[index], int | float) for row in listed)
        made.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in listed:
        made.add_row(*(cell(value) for value in row))
    return made


def cell(value: object) -> str:
    """Four significant digits for a number, a dash for what does not exist."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return "-" if math.isnan(value) else f"{value:.4g}"
    return str(value)
