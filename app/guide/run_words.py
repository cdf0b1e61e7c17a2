"""A run in words: its stages with speed, state and forecast torque, and what was recorded."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

import numpy as np

from app.presentation import Table
from app.speech.language import tr
from app.speech.units import NO_BREAK, number, seconds, whole
from app.widgets.glyphs import Glyph
from app.widgets.presentation_view import shown_cells, shown_column
from app.widgets.table import Cell, Column
from core.recording import FloatArray

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, PlannedMotion


APPROACH, STAGE, REPEAT = "approach", "stage", "move"
"""Codes of the motions of a run, as ``app.arm.staged_run`` has them."""
WIDTHS = (0, 152, 96, 120, 128, 216)
"""Widths of the columns, pixels."""
_SLOW_M_S = 0.25
_FULL = 0.999
_PART = re.compile(r"(?:approach|stage|move) (\d+) of (\d+)")


def _speed(motion: "PlannedMotion") -> str:
    if motion.code == APPROACH:
        return "–"
    return f"{number(100.0 * fraction_of(motion), decimals=0)} %"


class RunEnd(Enum):
    """End of a run: not yet, complete, or early."""

    NOT_YET = auto()
    WHOLE = auto()
    EARLY = auto()


def part_under_way(text: str) -> tuple[int, int] | None:
    """Number (from 1) and count of the parts of a run, from its progress text; None if that names none."""
    part = _PART.fullmatch(text)
    return None if part is None else (int(part[1]), int(part[2]))


def stage_columns() -> tuple[Column, ...]:
    """Columns of the table of stages."""
    return (
        Column(tr("Stage"), stretches=True),
        Column(tr("State")),
        Column(tr("Speed"), is_number=True),
        Column(tr("Top speed"), is_number=True),
        Column(tr("Takes"), is_number=True),
        Column(tr("Forecast torque"), is_number=True),
    )


def stage_rows(
    motions: "Sequence[PlannedMotion]", *, forecasts: Mapping[float, str], now: int, end: RunEnd
) -> tuple[tuple[Cell, ...], ...]:
    """A row per motion; ``forecasts`` are by fraction of full speed, ``now`` as for ``state_text``."""
    return tuple(
        (
            stage_word(motion),
            state_text(place, now=now, end=end),
            _speed(motion),
            f"{number(1000.0 * motion.preview.top_speed, decimals=0)} mm/s",
            seconds(motion.preview.duration),
            forecasts.get(fraction_of(motion), "–"),
        )
        for place, motion in enumerate(motions)
    )


def stage_word(motion: "PlannedMotion") -> str:
    """Purpose of a motion of the run."""
    cycles = motion.facts.get("cycles", 1)
    if motion.code == APPROACH:
        return tr("To the start pose, slowly")
    if motion.code != STAGE or fraction_of(motion) >= _FULL:
        if cycles == 1:
            return tr("Full speed, once")
        return tr("Full speed, {cycles} times").format(cycles=cycles)
    if motion.preview.top_speed <= _SLOW_M_S:
        return tr("Rehearsal, slowly")
    return tr("Faster, still measured")


def fraction_of(motion: "PlannedMotion") -> float:
    """Fraction of full speed; 0 for the approach."""
    fraction = motion.facts.get("fraction", 0.0 if motion.code == APPROACH else 1.0)
    assert isinstance(fraction, int | float)
    return float(fraction)


def forecast_word(share: FloatArray) -> str:
    """The largest forecast torque; ``share`` (n,) is relative to the rated torques, NaN if unknown."""
    if not np.any(np.isfinite(share)):
        return tr("not known")
    joint = int(np.nanargmax(share))
    shown = number(100.0 * float(share[joint]), decimals=0)
    return tr("{share} % of rated, joint {joint}").format(share=shown, joint=joint + 1)


def columns_with_state(table: Table) -> tuple[Column, ...]:
    """Columns of a plan with the state as second one; the first takes the width that is left."""
    first, *others = table.columns
    return (
        shown_column(first, stretches=True),
        Column(tr("State")),
        *(shown_column(column) for column in others),
    )


def rows_with_state(table: Table, *, now: int, end: RunEnd) -> tuple[tuple[Cell, ...], ...]:
    """Rows of a plan with the state of each; ``now`` as for ``state_text``."""
    rows = (shown_cells(line.cells, table.columns) for line in table.lines)
    return tuple(
        (first, state_text(place, now=now, end=end), *others) for place, (first, *others) in enumerate(rows)
    )


def state_text(place: int, *, now: int, end: RunEnd) -> str:
    """State of the motion at ``place``; ``now`` is the one that runs or ran last, -1 before the first."""
    if place < now or (end is RunEnd.WHOLE and place == now):
        return tr("done")
    if place == now:
        return tr("running now") if end is RunEnd.NOT_YET else tr("stopped here")
    return tr("not yet") if end is RunEnd.NOT_YET else tr("not run")


def recorded_words(outcome: "Outcome") -> tuple[Glyph, str, str]:
    """Sign, sentence and a line below it, on the recording that was saved."""
    if not outcome.recordings:
        words = tr("Nothing was recorded. The arm stands still.")
        return Glyph.WARNING if outcome.stopped else Glyph.CROSS, words, ""
    saved = tr("Saved on disk as “{label}”: {duration}, {samples} samples.").format(
        label=outcome.recordings[0],
        duration=seconds(outcome.seconds).replace(" ", NO_BREAK),
        samples=whole(outcome.samples),
    )
    if outcome.is_complete:
        missed = whole(outcome.missing_samples)
        return Glyph.CHECK, saved, tr("{missed} samples were missed on the way.").format(missed=missed)
    why = tr("It was stopped early and is marked incomplete; what came until then is kept.")
    return Glyph.WARNING, saved, why


def recording_words(text: str) -> str:
    """Words for the work under way: the number of the motion, or only that it records."""
    stage = re.fullmatch(r"(?:stage|move) (\d+) of (\d+)", text)
    if stage is None:
        return tr("Recording")
    return tr("Recording, motion {number} of {count}").format(number=stage[1], count=stage[2])
