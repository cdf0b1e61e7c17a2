"""``torsion bench``: the side-by-side benchmarks, which live beside the source."""

import argparse
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType

import app
from app.terminal.command import Context, ExitCode, WrongUse, be_command, present, table

_MEASURE, _TABLES = "measure", "tables"
"""Functions of a benchmark file; the second one is optional: title, heads and rows of what was measured."""
_WITH_VISITS = "peers"
"""Name of the benchmark that also takes the user's own visits."""
_DISTRIBUTIONS = {"pinocchio": "pin"}
"""Names under which packages are installed, where they differ from those that are imported."""


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion bench``."""
    be_command(parser, _bench)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which ones; all without a name")
    parser.add_argument(
        "--visits",
        nargs="+",
        type=Path,
        default=[],
        metavar="VISIT.h5",
        help="peers: also on the recordings of these visits; the last one of each is kept back",
    )


def benchmark_folder() -> Path:
    """Folder of the benchmarks in a source checkout."""
    return Path(app.__file__).resolve().parent.parent / "tests" / "benchmarks"


def available_benchmarks(folder: Path) -> tuple[str, ...]:
    """The names of the benchmarks in a folder."""
    return tuple(sorted(path.stem for path in folder.glob("[!_]*.py")))


def _bench(arguments: argparse.Namespace, context: Context) -> ExitCode:
    folder = benchmark_folder()
    known = available_benchmarks(folder)
    if not known:
        raise WrongUse(f"The benchmarks need a source checkout; there are none in {folder}.")
    unknown = sorted(set(arguments.names) - set(known))
    if unknown:
        raise WrongUse(f"There is no benchmark {', '.join(unknown)}. There are: {', '.join(known)}.")
    names = arguments.names or known
    if arguments.visits and _WITH_VISITS not in names:
        raise WrongUse(f"--visits is for the benchmark {_WITH_VISITS} alone.")
    document: dict[str, object] = {}
    readable: list[RenderableType] = []
    for number, name in enumerate(names):
        context.monitor.check()
        context.monitor.report(number / len(names), name)
        visits = arguments.visits if name == _WITH_VISITS else ()
        document[name], tables = _measured(folder / f"{name}.py", visits=visits)
        readable += tables
    present(arguments, document, *readable)
    return ExitCode.SUCCESS


def _measured(path: Path, *, visits: Sequence[Path]) -> tuple[object, list[RenderableType]]:
    """Result of the ``measure`` function of a benchmark file, plain values by name, and its tables.

    A benchmark for which a package is missing says which in place of its values.
    """
    checkout = str(path.resolve().parent.parent.parent)
    if checkout not in sys.path:
        sys.path.append(checkout)  # benchmarks share what runs a race
    try:
        benchmark = runpy.run_path(str(path), run_name=f"benchmark_{path.stem}")
        found = benchmark[_MEASURE](visits=visits) if visits else benchmark[_MEASURE]()
    except ModuleNotFoundError as missing:
        found = left_out(missing)
    else:
        if _TABLES in benchmark:
            return found, [table(*parts) for parts in benchmark[_TABLES](found)]
    return found, [_table(path.stem, found)]


def left_out(missing: ModuleNotFoundError) -> dict[str, str]:
    """The place of a result for which a package is missing: which one, and how it is installed."""
    package = (missing.name or "").partition(".")[0]
    return {
        "left_out": f"the package {package} is not installed",
        "install": f"pip install {_DISTRIBUTIONS.get(package, package)}",
    }


def _table(name: str, measured: object) -> RenderableType:
    rows = sorted(_flat("", measured))
    return table(f"Benchmark {name}", ("", "value"), rows)


def _flat(prefix: str, value: object) -> list[tuple[str, object]]:
    """Nested results as one line per number, named by its path."""
    if isinstance(value, dict):
        return [line for key, part in value.items() for line in _flat(f"{prefix} {key}", part)]
    if isinstance(value, list | tuple):
        return [
            line for number, part in enumerate(value, start=1) for line in _flat(f"{prefix} {number}", part)
        ]
    return [(prefix.strip(), value)]
