"""Presentation of a tool corrected for its load: place by place, and the corrected positions."""

import re
from collections.abc import Iterator
from math import isfinite, nan

import numpy as np
import numpy.typing as npt

from app.errors.text import mark_text, reason_rows
from app.presentation import Column, Line, Presentation, Row, Rows, Section, Table, joint_columns
from app.speech.dates import stamp_text
from app.speech.language import joined_sentences, tr
from app.speech.quantities import Typed, check_positions, read_numbers
from app.speech.units import DEGREE, MILLIMETRE, PER_CENT, PURE, Value, number, write
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.compensation_result import CompensatedPlace, CompensationResult

PLACES, POSITIONS = "corrected-places", "corrected-positions"
_POSITION_DECIMALS = 4


_UNDER_WAY = re.compile(r"(\w+) (\d+) of (\d+)")
_DECIMALS = 2


def present(found: CompensationResult, robot: RobotModel) -> Presentation:
    """Presentation of the result, with the corrected positions as the controller reports them."""
    return Presentation(
        title=tr("The tool of {robot}, corrected for its load").format(robot=robot.title or found.robot),
        headline=headline(found),
        verdict=found.judgement.verdict,
        sections=(places(found, robot), positions(found, robot), _rests_on(found), reasons(found)),
        mark=mark_text(found.mark),
    )


def correction_sections(found: CompensationResult) -> Iterator[Section]:
    """Sections on the correction, for the report of the stiffness that it used."""
    title = tr("The tool, corrected for its load")
    what = [Row("tool", "", headline(found)), *reasons(found).rows]
    yield Rows(name="corrected", title=title, rows=tuple(what))
    yield places(found)
    yield _rests_on(found)


def headline(found: CompensationResult) -> str:
    """Headline: largest shift before and after, and the error of the reduced stiffness itself."""
    before = max(place.shift_before for place in found.places)
    after = max(place.shift_after for place in found.places)
    words = tr("The load moved the tool by up to {before}; {after} are left, by the reduced stiffness.")
    moved = words.format(before=write(_shift(before)).text, after=write(_shift(after)).text)
    return joined_sentences(moved, _trust(found))


def _trust(found: CompensationResult) -> str:
    if not isfinite(found.model_share):
        return tr("How far the reduced stiffness itself is right is not known.")
    words = tr(
        "The reduced stiffness itself is wrong by {share} of a shift on average over all poses; that much of "
        "what the tool was off before may remain."
    )
    return words.format(share=write(Value(found.model_share, PER_CENT)).text)


def reasons(found: CompensationResult) -> Rows:
    """Reasons against the corrected positions of all places."""
    return reason_rows([("", place.judgement) for place in found.places] + [("", found.judgement)])


def place_columns() -> tuple[Column, ...]:
    """Columns of the table of places."""
    return (
        Column("place", tr("place")),
        Column("before", tr("off before"), MILLIMETRE),
        Column("after", tr("left after, by the joints"), MILLIMETRE),
        Column("steps", tr("steps"), PURE),
        Column("change", tr("largest change"), DEGREE),
        Column("end", tr("end")),
        Column("verdict", tr("verdict")),
    )


def places(found: CompensationResult, robot: RobotModel | None = None) -> Table:
    """Table of the places: shift of the tool before and after, steps, and verdict."""
    slides = np.zeros(len(found.joint_names), dtype=bool) if robot is None else robot.is_prismatic
    lines = tuple(
        Line(
            str(place.number),
            (
                str(place.number),
                _shift(place.shift_before),
                _shift(place.shift_after),
                Value(len(place.taken) - 1, decimals=0),
                Value(_largest_turn(place, slides), DEGREE),
                _end_word(place.end),
                place.judgement.verdict,
            ),
        )
        for place in found.places
    )
    title = tr("The tool under load, by the reduced stiffness")
    return Table(name=PLACES, title=title, columns=place_columns(), lines=lines)


def positions(found: CompensationResult, robot: RobotModel) -> Table:
    """Table of the corrected positions that can be used."""
    units = [MILLIMETRE if slides else DEGREE for slides in robot.is_prismatic]
    return Table(
        name=POSITIONS,
        title=tr("Corrected positions, as the controller reports them"),
        columns=(Column("place", tr("place")), *joint_columns(found.joint_names, units)),
        lines=tuple(
            Line(
                str(place.number),
                (
                    str(place.number),
                    *(
                        Value(at + 0.0, unit, decimals=_POSITION_DECIMALS)
                        for at, unit in zip(
                            robot.position_as_reported(place.corrected).tolist(), units, strict=True
                        )
                    ),
                ),
            )
            for place in found.corrected
        ),
    )


def _rests_on(found: CompensationResult) -> Section:
    rows = (
        Row("recording", tr("Recording"), found.recording),
        Row("corrected-at", tr("Corrected, at a standstill under the load"), stamp_text(found.created_at)),
    )
    return Rows(name="corrected-basis", title=tr("What the correction rests on"), rows=rows)


def _shift(metres: float) -> Value:
    return Value(metres, MILLIMETRE)


def _largest_turn(place: CompensatedPlace, slides: "npt.NDArray[np.bool_]") -> float:
    """Largest change of a joint that turns, rad; NaN where none turns."""
    turned = np.abs(place.change)[~slides]
    return float(turned.max()) if turned.size else nan


def _end_word(end: str) -> str:
    """Reason in words why the correction of a place ended."""
    return {
        "done": tr("done"),
        "steps-used-up": tr("all steps taken"),
        "correction-grows": tr("it got worse"),
        "correction-too-large": tr("too large"),
    }.get(end, end.replace("-", " "))


def parse_place(text: str) -> tuple[Typed, ...]:
    """Return joint positions from ``10 -30 45,5`` or ``0.2 -0.5 1 rad``; none for an empty field.

    Raises
    ------
    NotUnderstood
        For a text that is no list of numbers, or has a unit that no joint has.
    """
    typed = read_numbers(text)
    check_positions(typed)
    return typed


def place_text(reported: FloatArray, robot: RobotModel) -> str:
    """Joint positions of a place on one line, in degrees and mm."""
    shown = np.where(robot.is_prismatic, MILLIMETRE.per_si * reported, np.degrees(reported))
    return "  ".join(number(round(float(value), _DECIMALS) + 0.0, decimals=_DECIMALS) for value in shown)


def under_way(text: str) -> tuple[int, str] | None:
    """Row under way, from 0, and its work in words; None for a text that names no place."""
    said = _UNDER_WAY.fullmatch(text)
    if said is None:
        return None
    place, count = int(said[2]), int(said[3])
    words = {
        "approach": tr("To place {place} of {count}, slowly"),
        "arrival": tr("The last, slow move to place {place} of {count}"),
        "averaging": tr("Place {place} of {count}: standing, and averaging the encoders"),
        "correction": tr("Place {place} of {count}: a small move to correct the tool"),
    }.get(said[1], "")
    return place - 1, words.format(place=place, count=count)
