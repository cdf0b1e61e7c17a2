"""Words for the correction of the tool: typed places, and the work under way."""

import re

import numpy as np

from app.speech.language import tr
from app.speech.quantities import Typed, check_positions, read_numbers
from app.speech.units import MILLIMETRE, number
from core.recording import FloatArray
from core.robot.model import RobotModel

_UNDER_WAY = re.compile(r"(\w+) (\d+) of (\d+)")
_DECIMALS = 2


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
