"""Output of a command: sentences and tables, or JSON on standard output or in a file."""

import argparse
import math
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from app.terminal.outputs import STDOUT
from core.errors import NotWritten
from core.exchange.json_text import json_text
from core.storage.output_writer import write_whole, written_together

_WIDTH_WITHOUT_TERMINAL = 160
Document = Mapping[str, object] | Sequence[Mapping[str, object]]
"""A result as JSON: an object, or a list of them."""


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
