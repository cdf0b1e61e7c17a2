"""The motions of a procedure as rows of a table that show the state of each."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from app.guide.procedure_run import ProcedureRun
from app.guide.run_words import RunEnd
from app.look.tokens import GRID
from app.widgets.layouts import Card
from app.widgets.table import Cell, RowsTable

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared

LEAST_ROWS = 3
"""Rows that are seen once the arm moves: the present one, and those before and after it."""


class MotionRows(Card):
    """A row for each motion: those above the present one are done, those below are waiting.

    ``take`` receives the prepared procedure, or None. ``rows`` makes the rows from the number of the present
    one (-1 before the first, the number of rows after the last) and the end of the run.
    """

    def __init__(
        self,
        run: ProcedureRun,
        table: RowsTable,
        *,
        take: Callable[["Prepared | None"], None],
        rows: Callable[[int, RunEnd], Sequence[tuple[Cell, ...]]],
    ) -> None:
        super().__init__(margin=GRID)
        self.run, self._take, self._rows = run, take, rows
        self.now = -1
        self.table, self.model = table, table.rows_model
        self.column.addWidget(table)
        run.card.turned.connect(self._keep_rows)
        run.looked.connect(self._show_prepared)
        run.begun.connect(self._begin)
        run.outcome_arrived.connect(self._end)
        run.failed.connect(self._break_off)
        run.started_over.connect(self.forget)

    def show_rows(self, end: RunEnd = RunEnd.NOT_YET) -> None:
        """Make the rows again."""
        self.model.show_rows(self._rows(self.now, end))

    def begins(self, row: int) -> None:
        """Mark another row as the one that moves; those above it are done."""
        if row != self.now:
            self.now = row
            self.show_rows()
            self.table.scrollTo(self.model.index(row, 0))

    @Slot()
    def _keep_rows(self) -> None:
        """Keep some rows in sight once the arm moves; before it, what matters for safety has the room."""
        self.table.keep_rows(0 if self.run.card.is_before else LEAST_ROWS)

    @Slot()
    def forget(self) -> None:
        """Empty the table, because nothing is prepared."""
        self._show_prepared(None)

    @Slot(object)
    def _show_prepared(self, prepared: "Prepared | None") -> None:
        self._take(prepared)
        self._begin()

    @Slot()
    def _begin(self) -> None:
        self.now = -1
        self.show_rows()

    @Slot(object)
    def _end(self, outcome: "Outcome") -> None:
        """Show in the rows how far the run came."""
        if outcome.is_complete:
            self.now = self.model.rowCount()
        self.show_rows(RunEnd.WHOLE if outcome.is_complete else RunEnd.EARLY)

    @Slot()
    def _break_off(self) -> None:
        self.show_rows(RunEnd.EARLY)
