"""``torsion compare``: what changed in an arm between visits, beyond the uncertainty of both."""

import argparse
from pathlib import Path

from app.errors.text import reason_text
from app.speech.language import in_english
from app.terminal.command import Context, ExitCode, OutputOption, WrongUse, be_command, present
from core.storage.output_kinds import OutputKind


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion compare``."""
    be_command(parser, _compare)
    parser.add_argument(
        "visits",
        nargs="+",
        type=Path,
        metavar="VISIT.h5",
        help="two visits or more; each is compared with the latest, and from three on the trend is shown",
    )
    parser.add_argument(
        "--report",
        action=OutputOption,
        kind=OutputKind.PDF,
        metavar="OUT.pdf",
        help="write what changed since the oldest visit as a report",
    )
    parser.add_argument(
        "--other-arm",
        action="store_true",
        help="compare arms with different serial numbers as well",
    )


def _compare(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.features.comparison.front_page import front_page
    from app.features.comparison.presentation import CHANGES
    from app.features.comparison.presentation import present as worded
    from app.features.comparison.tasks import compare_visits
    from app.guide.front_page import front_json
    from app.terminal.presentation_lines import plain, presentation_lines
    from core.exchange.export_comparison import comparison_json

    out: Path | None = arguments.report
    if out is not None and out.suffix.lower() != ".pdf":
        raise WrongUse(f"{out}: a report is a PDF. Give it a name that ends in .pdf.")
    found = compare_visits(paths=arguments.visits, other_arm=arguments.other_arm, monitor=context.monitor)
    written: tuple[str, ...] = ()
    if out is not None:
        from app.features.comparison.report import comparison_paper
        from app.features.comparison.report_tasks import write_comparison_report

        paper = comparison_paper(found, found.pairs[0])
        write_comparison_report(paper=paper, pdf=out, monitor=context.monitor)
        written = (f"Written: {out}",)
    with in_english():
        changes = worded(found, found.pairs[0], at_terminal=True).rows(CHANGES)
        sentences = [plain(str(row.value)) for row in changes.rows] if changes is not None else []
        document = {
            **comparison_json(found, sentences=sentences, reason_text=reason_text),
            "front_page": front_json(front_page(found, found.pairs[0])),
        }
    shown = worded(found, found.pairs[0], at_terminal=True)
    present(arguments, document, *presentation_lines(shown), *written)
    trusted = any(pair.is_trustworthy for pair in found.pairs)
    return ExitCode.SUCCESS if trusted else ExitCode.NOT_TRUSTWORTHY
