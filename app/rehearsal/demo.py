"""``torsion demo``: the virtual robot commissioned from the encoder check to its payload, and one report."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import features
from app.errors.text import error_text, reason_text
from app.features.identification.presentation import present as model_shown
from app.features.verification.presentation import present as verification_shown
from app.guide.feature import Brief
from app.rehearsal.demo_folder import PLAIN, REPORT, VISIT, check_earlier_demo, made_in
from app.speech.words import verdict_word
from app.terminal.command import Context, ExitCode, be_command, exit_code
from app.terminal.numbers import NumberOption
from app.terminal.output import json_on_stdout, present, stdout_console, write_document
from app.terminal.outputs import OutputFolderOption
from app.terminal.presentation_lines import presentation_lines
from core.bounds import SEED
from core.exchange.export_json import identification_json
from core.exchange.export_payload import payload_json
from core.exchange.export_verification import verification_json
from core.monitor import PartOfMonitor
from core.quality import worst
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from rich.console import RenderableType

    from app.rehearsal.commissioning import Commissioned, JourneyStep

_COMMISSIONING_SHARE = 0.97
"""Share of the time that the commissioning takes."""
_ROBOT = "ec66"
"""Both encoders in every joint, and two parallel ones for the payload's sweeps."""


def step_lines(step: "JourneyStep") -> Iterator[str]:
    """Name of a step, its duration here, and its result."""
    brief = next(one for feature in features.FEATURES for one in feature.briefs if one.step == step.name)
    title = f"{brief.title} ({step.seconds:.0f} s):"
    if step.left_out is not None:
        yield f"{title} left out. {error_text(step.left_out).one_line}"
        return
    yield f"{title} {' '.join(_found(brief, step.found))}"


def _found(brief: Brief[Any], found: object) -> Iterator[str]:
    from app.arm.procedure import Outcome

    if found is None:
        yield "no joint has both encoders, so nothing can be said."
    elif not isinstance(found, Outcome):
        yield from brief.lines(found)
    else:
        yield f"{found.seconds:.0f} s recorded. {verdict_word(found.verdict)}."
        if found.found is not None:
            yield from brief.lines(found.found)


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion demo``."""
    be_command(parser, _demo)
    parser.add_argument("--robot", default=_ROBOT, metavar="NAME", help="default: %(default)s")
    parser.add_argument(
        "--out",
        action=OutputFolderOption,
        files={REPORT: OutputKind.PDF, PLAIN: OutputKind.JSON},
        default=Path("torsion-demo"),
        metavar="DIR",
        help="where the visit and the report go; default: %(default)s",
    )
    parser.add_argument(
        "--seed", type=NumberOption(SEED), default=0, metavar="N", help="which arm; default: %(default)s"
    )


def _demo(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.rehearsal.commissioning import commission_virtual
    from core.exchange.export_deflection import deflection_json
    from core.robot.library import load_robot

    robot = load_robot(arguments.robot)  # a wrong name is refused before an earlier demo is replaced
    check_earlier_demo(arguments.out / VISIT)
    part = PartOfMonitor(context.monitor, first=0.0, last=_COMMISSIONING_SHARE)
    on_step = None if json_on_stdout(arguments) else _print_step
    files = [str(arguments.out / name) for name in (VISIT, REPORT, PLAIN)]
    with made_in(arguments.out, (VISIT, REPORT, PLAIN)) as workshop:
        path = workshop / VISIT
        done = commission_virtual(
            path, robot=arguments.robot, seed=arguments.seed, monitor=part, on_step=on_step
        )
        _report(workshop, done, context)
        payload = done.payload
        document = {
            **identification_json(done.result, reason_text=reason_text),
            "deflection": None
            if done.elasticity is None
            else deflection_json(done.elasticity, tool={}, reason_text=reason_text),
            "verification": verification_json(done.verification, reason_text=reason_text),
            "payload": None if payload is None else payload_json(payload, reason_text=reason_text),
            "mark": done.result.provenance.shown_mark.value,
            "seed": arguments.seed,
            "files": files,
        }
        write_document(arguments, document)
    slides = robot.is_prismatic.tolist()
    readable = (
        *presentation_lines(model_shown(done.result, joints=robot.joint_names, slides=slides)),
        *_gears(done),
        "Verified on motion that it had not seen:",
        *presentation_lines(verification_shown(done.verification, slides=slides)),
        *(f"Written: {name}" for name in files),
    )
    present(arguments, document, *readable)
    return exit_code(worst([done.result.judgement.verdict, done.verification.judgement.verdict]))


def _print_step(step: "JourneyStep") -> None:
    console = stdout_console()
    for line in step_lines(step):
        console.print(line)


def _gears(done: "Commissioned") -> "Iterator[RenderableType]":
    from app.features.twist.presentation import present as gears
    from app.terminal.presentation_lines import presentation_lines

    if done.elasticity is None:
        yield "No joint has both encoders: nothing can be said of the gears."
        return
    yield "What the twist of the gears says:"
    yield from presentation_lines(gears(done.elasticity))


def _report(folder: Path, done: "Commissioned", context: Context) -> None:
    from app.features.report.tasks import write_report
    from app.visit.steps import model_made, note_report, report_made
    from core.storage.visit import Visit

    last = PartOfMonitor(context.monitor, first=_COMMISSIONING_SHARE, last=1.0)
    write_report(
        visit=folder / VISIT, result=done.result, pdf=folder / REPORT, json=folder / PLAIN, monitor=last
    )
    with Visit.open(folder / VISIT) as visit:
        note_report(visit, report_made(model_made(done.result.provenance.created_at, choice="").revision))
