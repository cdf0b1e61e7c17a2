"""Words for correcting the tool under load: places as people type them, what is under way, results."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from app.guide.run_words import RunEnd, state_text
from app.speech.language import translate
from app.speech.quantities import Typed, check_positions, read_numbers
from app.speech.units import MILLIMETRE, number
from app.widgets.table import Cell, Column
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.compensated import CompensatedPlace, CompensationRun

if TYPE_CHECKING:
    from core.stiffness.compensated import CompensationResult

_UNDER_WAY = re.compile(r"(\w+) (\d+) of (\d+)")
_DECIMALS, _FINE_DECIMALS, _MM_DECIMALS = 2, 4, 3


def _tr(text: str) -> str:
    return translate("CompensateWords", text)


def parse_place(text: str) -> tuple[Typed, ...]:
    """Joint positions from ``10 -30 45,5`` or ``0.2 -0.5 1 rad``; none for an empty field.

    Raises
    ------
    NotUnderstood
        What is no list of numbers, or has a unit that no joint has.
    """
    typed = read_numbers(text)
    check_positions(typed)
    return typed


def place_text(reported: FloatArray, robot: RobotModel, *, decimals: int = _DECIMALS) -> str:
    """A place on one line, in degrees and mm."""
    shown = np.where(robot.is_prismatic, MILLIMETRE.per_si * reported, np.degrees(reported))
    return "  ".join(number(round(float(value), decimals) + 0.0, decimals=decimals) for value in shown)


def place_columns() -> tuple[Column, ...]:
    """The headings of the places."""
    return (
        Column(_tr("Place"), is_number=True),
        Column(_tr("State")),
        Column(_tr("Joint positions, ° (mm)"), stretches=True),
        Column(_tr("Tool off before"), is_number=True),
        Column(_tr("Left after"), is_number=True),
        Column(_tr("Steps"), is_number=True),
        Column(_tr("Worth")),
    )


def place_rows(
    places: Sequence[FloatArray],
    robot: RobotModel,
    *,
    found: Mapping[int, CompensatedPlace],
    now: int,
    end: RunEnd,
) -> tuple[tuple[Cell, ...], ...]:
    """A row per place, (n,) as the controller reports it; ``found`` by the number of the place from 1."""
    return tuple(
        (
            str(row + 1),
            state_text(row, now=now, end=end),
            place_text(place, robot),
            *_result(found.get(row + 1)),
        )
        for row, place in enumerate(places)
    )


def _result(place: CompensatedPlace | None) -> tuple[Cell, ...]:
    if place is None:
        return ("–", "–", "–", "–")
    return (
        shift_text(place.shift_before),
        shift_text(place.shift_after),
        str(len(place.taken) - 1),
        place.judgement.verdict,
    )


def shift_text(metres: float) -> str:
    """A shift of the tool in mm."""
    return f"{number(MILLIMETRE.per_si * metres, decimals=_MM_DECIMALS)} {MILLIMETRE.symbol}"


def corrected_columns(robot: RobotModel) -> tuple[Column, ...]:
    """The headings of the corrected positions."""
    units = ("mm" if slides else "°" for slides in robot.is_prismatic)
    names = (f"{name} {unit}" for name, unit in zip(robot.joint_names, units, strict=True))
    return (Column(_tr("Place"), stretches=True), *(Column(name, is_number=True) for name in names))


def corrected_rows(found: "CompensationResult", robot: RobotModel) -> tuple[tuple[Cell, ...], ...]:
    """The corrected positions that can be used, as the controller reports them."""
    rows = []
    for place in found.corrected:
        texts = place_text(robot.position_as_reported(place.corrected), robot, decimals=_FINE_DECIMALS)
        rows.append((str(place.number), *texts.split("  ")))
    return tuple(rows)


def under_way(text: str) -> tuple[int, str] | None:
    """The row under way, from 0, and what is done there; None for what says neither."""
    said = _UNDER_WAY.fullmatch(text)
    if said is None:
        return None
    place, count = int(said[2]), int(said[3])
    words = {
        "approach": _tr("To place {place} of {count}, slowly"),
        "arrival": _tr("The last, slow move to place {place} of {count}"),
        "averaging": _tr("Place {place} of {count}: standing, and averaging the encoders"),
        "correction": _tr("Place {place} of {count}: a small move to correct the tool"),
    }.get(said[1], "")
    return place - 1, words.format(place=place, count=count)


def start_words(load: CompensationRun) -> str:
    """What holding the button starts."""
    if load is CompensationRun.UNLOADED:
        return _tr("Hold to measure without the load")
    return _tr("Hold to measure and correct")


def result_words(found: "CompensationResult") -> str:
    """The millimetres of all places in a sentence."""
    before = max(place.shift_before for place in found.places)
    after = max(place.shift_after for place in found.places)
    words = _tr("The load moved the tool by up to {before}; {after} are left, by the reduced stiffness.")
    return words.format(before=shift_text(before), after=shift_text(after))


def doubt_words(found: "CompensationResult") -> str:
    """How far the reduced stiffness itself is right."""
    if not np.isfinite(found.model_share):
        return _tr("Nobody knows how far the reduced stiffness itself is right.")
    words = _tr("The reduced stiffness itself is wrong by {share} % of a shift on average over all poses.")
    return words.format(share=number(100.0 * found.model_share, decimals=0))
