"""``torsion report``: a stored model as a document for people."""

import argparse
from pathlib import Path

from app.cli.command import Commands, Context, ExitCode, WrongUse, add_command
from app.cli.output import present

_ENDING = ".pdf"


def add_to(commands: Commands) -> None:
    """Add ``report``."""
    parser = add_command(commands, "report", _report, summary="A stored model as a PDF report.")
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE.pdf")
    parser.add_argument("--result", metavar="KEY", help="which model; the last one without it")


def _report(arguments: argparse.Namespace, context: Context) -> ExitCode:
    if arguments.out.suffix.lower() != _ENDING:
        raise WrongUse(f"{arguments.out}: a report is a PDF. Give it a name that ends in {_ENDING}.")
    from app.cli.visit_file import robot_of, stored_identification
    from app.reports.stored_model import write_report
    from app.work.elasticity import newest_elasticity
    from app.work.verification import newest_verification
    from core.storage.visit import Visit

    with Visit.open(arguments.visit) as visit:
        result = stored_identification(visit, arguments.result)
        recordings = {label: visit.recording(label) for label in visit.labels}
        write_report(
            result,
            robot_of(visit),
            recordings,
            path=arguments.out,
            monitor=context.monitor,
            verification=newest_verification(visit),
            elasticity=newest_elasticity(visit),
        )
    document = {
        "file": str(arguments.out),
        "verdict": result.judgement.verdict.value,
        "synthetic": result.provenance.synthetic,
        "mark": result.provenance.shown_mark.value,
    }
    present(arguments, document, f"Written: {arguments.out} (verdict {result.judgement.verdict.value})")
    return ExitCode.SUCCESS
