"""``torsion fleet``: many visits to many arms in a catalogue, and which arm needs care."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.errors.text import error_text
from app.shell.fleet_words import care_line, care_word
from app.speech.words import stored_verdict_word, verdict_word
from app.terminal.command import (
    CatalogueOption,
    Context,
    ExitCode,
    OutputFolderOption,
    OutputOption,
    Parser,
    WrongUse,
    add_command,
    present,
    table,
)
from app.terminal.options import NumberOption
from app.visit.known_visits import catalogue_path, read_catalogue
from core.bounds import SEED
from core.catalogue.example import ARMS, RECORDINGS, VISITS, WRONG_PAYLOADS
from core.errors import BadFile
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from core.catalogue.fleet import FleetRobot, ListedVisit
    from core.catalogue.scan import Scanned

TRUTH = "truth.json"
_ENDINGS = (".csv", ".json", ".parquet", ".pdf")


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion fleet``."""
    parts = parser.add_subparsers(
        title="parts", metavar="PART", dest="part", required=True, parser_class=Parser
    )
    scanning = add_command(
        parts, "scan", _scan, summary="Take the visits in these folders into the catalogue."
    )
    scanning.add_argument(
        "folders", type=Path, nargs="+", metavar="VISIT-FOLDER", help="with the folders in it"
    )
    listing = add_command(parts, "list", _list, summary="The visits in the catalogue, newest first.")
    arms = add_command(parts, "robots", _robots, summary="The arms, first those that need care.")
    for one in (scanning, listing, arms):
        one.add_argument(
            "--catalogue",
            action=CatalogueOption,
            metavar="FILE",
            help="the catalogue; default: that of this user",
        )
    for one in (listing, arms):
        one.add_argument(
            "--out",
            action=OutputOption,
            kind=_kind_of_file,
            metavar="FILE",
            help=f"write them, by its ending, as {', '.join(_ENDINGS)}",
        )
        one.add_argument("--query", default="", metavar="TEXT", help="only visits with all of these words")
    example = add_command(
        parts, "example", _example, summary="Write visits of a made-up fleet, with worn arms among them."
    )
    example.add_argument(
        "--arms", type=NumberOption(ARMS), default=200, metavar="N", help="default: %(default)s"
    )
    example.add_argument(
        "--visits",
        type=NumberOption(VISITS),
        default=2000,
        metavar="M",
        help="of all arms; default: %(default)s",
    )
    example.add_argument(
        "--wrong-payloads",
        type=NumberOption(WRONG_PAYLOADS),
        default=0,
        metavar="K",
        help="sound arms with another mass set in the controller than on the flange; default: %(default)s",
    )
    example.add_argument(
        "--recordings",
        type=NumberOption(RECORDINGS),
        default=3,
        metavar="R",
        help="arms whose last visit has recordings, to identify a model from; default: %(default)s",
    )
    example.add_argument(
        "--seed", type=NumberOption(SEED), default=1, metavar="S", help="default: %(default)s"
    )
    example.add_argument(
        "--into",
        dest="folder",
        required=True,
        action=OutputFolderOption,
        files={TRUTH: OutputKind.JSON},
        metavar="DIR",
        help=f"for the visits, and {TRUTH} with the worn arms",
    )


def _kind_of_file(_arguments: argparse.Namespace, path: Path) -> OutputKind:
    ending = path.suffix.lower()
    if ending not in _ENDINGS:
        raise WrongUse(f"{path.name}: the ending tells what to write: {', '.join(_ENDINGS)}.")
    return OutputKind(ending.removeprefix("."))


def _scan(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.catalogue.scan import scan
    from core.catalogue.store import Catalogue

    with Catalogue(arguments.catalogue or catalogue_path()) as catalogue:
        done = scan(catalogue, arguments.folders, monitor=context.monitor)
        document = {"catalogue": str(catalogue.path), **asdict(done)}
        present(arguments, document, *_scan_lines(done), f"Catalogue: {catalogue.path}")
    return ExitCode.SUCCESS


def _scan_lines(done: "Scanned") -> Iterator[str]:
    rate = f", {done.read / done.seconds:.0f} visits/s" if done.read and done.seconds else ""
    yield f"{done.files} visits in these folders; {done.read} were read in {done.seconds:.1f} s{rate}."
    if done.broken:
        yield f"{done.broken} cannot be read; torsion fleet list --query unreadable names them."
    if done.gone:
        yield f"{done.gone} are gone and were taken out."


def _list(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.catalogue.export import TableKind, visit_document, write_visits

    context.monitor.check()
    with read_catalogue(arguments.catalogue) as catalogue:
        found = catalogue.visits(arguments.query)
    rows = [
        (
            one.recorded_at[:10] or "–",
            one.robot or "–",
            one.serial or "–",
            stored_verdict_word(one.verdict) or "–",
            _about(one),
        )
        for one in found
    ]
    shown = table(f"{len(found)} visits", ("date", "robot", "serial", "verdict", "visit"), rows)
    if arguments.out is not None:
        if arguments.out.suffix.lower() == ".pdf":
            raise WrongUse("The report is on arms: torsion fleet robots --out FILE.pdf.")
        write_visits(arguments.out, found, TableKind(arguments.out.suffix.lower().removeprefix(".")))
    present(arguments, [visit_document(one) for one in found], shown, *_written(arguments.out))
    return ExitCode.SUCCESS


def _about(visit: "ListedVisit") -> str:
    if visit.error:
        return error_text(BadFile(visit.error, file=visit.path)).title
    return " · ".join(filter(None, (visit.path, visit.name, visit.customer)))


def _robots(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.shell.fleet_paper import write_fleet_report
    from core.catalogue.care import robots_by_care
    from core.catalogue.export import TableKind, robot_document, write_robots

    context.monitor.check()
    with read_catalogue(arguments.catalogue) as catalogue:
        found = robots_by_care(catalogue, arguments.query)
    if arguments.out is not None and arguments.out.suffix.lower() == ".pdf":
        write_fleet_report(found, arguments.out, query=arguments.query)
    elif arguments.out is not None:
        write_robots(arguments.out, found, TableKind(arguments.out.suffix.lower().removeprefix(".")))
    lines = (*_robot_lines(found), *_written(arguments.out))
    present(arguments, [robot_document(one) for one in found], *lines)
    return ExitCode.SUCCESS


def _written(path: Path | None) -> tuple[str, ...]:
    return () if path is None else (f"Written: {path}",)


def _robot_lines(found: "Sequence[FleetRobot]") -> Iterator[RenderableType]:
    rows = [
        (
            one.robot or one.last_file,
            one.serial or "–",
            str(one.visits),
            one.last_visit[:10] or "–",
            stored_verdict_word(one.verdict) if one.error else verdict_word(one.word),
            ", ".join(dict.fromkeys(f"{care_word(care.code)} {care.joint}".rstrip() for care in one.care)),
        )
        for one in found
    ]
    heads = ("robot", "serial", "visits", "last visit", "verdict", "what needs care")
    yield table(f"{len(found)} arms", heads, rows)
    for one in found:
        for care in one.care:
            yield f"{one.robot} {one.serial}: {care_line(care)}"


def _example(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.catalogue.example import write_example
    from core.exchange.json_text import json_text
    from core.storage.output_writer import write_whole

    folder: Path = arguments.folder
    truth = write_example(
        folder,
        arms=arguments.arms,
        visits=arguments.visits,
        seed=arguments.seed,
        monitor=context.monitor,
        wrong_payloads=arguments.wrong_payloads,
        recordings=arguments.recordings,
    )
    document = {serial: asdict(worn) for serial, worn in truth.items()}
    write_whole(folder / TRUTH, json_text(document).encode())
    present(
        arguments,
        {"folder": str(folder), "arms": arguments.arms, "visits": arguments.visits, "worn": document},
        f"{arguments.visits} visits to {arguments.arms} arms are in {folder}.",
        f"Arms that need care: {len(truth)}.",
        f"{TRUTH} names them. Go on with: torsion fleet scan {_as_typed(folder)}",
    )
    return ExitCode.SUCCESS


def _as_typed(path: Path) -> str:
    """A path as it is typed: between quotes where it has a blank."""
    return f'"{path}"' if " " in str(path) else str(path)
