"""What a command prints: a readable table, or JSON on standard output or into a file."""

import argparse
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from app.cli.command import WrongUse
from core.exchange.export_file import write_whole
from core.exchange.export_json import json_text

_WIDTH_WITHOUT_TERMINAL = 160
_STDOUT = "-"
_VISIT_ENDINGS = (".h5", ".hdf5")


def json_on_stdout(arguments: argparse.Namespace) -> bool:
    """Whether standard output belongs to the JSON document alone."""
    return getattr(arguments, "json", None) == _STDOUT


def check_json_target(arguments: argparse.Namespace) -> None:
    """Refuse a JSON file that would replace a visit, before any work is done.

    Raises
    ------
    WrongUse
        When the file named after ``--json`` has the ending of a visit.
    """
    target = getattr(arguments, "json", None)
    if target and target.lower().endswith(_VISIT_ENDINGS):
        raise WrongUse(f"--json {target} would replace a visit; name a .json file or put it last")


def present(arguments: argparse.Namespace, document: Mapping[str, object], *readable: RenderableType) -> None:
    """Print the document where ``--json`` asked for it, and the readable form elsewhere."""
    if json_on_stdout(arguments):
        sys.stdout.write(json_text(document))
        sys.stdout.flush()
        return
    if arguments.json:
        write_whole(Path(arguments.json), json_text(document).encode())
    console = stdout_console()
    for part in readable:
        console.print(part)


def stdout_console() -> Console:
    """Standard output, wide enough that nothing is cut where no terminal limits it."""
    width = None if sys.stdout.isatty() else _WIDTH_WITHOUT_TERMINAL
    return Console(file=sys.stdout, markup=False, emoji=False, highlight=False, width=width)


def complain(text: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"torsion: {' '.join(text.split())}\n")
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
