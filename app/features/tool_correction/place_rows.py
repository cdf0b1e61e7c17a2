"""Rows of a table with the places of a correction and their state while the arm goes from one to the next."""

from collections.abc import Sequence

from app.features.tool_correction.place_words import place_text
from app.features.tool_correction.presentation import place_columns, places, tr
from app.guide.run_words import RunEnd, state_text
from app.widgets.presentation_view import shown_cells, shown_column
from app.widgets.table import Cell, Column
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.compensated import CompensationResult

_SHOWN = ("before", "after", "steps", "verdict")


def shown_columns() -> tuple[Column, ...]:
    """Columns of the place and its state, then those of its result."""
    columns = (shown_column(one) for one in place_columns() if one.name in _SHOWN)
    place, state = Column(tr("Place"), is_number=True), Column(tr("State"))
    return (place, state, Column(tr("Joint positions, ° (mm)"), stretches=True), *columns)


def shown_rows(
    at: Sequence[FloatArray], robot: RobotModel, found: CompensationResult | None, *, now: int, end: RunEnd
) -> tuple[tuple[Cell, ...], ...]:
    """Rows of the places, (n,) each as the controller reports it; ``found`` is the result so far."""
    known: dict[str, tuple[Cell, ...]] = {}
    if found is not None:
        shown = places(found).only(*_SHOWN)
        known = {line.name: shown_cells(line.cells, shown.columns) for line in shown.lines}

    def result(name: str) -> tuple[Cell, ...]:
        return known.get(name, ("–",) * len(_SHOWN))

    return tuple(
        (str(row + 1), state_text(row, now=now, end=end), place_text(place, robot), *result(str(row + 1)))
        for row, place in enumerate(at)
    )
