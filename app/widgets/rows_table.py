"""A table with its own rows, low enough to see many at once."""

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme
from app.widgets.table import Column, RowsModel, Table

_ROW_HEIGHT = 38


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
        self.rows_model = RowsModel(columns)
        self.setModel(self.rows_model)
        self.set_row_height(_ROW_HEIGHT)
        self.fit_columns(columns, widths=widths)
        self._least_rows = 0
        current_theme().changed.connect(self._keep_height)

    def keep_rows(self, count: int) -> None:
        """Be never lower than so many rows below the headings; 0 for any height."""
        self._least_rows = count
        self._keep_height()

    def showEvent(self, event: QShowEvent) -> None:
        """Measure the headings again: they get their font when they are shown."""
        super().showEvent(event)
        self._take_sizes()
        self._keep_height()

    @Slot()
    def _keep_height(self) -> None:
        """Set the least height, which grows with the text."""
        rows = self._least_rows * self.verticalHeader().defaultSectionSize()
        self.setMinimumHeight(self.horizontalHeader().sizeHint().height() + rows if rows else 0)
