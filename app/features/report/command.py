"""``torsion report``: a stored model, payload or stiffness as a PDF report."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import error_text
from app.speech.language import Language, in_english, speaking
from app.speech.words import stored_verdict_word
from app.terminal.command import Context, ExitCode, OutputOption, WrongUse, be_command, complain, present
from app.visit.known_visits import care_of_visit
from app.visit.steps import model_made, note_report, payload_report_made, report_made
from core.errors import TorsionError
from core.payload.result import PAYLOAD, PayloadResult
from core.stiffness.result import STIFFNESS, ReducedStiffness
from core.storage.output_kinds import OutputKind
from core.workflow import Made, Product

if TYPE_CHECKING:
    from app.guide.feature import Changes
    from core.catalogue.fleet import Care
    from core.identification.result import IdentificationResult
    from core.storage.visit import Visit

_ENDING = ".pdf"


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion report``."""
    be_command(parser, _report)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--out", required=True, action=OutputOption, kind=OutputKind.PDF, metavar="FILE.pdf")
    parser.add_argument(
        "--result",
        metavar="KEY",
        help="which model, payload or stiffness; without it the model or payload that was stored last, or "
        "the stiffness where there is neither",
    )
    parser.add_argument(
        "--since",
        type=Path,
        metavar="VISIT.h5",
        help="earlier visit to this arm, for what changed since then; default: the last in the same folder",
    )
    parser.add_argument(
        "--language",
        type=_language,
        default=Language.ENGLISH,
        metavar="|".join(Language),
        help="of the report; default: %(default)s",
    )


def _language(text: str) -> Language:
    if text not in set(Language):
        raise argparse.ArgumentTypeError(f"'{text}' is none of {', '.join(Language)}")
    return Language(text)


def _report(arguments: argparse.Namespace, context: Context) -> ExitCode:
    if arguments.out.suffix.lower() != _ENDING:
        raise WrongUse(f"{arguments.out}: a report is a PDF. Give it a name that ends in {_ENDING}.")
    from app.guide.feature import changes_since
    from core.storage.visit import Visit

    changes = changes_since(context.monitor, arguments.visit, arguments.since)
    care = care_of_visit(context.monitor, visit=arguments.visit)[0]
    with Visit.open(arguments.visit) as visit, speaking(arguments.language):
        key, kind = _selected(visit, arguments.result)
        made: Made | None = None
        if kind == PAYLOAD:
            made = payload_report_made(key)
            document = _payload_report(visit, visit.result(key, PayloadResult), arguments.out, changes)
        elif kind == STIFFNESS:
            document = _stiffness_report(visit, visit.result(key, ReducedStiffness), arguments.out, changes)
        else:
            document, made = _model_report(visit, arguments, context, changes, care)
        if made is not None:
            _note(visit, made, Product.PAYLOAD_REPORT if kind == PAYLOAD else Product.REPORT)
    document = {"file": str(arguments.out), **document}
    word = stored_verdict_word(str(document["verdict"]))
    present(arguments, document, f"Written: {arguments.out} ({word})")
    return ExitCode.SUCCESS


def _selected(visit: "Visit", key: str | None) -> tuple[str, str]:
    """Key and kind of the named result, else of the newest; an unknown kind counts as a model."""
    from core.identification.result import IDENTIFICATION

    stored = {entry.key: entry.kind for entry in visit.results()}
    first = [name for name, kind in stored.items() if kind in {IDENTIFICATION, PAYLOAD}]
    rest = [name for name, kind in stored.items() if kind == STIFFNESS]
    selected = key or next((names[-1] for names in (first, rest) if names), "")
    return selected, stored.get(selected, "")


def _payload_report(visit: "Visit", found: PayloadResult, out: Path, changes: "Changes") -> dict[str, object]:
    from app.errors.text import reason_text
    from app.features.payload.report import front_page, write_payload_pdf
    from app.features.payload.tasks import stored_payload
    from app.guide.front_page import front_json
    from app.visit.recordings import robot_of
    from core.exchange.export_payload import payload_json

    robot = robot_of(visit)
    stored = stored_payload(visit, found)
    assert stored is not None  # it was found
    name = robot.title or robot.name
    write_payload_pdf(stored, out, robot_name=name, changed=changes())
    with in_english():
        front = front_json(front_page(stored, robot=name, changed=changes()))
        return {
            **_judged(found),
            "payload": payload_json(found, reason_text=reason_text),
            "front_page": front,
        }


def _stiffness_report(
    visit: "Visit", found: ReducedStiffness, out: Path, changes: "Changes"
) -> dict[str, object]:
    from app.features.stiffness.report import (
        front_page,
        newest_stiffness_paper,
        paper_json,
        write_stiffness_pdf,
    )
    from app.guide.front_page import front_json
    from app.visit.recordings import robot_of

    robot = robot_of(visit)
    paper = newest_stiffness_paper(visit, found)
    assert paper is not None  # it was found
    name = robot.title or robot.name
    write_stiffness_pdf(paper, out, robot_name=name, changed=changes())
    with in_english():
        front = front_json(front_page(paper, robot=name, changed=changes()))
        return {**_judged(found), "stiffness": paper_json(paper, robot), "front_page": front}


def _judged(found: PayloadResult | ReducedStiffness) -> dict[str, object]:
    return {"verdict": found.judgement.verdict.value, "mark": found.mark.value}


def _model_report(
    visit: "Visit",
    arguments: argparse.Namespace,
    context: Context,
    changes: "Changes",
    care: "Sequence[Care]",
) -> "tuple[dict[str, object], Made]":
    """The document, and the report as a product of the visit."""
    from app.features.report.tasks import commissioning_json, write_commissioning
    from app.terminal.visit_file import stored_identification
    from app.visit.recordings import robot_of

    result: IdentificationResult = stored_identification(visit, arguments.result)
    done = write_commissioning(
        visit, result, pdf=arguments.out, json=None, changes=changes, care=care, monitor=context.monitor
    )
    made = report_made(model_made(result.provenance.created_at, choice="").revision)
    with in_english():
        document = {
            "verdict": result.judgement.verdict.value,
            "synthetic": result.provenance.synthetic,
            "mark": result.provenance.shown_mark.value,
            **commissioning_json(done, robot_of(visit)),
        }
    return document, made


def _note(visit: "Visit", made: Made, product: Product) -> None:
    """Store that the report was written; it was, also where the visit cannot be changed."""
    try:
        note_report(visit, made, product=product)
    except (TorsionError, OSError) as error:
        complain(f"The report was written, but not noted in the visit. {error_text(error).one_line}")
