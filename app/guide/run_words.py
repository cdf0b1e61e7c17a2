"""The stages of a run in words: what each is for, how fast, how far it has got."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

import numpy as np

from app.presentation import Table
from app.speech.language import translate
from app.speech.units import number, seconds
from app.widgets.presentation_view import shown_cells, shown_column
from app.widgets.table import Cell, Column
from core.recording import FloatArray

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion

APPROACH, STAGE = "approach", "stage"
"""Codes of the motions of a run, as ``app.arm.staged`` has them."""
WIDTHS = (0, 152, 96, 120, 128, 216)
"""Of the columns of stages."""
_SLOW_M_S = 0.25
_FULL = 0.999
_PART = re.compile(r"(?:approach|stage|move) (\d+) of (\d+)")


def _tr(text: str) -> str:
    return translate("ExciteWords", text)


def _speed(motion: "PlannedMotion") -> str:
    if motion.code == APPROACH:
        return "–"
    return f"{number(100.0 * fraction_of(motion), decimals=0)} %"


class RunEnd(Enum):
    """Whether a run is over, and how it ended."""

    NOT_YET = auto()
    WHOLE = auto()
    EARLY = auto()


def part_under_way(text: str) -> tuple[int, int] | None:
    """Which of how many parts runs, from 1, as a run in stages names it; None where it names none."""
    part = _PART.fullmatch(text)
    return None if part is None else (int(part[1]), int(part[2]))


def stage_columns() -> tuple[Column, ...]:
    """The headings of the stages."""
    return (
        Column(_tr("Stage"), stretches=True),
        Column(_tr("State")),
        Column(_tr("Speed"), is_number=True),
        Column(_tr("Top speed"), is_number=True),
        Column(_tr("Takes"), is_number=True),
        Column(_tr("Torque foretold"), is_number=True),
    )


def stage_rows(
    motions: "Sequence[PlannedMotion]", *, foretold: Mapping[float, str], now: int, end: RunEnd
) -> tuple[tuple[Cell, ...], ...]:
    """A row per motion; ``now`` is the one that runs or ran last, -1 before the first."""
    return tuple(
        (
            stage_word(motion),
            state_text(place, now=now, end=end),
            _speed(motion),
            f"{number(1000.0 * motion.preview.top_speed, decimals=0)} mm/s",
            seconds(motion.preview.duration),
            foretold.get(fraction_of(motion), "–"),
        )
        for place, motion in enumerate(motions)
    )


def stage_word(motion: "PlannedMotion") -> str:
    """What a motion of the run is for."""
    cycles = motion.facts.get("cycles", 1)
    if motion.code == APPROACH:
        return _tr("To the start pose, slowly")
    if motion.code != STAGE or fraction_of(motion) >= _FULL:
        return _tr("Full speed, {cycles} periods").format(cycles=cycles)
    if motion.preview.top_speed <= _SLOW_M_S:
        return _tr("Rehearsal, slowly")
    return _tr("Faster, still measured")


def fraction_of(motion: "PlannedMotion") -> float:
    """The share of full speed; nothing for the way to the start."""
    fraction = motion.facts.get("fraction", 0.0 if motion.code == APPROACH else 1.0)
    assert isinstance(fraction, int | float)
    return float(fraction)


def forecast_word(share: FloatArray) -> str:
    """The largest torque that is expected, as shares (n,) of the rated ones, NaN where unknown."""
    if not np.any(np.isfinite(share)):
        return _tr("not known")
    joint = int(np.nanargmax(share))
    shown = number(100.0 * float(share[joint]), decimals=0)
    return _tr("{share} % of rated, joint {joint}").format(share=shown, joint=joint + 1)


def columns_with_state(table: Table) -> tuple[Column, ...]:
    """The headings of what is planned; the first takes the width that is left, the state follows it."""
    first, *others = table.columns
    return (
        shown_column(first, stretches=True),
        Column(_tr("State")),
        *(shown_column(column) for column in others),
    )


def rows_with_state(table: Table, *, now: int, end: RunEnd) -> tuple[tuple[Cell, ...], ...]:
    """What is planned, and how far it is; ``now`` as for ``state_text``."""
    rows = (shown_cells(line.cells, table.columns) for line in table.lines)
    return tuple(
        (first, state_text(place, now=now, end=end), *others) for place, (first, *others) in enumerate(rows)
    )


def state_text(place: int, *, now: int, end: RunEnd) -> str:
    """How a motion stands at its place; ``now`` is the one that runs or ran last, -1 before the first."""
    if place < now or (end is RunEnd.WHOLE and place == now):
        return _tr("done")
    if place == now:
        return _tr("running now") if end is RunEnd.NOT_YET else _tr("stopped here")
    return _tr("not yet") if end is RunEnd.NOT_YET else _tr("not run")
