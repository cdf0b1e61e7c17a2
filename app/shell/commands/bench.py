"""``torsion bench``: the side-by-side benchmarks, which live beside the source."""

import argparse
import runpy
import sys
from pathlib import Path

from rich.console import RenderableType

import app
from app.terminal.command import Context, ExitCode, WrongUse, be_command
from app.terminal.output import present, table

_MEASURE = "measure"


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion bench``."""
    be_command(parser, _bench)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which ones; all without a name")


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
    document: dict[str, object] = {}
    for number, name in enumerate(names):
        context.monitor.check()
        context.monitor.report(number / len(names), name)
        document[name] = _measured(folder / f"{name}.py")
    present(arguments, document, *(_table(name, document[name]) for name in document))
    return ExitCode.SUCCESS


def _measured(path: Path) -> object:
    """Result of the ``measure`` function of a benchmark file: plain values by name."""
    checkout = str(path.resolve().parent.parent.parent)
    if checkout not in sys.path:
        sys.path.append(checkout)  # benchmarks share what runs a race
    measure = runpy.run_path(str(path), run_name=f"benchmark_{path.stem}")[_MEASURE]
    return measure()


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
