"""Findings as reasons: the facts of their sentences, and their verdict."""

from typing import TypedDict

import numpy as np

from core.encoders.movements import Movements
from core.quality import Reason, Verdict

_DEGREES = float(np.degrees(1.0))
_UNITS_TOLERANCE = 0.1


class Amount(TypedDict):
    """A travel in a unit for people."""

    moved: float
    unit: str


def finding(code: str, verdict: Verdict = Verdict.REPEAT, **facts: str | float) -> Reason:
    """A reason with its facts and verdict."""
    return Reason(code, dict(facts), verdict)


def is_degrees(ratio: float) -> bool:
    """True if a ratio is that of degrees to radians, in either direction of motion."""
    return abs(abs(ratio) / _DEGREES - 1.0) < _UNITS_TOLERANCE


def amount(moves: Movements, joint: int, angle: float) -> Amount:
    """``moved`` and its ``unit`` for ``angle`` rad of a joint, or the corresponding length of a slide."""
    if moves.robot.is_prismatic[joint]:
        return {"moved": round(1e3 * angle * float(moves.unit[joint]), 3), "unit": "mm"}
    return {"moved": round(float(np.degrees(angle)), 3), "unit": "°"}
