"""Meaning of a file's columns, as a table and as JSON, and the options that answer its questions."""

import argparse
from pathlib import Path

from rich.console import RenderableType

from app.errors.text import evidence_sentence
from app.terminal.command import OutputOption, table
from app.terminal.options import NumberOption, shown
from core.bounds import SAMPLE_RATE
from core.recognition.understanding import Group, Understanding
from core.recognition.user_answers import Answer, Answers, parse_answer
from core.storage.output_kinds import OutputKind

_SHOWN_NAME = 28


def add_answers(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what a file does not say itself."""
    parser.add_argument(
        "--column",
        action="append",
        default=[],
        metavar="COLUMNS=MEANING",
        help='say what columns are, such as "14-19=current A", "q0-q5=position rad" or "b.csv:7=leave"',
    )
    parser.add_argument(
        "--rate", type=NumberOption(SAMPLE_RATE), metavar="HZ", help="sample rate of a file without a clock"
    )
    parser.add_argument(
        "--effort", choices=("current", "torque"), help="what ROS's effort is; default: current on a UR arm"
    )
    parser.add_argument(
        "--correct",
        type=_corrections,
        default=(),
        metavar="WHAT",
        help="accept what was found, with commas: encoder-sign, velocity-order, joint-order, joint-sign, "
        "joint-unit, torque-order, torque-sign, coupling, zero, rows",
    )
    parser.add_argument("--topic", metavar="NAME", help="topic of a bag with several")
    parser.add_argument(
        "--layout-out",
        action=OutputOption,
        kind=OutputKind.TOML,
        metavar="FILE",
        help="write the layout as it was understood, to be edited and named with --layout",
    )


def _corrections(text: str) -> tuple[str, ...]:
    """Names of corrections, with commas between them.

    Raises
    ------
    argparse.ArgumentTypeError
        For a name that is none.
    """
    from core.recognition.weighing import CORRECTIONS

    named = tuple(part.strip() for part in text.split(","))
    unknown = next((one for one in named if one not in CORRECTIONS), None)
    if unknown is not None:
        raise argparse.ArgumentTypeError(
            f"{shown(unknown)} is no correction; there are {', '.join(CORRECTIONS)}"
        )
    return named


def answers_of(arguments: argparse.Namespace) -> Answers:
    """Answers on the file that the options give.

    Raises
    ------
    BadRequest
        As :func:`core.recognition.user_answers.parse_answer`.
    """
    columns: tuple[Answer, ...] = tuple(parse_answer(text) for text in arguments.column)
    return Answers(
        columns, arguments.rate, arguments.effort or "", arguments.topic or "", tuple(arguments.correct)
    )


def understanding_lines(found: Understanding) -> list[RenderableType]:
    """The groups of columns with meaning, evidence and first values."""
    rows = [
        (
            group.span,
            _names(found, group),
            meaning_text(group),
            evidence_sentence(group.evidence),
            _first_values(found, group),
        )
        for group in found.groups
    ]
    title = f"What {found.table.path.name} was understood to hold"
    lines: list[RenderableType] = [
        table(title, ("columns", "name", "meaning", "because", "first rows"), rows)
    ]
    if found.rate_hz is not None:
        lines.append(f"Clock: {found.rate_hz:g} Hz, as stated.")
    lines += [f"Note: {evidence_sentence((one,))}" for one in found.remarks]
    lines += [f"Open: {option}" for option in options_of(found)]
    return lines


def options_of(found: Understanding) -> list[str]:
    """The exact options among which a person has to choose, one line for each question."""
    return [" or ".join(group.option(choice) for choice in group.choices) for group in found.questions]


def meaning_text(group: Group) -> str:
    """Meaning of a group with its unit; a question mark where it is open."""
    if group.is_open:
        return "?"
    units = ", ".join(dict.fromkeys(group.units))
    return f"{group.meaning.replace('_', ' ')} {units}".strip() if group.meaning != "leave" else "left out"


def understanding_json(found: Understanding) -> dict[str, object]:
    """The understanding with one entry for each column of the file."""
    return {
        "file": str(found.table.path),
        "container": found.table.container,
        "layout": found.layout,
        "topic": found.table.topic,
        "rate_hz": found.rate_hz,
        "complete": found.is_complete,
        "columns": [
            {
                "column": column,
                "name": found.table.channel(column).name,
                "meaning": None if group.is_open else group.meaning,
                "joint": group.columns.index(column) + 1,
                "unit": (group.units * len(group.columns))[group.columns.index(column)]
                if group.units
                else None,
                "evidence": evidence_sentence(group.evidence),
                "because": [evidence_sentence((one,)) for one in group.evidence],
                "choices": list(group.choices),
                "rivals": [
                    {
                        "meaning": rival.meaning,
                        "unit": rival.unit,
                        "score": round(rival.score, 2),
                        "because": [evidence_sentence((one,)) for one in rival.words],
                    }
                    for rival in group.rivals
                ],
            }
            for column, group in found.by_column()
        ],
        "questions": [
            {
                "columns": group.span,
                "because": evidence_sentence(group.evidence),
                "options": [group.option(choice) for choice in group.choices],
            }
            for group in found.questions
        ],
        "remarks": [{"code": one.code, "text": evidence_sentence((one,))} for one in found.remarks],
        "first_rows": [list(row) for row in found.table.first_rows],
    }


def write_layout(found: Understanding, path: Path | None) -> None:
    """Write the layout to the file of ``--layout-out`` at once, if it was named; open columns too."""
    if path is None:
        return
    from core.recognition.layout_text import layout_toml
    from core.storage.output_writer import write_whole, written_together

    with written_together() as files:
        write_whole(path, layout_toml(found).encode())
        files.commit()


def _names(found: Understanding, group: Group) -> str:
    first, last = found.table.channel(group.columns[0]).name, found.table.channel(group.columns[-1]).name
    text = first if len(group.columns) == 1 or first == last else f"{first} … {last}"
    return text if len(text) <= 2 * _SHOWN_NAME else f"{first[:_SHOWN_NAME]}…"


def _first_values(found: Understanding, group: Group) -> str:
    return ", ".join(row[group.columns[0] - 1] for row in found.table.first_rows)
