"""``torsion compare``: what changed in an arm between visits, beyond the uncertainty of both."""

import argparse
from pathlib import Path

from app.cli.command import Commands, Context, ExitCode, add_command
from app.cli.output import present


def add_to(commands: Commands) -> None:
    """Add ``compare``."""
    parser = add_command(
        commands,
        "compare",
        _compare,
        summary="Two or more visits of one arm: what changed beyond the uncertainty of both.",
    )
    parser.add_argument(
        "visits",
        nargs="+",
        type=Path,
        metavar="VISIT.h5",
        help="two visits or more; each is compared with the latest, and from three on the trend is told",
    )
    parser.add_argument(
        "--other-arm",
        action="store_true",
        help="compare arms with different serial numbers as well",
    )


def _compare(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.cli.compare_tables import compare_json, compare_lines
    from app.work.comparison import compare_visits

    found = compare_visits(paths=arguments.visits, other_arm=arguments.other_arm, monitor=context.monitor)
    present(arguments, compare_json(found), *compare_lines(found))
    trusted = any(pair.is_trustworthy for pair in found.pairs)
    return ExitCode.SUCCESS if trusted else ExitCode.NOT_TRUSTWORTHY
