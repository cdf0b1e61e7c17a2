"""``torsion fleet``: many visits to many arms in a catalogue, and which arm needs care."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.errors.text import error_text
from app.shell.fleet_words import care_line, care_word
from app.terminal.command import Commands, Context, ExitCode, Parser, add_command
from app.terminal.numbers import NumberOption
from app.terminal.output import present, table
from app.terminal.outputs import CatalogueOption, OutputFolderOption
from app.visit.known_visits import catalogue_path
from core.bounds import SEED
from core.catalogue.bounds import ARMS, VISITS
from core.errors import BadFile
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from core.catalogue.care import Care, FleetRobot
    from core.catalogue.scan import Scanned
    from core.catalogue.store import Catalogue, ListedVisit

TRUTH = "truth.json"


def add_to(commands: Commands) -> None:
    """Add ``torsion fleet`` with what can be done with a fleet."""
    summary = "Many visits to many arms: list, search, and see which arm needs care."
    parser = commands.add_parser("fleet", help=summary, description=summary)
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


def _scan(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.catalogue.scan import scan

    with _catalogue(arguments) as catalogue:
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
    context.monitor.check()
    with _catalogue(arguments) as catalogue:
        found = catalogue.visits(arguments.query)
    rows = [
        (one.recorded_at[:10] or "–", one.robot or "–", one.serial or "–", one.verdict or "–", _about(one))
        for one in found
    ]
    shown = table(f"{len(found)} visits", ("date", "robot", "serial", "verdict", "visit"), rows)
    present(arguments, [_visit_json(one) for one in found], shown)
    return ExitCode.SUCCESS


def _about(visit: "ListedVisit") -> str:
    if visit.error:
        return error_text(BadFile(visit.error, file=visit.path)).title
    return " · ".join(filter(None, (visit.path, visit.name, visit.customer)))


def _visit_json(visit: "ListedVisit") -> dict[str, object]:
    return {"visit": visit.path, **{key: value for key, value in asdict(visit).items() if key != "path"}}


def _robots(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.catalogue.care import robots

    context.monitor.check()
    with _catalogue(arguments) as catalogue:
        found = robots(catalogue, arguments.query)
    present(arguments, [_robot_json(one) for one in found], *_robot_lines(found))
    return ExitCode.SUCCESS


def _robot_lines(found: "Sequence[FleetRobot]") -> Iterator[RenderableType]:
    rows = [
        (
            one.robot or one.last_file,
            one.serial or "–",
            str(one.visits),
            one.last_visit[:10] or "–",
            one.verdict,
            ", ".join(dict.fromkeys(f"{care_word(care.code)} {care.joint}" for care in one.care)),
        )
        for one in found
    ]
    heads = ("robot", "serial", "visits", "last visit", "verdict", "what needs care")
    yield table(f"{len(found)} arms", heads, rows)
    for one in found:
        for care in one.care:
            yield f"{one.robot} {one.serial}: {care_line(care)}"


def _robot_json(robot: "FleetRobot") -> dict[str, object]:
    return {
        "robot": robot.robot,
        "serial": robot.serial,
        "visits": robot.visits,
        "last_visit": robot.last_visit,
        "last_file": robot.last_file,
        "verdict": robot.verdict,
        "care": [_care_json(care) for care in robot.care],
    }


def _care_json(care: "Care") -> dict[str, object]:
    return asdict(care)


def _example(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.catalogue.example import write_example
    from core.exchange.export_json import json_text
    from core.storage.output_writer import write_whole

    folder: Path = arguments.folder
    truth = write_example(
        folder,
        arms=arguments.arms,
        visits=arguments.visits,
        seed=arguments.seed,
        monitor=context.monitor,
    )
    document = {serial: asdict(worn) for serial, worn in truth.items()}
    write_whole(folder / TRUTH, json_text(document).encode())
    present(
        arguments,
        {"folder": str(folder), "arms": arguments.arms, "visits": arguments.visits, "worn": document},
        f"{arguments.visits} visits to {arguments.arms} arms are in {folder}; {len(truth)} arms are worn.",
        f"{TRUTH} names them. Go on with: torsion fleet scan {folder}",
    )
    return ExitCode.SUCCESS


def _catalogue(arguments: argparse.Namespace) -> "Catalogue":
    from core.catalogue.store import Catalogue

    return Catalogue(arguments.catalogue or catalogue_path())
