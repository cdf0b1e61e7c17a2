"""``torsion report``: a stored model, or what hangs on the flange, as a document for people."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.command import Commands, Context, ExitCode, WrongUse, add_command
from app.cli.output import present
from core.payload.result import PAYLOAD, PayloadResult

if TYPE_CHECKING:
    from core.identification.result import IdentificationResult
    from core.storage.visit import Visit

_ENDING = ".pdf"


def add_to(commands: Commands) -> None:
    """Add ``report``."""
    parser = add_command(commands, "report", _report, summary="A stored model or payload as a PDF report.")
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE.pdf")
    parser.add_argument(
        "--result", metavar="KEY", help="which model or payload; without it whichever was stored last"
    )


def _report(arguments: argparse.Namespace, context: Context) -> ExitCode:
    if arguments.out.suffix.lower() != _ENDING:
        raise WrongUse(f"{arguments.out}: a report is a PDF. Give it a name that ends in {_ENDING}.")
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        payload = _payload(visit, arguments.result)
        document = (
            _model_report(visit, arguments, context)
            if payload is None
            else _payload_report(visit, payload, arguments.out)
        )
    verdict = document["verdict"]
    present(arguments, document, f"Written: {arguments.out} (verdict {verdict})")
    return ExitCode.SUCCESS


def _payload(visit: "Visit", key: str | None) -> PayloadResult | None:
    """The payload that is meant; None where a model is."""
    from core.identification.result import IDENTIFICATION

    stored = {entry.key: entry.kind for entry in visit.results()}
    ours = [name for name, kind in stored.items() if kind in {IDENTIFICATION, PAYLOAD}]
    meant = key or (ours[-1] if ours else "")
    return visit.result(meant, PayloadResult) if stored.get(meant) == PAYLOAD else None


def _payload_report(visit: "Visit", found: PayloadResult, out: Path) -> dict[str, object]:
    from app.cli.visit_file import robot_of
    from app.error_text import reason_text
    from app.reports.payload_report import write_payload_pdf
    from app.work.payload_report import newest_payload_paper
    from core.exchange.export_payload import payload_json

    robot = robot_of(visit)
    paper = newest_payload_paper(visit, found)
    assert paper is not None  # it was found
    write_payload_pdf(paper, out, robot_name=robot.title or robot.name)
    return {
        "file": str(out),
        "verdict": found.judgement.verdict.value,
        "mark": found.mark.value,
        "payload": payload_json(found, reason_text=reason_text),
    }


def _model_report(visit: "Visit", arguments: argparse.Namespace, context: Context) -> dict[str, object]:
    from app.cli.visit_file import robot_of, stored_identification
    from app.reports.stored_model import write_report
    from app.work.elasticity import newest_elasticity
    from app.work.payload_report import newest_payload_paper
    from app.work.verification import newest_verification

    result: IdentificationResult = stored_identification(visit, arguments.result)
    recordings = {label: visit.recording(label) for label in visit.labels}
    write_report(
        result,
        robot_of(visit),
        recordings,
        path=arguments.out,
        monitor=context.monitor,
        verification=newest_verification(visit),
        elasticity=newest_elasticity(visit),
        payload=newest_payload_paper(visit),
    )
    return {
        "file": str(arguments.out),
        "verdict": result.judgement.verdict.value,
        "synthetic": result.provenance.synthetic,
        "mark": result.provenance.shown_mark.value,
    }
