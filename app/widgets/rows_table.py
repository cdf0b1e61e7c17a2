"""A table with its own rows, low enough to see many at once."""

from collections.abc import Sequence

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

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

    def keep_rows(self, count: int) -> None:
        """Be never lower than so many rows below the headings; 0 for any height."""
        self._least_rows = count
        self._take_sizes()

    _least_rows = 0

    def showEvent(self, event: QShowEvent) -> None:
        """Measure the headings again: they get their font when they are shown."""
        super().showEvent(event)
        self._take_sizes()

    def _take_sizes(self) -> None:
        """Set the sizes that grow with the text."""
        super()._take_sizes()
        rows = self._least_rows * self.verticalHeader().defaultSectionSize()
        self.setMinimumHeight(self.horizontalHeader().sizeHint().height() + rows if rows else 0)
