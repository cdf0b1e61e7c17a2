"""``torsion batch``: the same work on many visits, on the processes of this computer or on a cluster."""

import argparse
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app import features
from app.errors.text import error_text
from app.guide.feature import BatchWork
from app.terminal.command import (
    CatalogueOption,
    Commands,
    Context,
    ExitCode,
    Parser,
    add_command,
    complain,
    exit_code,
    present,
    say,
)
from app.terminal.options import NumberOption
from app.visit.known_visits import batch_folder, read_catalogue
from core.bounds import Bounds
from core.errors import BadFile, BadRequest, Infeasible
from core.monitor import Cancelled
from core.quality import Verdict
from core.stamp import software_name

if TYPE_CHECKING:
    from core.batch.engines import Engine
    from core.batch.run import VisitLine

PROCESSES = Bounds(lower=1, upper=256, whole=True)
_ONLY_WHERE = frozenset(
    {"command", "part", "action", "command_parser", "visits", "catalogue", "on", "dry_run", "again", "json"}
)
"""Arguments that do not change what is computed."""


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion batch``."""
    parts = parser.add_subparsers(
        title="works", metavar="WORK", dest="part", required=True, parser_class=Parser
    )
    for feature in features.FEATURES:
        for one in feature.batches():
            _add_work(parts, one)


def _add_work(parts: Commands, one: BatchWork) -> None:
    def run(arguments: argparse.Namespace, context: Context) -> ExitCode:
        return _run(one, arguments, context)

    work = add_command(parts, one.name, run, summary=one.summary)
    work.add_argument(
        "--visits",
        required=True,
        metavar="QUERY|FOLDER",
        help="a folder with the folders in it, one file, or words that visits of the catalogue have",
    )
    work.add_argument(
        "--catalogue",
        action=CatalogueOption,
        metavar="FILE",
        help="the catalogue; default: that of this user",
    )
    work.add_argument(
        "--on",
        type=_where,
        metavar="processes:N|dask:tcp://HOST:PORT",
        help="where to compute: processes of this computer, or a Dask cluster whose workers have this "
        "program and see the visits under the same paths; default: a process for each core",
    )
    work.add_argument("--dry-run", action="store_true", help="list the visits and compute nothing")
    work.add_argument(
        "--again", action="store_true", help="compute visits again that an earlier run has finished"
    )
    one.add_options(work)


def _where(text: str) -> tuple[str, str | int]:
    """``processes`` and their number, or ``dask`` and its address."""
    kind, _, rest = text.partition(":")
    if kind == "processes":
        return kind, NumberOption(PROCESSES)(rest)
    if kind == "dask" and rest:
        return kind, rest
    raise argparse.ArgumentTypeError(f"{text!r} is neither processes:N nor dask:tcp://HOST:PORT")


def _run(one: BatchWork, arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.batch.run import Journal, run_batch, still_stored

    paths = _paths(arguments)
    journal = Journal(batch_folder() / f"{_name(one, arguments)}.jsonl")
    before = {} if arguments.again else still_stored(paths, journal, context.monitor)
    todo = [path for path in paths if path not in before]
    lines = dict(before)
    if arguments.dry_run:
        return _planned(arguments, paths, before)
    stopped = False
    if todo:
        engine = _engine(arguments.on)
        try:
            for line in run_batch(
                one.work(arguments), todo, engine=engine, journal=journal, monitor=context.monitor
            ):
                lines[Path(line.visit)] = line
                say(arguments, _line(line))
        except Cancelled:
            stopped = True
    return _finished(arguments, paths, lines, stopped=stopped)


def _paths(arguments: argparse.Namespace) -> list[Path]:
    """The visits, each once, in a fixed order."""
    from core.catalogue.scan import visit_files

    if not arguments.visits.strip():  # a script's empty variable, and no wish for the present folder
        raise BadRequest("batch-no-visits", visits='""')
    place = Path(arguments.visits)
    if place.is_dir():
        found = sorted(visit_files(place.resolve()))
    elif place.is_file():
        found = [place.resolve()]
    else:
        with read_catalogue(arguments.catalogue) as catalogue:
            found = sorted(Path(one.path) for one in catalogue.visits(arguments.visits))
    if not found:
        raise BadRequest("batch-no-visits", visits=arguments.visits)
    return found


def _name(one: BatchWork, arguments: argparse.Namespace) -> str:
    """Name of the journal: the same for the same work, settings and version of the program."""
    settings = {name: value for name, value in vars(arguments).items() if name not in _ONLY_WHERE}
    text = repr((one.name, sorted(settings.items()), software_name()))
    return f"{one.name}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _engine(where: tuple[str, str | int] | None) -> "Engine":
    from core.batch.engines import Cluster, Processes

    kind, value = where or ("processes", os.cpu_count() or 1)
    return Cluster(str(value)) if kind == "dask" else Processes(int(value))


def _planned(
    arguments: argparse.Namespace, paths: Sequence[Path], before: "dict[Path, VisitLine]"
) -> ExitCode:
    rows = [{"visit": str(path), "done": path in before} for path in paths]
    words = (f"{'done before' if row['done'] else 'to compute '}  {row['visit']}" for row in rows)
    count = f"{len(paths) - len(before)} of {len(paths)} visits are to be computed; nothing was."
    present(arguments, rows, *words, count)
    return ExitCode.SUCCESS


def _finished(
    arguments: argparse.Namespace,
    paths: Sequence[Path],
    lines: "dict[Path, VisitLine]",
    *,
    stopped: bool,
) -> ExitCode:
    known = [lines[path] for path in paths if path in lines]
    failed = [line for line in known if _exit(line)]
    resumed = sum(line.is_resumed for line in known)
    words = f"{len(known)} of {len(paths)} visits; {resumed} of them were done before, {len(failed)} failed."
    if stopped:
        complain("Stopped. What was computed is stored; the same command goes on with the rest.")
    present(arguments, [_json(line) for line in known], words)
    is_whole = not failed and not stopped
    return ExitCode.SUCCESS if is_whole else ExitCode.NOT_TRUSTWORTHY


def _exit(line: "VisitLine") -> ExitCode:
    """Exit code that the command for one visit would have."""
    if line.error is None:
        return exit_code(Verdict(line.verdict))
    is_wrong = isinstance(line.error, BadFile | BadRequest | Infeasible | OSError)
    return ExitCode.WRONG_USE if is_wrong else ExitCode.NOT_TRUSTWORTHY


def _line(line: "VisitLine") -> str:
    if line.error is not None:
        return f"{line.visit}: {error_text(line.error).one_line}"
    return f"{line.visit}: {line.verdict}, {line.result}, {line.seconds:.1f} s"


def _json(line: "VisitLine") -> dict[str, object]:
    return {
        "visit": line.visit,
        "exit": int(_exit(line)),
        "verdict": line.verdict or None,
        "seconds": line.seconds,
        "result": line.result or None,
        "error": None if line.error is None else error_text(line.error).one_line,
        "resumed": line.is_resumed,
    }
