"""``torsion state``: one word, one number and one thing to do for each subject of an arm."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.shell.state_words import beside_words, number_words, subject_word
from app.speech.dates import day_word
from app.speech.words import verdict_word
from app.terminal.command import CatalogueOption, Context, ExitCode, WrongUse, be_command, present, table
from app.visit.known_visits import arm_in_catalogue, catalogue_path, read_catalogue
from core.fields import to_json_value

if TYPE_CHECKING:
    from core.catalogue.arm_state import SubjectState
    from core.catalogue.fleet import Care, ListedVisit
    from core.catalogue.store import Catalogue

_MEASURED_BY = {
    "encoders": "torsion run check",
    "friction": "torsion run friction",
    "gears": "torsion run load-steps, then torsion deflection",
    "model": "torsion run excite, then torsion identify",
    "verification": "torsion run verify",
    "payload": "torsion run payload",
    "stiffness": "torsion stiffness",
    "report": "torsion report",
}


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion state``."""
    be_command(parser, _state)
    parser.add_argument(
        "arm", metavar="VISIT.h5|SERIAL", help="a visit, or the serial number of an arm in the catalogue"
    )
    parser.add_argument(
        "--catalogue",
        action=CatalogueOption,
        metavar="FILE",
        help="the catalogue; default: that of this user",
    )


def _state(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.shell.arm_state import read_arm_state, state_of_visits
    from core.quality import Word

    path = Path(arguments.arm)
    if path.suffix.lower() == ".h5" or path.exists():
        catalogue_file = arguments.catalogue or catalogue_path()
        state = read_arm_state(context.monitor, path=path, catalogue=catalogue_file)
    else:
        with read_catalogue(arguments.catalogue) as catalogue:
            listed, care = _in_catalogue(catalogue, arguments.arm)
        state = state_of_visits([Path(one.path) for one in listed], context.monitor, care=care)
    document = {
        "robot": state.robot,
        "serial": state.serial,
        "visits": [str(one) for one in state.visits],
        "verdict": state.whole.value,
        "subjects": [_document(one) for one in state.subjects],
    }
    rows = [
        (
            subject_word(one.subject), verdict_word(one.word), number_words(one) or "–", beside_words(one),
            day_word(one.date) or "–", _to_do(one),
        )
        for one in state.subjects
    ]  # fmt: skip
    heads = ("subject", "verdict", "key number", "of, compared with", "date", "what to do")
    title = " · ".join(filter(None, (state.robot, state.serial))) or str(path)
    present(arguments, document, table(f"State of {title}: {verdict_word(state.whole)}", heads, rows))
    is_well = state.whole in {Word.GOOD, Word.USABLE}
    return ExitCode.SUCCESS if is_well else ExitCode.NOT_TRUSTWORTHY


def _in_catalogue(catalogue: "Catalogue", serial: str) -> "tuple[Sequence[ListedVisit], Sequence[Care]]":
    """The visits to the arm of this serial number, newest first, and the care that it needs."""
    of_serial = [one for one in catalogue.visits(serial) if one.serial == serial and not one.error]
    models = sorted({one.robot for one in of_serial})
    if not models:
        raise WrongUse(
            f"{serial} is no visit file, and no arm with this serial number is in {catalogue.path}. "
            "Which arms are: torsion fleet robots. Take in a folder of visits: torsion fleet scan FOLDER."
        )
    if len(models) > 1:
        raise WrongUse(
            f"Arms of several models have the serial number {serial}: {', '.join(models)}. "
            "Name a visit: torsion fleet list."
        )
    return arm_in_catalogue(catalogue, (models[0], serial))


def _document(state: "SubjectState") -> dict[str, object]:
    compared = {"by": state.compared_by, "value": state.compared} if state.compared_by else None
    if compared is not None and state.compared_at:
        compared["date"] = state.compared_at
    return {
        "subject": state.subject.value,
        "verdict": state.word.value,
        "value": to_json_value(state.value),
        "std": to_json_value(state.std),
        "unit": state.unit,
        "of": state.of,
        "compared_with": compared,
        "date": state.date,
        "to_do": _to_do(state),
    }


def _to_do(state: "SubjectState") -> str:
    """What to do about it, in one sentence; empty where nothing is."""
    by = _MEASURED_BY[state.subject]
    return {
        "": "",
        "measure": f"Measure: {by}",
        "measure-again": f"Measure again: {by}",
        "see-reasons": "See its reasons",
        "look-at-joint": f"Look at {state.of}",
        "set-payload": "Set the measured payload in the robot",
        "write": f"Write: {by}",
    }[state.to_do]
