"""``torsion rescue``: copies the whole parts of a damaged visit into a new one."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import error_text, problem_text
from app.terminal.command import Context, ExitCode, VisitOption, be_command, present, table

if TYPE_CHECKING:
    from core.storage.rescue import Rescue


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion rescue``."""
    be_command(parser, _rescue)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5", help="read, never written")
    parser.add_argument(
        "--into", required=True, action=VisitOption, metavar="NEW.h5", help="a file that does not exist"
    )


def _rescue(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.storage.rescue import rescue

    found = rescue(arguments.visit, into=arguments.into, monitor=context.monitor)
    rows = [(taken.piece.value, taken.name, "taken") for taken in found.taken]
    rows += [(left.piece.value, left.name, "left out") for left in found.left_out]
    lines = [f"{left.piece.value} {left.name}: {error_text(left.reason).one_line}" for left in found.left_out]
    shown = table(f"Rescued from {arguments.visit} into {found.into}", ("piece", "name", ""), rows)
    present(arguments, _document(arguments.visit, found), shown, *lines)
    return ExitCode.NOT_TRUSTWORTHY if found.left_out else ExitCode.SUCCESS


def _document(path: Path, found: "Rescue") -> dict[str, object]:
    return {
        "visit": str(path),
        "into": str(found.into),
        "taken": [{"piece": taken.piece.value, "name": taken.name} for taken in found.taken],
        "left_out": [
            {
                "piece": left.piece.value,
                "name": left.name,
                "code": left.reason.code,
                "text": error_text(left.reason).one_line,
            }
            for left in found.left_out
        ],
        "damage": [
            {"where": problem.where, "code": problem.code, "text": problem_text(problem)}
            for problem in found.damage
        ],
    }
