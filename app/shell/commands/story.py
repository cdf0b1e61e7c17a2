"""``torsion story``: the two-minute story without a window, with its pictures, visits and report."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from app.presentation import Rows
from app.rehearsal.demo_folder import check_earlier_demo, made_in
from app.terminal.command import (
    Context,
    ExitCode,
    OutputFolderOption,
    be_command,
    complain,
    json_on_stdout,
    present,
    stdout_console,
)
from app.terminal.options import NumberOption
from app.terminal.presentation_lines import plain, section_lines
from core.bounds import SEED
from core.exchange.export_json import Document
from core.exchange.json_text import json_text
from core.monitor import NullMonitor, PartOfMonitor
from core.storage.output_kinds import OutputKind
from core.storage.output_writer import written_at_once
from devices.virtual.settings import Pace

if TYPE_CHECKING:
    from app.rehearsal.story import Stage
    from app.rehearsal.story_run import Told

_TOLD_SHARE = 0.97
"""Share of the time that the story takes; the rest is for its pictures."""
_FILES = {
    "report.pdf": OutputKind.PDF,
    "report.json": OutputKind.JSON,
    "changes.pdf": OutputKind.PDF,
    "1-encoders.png": OutputKind.PNG,
    "2-payload.png": OutputKind.PNG,
    "3-gears.png": OutputKind.PNG,
    "4-report.png": OutputKind.PNG,
}


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion story``."""
    be_command(parser, _story)
    parser.add_argument(
        "--pace",
        choices=[pace.value for pace in Pace],
        default=Pace.SIXTEENFOLD.value,
        help="how fast the arm's time passes at most; default: %(default)s",
    )
    parser.add_argument(
        "--out",
        action=OutputFolderOption,
        files=_FILES,
        default=Path("torsion-story"),
        metavar="DIR",
        help="where visits, pictures and report go; an earlier story there is replaced; default: %(default)s",
    )
    parser.add_argument(
        "--seed", type=NumberOption(SEED), default=0, metavar="N", help="which arm; default: %(default)s"
    )


def _story(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.rehearsal.story_run import VISITS, story_document, tell

    folder: Path = arguments.out
    quiet = json_on_stdout(arguments)
    earlier = [name for name in (*VISITS, *_FILES) if (folder / name).exists()]
    for name in VISITS:
        check_earlier_demo(folder / name)
    if earlier and not quiet:
        stdout_console().print(f"An earlier story in {folder} will be replaced: {', '.join(earlier)}.")
    part = PartOfMonitor(context.monitor, first=0.0, last=_TOLD_SHARE)
    with made_in(folder, (*VISITS, *_FILES), visits=VISITS) as workshop, written_at_once():
        told = tell(
            workshop,
            seed=arguments.seed,
            pace=Pace(arguments.pace),
            monitor=part,
            on_stage=(lambda _stage: None) if quiet else _print_stage,
        )
        document = story_document(told)
        _write_report_json(workshop, document)
        _draw(workshop, told, context)
        made = [name for name in (*VISITS, *_FILES) if (workshop / name).exists()]
        document |= {"seed": arguments.seed, "files": [str(folder / name) for name in made]}
    present(arguments, document, *(f"Written: {folder / name}" for name in made))
    return _ended(told)


def _ended(told: "Told") -> ExitCode:
    """The exit code; what did not end well is said in one sentence."""
    if told.is_well:
        return ExitCode.SUCCESS
    if told.stopped:
        complain(f"Stopped. {len(told.stages)} of 4 stages are done, and their files are kept.")
        return ExitCode.NOT_TRUSTWORTHY
    from app.rehearsal.story_words import present as worded

    poor = [worded(stage).headline for stage in told.stages if not stage.is_well]
    complain(f"The story did not end well: {' '.join(poor)}")
    return ExitCode.NOT_TRUSTWORTHY


def _print_stage(stage: "Stage") -> None:
    from app.rehearsal.story_words import present as worded

    console, shown = stdout_console(), worded(stage)
    console.print(f"{shown.title}: {plain(shown.headline)}")
    for section in shown.sections:
        if isinstance(section, Rows):
            for line in section_lines(section):
                console.print(line)


def _write_report_json(workshop: Path, document: Document) -> None:
    """Add the keys of the story to those of the report, or write them alone where there is no report."""
    from core.storage.output_writer import write_whole

    path = workshop / "report.json"
    report = json.loads(path.read_text("utf-8")) if path.exists() else {}
    payload = {**(report.get("payload") or {}), **(document["payload"] or {})}
    write_whole(path, json_text({**report, **document, "payload": payload or None}).encode())


def _draw(workshop: Path, told: "Told", context: Context) -> None:
    """The pictures; without the libraries of a window the story has none, and says so."""
    from app.rehearsal.story_run import PICTURES
    from app.rehearsal.story_words import present as worded
    from app.shell.story_pictures import NoPictures, StagePicture, draw

    motions = (*told.motions, *[None] * len(told.stages))
    shown = [
        StagePicture(worded(stage), motion, workshop / name)
        for stage, motion, name in zip(told.stages, motions, PICTURES, strict=False)
    ]
    try:
        draw(shown, monitor=NullMonitor() if told.stopped else context.monitor)
    except NoPictures as error:
        complain(f"No pictures were drawn: the libraries of the window could not be used ({error}).")
