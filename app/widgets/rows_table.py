"""A table with its own rows, low enough to see many at once."""

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme
from app.widgets.table import Column, RowsModel, Table

_ROW_HEIGHT = 38
_ANY_HEIGHT = (1 << 24) - 1
"""Qt's largest height of a widget: that of one without a fixed height."""
_MOST_WHOLE = 12
"""Rows of a table that a page shows whole where it scrolls itself; a longer one is a list and scrolls."""


class RowsTable(Table):
    """A read-only table with its own model, ``rows_model``."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column],
        *,
        widths: Sequence[int],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, parent=parent)
        self._spare: tuple[int, ...] = ()
        """Columns that may be left out, the least important first."""
        self.rows_model = RowsModel(columns)
        self.setModel(self.rows_model)
        self.set_row_height(_ROW_HEIGHT)
        self.fit_columns(columns, widths=widths)
        self._least_rows, self._is_whole = 0, False
        self.rows_model.modelReset.connect(self._keep_height)
        current_theme().changed.connect(self._keep_height)
        current_theme().changed.connect(self._leave_out)
        self.rows_model.modelReset.connect(self._leave_out)

    def may_leave_out(self, *columns: int) -> None:
        """Leave these columns out, the first one first, where a narrow table would cut others."""
        self._spare = columns
        self._leave_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out or bring back the columns that are least important."""
        super().resizeEvent(event)
        self._leave_out()

    @Slot()
    def _leave_out(self) -> None:
        if not self._spare:
            return
        for column in self._spare:
            self.setColumnHidden(column, False)  # noqa: FBT003  # Qt's own signature
        for column in self._spare:
            self._fit_stretched()
            header = self.horizontalHeader()
            if header.length() <= self.viewport().width():
                break
            self.setColumnHidden(column, True)  # noqa: FBT003  # Qt's own signature
        self._fit_stretched()

    def keep_rows(self, count: int) -> None:
        """Be never lower than so many rows below the headings; 0 for any height."""
        self._least_rows = count
        self._keep_height()

    def show_whole(self, *, whole: bool) -> None:
        """Have room for all rows, if they are not many, for a page that scrolls itself."""
        if whole is not self._is_whole:
            self._is_whole = whole
            self._keep_height()

    def showEvent(self, event: QShowEvent) -> None:
        """Measure the headings again: they get their font when they are shown."""
        super().showEvent(event)
        self._take_sizes()
        self._keep_height()
        self._leave_out()

    @Slot()
    def _keep_height(self) -> None:
        """Set the least height, which grows with the text; a table of fixed height keeps it."""
        if self.maximumHeight() < _ANY_HEIGHT:
            self.setMinimumHeight(self.maximumHeight())
            return
        count = self.rows_model.rowCount()
        rows = count if self._is_whole and self._least_rows < count <= _MOST_WHOLE else self._least_rows
        head = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth()
        self.setMinimumHeight(head + rows * self.verticalHeader().defaultSectionSize() if rows else 0)
